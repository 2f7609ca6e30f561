import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { withStray } from '../../kit/document-bytes.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast, untilReady } from '../support/fixtures.ts';
import { expectOne, heldFile, SENT, sentHeading, sentPanel } from '../support/sending.ts';

// Odd inputs that only a browser can show; the number is the row of docs/odd-inputs.md.

const sent = (page: Page) => expect(toast(page)).toContainText(SENT);

test('one form takes odd answers one after the other', async ({ page }) => {
  await openForm(page);
  await test.step('row 129: the wheel changes no number', async () => {
    const field = page.locator('#peso');
    await field.fill('52,5');
    await field.hover();
    await page.mouse.wheel(0, 240);
    await expect(field).toHaveValue('52,5');
  });
  await test.step('dots and brackets come by themselves, and are never in the way', async () => {
    for (const [id, keys, shown] of [
      ['telefoneWhatsapp', '62999999998', '(62) 99999-9998'],
      ['dataNascimento', '05032012', '05/03/2012'],
      ['cpf', '5299822472', '529.982.247-2'],
    ] as const) {
      await page.locator(`#${id}`).pressSequentially(keys);
      await expect(page.locator(`#${id}`)).toHaveValue(shown);
    }
    const cpf = page.locator('#cpf');
    const caret = () => cpf.evaluate((input: HTMLInputElement) => input.selectionStart);
    await cpf.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
    await page.keyboard.type('77');
    expect([await caret(), await cpf.inputValue()]).toEqual([4, '52779.982.247-2']);
    await page.keyboard.press('Backspace');
    expect([await caret(), await cpf.inputValue()]).toEqual([3, '5279.982.247-2']);
    await cpf.blur();
    await expect(cpf).toHaveValue('527.998.224-72');
    await cpf.fill('');
    await cpf.pressSequentially('529982');
    for (const left of ['529.98', '529.9', '529.', '529', '52']) {
      await page.keyboard.press('Backspace'); // deleted, they do not come back
      await expect(cpf).toHaveValue(left);
    }
    await page.locator('#telefoneWhatsapp').focus();
    await page.evaluate((pasted) => {
      const input = document.activeElement as HTMLInputElement;
      input.setRangeText(pasted, 0, input.value.length, 'end');
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    }, '\u202a+55\u00a062\u00a099999-9998\u202c');
    await expect(page.locator('#telefoneWhatsapp')).toHaveValue('(62) 99999-9998');
  });
  await test.step('rows 155, 159 and 168: files of rare kinds are taken', async () => {
    await test.step('rows 155 and 168: pictures', async () => {
      const colour = () => plain(1000, 800, '#ddd');
      const field = page.locator('.question--file');
      for (const [name, bytes] of [
        ['cmyk.jpg', await colour().toColourspace('cmyk').jpeg().toBuffer()],
        ['solta.jpg', withStray(await colour().jpeg().toBuffer())],
        ['dezesseis.png', await colour().toColourspace('rgb16').png().toBuffer()],
        ['tela.avif', await colour().avif().toBuffer()],
      ] as const) {
        await page.locator('#cadastroUnico').setInputFiles(jpegFile(bytes, name));
        const shown = name.replace('.avif', '.jpg');
        await expect(field).toContainText(`Documento anexado: ${shown}.`);
        await expect(field.locator('.field__problem')).toHaveCount(0);
        await expect(field).not.toContainText(/escura|pequena|incompleto/);
        const { width } = await sharp(await heldFile(page)).metadata();
        expect(width).toBe(1000);
      }
    });
    await test.step('row 159: a PDF that only its owner has locked is taken as it is', async () => {
      await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis-so-leitura.pdf');
      await expect(page.locator('.question--file')).toContainText('Documento anexado: nis-so-leitura.pdf.');
      await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis-com-senha.pdf');
      await expect(page.locator('#cadastroUnico-erro')).toContainText('Este PDF tem senha.');
    });
  });
  await test.step('row 198: Enter sends, which asks for what is missing', async () => {
    await page.locator('#cpf').fill('');
    await page.locator('#nomeCompleto').fill('Pessoa de Teste');
    await page.locator('#nomeCompleto').press('Enter');
    await expect(page.locator(':focus')).toContainText('Confira estes itens antes de enviar');
    await expect(page.locator('#nomeCompleto')).toHaveValue('Pessoa de Teste');
  });
  await test.step('row 202: what is wrong is told by a sign and words, not by colour alone', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await send(page);
    const problem = page.locator('#cpf-erro');
    await expect(problem.locator('svg')).toBeVisible();
    await expect(problem).toContainText('Erro: Digite o CPF.');
    const width = await page.locator('#cpf').evaluate((input) => getComputedStyle(input).borderTopWidth);
    expect(Number.parseFloat(width)).toBeGreaterThan(0);
  });
});

test('wrong clocks send what was answered', async ({ page, signIn }) => {
  for (const year of ['2019', '2040'])
    await test.step(`rows 39 and 212: a device that lives in ${year} enrols, with the server’s age`, async () => {
      await page.clock.setFixedTime(new Date(`${year}-06-15T12:00:00-03:00`));
      await page.goto('/projeto-social'); // anew, with this clock
      if (year === '2019') await untilReady(page);
      else await page.getByRole('button', { name: 'Inscrever outra pessoa' }).click();
      // a doubt never stops the form
      const odd = { dataNascimento: '05/03/2000', cpf: '529.982.247-26', telefoneWhatsapp: '99999-9998' };
      await fillEnrolment(page, { ...odd, nomeCompleto: `Relógio de ${year}` });
      await expect(page.locator('#idade')).toHaveValue(year === '2019' ? '19' : '40');
      await send(page);
      await sent(page);
    });
  await test.step('the desk reads the server’s age', async () => {
    const now = new Date();
    await page.clock.setFixedTime(now); // the desk's own clock is right
    await signIn();
    const years = now.getFullYear() - 2000 - (now.getMonth() < 2 ? 1 : 0);
    for (const year of ['2019', '2040'])
      await expect(
        page
          .getByRole('row', { name: `Relógio de ${year}` })
          .getByRole('cell')
          .nth(1),
      ).toHaveText(String(years));
  });
});

test('a browser that stores nothing says so, and the enrolment goes all the same', async ({
  page,
  server,
  mishaps,
}) => {
  for (const [what, forbid] of [
    [
      'full',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      },
    ],
    [
      'forbidden', // the script of 'full' still runs before it, and changes what nobody reaches then
      () => {
        for (const place of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, place, {
            get() {
              throw new DOMException('denied', 'SecurityError');
            },
          });
      },
    ],
  ] as const) {
    // row 191
    await test.step(`where storage is ${what} the page says so, and the enrolment goes all the same`, async () => {
      const one = await expectOne(server);
      await page.addInitScript(forbid);
      // what the confirmation says besides the number does not arrive at a full browser
      if (what === 'full') await page.route('**/assets/NextSteps*', (route) => route.abort());
      await openForm(page);
      await fillEnrolment(page, { nomeCompleto: `Sem Memória ${what}` });
      await expect(
        page.getByText(
          'As respostas não ficam guardadas aqui. Não feche nem saia desta página antes de enviar.',
        ),
      ).toBeVisible();
      const asked = page.waitForEvent('dialog');
      const leave = page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click();
      await (await asked).dismiss(); // stays
      await leave;
      await expect(page.getByLabel('Nome completo *')).toHaveValue(`Sem Memória ${what}`);
      await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
      expect(mishaps).toEqual([]);
      await send(page);
      await expect(toast(page)).toContainText(SENT);
      await one(`Sem Memória ${what}`);
    });
    if (what === 'full')
      await test.step('the number is shown even where the rest does not arrive and the browser stores nothing', async () => {
        await expect(sentHeading(page)).toBeFocused();
        expect(await sentPanel(page).innerText()).toMatch(/Seu número de protocolo é\s+\d{4}-\d{4}/);
        await expect(page.locator('#nomeCompleto')).toBeHidden();
        expect(new Set(mishaps)).toEqual(new Set(['error: Failed to load resource: net::ERR_FAILED']));
        mishaps.length = 0; // the browser reports what did not arrive
        await page.unrouteAll();
      });
  }
});

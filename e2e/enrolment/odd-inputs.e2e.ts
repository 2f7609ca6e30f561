import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openDetail } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';

// Odd inputs that only a browser can show; the number is the row of docs/odd-inputs.md.

const sent = (page: Page) => expect(toast(page)).toContainText('Inscrição enviada com sucesso! 🎉');

test('one form takes odd answers one after the other', async ({ page }) => {
  await openForm(page);
  await test.step('row 188: a browser that is no app’s says nothing of another browser', async () => {
    await expect(page.locator('.question--file')).not.toContainText('abra esta página no Chrome');
  });
  await test.step('row 197: the file input is one element, with a name of its own', async () => {
    const input = page.locator('#cadastroUnico');
    await expect(input).toHaveAccessibleName('Comprovante do Cadastro Único * Escolher foto ou PDF');
    await expect(input).toHaveAttribute('required', '');
    await expect(input).toHaveAccessibleDescription(/até 5MB/);
    await expect(input).toBeVisible();
  });
  await test.step('row 195: a text that a translation took away is not missed by what comes to change it', async () => {
    const left = await page.evaluate(() => {
      const parent = document.createElement('p');
      const removed = document.createTextNode('antes');
      parent.insertBefore(document.createTextNode('novo'), removed);
      parent.removeChild(removed);
      parent.insertBefore(document.createElement('b'), parent.firstChild);
      return parent.innerHTML;
    });
    expect(left).toBe('<b></b>novo');
  });
  await test.step('row 129: the wheel changes no number, the arrows go by 0,1 and 0,01', async () => {
    for (const [id, typed, up, down] of [
      ['peso', '52,5', '52,6', '52,5'],
      ['altura', '1,62', '1,63', '1,62'],
    ] as const) {
      const field = page.locator(`#${id}`);
      await field.fill(typed);
      await field.hover();
      await page.mouse.wheel(0, 240);
      await expect(field).toHaveValue(typed);
      await field.press('ArrowUp');
      await expect(field).toHaveValue(up);
      await field.press('ArrowDown');
      await expect(field).toHaveValue(down);
    }
  });
  await test.step('row 136: details come back when nao was a slip', async () => {
    const asked = page.getByRole('group', { name: /^Possui Condição Médica/ });
    const details = page.locator('#condicaoMedicaDetalhes');
    await asked.getByLabel('Sim').check();
    await details.fill('Asma, usa bombinha');
    await asked.getByLabel('Não').check();
    await expect(details).toHaveValue('Nenhuma');
    await expect(details).toBeDisabled();
    await asked.getByLabel('Sim').check();
    await expect(details).toHaveValue('Asma, usa bombinha');
  });
  await test.step('row 41: a birth date that is cleared takes the age along, and no answer about the guardian', async () => {
    await page.locator('#dataNascimento').fill('05/03/2015');
    await expect(
      page.getByText('Menor de 18 anos').or(page.getByText('de uma criança')).first(),
    ).toBeVisible();
    await page.locator('#nomeResponsavel').fill('Responsável de Teste');
    await page.locator('#dataNascimento').fill('');
    await expect(page.locator('#idade')).toHaveValue('');
    await expect(page.getByText('de uma criança')).toHaveCount(0);
    await expect(page.locator('#nomeResponsavel')).toHaveValue('Responsável de Teste');
  });
  await test.step('rows 61 and 127: who has no CPF, or does not know the weight, is told what to do', async () => {
    await fillEnrolment(page, { cpf: '', peso: 'não sei' });
    await send(page);
    const cpf = page.locator('#cpf');
    await expect(cpf).toHaveAccessibleDescription(
      /Digite o CPF. Não tem CPF\? Fale com a gente no WhatsApp\./,
    );
    const way = page.getByRole('link', { name: 'Não tem CPF? Fale com a gente no WhatsApp.' });
    await expect(way).toHaveAttribute('href', /^https:\/\/wa\.me\/55\d+\?text=/);
    await expect(page.locator('#peso-erro')).toContainText('Se não souber, escreva um valor aproximado.');
    await cpf.fill('529.982.247-2');
    await cpf.blur();
    await expect(way).toHaveCount(0);
  });
  await test.step('row 198: Enter sends, which asks for what is missing; phones show Próximo', async () => {
    await page.locator('#cpf').fill('');
    await page.locator('#nomeCompleto').fill('Pessoa de Teste');
    await page.locator('#nomeCompleto').press('Enter');
    await expect(page.locator(':focus')).toContainText('Confira estes itens antes de enviar');
    await expect(page.locator('#nomeCompleto')).toHaveValue('Pessoa de Teste');
    for (const input of await page.locator('form input.field__input:not([type=file], [readonly])').all())
      await expect(input).toHaveAttribute('enterkeyhint', 'next');
  });
});

for (const [year, row] of [
  ['2019', 39],
  ['2040', 39],
] as const) {
  test(`rows ${row} and 212: a device that lives in ${year} enrols, with the server’s age`, async ({
    page,
    context,
    signIn,
  }) => {
    await page.clock.setFixedTime(new Date(`${year}-06-15T12:00:00-03:00`));
    await openForm(page);
    await fillEnrolment(page, { nomeCompleto: `Relógio de ${year}`, dataNascimento: '05/03/2000' });
    await expect(page.locator('#idade')).toHaveValue(year === '2019' ? '19' : '40');
    await send(page);
    await sent(page);
    const today = await context.newPage(); // a page of its own, with the right clock
    await signIn(today);
    const now = new Date();
    const years = now.getFullYear() - 2000 - (now.getMonth() < 2 ? 1 : 0);
    await expect(today.getByRole('row', { name: `Relógio de ${year}` })).toContainText(String(years));
  });
}

test.describe('rows 38 and 40: far from Brazil', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  for (const [moment, age] of [
    ['2025-05-12T23:59:00-03:00', '17'],
    ['2025-05-13T00:01:00-03:00', '18'],
  ] as const) {
    test(`at ${moment} who was born on 13/05/2007 is ${age}`, async ({ page }) => {
      await page.clock.setFixedTime(new Date(moment));
      await openForm(page);
      await page.locator('#dataNascimento').fill('13/05/2007');
      await expect(page.locator('#idade')).toHaveValue(age);
    });
  }
});

test('rows 155, 159 and 168: files of rare kinds are taken', async ({ page }) => {
  await openForm(page);
  await test.step('rows 155 and 168: pictures', async () => {
    const colour = () => plain(1000, 800, '#ddd');
    const field = page.locator('.question--file');
    for (const [name, bytes] of [
      ['cmyk.jpg', await colour().toColourspace('cmyk').jpeg().toBuffer()],
      ['progressiva.jpg', await colour().jpeg({ progressive: true }).toBuffer()],
      ['cinza.jpg', await colour().grayscale().jpeg().toBuffer()],
      ['dezesseis.png', await colour().toColourspace('rgb16').png().toBuffer()],
      ['entrelaçada.png', await colour().png({ progressive: true }).toBuffer()],
      ['tela.avif', await colour().avif().toBuffer()],
    ] as const) {
      await page.locator('#cadastroUnico').setInputFiles(jpegFile(bytes, name));
      const shown = name.replace('.avif', '.jpg');
      await expect(field).toContainText(`Documento anexado: ${shown}.`);
      await expect(field.locator('.field__problem')).toHaveCount(0);
      await expect(field).not.toContainText(/escura|pequena|incompleto/);
      const { width } = await sharp(await held(page)).metadata();
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

/** What stands in the file input now. */
async function held(page: Page): Promise<Buffer> {
  const bytes = await page
    .locator('#cadastroUnico')
    .evaluate(async (input: HTMLInputElement) =>
      Array.from(new Uint8Array((await input.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer(0))),
    );
  return Buffer.from(bytes);
}

test.describe('row 188: inside the browser of an app', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 11; wv) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 Instagram 300.0.0.1 Android',
    isMobile: true,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  });

  test('the way to another browser stands beside the camera', async ({ page, context, server }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openForm(page);
    const field = page.locator('.question--file');
    await expect(field).toContainText('Se a câmera não abrir aqui, abra esta página no Chrome.');
    await field.getByRole('button', { name: 'Copiar o link' }).tap();
    await expect(field.getByRole('status')).toHaveText('Link copiado.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/projeto-social`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));
    });
    await field.getByRole('button', { name: 'Copiar o link' }).tap();
    await expect(field.getByRole('status')).toHaveText(`${server.url}/projeto-social`);
  });
});

test('row 195: a browser that translates the page breaks nothing, and codes are sent', async ({
  page,
  signIn,
}) => {
  await openForm(page);
  const translate = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        if (text.parentElement?.closest('script, style, textarea, [translate=no]')) continue;
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(`${text.data} `);
      }
    });
  await translate();
  await send(page);
  await expect(page.locator('.summary')).toBeVisible();
  await translate();
  await fillEnrolment(page, {
    nomeCompleto: 'Página Traduzida',
    cpf: '529.982.247-26',
    dataNascimento: '05/03/2020',
  });
  await translate();
  await page.locator('#dataNascimento').fill('05/03/1990');
  for (const cpf of ['529.982.247-25', '', '52998224725']) {
    await page.locator('#cpf').fill(cpf);
    await page.locator('#email').focus();
    await expect(page.locator('#cpf-erro')).toHaveCount(cpf === '' ? 1 : 0);
    await translate();
  }
  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.jpg');
  await expect(page.locator('.question--file')).toContainText(/nis.jpg/);
  await translate();
  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
  await expect(page.locator('.question--file')).toContainText(/nis.pdf/);
  await page.locator('form [type=submit]').click();
  await sent(page);
  await signIn();
  const sheet = await openDetail(page, 'Página Traduzida');
  await expect(sheet).toContainText('Ensino Fundamental incompleto');
});

test('row 202: what is wrong is told by a sign and words, not by colour alone', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openForm(page);
  await send(page);
  const problem = page.locator('#cpf-erro');
  await expect(problem.locator('svg')).toBeVisible();
  await expect(problem).toContainText('Erro: Digite o CPF.');
  const width = await page.locator('#cpf').evaluate((input) => getComputedStyle(input).borderTopWidth);
  expect(Number.parseFloat(width)).toBeGreaterThan(0);
});

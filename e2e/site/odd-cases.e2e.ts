import type { Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { ADMIN } from '../../kit/site.ts';
import { sideways } from '../support/axe.ts';
import { Desk } from '../support/desk.ts';
import { askAgain, enrolWithLink } from '../support/family.ts';
import {
  expect,
  fillEnrolment,
  holdRequests,
  menuToggle,
  openForm,
  send,
  test,
} from '../support/fixtures.ts';
import { expectOne, sentHeading } from '../support/sending.ts';

// Odd enrolments before an administrator, and odd ways through the site; the
// number is the row of docs/odd-inputs.md.

const openSheet = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Ver inscrição de ${name}` }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible(); // its code comes after the list's
  return sheet;
};

test('odd enrolments stay inside their place before an administrator', async ({ page, server, signIn }) => {
  const longest = 'N'.repeat(120);
  const names = ['<img src=x onerror=alert(1)>', 'محمد علي', 'Bia 🥋🔥', longest];
  const endless = 'M'.repeat(300);
  const details = `${endless} ${'asma desde pequena '.repeat(36)}`.slice(0, 1000);
  await new Desk(server).enrolPeople([
    ...[...names, 'Telefone Copiado'].map((nome_completo) => ({
      nome_completo,
      ...(nome_completo === longest && { condicao_medica: 'sim', condicao_medica_detalhes: details }),
    })),
  ]);
  await page.setViewportSize({ width: 360, height: 740 });

  await signIn();

  await test.step('rows 15, 10 and 236: a hostile, a mirrored and a very long name stay inside their place', async () => {
    for (const name of names) await expect(page.locator('bdi', { hasText: name }).first()).toBeVisible();
    expect(await sideways(page)).toBe(0);
    const sheet = await openSheet(page, longest);
    await expect(sheet).toContainText(longest);
    expect(await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    await expect(sheet.getByRole('button', { name: 'Fechar' }).first()).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  await test.step('rows 240 and 247: a telephone is copied, long details are read and printed', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await test.step('row 240: selecting a telephone to copy it opens nothing', async () => {
      const cell = page
        .getByRole('row', { name: /Telefone Copiado/ })
        .getByRole('cell')
        .nth(2);
      // again where the list moved below the hand meanwhile
      await expect(async () => {
        await cell.scrollIntoViewIfNeeded(); // a notice may stand above the list
        const box = await cell.boundingBox();
        if (!box) throw new Error('the telephone is not on the page');
        await page.mouse.move(box.x + 8, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + 110, box.y + box.height / 2, { steps: 5 });
        await page.mouse.up();
        expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
      }).toPass();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('row 247: long details and a word without an end stay inside the screen and the printed page', async () => {
      const sheet = await openSheet(page, longest);
      await expect(sheet).toContainText(endless);
      expect(await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      expect(await sideways(page)).toBe(0);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    });
  });
});

test('row 212: an administrator whose device is three days ahead gets in, and stays', async ({
  page,
  signIn,
}) => {
  await page.clock.install({ time: new Date(Date.now() + 3 * 86_400_000) });
  await signIn();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
});

test('odd ways through the site lead where they should', async ({ page, mishaps }) => {
  for (const [row, address] of [
    [254, '/#modalidades'],
    [262, '/#contato'],
  ] as const)
    await test.step(`row ${row}: ${address} opened directly shows its heading below the header`, async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('about:blank'); // from the same page it would only be scrolled to
      await page.goto(address);
      const heading = page.locator(`${address.slice(1)} h2`).first();
      await expect(heading).toBeInViewport();
      const header = await page.getByRole('banner').boundingBox();
      await expect
        .poll(async () => (await heading.boundingBox())?.y)
        .toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    });

  await test.step('row 255: an open menu closes when the screen becomes wide', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await menuToggle(page).click();
    await expect(page.locator('#menu')).toHaveAttribute('open');
    await expect(page.locator('html')).toHaveClass(/used/);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('banner').getByRole('link', { name: 'Contato' })).toBeVisible();
    await expect(page.locator('#menu')).not.toHaveAttribute('open');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.locator('#menu')).not.toHaveAttribute('open');
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  await test.step('row 256: Contato pressed twice leads to the contact once', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).dblclick();
    await expect(page).toHaveURL(/\/#contato$/);
    await expect(page.locator('#contato h2').first()).toBeInViewport();
  });

  await test.step('row 196: with the keyboard open on a phone held sideways, nothing covers the field', async () => {
    await page.setViewportSize({ width: 740, height: 190 }); // what the keyboard leaves
    await openForm(page);
    for (const id of ['nomeCompleto', 'cpf', 'email', 'peso']) {
      await page.locator(`#${id}`).focus();
      const covered = () =>
        page.locator(`#${id}`).evaluate((input) => {
          const { left, top, width, height } = input.getBoundingClientRect();
          const seen = document.elementFromPoint(left + width / 2, top + height / 2);
          return seen !== input;
        });
      await expect.poll(covered).toBe(false);
    }
    expect(await sideways(page)).toBe(0);
  });

  await test.step('scripts that do not come, as on a page that is left early, are no error of the page', async () => {
    expect(mishaps).toEqual([]);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('main').getByRole('link').first().hover(); // which asks for them
    await failed;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(mishaps.filter((words) => words.startsWith('exception'))).toEqual([]);
    mishaps.length = 0; // the browser reports the requests
  });
});

test('row 190: the script of a screen is missing', async ({ page, mishaps }) => {
  /** Until the page has asked for it so often: what only fetches it ahead shows nothing. */
  const missing = (times: number) => {
    let left = times;
    return page.route('**/assets/SocialProjectPage-*.js', (route) => {
      if (route.request().resourceType() === 'fetch' || left === 0) return route.fallback();
      left -= 1;
      return route.fulfill({ status: 404, body: 'Not Found' });
    });
  };
  const nextTab = () => page.evaluate(() => sessionStorage.clear()); // where a page marks that it has loaded again

  await test.step('the page of the new release is loaded, once and by itself', async () => {
    await missing(1);
    await page.goto('/projeto-social');
    await page.keyboard.press('Tab'); // React takes over
    await page.locator('form button[type=submit]').waitFor();
    await page.locator('#nomeCompleto').fill('Pessoa de Teste');
    await expect(page.locator('#nomeCompleto')).toHaveValue('Pessoa de Teste');
    mishaps.length = 0; // the browser reports the 404
    await nextTab();
  });

  await test.step('and when that does not help the error screen says so, without going round', async () => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await missing(99);
    await page.goto('/projeto-social');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Algo deu errado nesta página' })).toBeVisible();
    expect(loads).toBe(2);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.locator('form button[type=submit]').waitFor();
    mishaps.length = 0;
    await nextTab();
  });
});

// What other software does to pages and links before and while somebody uses them.

test('rows 276 and 277: a personal link that apps have mangled opens, also where the page is open already', async ({
  page,
  server,
  mishaps,
}) => {
  const [first, second] = [
    await enrolWithLink(server, 'Primeira Família'),
    await enrolWithLink(server, 'Segunda Família'),
  ];
  await askAgain(server, 'Segunda Família');
  const code = first.slice(-32);
  const answer = page.locator('.situation__answer');
  const received = answer.getByRole('heading', { name: situation.each.nova.title });
  const lacking = answer.getByRole('heading', { name: situation.each['falta-documento'].title });

  for (const mangled of [`#${code.toUpperCase()}%22`, `%2523${code})`])
    await test.step(mangled.replace(code, 'CODE'), async () => {
      await page.goto('/acessibilidade');
      await page.goto(`/projeto-social/situacao${mangled}`);
      await expect(received).toBeVisible();
      await expect(page).toHaveURL(first); // so that a reload and a copy of the address work
      expect(mishaps.filter((words) => !/404/.test(words))).toEqual([]);
      mishaps.length = 0; // the browser reports the 404
    });
  await test.step('the address that came with the code is in no log, and leads nowhere else', async () => {
    expect(server.output()).not.toContain(code);
    await page.goto(`${server.url}//example.com%23x`);
    expect(new URL(page.url()).origin).toBe(server.url);
    mishaps.length = 0;
  });
  await test.step('in a tab that shows the page already, where no script runs yet', async () => {
    await page.goto('/acessibilidade');
    await page.goto('/projeto-social/situacao');
    await page.waitForLoadState('networkidle');
    await page.goto(first);
    await expect(received).toBeVisible();
  });
  await test.step('another family’s link in that tab: the first family’s data goes', async () => {
    await page.goto(second);
    await expect(lacking).toBeVisible();
    await expect(received).toHaveCount(0);
  });
  await test.step('and a link that was cut leaves nothing of it, however late its answer comes', async () => {
    const release = await holdRequests(page, '**/rpc/situacao_da_inscricao');
    const asked = page.waitForRequest('**/rpc/situacao_da_inscricao');
    await page.goto(first);
    await asked; // so that there is an answer to come late
    await page.goto(`/projeto-social/situacao#${code.slice(0, 12)}`);
    await expect(page.getByRole('alert').filter({ hasText: situation.nobody })).toBeVisible();
    const answered = page.waitForResponse('**/rpc/situacao_da_inscricao');
    release();
    await (await answered).finished();
    await page.waitForTimeout(500); // longer than the answer takes to be drawn
    await expect(answer).toHaveCount(0);
  });
});

test('row 278: whoever signs in where the browser stores nothing works on, until the page is left', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/admin/inscricoes');
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
  await page.getByRole('link', { name: 'Turmas' }).click();
  await expect(page.getByRole('heading', { name: 'Turmas' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('row 279: the form takes answers that were set without an event', async ({ page, server }) => {
  const one = await expectOne(server);
  await openForm(page);
  await fillEnrolment(page, { nomeCompleto: 'Sem Eventos', dataNascimento: '', condicaoMedica: '' });
  await fillUnheard(page, { dataNascimento: '05/03/2012', condicaoMedica: 'nao' });
  await send(page);
  await expect(sentHeading(page)).toBeVisible();
  await one('Sem Eventos', { condicao_medica_detalhes: 'Nenhuma' });
});

/** Sets controls by name, as managers of passwords do that tell the page nothing. */
const fillUnheard = (page: Page, answers: Record<string, string>) =>
  page.evaluate((given) => {
    for (const [name, answer] of Object.entries(given))
      for (const control of document.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
        const isRadio = control.type === 'radio';
        const { set } =
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, isRadio ? 'checked' : 'value') ?? {};
        set?.call(control, isRadio ? control.value === answer : answer); // past React's own setter
      }
  }, answers);

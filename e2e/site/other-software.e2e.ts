import type { Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { ADMIN } from '../../kit/site.ts';
import { askAgain, enrolWithLink } from '../support/family.ts';
import { expect, fillEnrolment, holdRequests, openForm, send, test } from '../support/fixtures.ts';
import { expectOne, sentHeading } from '../support/sending.ts';

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

import type { Page } from '@playwright/test';
import { signIn as signInAsClient } from '../../kit/desk.ts';
import { ADMIN } from '../../kit/site.ts';
import { DESKTOP, expectFits, PHONE, SIZES, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// 'Registro': what was done stands there at once, what was only looked at when it is asked for; and there is
// taken back at once what an account corrected and answered (docs/ux.md §8.8).

const desk = ownDesk(async (desk) => {
  for (const nome_completo of ['Ipê Exemplo', 'Buriti Exemplo']) await desk.enrol({ nome_completo }, nisPdf); // the protocol is a document's
  await desk.approve('Ipê Exemplo', 'Jiu-Jitsu Infantil');
});

const table = (page: Page) => page.getByRole('table', { name: 'Acessos, do mais novo para o mais antigo' });
const show = (page: Page, words: string) => page.getByLabel('Mostrar').selectOption(words);
const openScreen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

/** Corrects two answers of each, as the first administrator does elsewhere. */
async function correctElsewhere(names: string[]) {
  const client = await signInAsClient(apiOf(desk.server));
  for (const name of names)
    for (const { id: inscricao } of await client.rowsOf(name))
      await client.rpc('corrigir_respostas', {
        ...{ inscricao, versao: 1, motivo: 'digitado-errado' },
        mudancas: { nome_completo: `${name} Roubada`, cidade: 'Cidade Roubada' },
      });
}

test('the record shows what was done and what was looked at, and corrections are taken back there', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.setTimeout(90_000);
  await page.setViewportSize(PHONE);
  await signIn();

  await test.step('the record opens with what was done; looks are one line for each person and hour', async () => {
    for (const name of ['Ipê Exemplo', 'Buriti Exemplo']) {
      await openFollowUp(page, name); // read, and noted before it was answered
      await page.keyboard.press('Escape');
    }
    await runSql(
      desk.server, // both in one hour, whatever the clock says
      'alter table private.auditoria disable trigger guardar_auditoria',
      `update private.auditoria set momento = (select max(momento) from private.auditoria) where acao = 'viu_ficha'`,
      'alter table private.auditoria enable trigger guardar_auditoria',
    );
    await openScreen(page, 'Registro');
    await expect(
      table(page)
        .getByRole('row', { name: /mudou situação/ })
        .first(),
    ).toBeVisible();
    await expect(table(page).getByText(/viu ficha|viu a lista|entrou/)).toHaveCount(0);
    await expectFits(page);

    await show(page, 'Entradas e o que foi visto, por hora');
    const mine = table(page).getByRole('row', { name: ADMIN.email }).first();
    await expect(mine).toContainText(/viu ficha/);
    await expect(table(page).getByText(/mudou situação/)).toHaveCount(0);
    await mine.getByText(/^2 inscrições$/).click();
    await expect(mine.locator('details[open]')).toContainText(/\d{4}-\d{4}, \d{4}-\d{4}/);
    await expectFits(page);

    await show(page, 'Tudo, linha por linha');
    await expect(table(page).getByText('viu ficha', { exact: true }).first()).toBeVisible();
    await expect(table(page).getByText('mudou situação').first()).toBeVisible();
  });

  await test.step('older looks go on in the hour that is shown already', async () => {
    await page.setViewportSize(DESKTOP);
    await runSql(
      desk.server,
      `select private.anotar('viu_ficha', id) from auth.users, generate_series(1, 450) where email = '${ADMIN.email}'`,
    );
    await show(page, 'Entradas e o que foi visto, por hora');
    const seen = async () => {
      const words = await table(page)
        .getByText(/viu ficha \d+ vezes/)
        .allTextContents();
      return words.reduce((sum, text) => sum + Number(/viu ficha (\d+) vezes/.exec(text)?.[1]), 0);
    };
    await expect.poll(seen).toBeGreaterThan(100); // of the 450
    expect(await seen()).toBeLessThanOrEqual(200);
    const older = page.getByRole('button', { name: 'Mostrar mais antigos' });
    await older.click();
    await expect.poll(seen).toBeGreaterThan(200);
    await older.click();
    await expect.poll(seen).toBeGreaterThanOrEqual(450);
    await expect(older).toHaveCount(0);
    await openScreen(page, 'Inscrições');
  });

  for (const viewport of SIZES)
    await test.step(`at ${viewport.width}×${viewport.height}: of a chosen person, since a moment, with the own password`, async () => {
      await page.setViewportSize(viewport);
      const names = [1, 2].map((at) => `Sumaúma Corrigida ${at} ${viewport.width}`);
      await desk.enrolPeople(names.map((nome_completo) => ({ nome_completo })));
      await correctElsewhere(names);

      await openScreen(page, 'Registro');
      const button = page.getByRole('button', { name: 'Desfazer correções…' });
      await expect(page.getByLabel('Pessoa')).toBeEnabled();
      await expect(button).toBeHidden();
      await page.getByLabel('Pessoa').selectOption(ADMIN.email);
      await button.click();
      const dialog = page.getByRole('dialog', { name: 'Desfazer correções desta pessoa' });
      await expect(dialog).toContainText(`As respostas que ${ADMIN.email} corrigiu desde então`);
      const submit = dialog.getByRole('button', { name: 'Desfazer correções' });
      await dialog.getByLabel('Desde quando').fill('');
      await submit.click();
      await expect(dialog).toContainText('Escolha o dia e a hora.');
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await dialog.getByLabel('Desde quando').fill('2026-01-31T08:30');
      expect(mishaps).toEqual([]);
      await dialog.getByLabel('A sua senha').fill('não é esta');
      await submit.click();
      await expect(dialog).toContainText('A sua senha não confere.');
      mishaps.length = 0; // the browser reports the refused password
      const undone = page.getByRole('row', { name: /desfez correção/ });
      const before = await undone.count();
      await dialog.getByLabel('A sua senha').fill(ADMIN.password);
      await submit.click();
      await expect(page.getByText('Voltaram ao que eram: 4 respostas.')).toBeVisible();
      await expect(undone.nth(before)).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await openScreen(page, 'Inscrições');
      await page.getByRole('button', { name: /^Todas/ }).click();
      for (const name of names) await expect(view(page, name)).toBeAttached();
      await openFollowUp(page, names[0] ?? '');
      await expect(detail(page)).toContainText('Desfez a correção: Nome Completo, Cidade');
      await page.keyboard.press('Escape');
    });
});

import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { expectFits, PHONE } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { openFollowUp, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';

// 'Registro': what was done stands there at once, what was only looked at when it is asked for.

const desk = ownDesk(async (desk) => {
  for (const nome_completo of ['Ipê Exemplo', 'Buriti Exemplo']) await desk.enrol({ nome_completo }, nisPdf); // the protocol is a document's
  await desk.approve('Ipê Exemplo', 'Jiu-Jitsu Infantil');
});

const table = (page: Page) => page.getByRole('table', { name: 'Acessos, do mais novo para o mais antigo' });
const show = (page: Page, words: string) => page.getByLabel('Mostrar').selectOption(words);

test('the record opens with what was done; looks are one line for each person and hour', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(PHONE);
  await signIn();
  for (const name of ['Ipê Exemplo', 'Buriti Exemplo']) {
    await openFollowUp(page, name); // read, and noted before it was answered
    await page.keyboard.press('Escape');
  }
  await page.getByRole('link', { name: 'Registro', exact: true }).click();
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

test('older looks go on in the hour that is shown already', async ({ page, signIn }) => {
  const [account] = await runSql<{ id: string }>(
    desk.server,
    `select id from auth.users where email = '${ADMIN.email}'`,
  );
  await runSql(
    desk.server,
    `select private.anotar('viu_ficha', '${account?.id}') from generate_series(1, 450)`,
  );
  await signIn();
  await page.getByRole('link', { name: 'Registro', exact: true }).click();
  await show(page, 'Entradas e o que foi visto, por hora');
  const seen = async () => {
    const words = await table(page)
      .getByText(/viu ficha \d+ vezes/)
      .allTextContents();
    return words.reduce((sum, text) => sum + Number(/viu ficha (\d+) vezes/.exec(text)?.[1]), 0);
  };
  await expect.poll(seen).toBeLessThanOrEqual(200);
  const older = page.getByRole('button', { name: 'Mostrar mais antigos' });
  await older.click();
  await expect.poll(seen).toBeGreaterThan(200);
  await older.click();
  await expect.poll(seen).toBeGreaterThanOrEqual(450);
  await expect(older).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { runSql } from '../support/database.ts';
import { Desk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// Text typed at the desk and not saved yet: it stays until it is saved, whatever is clicked and
// when the session ends; it is erased at sign-out, and never shown to another person.

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox');
const note = (page: Page) => dialog(page).getByLabel('Nova nota');
const open = (page: Page, name: string) =>
  page.getByRole('button', { name: `Ver inscrição de ${name}` }).click();
/** Below 900 px the follow-up is a tab; above it stands beside the sheet. */
async function followUp(page: Page) {
  const tab = dialog(page).getByRole('tab', { name: 'Acompanhamento' });
  if ((page.viewportSize()?.width ?? 0) < 900) await tab.click();
  await expect(note(page)).toBeVisible();
}

async function refuse(page: Page, reason: string) {
  await button(page, 'Mais').click();
  await button(page, 'Não aprovada').click();
  await dialog(page).getByLabel('Motivo').fill(reason);
}
const card = (page: Page) => page.getByRole('heading', { name: 'Acesso Administrativo' });

async function enter(page: Page, { email, password }: typeof ADMIN) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** All that the page shows, with the values of its fields. */
const shown = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      JSON.stringify([location.href, history.state, { ...sessionStorage }, { ...localStorage }]),
    ].join('\n'),
  );

test('a note, a choice and its reason stay until they are saved, over tabs, neighbours and every way of closing', async ({
  page,
  signIn,
  server,
}) => {
  const desk = new Desk(server);
  await desk.enrol({ nome_completo: 'Angico Guardado' });
  await desk.enrol({ nome_completo: 'Peroba Guardada' });
  await signIn();
  await search(page).fill('guardad');
  await expect(page.locator('.enrolments__row')).toHaveCount(2);
  await open(page, 'Angico Guardado');
  await followUp(page);
  await refuse(page, 'as vagas acabaram');
  await note(page).fill('Ligou a tia');
  const expectAllThere = async () => {
    await expect(note(page)).toHaveValue('Ligou a tia');
    await expect(dialog(page).getByRole('form', { name: 'Não aprovada' })).toBeVisible();
    await expect(dialog(page).getByLabel('Motivo')).toHaveValue('as vagas acabaram');
  };

  await expect(dialog(page).getByText('não gravado', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await dialog(page).getByRole('tab', { name: 'Ficha' }).click();
  await expect(note(page)).toBeHidden();
  await dialog(page).getByRole('tab', { name: 'Acompanhamento' }).click();
  await expectAllThere();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAllThere();
  await button(page, 'Inscrição anterior').click();
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Peroba Guardada' })).toBeVisible();
  await expect(note(page)).toHaveValue('');
  await expect(dialog(page).getByLabel('Motivo')).toHaveCount(0);
  await button(page, 'Próxima inscrição').click();
  await expectAllThere();
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => button(page, 'Fechar').click(),
    () => page.goBack(),
  ]) {
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('row', { name: /Angico/ })).toContainText('não gravado');
    await open(page, 'Angico Guardado');
    await followUp(page);
    await expectAllThere();
  }

  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(note(page)).toHaveValue('');
  await button(page, 'Só gravar').click();
  await expect(dialog(page).getByText('Situação gravada.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Angico/ })).toContainText('Não aprovada');
  await expect(page.getByText('não gravado')).toHaveCount(0);
});

test('whose sheet is of an older version is warned before overwriting, although they wrote a note and came back in between', async ({
  page,
  signIn,
  server,
  browser,
}) => {
  await new Desk(server).enrol({ nome_completo: 'Jatobá de Dois' });
  await signIn();
  await open(page, 'Jatobá de Dois');
  await followUp(page);
  await refuse(page, 'as vagas acabaram');

  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(other);
  await open(other, 'Jatobá de Dois');
  await followUp(other);
  await button(other, 'Aprovar com turma e primeiro dia').click();
  await button(other, 'Só gravar').click();
  await button(other, 'Aprovar assim mesmo').click(); // the worker's other people have the same telephone
  await expect(dialog(other).getByText('Situação gravada.')).toBeVisible();
  await other.context().close();

  await note(page).fill('Ligou o avô');
  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(note(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await open(page, 'Jatobá de Dois');
  await followUp(page);
  await button(page, 'Só gravar').click();
  const alert = dialog(page).locator('.decision').getByRole('alert');
  await expect(alert).toContainText('De Nova para Aprovada');
  await expect(dialog(page).getByLabel('Motivo')).toHaveValue('as vagas acabaram');
  await button(page, 'Só gravar').click();
  await expect(dialog(page).getByText('De Aprovada para Não aprovada: as vagas acabaram')).toBeVisible();
});

test('a session that ended leads back to the same place and the same half a note; to nobody else, nor after leaving', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const other = { email: 'outra-pessoa@example.com', password: 'outra frase que ninguém usa' };
  const desk = new Desk(server);
  await desk.addAdministrator(other.email, other.password);
  await desk.enrol({ nome_completo: 'Cagaita que Fica' });
  const half = 'Combinou de trazer o';
  const typeHalf = async () => {
    await page.getByRole('button', { name: /^Novas/ }).click();
    await search(page).fill('cagaita');
    await expect(page.locator('.enrolments__row')).toHaveCount(1);
    await open(page, 'Cagaita que Fica');
    await followUp(page);
    await note(page).fill(half);
  };
  const endByItself = async () => {
    await desk.endSessions();
    await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    await expect(page.getByText('O que você escreveu está guardado nesta aba.')).toBeVisible();
    for (const mark of [half, 'Cagaita']) expect(await shown(page)).not.toContain(mark);
    expect(await page.evaluate(() => scrollY)).toBe(0); // it is not hidden above
  };

  await signIn();
  await typeHalf();
  await endByItself();
  await enter(page, ADMIN);
  await expect(note(page)).toHaveValue(half);
  await note(page).press('End');
  await page.keyboard.type(' CPF');
  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(
    dialog(page)
      .locator('.entries__text')
      .filter({ hasText: `${half} CPF` }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('cagaita');
  await expect(page).toHaveURL(/situacao=nova/);
  await expect(page.locator('.enrolments__row')).toHaveCount(1);

  const expectNothing = async () => {
    await expect(search(page)).toHaveValue('');
    await expect(dialog(page)).toHaveCount(0);
    await open(page, 'Cagaita que Fica');
    await followUp(page);
    await expect(note(page)).toHaveValue('');
    await page.keyboard.press('Escape');
  };
  await page.getByRole('button', { name: /^Novas/ }).click();
  await typeHalf();
  await endByItself();
  await enter(page, other);
  await expectNothing();
  await page.getByRole('button', { name: 'Sair' }).click();
  await enter(page, ADMIN);
  await expectNothing();

  await page.getByRole('button', { name: /^Novas/ }).click();
  await typeHalf();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(card(page)).toBeVisible();
  await expect(page.getByText('O que você escreveu está guardado nesta aba.')).toBeHidden();
  expect(await shown(page)).not.toContain(half);
  await enter(page, ADMIN);
  await expectNothing();
  mishaps.length = 0; // the browser reports what was refused
});

test('what was typed about somebody who is erased meanwhile is there to be copied once more, then forgotten', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  const desk = new Desk(server);
  await desk.enrol({ nome_completo: 'Baru Apagado' });
  await signIn();
  await open(page, 'Baru Apagado');
  await followUp(page);
  await note(page).fill('Primeira nota');
  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(dialog(page).getByText('Nota guardada.')).toBeVisible();
  await refuse(page, 'as vagas acabaram');
  await note(page).fill('Ligou a madrinha');
  await expect(dialog(page).getByText('Nota guardada.')).toBeHidden(); // this one is not
  await desk.erase('Baru');
  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  const alert = dialog(page).locator('.dialog__body').getByRole('alert');
  await expect(alert).toContainText('Esta inscrição não existe mais. Pode ter sido apagada.');
  await expect(alert).toContainText('O que você escreveu não foi gravado. Copie, se ainda precisar:');
  for (const typed of ['as vagas acabaram', 'Ligou a madrinha']) await expect(alert).toContainText(typed);
  await expect(dialog(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();
  await expect(dialog(page).getByRole('button', { name: 'Mais', exact: true })).toHaveCount(0);
  await button(page, 'Fechar').click();
  await expect(page.getByText('Baru')).toHaveCount(0);
  expect(await shown(page)).not.toMatch(/as vagas acabaram|Ligou a madrinha/);
  await desk.endSessions();
  await page.getByRole('searchbox').fill('qualquer');
  await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
  await expect(page.getByText('O que você escreveu está guardado nesta aba.')).toBeHidden();
  mishaps.length = 0; // the browser reports what was refused
});

test('the lock and a sign-out in another tab erase what was typed', async ({
  page,
  context,
  signIn,
  server,
  mishaps,
}) => {
  await new Desk(server).enrol({ nome_completo: 'Mangaba Esquecida' });
  await page.clock.install();
  const typeHalf = async () => {
    await open(page, 'Mangaba Esquecida');
    await followUp(page);
    await expect(note(page)).toHaveValue('');
    await note(page).fill('meia palavra');
  };
  const expectForgotten = async () => {
    await expect(card(page)).toBeVisible();
    await expect(page.getByText('O que você escreveu está guardado nesta aba.')).toBeHidden();
    expect(await shown(page)).not.toContain('meia palavra');
    await enter(page, ADMIN);
    await expect(page.getByRole('row', { name: /Mangaba/ })).toBeVisible();
  };
  await signIn();
  await typeHalf();
  await page.clock.fastForward(15 * 60_000 + 2_000);
  await expectForgotten();
  await typeHalf();
  const twin = await context.newPage();
  await signIn(twin);
  await twin.getByRole('button', { name: 'Sair' }).click();
  await expect(card(twin)).toBeVisible();
  await expectForgotten();
  await typeHalf();
  mishaps.length = 0;
});

test('a tab that locks, or whose session ended, leaves another tab alone', async ({
  page,
  context,
  signIn,
  server,
  mishaps,
}) => {
  await new Desk(server).enrol({ nome_completo: 'Araticum de Duas Abas' });
  await page.clock.install();
  await signIn();
  const twin = await context.newPage();
  await signIn(twin);
  await open(twin, 'Araticum de Duas Abas');
  await followUp(twin);
  await note(twin).fill('meia palavra');
  const expectUntouched = async () => {
    await expect(note(twin)).toHaveValue('meia palavra');
    await expect(dialog(twin)).toContainText('Araticum de Duas Abas');
  };

  await page.clock.fastForward(13 * 60_000);
  await twin.mouse.move(5, 5); // somebody is there
  await page.clock.fastForward(2 * 60_000 + 2_000);
  await expect(card(page)).toBeVisible();
  await expectUntouched();

  await enter(page, ADMIN);
  await expect(page.getByRole('row', { name: /Araticum/ })).toBeVisible();
  await runSql(
    server,
    'delete from auth.sessions where id = (select id from auth.sessions order by created_at desc limit 1)',
  );
  // its next call finds out; the list may have called again by itself before a person does
  await search(page)
    .fill('araticum', { timeout: 2_000 })
    .catch(() => {});
  await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
  await expectUntouched();
  await note(twin).press('End');
  await twin.keyboard.type(' inteira');
  await dialog(twin).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(dialog(twin).locator('.entries__text').first()).toHaveText('meia palavra inteira');
  mishaps.length = 0; // the browser reports what was refused
});

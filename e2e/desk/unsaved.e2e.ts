import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { expect, pressChip, test } from '../support/fixtures.ts';

// Text typed at the desk and not saved yet: it stays until it is saved, whatever is clicked and
// when the session ends; it is erased at sign-out, and never shown to another person.

const desk = ownDesk();
const search = (page: Page) => page.getByRole('searchbox');
const note = (page: Page) => detail(page).getByLabel('Nova nota');

async function refuse(page: Page, reason: string) {
  await inDetail(page, 'Mais').click();
  await inDetail(page, 'Não aprovada').click();
  await detail(page).getByLabel('Motivo').fill(reason);
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

test('what was typed and is not saved stays until it is, for whoever typed it alone', async ({
  page,
  signIn,
  mishaps,
}) => {
  await desk.enrolPeople(
    ['Angico Guardado', 'Peroba Guardada', 'Baru Apagado', 'Cagaita que Fica'].map((nome_completo) => ({
      nome_completo,
    })),
  );
  await signIn();

  await test.step('a note and a reason stay until they are saved, over neighbours and every way of closing', async () => {
    await search(page).fill('guardad');
    await search(page).press('Enter');
    await expect(page.locator('.enrolments__row')).toHaveCount(2);
    await openFollowUp(page, 'Angico Guardado');
    await note(page).fill('Ligou a tia');
    await refuse(page, 'as vagas acabaram');
    await page.keyboard.press('Escape');
    await expect(detail(page).getByText('não guardado', { exact: true })).toBeVisible();
    await inDetail(page, 'Inscrição anterior').click();
    await expect(detail(page).getByRole('status').filter({ hasText: 'Peroba Guardada' })).toBeVisible();
    await expect(note(page)).toHaveValue('');
    await inDetail(page, 'Próxima inscrição').click();
    await expect(note(page)).toHaveValue('Ligou a tia');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => inDetail(page, 'Fechar').click(),
      () => page.goBack(),
    ]) {
      await close();
      await expect(detail(page)).toBeHidden();
      await expect(page.getByRole('row', { name: /Angico/ })).toContainText('não guardado');
      await openFollowUp(page, 'Angico Guardado');
      await expect(note(page)).toHaveValue('Ligou a tia');
    }

    await inDetail(page, 'Guardar nota').click();
    await expect(note(page)).toHaveValue('');
    await inDetail(page, 'Mais').click();
    await inDetail(page, 'Não aprovada').click();
    await expect(detail(page).getByLabel('Motivo')).toHaveValue('as vagas acabaram');
    await inDetail(page, 'Guardar').click();
    await expect(detail(page).getByText('Situação guardada.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: /Angico/ })).toContainText('Não aprovada');
    await expect(page.getByText('não guardado')).toHaveCount(0);
  });

  await test.step('what was typed about somebody who is erased meanwhile goes with them', async () => {
    expect(mishaps).toEqual([]);
    await search(page).fill('');
    await openFollowUp(page, 'Baru Apagado');
    await note(page).fill('Ligou a madrinha');
    await desk.erase('Baru Apagado');
    await inDetail(page, 'Guardar nota').click();
    const alert = detail(page).locator('.dialog__body').getByRole('alert');
    await expect(alert).toContainText('Esta inscrição não existe mais. Pode ter sido apagada.');
    await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();
    await expect(inDetail(page, 'Mais')).toHaveCount(0);
    await inDetail(page, 'Fechar').click();
    await expect(page.getByText('Baru Apagado')).toHaveCount(0);
    expect(await shown(page)).not.toContain('Ligou a madrinha');
    await desk.endSessions();
    await page.getByRole('searchbox').fill('qualquer');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    await expect(page.getByText('O que você escreveu está guardado nesta aba.')).toBeHidden();
    mishaps.length = 0; // the browser reports what was refused
  });

  await test.step('a session that ended leads back to the same place and the same half a note; to nobody else, nor after leaving', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const other = { email: 'outra-pessoa@example.com', password: 'outra frase que ninguém usa' };
    await desk.addAdministrator(other.email, other.password);
    const half = 'Combinou de trazer o';
    const typeHalf = async () => {
      await pressChip(page, /^Novas/);
      await search(page).fill('cagaita');
      await search(page).press('Enter');
      await expect(page.locator('.enrolments__row')).toHaveCount(1);
      await openFollowUp(page, 'Cagaita que Fica');
      await note(page).fill(half);
    };
    const endByItself = async () => {
      await desk.endSessions();
      await inDetail(page, 'Guardar nota').click();
      await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
      await expect(page.getByText('O que você escreveu está guardado nesta aba.')).toBeVisible();
      for (const mark of [half, 'Cagaita']) expect(await shown(page)).not.toContain(mark);
      expect(await page.evaluate(() => scrollY)).toBe(0); // it is not hidden above
    };

    await enter(page, ADMIN);
    await typeHalf();
    await endByItself();
    await enter(page, ADMIN);
    await expect(note(page)).toHaveValue(half);
    await note(page).press('End');
    await page.keyboard.type(' CPF');
    await inDetail(page, 'Guardar nota').click();
    await expect(
      detail(page)
        .locator('.entries__text')
        .filter({ hasText: `${half} CPF` }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('cagaita');
    await expect(page.locator('.enrolments__row')).toHaveCount(1);
    await search(page).press('Escape');
    await expect(page.getByRole('button', { name: /^Novas/, pressed: true })).toBeVisible();

    const expectNothing = async () => {
      await expect(search(page)).toHaveValue('');
      await expect(detail(page)).toHaveCount(0);
      await openFollowUp(page, 'Cagaita que Fica');
      await expect(note(page)).toHaveValue('');
      await page.keyboard.press('Escape');
    };
    await typeHalf();
    await endByItself();
    await enter(page, other);
    await expectNothing();
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
});

test('of two tabs, one that locks or is signed out erases what was typed in it, and leaves the other alone', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  await desk.enrolPeople([
    { nome_completo: 'Mangaba Esquecida' },
    { nome_completo: 'Araticum de Duas Abas' },
  ]);
  await page.clock.install();
  await signIn();
  const twin = await context.newPage();

  await test.step('the lock and a sign-out in another tab erase what was typed', async () => {
    const typeHalf = async () => {
      await openFollowUp(page, 'Mangaba Esquecida');
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
    await typeHalf();
    await page.clock.fastForward(15 * 60_000 + 2_000);
    await expectForgotten();
    await typeHalf();
    await signIn(twin);
    await twin.getByRole('button', { name: 'Sair' }).click();
    await expect(card(twin)).toBeVisible();
    await expectForgotten();
    await typeHalf();
    mishaps.length = 0;
  });

  await test.step('a tab that locks, or whose session ended, leaves another tab alone', async () => {
    await page.keyboard.press('Escape');
    await enter(twin, ADMIN);
    await openFollowUp(twin, 'Araticum de Duas Abas');
    await note(twin).fill('meia palavra');
    const expectUntouched = async () => {
      await expect(note(twin)).toHaveValue('meia palavra');
      await expect(detail(twin)).toContainText('Araticum de Duas Abas');
    };

    await page.clock.fastForward(13 * 60_000);
    await twin.mouse.move(5, 5); // somebody is there
    await page.clock.fastForward(2 * 60_000 + 2_000);
    await expect(card(page)).toBeVisible();
    await expectUntouched();

    await enter(page, ADMIN);
    await expect(page.getByRole('row', { name: /Araticum de Duas Abas/ })).toBeVisible();
    await runSql(
      desk.server,
      'delete from auth.sessions where id = (select id from auth.sessions order by created_at desc limit 1)',
    );
    // its next call finds out; the list may have called again by itself before a person does
    await search(page)
      .fill('araticum', { timeout: 2_000 })
      .then(() => search(page).press('Enter', { timeout: 2_000 }))
      .catch(() => {});
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    await expectUntouched();
    await note(twin).press('End');
    await twin.keyboard.type(' inteira');
    await inDetail(twin, 'Guardar nota').click();
    await expect(detail(twin).locator('.entries__text').first()).toHaveText('meia palavra inteira');
    mishaps.length = 0; // the browser reports what was refused
  });
});

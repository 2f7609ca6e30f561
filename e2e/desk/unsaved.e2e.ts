import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { ADMIN } from '../../kit/site.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { expect, pressChip, test } from '../support/fixtures.ts';
import { findSome } from '../support/open-enrolment.ts';

// Text typed at the desk and not saved yet: it stays until it is saved, whatever is clicked and
// when the session ends; it is erased at sign-out, and never shown to another person.

const desk = ownDesk();
const note = (page: Page) => detail(page).getByLabel('Nova nota');
const entries = (page: Page) => detail(page).locator('ol .as-typed');
const STILL_HERE = 'O que você escreveu está guardado nesta aba.';

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
  await desk.enrolPeople([{ nome_completo: 'Cagaita que Fica' }]);
  await signIn();

  await test.step('a session that ended leads back to the same place and the same half a note; to nobody else', async () => {
    const other = { email: 'outra-pessoa@example.com', password: 'outra frase que ninguém usa' };
    await desk.addAdministrator(other.email, other.password);
    const half = 'Combinou de trazer o';
    const begin = async () => {
      await findSome(page, 'cagaita', 1);
      await openFollowUp(page, 'Cagaita que Fica');
      await note(page).fill(half);
      await desk.endSessions();
      await inDetail(page, 'Guardar nota').click();
      await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
      await expect(page.getByText(STILL_HERE)).toBeVisible();
      for (const mark of [half, 'Cagaita']) expect(await shown(page)).not.toContain(mark);
      expect(await page.evaluate(() => scrollY)).toBe(0); // it is not hidden above
    };

    await pressChip(page, /^A decidir/);
    const chip = page.getByRole('button', { name: /^A decidir/, pressed: true });
    await expect(chip).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await begin();
    await enter(page, ADMIN);
    await expect(note(page)).toHaveValue(half);
    await note(page).press('End');
    await page.keyboard.type(' CPF');
    const refuses = { status: 400, json: { message: 'Não foi gravada.' } };
    await page.route('**/rest/v1/rpc/nova_nota', (route) => route.fulfill(refuses), { times: 1 });
    await inDetail(page, 'Guardar nota').click();
    await expect(detail(page).getByRole('alert').getByText('Não foi gravada.')).toBeInViewport();
    await expect(note(page)).toHaveValue(`${half} CPF`);
    await inDetail(page, 'Guardar nota').click();
    await expect(entries(page).filter({ hasText: `${half} CPF` })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toHaveValue('cagaita');
    await page.getByRole('searchbox').press('Escape');
    await expect(chip).toBeVisible();

    await begin();
    await enter(page, other);
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(detail(page)).toHaveCount(0);
    await openFollowUp(page, 'Cagaita que Fica');
    await expect(note(page)).toHaveValue('');
    mishaps.length = 0; // the browser reports what was refused
  });
});

test('of two tabs, one that locks or is signed out erases what was typed in it, and leaves the other alone, a duplicated one too', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  const people = ['Mangaba Esquecida', 'Araticum de Duas Abas'];
  await desk.enrolPeople(people.map((nome_completo) => ({ nome_completo })));
  await page.clock.install(); // of both tabs
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
      await expect(page.getByText('Esqueceu a senha? Peça uma nova a alguém da direção')).toBeVisible();
      await expect(page.getByText(STILL_HERE)).toBeHidden();
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
    await page.keyboard.press('Escape');
    mishaps.length = 0;
  });

  await test.step('a tab that locks, or whose session ended, leaves its duplicate alone; the last one that locks ends the session', async () => {
    const newest = 'select id from auth.sessions order by created_at desc';
    const sessions = async () => (await runSql<{ id: string }>(desk.server, newest)).map(({ id }) => id);
    const session = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
    const [shared = ''] = await sessions();
    await twin.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
      SESSION_KEY,
      session,
    ] as const); // as the browser copies it
    await twin.reload();
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
    await page.waitForTimeout(1_500); // longer than another tab is waited for
    await expectUntouched();

    await enter(page, ADMIN);
    await expect(page.getByRole('row', { name: /Araticum de Duas Abas/ })).toBeVisible();
    await runSql(desk.server, `delete from auth.sessions where id = '${(await sessions())[0]}'`);
    // its next call finds out; the list may have called again by itself before a person does
    const box = page.getByRole('searchbox');
    await box
      .fill('araticum', { timeout: 2_000 })
      .then(() => box.press('Enter', { timeout: 2_000 }))
      .catch(() => {});
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    await expectUntouched();
    await note(twin).press('End');
    await twin.keyboard.type(' inteira');
    await inDetail(twin, 'Guardar nota').click();
    await expect(entries(twin).first()).toHaveText('meia palavra inteira');

    expect(await sessions()).toContain(shared);
    const ended = twin.waitForResponse('**/auth/v1/logout?scope=local');
    await twin.clock.fastForward(15 * 60_000 + 2_000);
    await expect(card(twin)).toBeVisible();
    await twin.clock.fastForward(1_500);
    await ended;
    expect(await sessions()).not.toContain(shared);
    mishaps.length = 0; // the browser reports what was refused
  });
});

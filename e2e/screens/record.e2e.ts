import type { Page } from '@playwright/test';
import { signIn as signInAsClient } from '../../kit/desk.ts';
import { ADMIN } from '../../kit/site.ts';
import { expectFits, PHONE, SIZES, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, fromRowMenu, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';

// 'Registro': what was done stands there at once, what was only looked at behind '⋯'; and there is
// taken back at once what an account corrected and answered (docs/ux.md §8.8).

const desk = ownDesk(async (desk) => {
  await desk.enrol({ nome_completo: 'Ipê Exemplo' });
  await desk.approve('Ipê Exemplo', 'Jiu-Jitsu Infantil');
});

const record = (page: Page) => page.getByRole('list', { name: 'Acessos, do mais novo para o mais antigo' });
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

  await test.step('it opens with what was done, by person and day, without a family’s name; looks are behind ⋯', async () => {
    await openFollowUp(page, 'Ipê Exemplo'); // read, and noted before it was answered
    await page.keyboard.press('Escape');
    await openScreen(page, 'Registro');
    const changed = record(page).getByRole('listitem').filter({ hasText: 'mudou situação' });
    await expect(changed.first()).toBeVisible();
    await expect(record(page).getByText(/viu ficha|viu a lista|entrou/)).toHaveCount(0);
    await fromRowMenu(page, 'Tudo, linha por linha');
    await expect(record(page).getByText('viu ficha', { exact: true }).first()).toBeVisible();
    await expect(changed.first()).toBeVisible();
    expect(await record(page).textContent()).not.toContain('Exemplo');
    const whose = record(page).getByText(ADMIN.email).first();
    await expectFits(page, SIZES, async () =>
      expect(await whose.evaluate((node) => node.getClientRects().length)).toBe(1),
    );
    if (NOTES_READS) await expect(record(page).getByText('no servidor').first()).toBeVisible();
    await page.getByLabel('Pessoa').selectOption({ label: ADMIN.email });
    await expect(record(page).getByText('no servidor')).toHaveCount(0);
    await page.getByLabel('Dia').fill('2020-01-01');
    await expect(page.getByText('Nenhum acesso anotado com estes filtros.')).toBeVisible();
    await runSql(desk.server, `select private.anotar('entrou', null) from generate_series(1, 50)`);
    await page.getByLabel('Pessoa').selectOption('');
    await page.getByLabel('Dia').fill('');
    await page.getByRole('button', { name: 'Mostrar mais antigos' }).press('Enter');
    await expect(page.getByText('Não há mais antigos.')).toBeFocused();
    await openScreen(page, 'Inscrições');
  });

  await test.step('corrections of a person are taken back since a moment, with the own password', async () => {
    const names = [1, 2].map((at) => `Sumaúma Corrigida ${at}`);
    await desk.enrolPeople(names.map((nome_completo) => ({ nome_completo })));
    await correctElsewhere(names);

    await openScreen(page, 'Registro');
    await fromRowMenu(page, 'Desfazer correções…');
    const dialog = page.getByRole('dialog', { name: 'Desfazer correções desta pessoa' });
    const submit = dialog.getByRole('button', { name: 'Desfazer correções' });
    await dialog.getByLabel('Desde quando').fill('');
    await submit.click();
    await expect(dialog).toContainText('Escolha a pessoa.');
    await expect(dialog).toContainText('Escolha o dia e a hora.');
    await expectFits(page);
    await dialog.getByLabel('Pessoa').selectOption({ label: ADMIN.email });
    await dialog.getByLabel('Desde quando').fill('2026-01-31T08:30');
    expect(mishaps).toEqual([]);
    await dialog.getByLabel('A sua senha').fill('não é esta');
    await submit.click();
    await expect(dialog).toContainText('A sua senha não confere.');
    mishaps.length = 0; // the browser reports the refused password
    const undone = page.getByRole('listitem').filter({ hasText: 'desfez correção' });
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

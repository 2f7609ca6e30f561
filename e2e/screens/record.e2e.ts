import type { Page } from '@playwright/test';
import { ADMIN } from '../../kit/site.ts';
import { expectFits, PHONE, SIZES } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { fromRowMenu, openFollowUp, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';

// 'Registro': what was done stands there at once, what was only looked at behind '⋯' (docs/ux.md §8.8).

const desk = ownDesk(async (desk) => {
  await desk.enrol({ nome_completo: 'Ipê Exemplo' });
  await desk.approve('Ipê Exemplo', 'Jiu-Jitsu Infantil');
});

const record = (page: Page) => page.getByRole('list', { name: 'Acessos, do mais novo para o mais antigo' });
const openScreen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

test('the record shows what was done and what was looked at', async ({ page, signIn }) => {
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
});

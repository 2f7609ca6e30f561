import type { Page } from '@playwright/test';
import { deskScreens } from '../../content/desk-screens.ts';
import { todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { DESKTOP, expectAccessible, PHONE } from '../support/axe.ts';
import { detail, inDetail, openDetail, openFilters, ownDesk, searchAtDesk, view } from '../support/desk.ts';
import { expect, MOTION, pressChip, test } from '../support/fixtures.ts';

test.use(MOTION);

const desk = ownDesk();

const search = (page: Page) =>
  page.getByRole('searchbox', { name: 'Buscar por nome, CPF, telefone ou protocolo' });
const names = (page: Page) => page.locator('.enrolments__name bdi');

test('the list is searched, filtered, turned over and gone through, from an empty desk on', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow(); // five subjects in one
  await signIn();

  await test.step('an empty desk says where people enrol', async () => {
    await expect(page.getByText('Nenhuma inscrição encontrada ainda.')).toBeVisible();
    await expect(page.getByRole('link', { name: `${desk.server.url}/projeto-social` })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(DESKTOP);
  });

  await test.step('the newest come first, 25 a page, with telephone and day; a search keeps out of the address', async () => {
    await desk.enrolPeople([
      { nome_completo: 'Ipê Araçá', cpf: '529.982.247-25' },
      { nome_completo: 'Ipê de Araçá', cpf: '52998224725', nome_responsavel: 'Sabiá Exemplo' },
      { nome_completo: 'Buriti Exemplo' },
      ...Array.from({ length: 27 }, (_, at) => ({
        nome_completo: `Pessoa ${String(at + 1).padStart(2, '0')}`,
      })),
    ]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await page.reload();
    await pressChip(page, 'Todas');
    await expect(page.getByText('Mostrando 1–25 de 30')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText('Pessoa 27');
    await expect(page.getByRole('row').nth(1)).toContainText('(62) 90000-0030');
    await expect(page.getByRole('row').nth(1)).toContainText(writtenDay(todayInBrazil()));
    await searchAtDesk(page, 'sabia');
    await expect(names(page)).toHaveText(['Ipê de Araçá']);
    await searchAtDesk(page, '529982');
    await expect(names(page)).toHaveText(['Ipê de Araçá', 'Ipê Araçá']);
    await expect(page.getByRole('navigation', { name: 'Páginas da lista' })).toHaveCount(0); // there is one page
    await searchAtDesk(page, '%');
    await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
    await search(page).press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(search(page)).toHaveAccessibleDescription(/^Enter busca\./);
    await search(page).fill('x'); // and Enter is not pressed
    await search(page).blur();
    await expect(search(page)).toHaveValue('');
    await expect(names(page)).toHaveCount(25);
    expect(asked.filter((url) => /529982|sabia/i.test(url))).toEqual([]);
  });

  await test.step('order and page are kept from screen to screen', async () => {
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    await openFilters(page);
    await page.getByLabel('Ordem').selectOption('Nome, de Z a A');
    await expect(names(page).first()).toHaveText('Pessoa 27');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Próxima' }).click();
    const last = ['Pessoa 02', 'Pessoa 01', 'Ipê de Araçá', 'Ipê Araçá', 'Buriti Exemplo'];
    await expect(names(page)).toHaveText(last);
    await expect(page.getByText('Mostrando 26–30 de 30')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Próxima' })).toBeDisabled();
    const screens = page.getByRole('navigation', { name: deskScreens.label });
    await screens.getByRole('link', { name: deskScreens.turmas.link }).click();
    await screens.getByRole('link', { name: deskScreens.inscricoes.link }).click();
    await expect(names(page)).toHaveText(last);
    await page.getByRole('button', { name: 'Anterior' }).click();
    await expect(names(page).first()).toHaveText('Pessoa 27');
  });

  await test.step('a click on a row opens it, Esc and Back close it; previous and next stay inside the page, and end with it', async () => {
    await searchAtDesk(page, 'pessoa');
    const row = page.getByRole('row', { name: /Pessoa 03/ }); // the last of the page
    await expect(row.getByRole('button', { name: /^Doc/ })).toBeDisabled();
    await row.getByRole('cell').nth(1).click();
    await expect(detail(page).getByText('Não informado').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view(page, 'Pessoa 03')).toBeFocused();
    await openDetail(page, 'Pessoa 03');
    await expect(detail(page).getByText('25 de 25')).toBeVisible();
    const next = inDetail(page, 'Próxima inscrição');
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await inDetail(page, 'Inscrição anterior').click();
    await expect(detail(page).getByText('24 de 25')).toBeVisible();
    await next.click();
    await expect(detail(page).getByRole('status').filter({ hasText: 'Pessoa 03' })).toBeVisible();
    await expect(next).toBeFocused();
    await page.goBack();
    await expect(detail(page)).toBeHidden();
  });

  await test.step('the list with everything open is accessible at both widths', async () => {
    await openFilters(page);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    const card = page.locator('.enrolments__row').first();
    for (const button of [/^Ver/, /^Doc/])
      await expect(card.getByRole('button', { name: button })).toBeVisible();
    await page.setViewportSize(DESKTOP);
  });
  expect(mishaps).toEqual([]);
});

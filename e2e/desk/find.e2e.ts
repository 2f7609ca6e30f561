import type { Page } from '@playwright/test';
import { deskScreens } from '../../content/desk-screens.ts';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFilters, ownDesk, searchAtDesk, view } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

const desk = ownDesk();

const search = (page: Page) =>
  page.getByRole('searchbox', { name: 'Buscar por nome, CPF, telefone ou protocolo' });
const names = (page: Page) => page.locator('.enrolments__name bdi');

test('the list is searched, filtered, turned over and gone through, from an empty desk to new arrivals', async ({
  page,
  signIn,
}) => {
  test.slow(); // six subjects in one
  await page.clock.install(); // which goes on as before until a step moves it
  await signIn();

  await test.step('an empty desk says where people enrol', async () => {
    await expect(page.getByText('Nenhuma inscrição encontrada ainda.')).toBeVisible();
    await expect(page.getByRole('link', { name: `${desk.server.url}/projeto-social` })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a search keeps out of the address, whatever is typed', async () => {
    await desk.enrolPeople([
      { nome_completo: 'Ipê Araçá', cpf: '529.982.247-25' },
      { nome_completo: 'Ipê de Araçá', cpf: '52998224725', nome_responsavel: 'Sabiá Exemplo' },
      { nome_completo: 'Buriti Exemplo', data_nascimento: '1980-01-01' },
      { nome_completo: 'Caju Sozinho', telefone_responsavel: null },
      ...Array.from({ length: 26 }, (_, at) => ({
        nome_completo: `Pessoa ${String(at + 1).padStart(2, '0')}`,
      })),
    ]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await page.reload();
    await expect(page.getByText('Mostrando 1–25 de 30')).toBeVisible();
    for (const [text, found] of [
      ['529982', ['Ipê de Araçá', 'Ipê Araçá']],
      ['sabia', ['Ipê de Araçá']],
    ] as const) {
      await searchAtDesk(page, text);
      await expect(names(page)).toHaveText([...found]);
    }
    await expect(page.getByRole('navigation', { name: 'Páginas da lista' })).toHaveCount(0); // there is one page
    await searchAtDesk(page, '%');
    await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
    await search(page).press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(names(page)).toHaveCount(25);
    expect(asked.filter((url) => /529982|sabia/i.test(url))).toEqual([]);
  });

  await test.step('two filters chosen at once both hold, and order and page are kept from screen to screen', async () => {
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    const panel = await openFilters(page);
    await panel.getByLabel('Possível repetida').evaluate((box: HTMLInputElement) => {
      const document = [...window.document.querySelectorAll<HTMLSelectElement>('.filters select')].find(
        (select) => select.labels?.[0]?.textContent === 'Documento',
      );
      if (!document) throw new Error('no choice of documents');
      box.click();
      document.value = 'sem';
      document.dispatchEvent(new Event('change', { bubbles: true })); // nothing else has run between the two
    });
    await expect(panel.getByLabel('Possível repetida')).toBeChecked();
    await expect(names(page)).toHaveText(['Ipê de Araçá', 'Ipê Araçá']);
    await expect(page.getByRole('button', { name: 'Filtros (2)' })).toHaveAttribute('aria-expanded', 'true');
    await panel.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(names(page)).toHaveCount(25);

    await runSql(
      desk.server,
      `update public.inscricoes_projeto set idade = 11 where nome_completo = 'Buriti Exemplo'`, // as it was declared
    );
    await page.getByLabel('Idade', { exact: true }).selectOption('Adulto (18 ou mais)');
    await expect(names(page)).toHaveText(['Buriti Exemplo']);
    await expect(page.locator('.enrolments__age')).toHaveText(String(ageOn('1980-01-01', todayInBrazil())));
    await page.getByLabel('Documento', { exact: true }).selectOption('Com documento');
    await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
    await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible();

    await page.getByLabel('Ordem').selectOption('Nome, de A a Z');
    await expect(names(page).first()).toHaveText('Buriti Exemplo');
    await page.getByLabel('Ordem').selectOption('Nome, de Z a A');
    await expect(names(page).first()).toHaveText('Pessoa 26');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Próxima' }).click();
    const last = ['Pessoa 01', 'Ipê de Araçá', 'Ipê Araçá', 'Caju Sozinho', 'Buriti Exemplo'];
    await expect(names(page)).toHaveText(last);
    await expect(page.getByText('Mostrando 26–30 de 30')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Próxima' })).toBeDisabled();
    const screens = page.getByRole('navigation', { name: deskScreens.label });
    await screens.getByRole('link', { name: deskScreens.turmas.link }).click();
    await screens.getByRole('link', { name: deskScreens.inscricoes.link }).click();
    await expect(names(page).first()).toHaveText('Pessoa 01');
    await page.getByRole('button', { name: 'Anterior' }).click();
    await expect(names(page).first()).toHaveText('Pessoa 26');
    const nothing = { json: { rows: [], more: false, lost: false } }; // erased meanwhile
    await page.route('**/rpc/lista_de_inscricoes', (route) => route.fulfill(nothing), { times: 1 });
    await page.getByRole('button', { name: 'Próxima' }).click();
    await expect(page.getByText('Mostrando 1–25 de 30')).toBeVisible();
  });

  await test.step('new arrivals are announced and move nothing until they are asked for', async () => {
    await expect(names(page).first()).toHaveText('Pessoa 26');
    await expect(page.getByRole('button', { name: /^Novas \(\d+\)$/ })).toBeVisible(); // arrivals are counted from here on
    const top = async () => (await page.locator('.enrolments__row').first().boundingBox())?.y;
    const before = await top();
    await desk.enrolPeople([{ nome_completo: 'Chegou Agora' }, { nome_completo: 'Chegou Depois' }]);
    await page.clock.fastForward(61_000);
    const show = page.getByRole('status').getByRole('button', { name: 'Mostrar as novas' });
    await expect(show).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect(names(page).first()).toHaveText('Pessoa 26');
    expect(await top()).toBe(before);
    await show.click();
    await expect(names(page).first()).toHaveText('Chegou Depois');
    await expect(show).toHaveCount(0);
    await expect(page.getByText('Mostrando 1–25 de 32')).toBeFocused();
  });

  await test.step('previous and next stay inside the page, and end with it', async () => {
    await openDetail(page, 'Pessoa 04'); // the last of the page
    await expect(detail(page).getByText('25 de 25')).toBeVisible();
    const [before, next] = [inDetail(page, 'Inscrição anterior'), inDetail(page, 'Próxima inscrição')];
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await before.click();
    await expect(detail(page).getByText('24 de 25')).toBeVisible();
    await next.click();
    await expect(detail(page).getByRole('status').filter({ hasText: 'Pessoa 04' })).toBeVisible();
    await expect(next).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(view(page, 'Pessoa 04')).toBeVisible();
  });

  await test.step('the list with everything open is accessible at both widths', async () => {
    await openFilters(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    const card = page.locator('.enrolments__row').first();
    for (const button of [/^Ver/, /^Doc/])
      await expect(card.getByRole('button', { name: button })).toBeVisible();
  });
});

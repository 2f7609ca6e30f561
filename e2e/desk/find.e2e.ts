import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFilters, ownDesk, view } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

const desk = ownDesk();

const search = (page: Page) =>
  page.getByRole('searchbox', { name: 'Buscar por nome, CPF, telefone ou protocolo' });
const names = (page: Page) => page.locator('.enrolments__name bdi');

test('the list is searched, filtered, turned over and gone through, from an empty desk to new arrivals', async ({
  page,
  signIn,
  context,
}) => {
  test.slow(); // seven subjects in one
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn();

  await test.step('an empty desk says where people enrol', async () => {
    await expect(page.getByText('Nenhuma inscrição encontrada ainda.')).toBeVisible();
    await expect(page.getByRole('link', { name: /\/projeto-social$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Copiar link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Link copiado.' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${desk.server.url}/projeto-social`,
    );
    await expectAccessible(page);
  });

  await test.step('finds by name without accents, by CPF, phone and guardian, and keeps the search out of the address', async () => {
    await desk.enrolPeople([
      { nome_completo: 'Ipê Araçá', cpf: '529.982.247-25' },
      { nome_completo: 'Ipê de Araçá', cpf: '52998224725', nome_responsavel: 'Sabiá Exemplo' },
      {
        nome_completo: 'Buriti Exemplo',
        cidade: 'Vila Exemplo',
        data_nascimento: '1980-01-01',
        condicao_medica: 'sim',
        condicao_medica_detalhes: 'asma',
      },
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
      ['aracá  IPE', ['Ipê de Araçá', 'Ipê Araçá']],
      ['529982', ['Ipê de Araçá', 'Ipê Araçá']],
      ['sabia', ['Ipê de Araçá']],
      ['90000-0001', ['Ipê Araçá']],
    ] as const) {
      await search(page).fill(text);
      await expect(names(page)).toHaveText([...found]);
    }
    await search(page).press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(names(page)).toHaveCount(25);
    for (const text of ['%', '*', '"(,', "'; drop table"]) {
      await search(page).fill(text);
      await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
      await expect(search(page)).toHaveValue(text);
    }
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(names(page)).toHaveCount(25);
    await expect(search(page)).toHaveValue('');
    expect(page.url().replace(/:\d+/, '')).not.toMatch(/ipe|529|sabia/i);
    expect(asked.filter((url) => /aracá|529982|sabia/i.test(url))).toEqual([]);
  });

  await test.step('shows a filter as soon as it is chosen, and keeps two that are chosen at once', async () => {
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    await expect(page).toHaveURL(/lista=todas/);
    const panel = await openFilters(page);
    await expect(panel.getByLabel('Cidade').getByRole('option')).not.toHaveCount(1); // both pieces have come
    const ticked = await panel.getByLabel('Possível repetida').evaluate((box: HTMLInputElement) => {
      const document = [...window.document.querySelectorAll<HTMLSelectElement>('.filters select')].find(
        (select) => select.labels?.[0]?.textContent === 'Documento',
      );
      if (!document) throw new Error('no choice of documents');
      box.click();
      const ticked = box.checked;
      document.value = 'sem';
      document.dispatchEvent(new Event('change', { bubbles: true }));
      return ticked; // nothing else has run between the two
    });
    expect(ticked).toBe(true);
    await expect(page).toHaveURL(/documento=sem&repetida=true/);
    await expect(panel.getByLabel('Possível repetida')).toBeChecked();
    await expect(names(page)).toHaveText(['Ipê de Araçá', 'Ipê Araçá']);
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
    await page.keyboard.press('Escape');
  });

  await test.step('filters, chips, order and page size are in the address, and Back undoes them', async () => {
    await expect(page.getByRole('button', { name: 'Novas (30)' })).toBeVisible();
    const alone = page.getByRole('button', { name: 'Sem responsável (1)' });
    await alone.click();
    await expect(names(page)).toHaveText(['Caju Sozinho']);
    await expect(alone).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/semResponsavel=true/);
    await alone.click();
    await expect(alone).toHaveAttribute('aria-pressed', 'false');
    await expect(page).toHaveURL(/lista=todas/);
    await (await openFilters(page)).getByLabel('Possível repetida').check();
    await page.keyboard.press('Escape');
    await expect(names(page)).toHaveText(['Ipê de Araçá', 'Ipê Araçá']);
    await page.goBack();
    await expect(names(page)).toHaveCount(25);

    await openFilters(page);
    await runSql(
      desk.server,
      `update public.inscricoes_projeto set idade = 11 where nome_completo = 'Buriti Exemplo'`, // as it was declared
    );
    await page.getByLabel('Cidade').selectOption('Vila Exemplo');
    await expect(names(page)).toHaveText(['Buriti Exemplo']);
    await expect(page.locator('.enrolments__age')).toHaveText(String(ageOn('1980-01-01', todayInBrazil())));
    await page.getByLabel('Idade', { exact: true }).selectOption('Criança (0 a 11)');
    await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
    await page.getByLabel('Idade', { exact: true }).selectOption('Adulto (18 ou mais)');
    await page.getByLabel('Documento', { exact: true }).selectOption('Sem documento');
    await expect(names(page)).toHaveText(['Buriti Exemplo']);
    await expect(page).toHaveURL(/cidade=Vila\+Exemplo/);
    await page.reload();
    await expect(names(page)).toHaveText(['Buriti Exemplo']);
    const chips = page.getByRole('list', { name: 'Filtros ligados' }).getByRole('button');
    await expect(chips).toHaveText(
      ['Idade: Adulto (18 ou mais)', 'Cidade: Vila Exemplo', 'Documento: Sem documento'].map(
        (words) => `Tirar filtro ${words}`,
      ),
    );
    await page.getByRole('button', { name: 'Tirar filtro Documento: Sem documento' }).click();
    await expect(chips).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Filtros (2)' })).toBeFocused();
    await expect(page).not.toHaveURL(/documento/);
    await openFilters(page);
    await expect(page.getByLabel('Cidade')).toHaveValue('Vila Exemplo');
    await page.getByLabel('Chegou a partir de').fill('2030-01-01');
    await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
    await expect(chips).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Nome Completo' }).click();
    await expect(names(page).first()).toHaveText('Buriti Exemplo');
    await expect(page.getByRole('columnheader', { name: 'Nome Completo' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('button', { name: 'Nome Completo' }).click();
    await expect(names(page).first()).toHaveText('Pessoa 26');

    // ticks go with the page they were made on
    const bar = page.getByRole('group', { name: 'O que fazer com as marcadas' });
    await page.getByLabel('Marcar inscrição de Pessoa 26').check();
    await expect(bar.getByRole('status')).toHaveText('1 marcada');
    await expect(search(page)).toBeVisible(); // the bar leaves it its place
    await page.getByRole('button', { name: 'Próxima' }).click();
    await expect(names(page)).toHaveText([
      'Pessoa 01',
      'Ipê de Araçá',
      'Ipê Araçá',
      'Caju Sozinho',
      'Buriti Exemplo',
    ]);
    await expect(page.getByText('Mostrando 26–30 de 30')).toBeFocused();
    await expect(bar).toHaveCount(0);
    await expect(search(page)).toBeVisible();
    await page.goBack();
    await expect(names(page).first()).toHaveText('Pessoa 26');
    await expect(bar).toHaveCount(0);
    await page.goForward();
    await expect(names(page).first()).toHaveText('Pessoa 01');
    await page.reload();
    await expect(names(page).first()).toHaveText('Pessoa 01');
    await page.getByRole('button', { name: 'Anterior' }).click();
    await expect(names(page).first()).toHaveText('Pessoa 26');
    await page.getByLabel('Por página').selectOption('50');
    await expect(names(page)).toHaveCount(30);
  });

  await test.step('an address of a page that is no more leads to the first, and says so', async () => {
    await page.clock.install(); // which goes on as before until a step moves it
    const moved = page.getByRole('status').filter({ hasText: 'A lista mudou. Voltamos ao começo dela.' });
    for (const [search, announced] of [
      ['?pagina=9', 1],
      ['?pagina=2&apos=6c84fb90-12c4-41e1-840d-7b25c5ee775a', 1],
      ['?pagina=x&ordem=cpf', 0],
    ] as const) {
      await page.goto(`/admin/inscricoes${search}`);
      await expect(page.getByText('Mostrando 1–25 de 30')).toBeVisible();
      await expect(names(page).first()).toHaveText('Pessoa 26');
      await expect(moved).toHaveCount(announced);
    }

    // the row beside the next page is erased just then
    await page.route('**/rest/v1/rpc/lista_de_inscricoes', (route) => {
      const { filtro } = route.request().postDataJSON() as { filtro: { apos?: string } };
      return route.continue({
        postData: { filtro: { ...filtro, ...(filtro.apos && { apos: randomUUID() }) } },
      });
    });
    await page.getByRole('button', { name: 'Próxima' }).click();
    await expect(moved).toBeVisible();
    await expect(page.getByText('Mostrando 1–25 de 30')).toBeVisible();
    await page.getByLabel('Por página').selectOption('50');
    await expect(page.getByText('Mostrando 1–30 de 30')).toBeVisible();
    await expect(moved).toHaveCount(0); // shown until the next step
    await page.unroute('**/rest/v1/rpc/lista_de_inscricoes');
    await page.getByLabel('Por página').selectOption('25');
  });

  await test.step('new arrivals are announced and move nothing until they are asked for', async () => {
    await expect(names(page).first()).toHaveText('Pessoa 26');
    await expect(page.getByRole('button', { name: /^Novas \(\d+\)$/ })).toBeVisible(); // arrivals are counted from here on
    await desk.enrolPeople([{ nome_completo: 'Chegou Agora' }, { nome_completo: 'Chegou Depois' }]);
    await page.clock.fastForward(61_000);
    await expect(page.getByText('Chegaram 2 inscrições novas.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect(names(page).first()).toHaveText('Pessoa 26');
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await expect(names(page).first()).toHaveText('Chegou Depois');
    await expect(page.getByText('Chegaram 2 inscrições novas.')).toBeHidden();
  });

  await test.step('rows, their neighbours and their filters are reached by keys and buttons, at both widths', async () => {
    await test.step('by the keyboard alone: arrows between rows, Enter, next, tabs, Escape, and the focus comes back', async () => {
      await view(page, 'Chegou Depois').focus();
      await page.keyboard.press('ArrowDown');
      await expect(view(page, 'Chegou Agora')).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(view(page, 'Chegou Depois')).toBeFocused();
      await page.keyboard.press('ArrowUp'); // above the first row is the search
      await expect(search(page)).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(view(page, 'Chegou Depois')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(detail(page)).toBeVisible();
      await inDetail(page, 'Próxima inscrição').press('Enter');
      await expect(detail(page).getByRole('status').filter({ hasText: 'Pessoa 26' })).toBeVisible();
      await expect(inDetail(page, 'Próxima inscrição')).toBeFocused();
      await page.setViewportSize({ width: 768, height: 1024 });
      await detail(page).getByRole('tab', { name: 'Ficha' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(detail(page).getByRole('tab', { name: 'Documento' })).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(detail(page).getByRole('tab', { name: 'Acompanhamento' })).toBeFocused();
      await expect(detail(page).getByRole('heading', { name: 'Histórico' })).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press('Escape');
      await expect(detail(page)).toBeHidden();
      await expect(view(page, 'Chegou Agora')).toBeFocused();
    });

    await test.step('previous and next stay inside the filter, over the edges of pages, and say where it ends', async () => {
      await search(page).fill('chegou');
      await expect(names(page)).toHaveText(['Chegou Depois', 'Chegou Agora']);
      await openDetail(page, 'Chegou Agora');
      await inDetail(page, 'Próxima inscrição').click();
      await expect(detail(page).getByText('Esta é a última.')).toBeVisible();
      await inDetail(page, 'Inscrição anterior').click();
      await expect(detail(page).getByRole('status').filter({ hasText: 'Chegou Depois' })).toBeVisible();
      await inDetail(page, 'Inscrição anterior').click();
      await expect(detail(page).getByText('Esta é a primeira.')).toBeVisible();
      await page.keyboard.press('Escape');
      await search(page).fill('');
      await expect(names(page)).toHaveCount(25);
      await openDetail(page, 'Pessoa 04'); // the last of the page
      await inDetail(page, 'Próxima inscrição').click();
      await expect(detail(page).getByRole('status').filter({ hasText: 'Pessoa 03' })).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('the list with everything open is accessible at both widths', async () => {
      await openFilters(page);
      await expect(page.getByLabel('Cidade')).toBeVisible();
      await expectAccessible(page);

      // on a phone rows are cards, and the order is chosen among the filters
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(page.getByLabel('Ordem')).toBeVisible();
      await page.getByLabel('Ordem').selectOption('Nome, de A a Z');
      await expect(names(page).first()).toHaveText('Buriti Exemplo');
      await expect(page.getByRole('columnheader')).toHaveCount(0);
      const card = page.locator('.enrolments__row').first();
      await expect(card).toHaveCSS('display', 'grid');
      for (const button of [/^Ver/, /^Doc/])
        await expect(card.getByRole('button', { name: button })).toBeVisible();
    });
  });
});

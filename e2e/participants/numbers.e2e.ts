import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { numbers } from '../../content/numbers.ts';
import { PHONE, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { notePrinting, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { pdfText } from '../support/pdf-text.ts';

// A sponsor's half-year: on the page, on A4 and as a spreadsheet. What is counted: tests/database/numbers.test.ts.

const PEOPLE = Array.from({ length: 30 }, (_, at) => `Aluno ${String(at + 1).padStart(2, '0')} de Teste`);

const desk = ownDesk(async (own) => {
  await own.enrolPeople(
    PEOPLE.map((nome_completo, at) => ({ nome_completo, sexo: at < 8 ? 'masculino' : 'feminino' })),
  );
  await runSql(
    own.server,
    `insert into private.turmas (nome, horario, dias) values ('Capoeira', '18:00', 'Segunda e quarta')`,
    `update public.inscricoes_projeto set created_at = '2025-02-01 12:00-03' where true`,
    `update private.acompanhamentos set situacao = 'aprovada', decidida_em = '2025-02-01 12:00-03', primeiro_dia = '2025-02-03',
       turma_id = (select id from private.turmas where nome = 'Capoeira') where true`,
    `insert into private.historico (inscricao_id, acao, de, para, turma_id, antes, quando)
       select inscricao_id, 'situacao', 'aprovada', 'desistiu', null, jsonb_build_object('turma', turma_id, 'primeiro_dia', primeiro_dia), '2025-05-12 12:00-03'
       from private.acompanhamentos where nome ~ '(02|03) de Teste'`,
    `update private.acompanhamentos set situacao = 'desistiu', turma_id = null, primeiro_dia = null, saiu_em = '2025-05-09', saiu_porque = 'mudou' where nome ~ '(02|03) de Teste'`,
    `insert into private.presencas (turma_id, dia, inscricao_id, marca)
       select t.id, d::date, a.inscricao_id, case when a.nome ~ '1 de Teste' and extract(day from d) < 8 then 'falta' else 'presente' end
       from private.turmas t, private.acompanhamentos a, generate_series('2025-02-03'::timestamp, '2025-05-09', '7 days') as d where t.nome = 'Capoeira'`,
  );
});

test('a half-year is read on the page, printed on A4, and saved with the rows that are there', async ({
  page,
  signIn,
}) => {
  test.slow();
  await page.addInitScript(notePrinting);
  await signIn();
  await page.getByRole('link', { name: 'Turmas', exact: true }).click();
  await page.getByRole('button', { name: 'Números' }).click();
  await page.getByLabel(numbers.first).fill('2025-01-01');
  await page.getByLabel(numbers.last).fill('2025-06-30');
  const total = (term: string) =>
    page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) });
  await expect(total(numbers.totals.tookPart)).toHaveText(`${numbers.totals.tookPart}30`);
  await expect(total(numbers.ended)).toHaveText(`${numbers.ended}2`);
  await expect(total(`${numbers.ended}: Mudou de endereço`)).toHaveCount(0); // the total would tell it
  const sex = page.getByRole('table', { name: numbers.bars.sex });
  await expect(sex.getByRole('row')).toHaveText(['Feminino20', 'Masculino10']);
  await expect(page.getByText('todos são arredondados de 5 em 5')).toBeVisible();
  for (const size of [PHONE, { width: 768, height: 1024 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    expect([size.width, await sideways(page), await violations(page)]).toEqual([size.width, 0, []]);
  }

  await page.getByRole('button', { name: numbers.list }).click();
  const rows = page.getByRole('list', { name: numbers.people }).getByRole('listitem');
  await expect(rows).toHaveCount(30);
  await expect(rows.nth(1)).toContainText('Aluno 02 de Teste');
  await expect(rows.nth(1)).toContainText('03/02/2025 a 09/05/2025');
  await page.getByRole('button', { name: numbers.print }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-print-title',
    'Números de 01/01/2025 a 30/06/2025',
  );
  await page.emulateMedia({ media: 'print' });
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const words = pdfText(file).replaceAll(/\s/g, '');
  for (const said of [...PEOPLE, '14 de 14 (100%)', '30 (97%)'])
    expect(words).toContain(said.replaceAll(/\s/g, ''));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: numbers.sheets.accounts }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('prestacao-de-contas-2025-01-01-2025-06-30.xlsx');
  const sheet = strFromU8(
    unzipSync(new Uint8Array(readFileSync(await download.path())))['xl/worksheets/sheet1.xml'] ??
      new Uint8Array(),
  );
  const cells = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c [^>]*>(.*?)<\/c>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  );
  const present = await runSql<{ name: string; present: string; held: string }>(
    desk.server,
    `select a.nome as name, count(*) filter (where p.marca = 'presente')::text as present, count(*)::text as held
       from private.acompanhamentos a join private.presencas p using (inscricao_id) group by 1 order by 1`,
  );
  expect(cells.slice(1, 31).map(([name, , , , present, held]) => ({ name, present, held }))).toEqual(present);
  expect(cells.slice(31, 35)).toEqual([
    [],
    ['Inscrições que chegaram', '30'],
    ['Participaram', '30'],
    ['Começaram', '30'],
  ]);
  const details = { motivo: 'prestacao_de_contas', linhas: 30, inicio: 20250101, fim: 20250630 };
  expect((await desk.auditEntries('exportou')).map((entry) => entry.details)).toMatchObject([
    details,
    details,
  ]);
});

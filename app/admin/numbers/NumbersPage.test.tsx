import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { numbers } from '../../../content/numbers.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { NumbersPage } from './NumbersPage.tsx';

const count = (of: string, answer: string | null, number: number) => ({ of, answer, count: number });
const COUNTS = [
  ...[
    count('enrolled', null, 7),
    count('tookPart', null, 30),
    count('began', null, 4),
    count('erased', null, 2),
  ],
  ...[count('ended', 'mudou', 6), count('ended', '', 1), count('class', 'Boxe', 9), count('class', '', 21)],
  ...[
    count('presente', 'Boxe', 30),
    count('falta', 'Boxe', 10),
    count('age', '7', 22),
    count('age', null, 8),
  ],
  ...[count('sex', 'feminino', 17), count('sex', 'masculino', 13)],
  ...[count('income', 'ate-1', 28), count('income', '1-2', 1), count('income', '2-3', 1)],
];
const ANA = {
  ...{ row: { nome_completo: 'Ana Maria' }, className: 'Boxe', firstDay: '2026-07-02' },
  ...{ lastDay: '2026-09-30', present: 30, held: 40, belt: 'Cinza' },
};

test('a period is exact in totals and classes and rounded in breakdowns; its people come when asked for, once, and for that period', async () => {
  const page = await live(<NumbersPage />, [], {
    numeros_do_periodo: COUNTS,
    participantes_do_periodo: [ANA],
  });
  await page.settle();
  const said = page.text();
  for (const part of [
    ...['Inscrições que chegaram 7', 'Participaram 30', 'Começaram 4', 'Saíram 7', 'Frequência 75%'],
    ...['Boxe 9 (75%)', 'Sem turma 21 (–)', 'Renda da família Todas as respostas 30'],
    ...['Saíram: Mudou de endereço 5', 'Saíram: Não anotado 0'],
    ...[
      '7 a 11 anos 20',
      'Não anotado 10',
      'Feminino 17',
      'Masculino 13',
      'De poucas pessoas apagadas pelo prazo',
    ],
  ])
    expect(said).toContain(part);
  expect(page.calls()).toEqual([['numeros_do_periodo', { de: '2026-07-01', ate: '2026-12-20' }]]);
  await page.press(numbers.list);
  await page.press(numbers.list);
  expect(page.text()).toContain('Ana Maria Boxe · 02/07/2026 a 30/09/2026 30 de 40 (75%)');
  const asked = [
    'participantes_do_periodo',
    { de: '2026-07-01', ate: '2026-12-20', motivo: 'prestacao_de_contas' },
  ];
  expect(page.calls()).toEqual([asked]);
  const printed = page.printed();
  await page.press(numbers.print);
  expect(printed).toEqual([
    expect.stringMatching(/^Números de 01\/07\/2026 a 20\/12\/2026 .*Ana Maria.*Ana Maria.*Impresso em/),
  ]);
  expect(page.calls()).toEqual([]);
  await page.type(numbers.first, '2026-01-01');
  expect(page.text()).not.toContain('Ana Maria');
  expect(page.calls().at(-1)).toEqual(['numeros_do_periodo', { de: '2026-01-01', ate: '2026-12-20' }]);
  for (const first of ['', '2026-12-21']) {
    await page.type(numbers.first, first);
    expect([page.text().includes(numbers.noSpan), page.text().includes(numbers.loading)]).toEqual([
      true,
      false,
    ]);
    expect(page.calls()).toEqual([]);
  }
});

test('a spreadsheet has the people that were given for its purpose, and for accountability the totals below', async () => {
  const save = vi.spyOn(URL, 'createObjectURL');
  const page = await live(<NumbersPage />, [], {
    numeros_do_periodo: COUNTS,
    participantes_do_periodo: [ANA],
  });
  await page.settle();
  const rows = async (button: string) => {
    await page.press(button);
    await expect.poll(() => save.mock.calls.length).toBe(1);
    const [file] = save.mock.calls.pop() ?? [];
    const bytes = new Uint8Array(await new Response(file as Blob).arrayBuffer());
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<c\/>|<c [^>]*>(.*?)<\/c>/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]*>/g, ''),
      ),
    );
  };
  const [heads, ana, empty, ...totals] = await rows(numbers.sheets.accounts);
  expect(heads).toEqual(['Nome', 'Turma', 'Primeiro dia', ...numbers.more.accounts]);
  expect([ana, empty, totals[1], totals.at(-1)]).toEqual([
    ['Ana Maria', 'Boxe', '46205', '46295', '30', '40', '75%'],
    ...[[], ['Participaram', '30'], ['Frequência', '75%']],
  ]);
  await page.settle();
  page.calls();
  await page.press(numbers.sheets.cup);
  expect([page.dialog().text.includes(numbers.cup), page.calls(), save.mock.calls]).toEqual([true, [], []]);
  const cup = await rows(numbers.save);
  expect([cup.length, cup[0]?.at(-1), cup[1]?.[0], cup[1]?.at(-1)]).toEqual([
    2,
    'Faixa',
    'Ana Maria',
    'Cinza',
  ]);
});

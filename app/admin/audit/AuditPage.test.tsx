import { expect, test } from 'vitest';
import { auditPage as words } from '../../../content/audit.ts';
import { live } from '../../../tests/support/screens/live.tsx';
import { currentToast } from '../../ui/toast/toast.ts';
import { AuditPage } from './AuditPage.tsx';

const entry = (number: number, changes: object = {}) => ({
  ...{ number, at: `2026-12-${10 + (number % 10)}T12:00:00Z`, action: 'imprimiu', by: 'a', byName: 'Ana' },
  ...{ account: null, accountName: null, protocol: '20261234', details: {}, ...changes },
});
const PEOPLE = [
  { account: 'a', name: 'Ana', email: 'a@example.com' },
  { account: 'b', name: null, email: 'b@example.com' },
];
const KNOWN = [[['lista_de_contas', {}], PEOPLE]] as const;
const ASKED = { antes: null, pessoa: null, dia: null, quantas: 50, tipo: 'feito' };

test('the record is read page by page, of one person, one day, and line by line where that is wanted', async () => {
  const pages = [Array.from({ length: 50 }, (_, at) => entry(150 - at)), [entry(100)]];
  const page = await live(<AuditPage />, KNOWN, {
    registro_de_acessos: ({ antes }: { antes: number | null }) => pages[antes === null ? 0 : 1],
  });
  expect(page.calls()).toEqual([['registro_de_acessos', ASKED]]);
  await page.press(words.older);
  expect(page.calls()).toEqual([['registro_de_acessos', { ...ASKED, antes: 101 }]]);
  expect([page.text().includes(words.oldest), page.controls().includes(words.older)]).toEqual([true, false]);
  expect(page.focused()).toBe(words.oldest);
  await page.press(words.oldest);
  expect(page.calls()).toEqual([]);
  await page.type(words.day, '2026-12-18');
  await page.type(words.person, 'b');
  await page.press('Mais');
  await page.press(words.all);
  const wanted = { ...ASKED, pessoa: 'b', dia: '2026-12-18' };
  expect(page.calls()).toEqual(
    [{ ...ASKED, dia: '2026-12-18' }, wanted, { ...wanted, tipo: null }].map((of) => [
      'registro_de_acessos',
      of,
    ]),
  );
  await page.press('Mais');
  await page.press(words.done);
  await page.press('Mais');
  expect([page.calls(), page.controls().includes(words.all)]).toEqual([[], true]); // it was read
});

test('one line an act, its protocols in one number; each entry by itself where everything is wanted', async () => {
  const two = [
    entry(3),
    entry(2, { at: '2026-12-13T11:59:30Z', protocol: '20265678' }),
    entry(1, { byName: 'Rui', by: 'r', protocol: null }),
  ];
  const page = await live(<AuditPage />, KNOWN, { registro_de_acessos: two });
  expect(page.text()).toContain(
    'imprimiu 13/12/2026 09:00 · Ana 2 inscrições 2026-1234, 2026-5678 imprimiu 11/12/2026 09:00 · Rui',
  );
  expect(page.text()).not.toContain(words.oldest); // of a page that was the first
  await page.press('Mais');
  await page.press(words.all);
  expect(page.text()).toContain(
    'imprimiu 13/12/2026 09:00 · Ana 2026-1234 imprimiu 13/12/2026 08:59 · Ana 2026-5678 imprimiu',
  );
  const nothing = await live(<AuditPage />, KNOWN, { registro_de_acessos: [] });
  expect(nothing.text()).toContain(words.empty);
});

test.each([
  [
    words.takeBack,
    'reverter_correcoes',
    { answers: 1, requests: 0, changedSince: 0, more: false },
    'Voltaram ao que eram: 1 resposta.',
  ],
  [
    { ...words.takeBack, ...words.giveBack },
    'devolver_tudo',
    { enrolments: 2, left: 0, more: false },
    '2 inscrições voltaram para a lista.',
  ],
] as const)(
  '%o is undone of whom it is filtered by, since yesterday at this time, with the password',
  async (of, name, answer, done) => {
    const page = await live(<AuditPage />, KNOWN, { registro_de_acessos: [], [name]: answer });
    await page.press('Mais');
    await page.press(`${of.open}…`);
    await page.type(of.since, '');
    await page.press(of.open);
    for (const said of [of.title, of.text, words.personMissing, of.sinceMissing, 'Digite a sua senha.'])
      expect(page.text()).toContain(said);
    await page.press('Cancelar');
    await page.type(words.person, 'b');
    await page.press('Mais');
    await page.press(`${of.open}…`);
    await page.type('A sua senha', 'frase');
    page.calls();
    await page.press(of.open);
    expect(page.calls()[0]).toEqual([name, { conta: 'b', desde: '2026-12-19T12:00:00.000Z' }]);
    expect(currentToast()?.title).toBe(done);
  },
);

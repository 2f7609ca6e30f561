import { afterEach, expect, test, vi } from 'vitest';
import { NO_FILTER } from '../../../domain/desk/filter.ts';
import { stubBackend } from '../../../tests/support/stubbed-backend.ts';
import { takeBackCorrections } from './accounts.ts';
import * as deciding from './decisions.ts';
import { findEnrolments } from './enrolments.ts';
import { bringBackErasedBy, eraseFlood } from './erase.ts';
import type { Flood } from './notices.ts';

afterEach(() => vi.unstubAllGlobals());

const page = (wanted: object, number: number) => findEnrolments({ ...NO_FILTER, ...wanted }, number);

test('the first page has the newest rows, with what the search found of each; who just came is new', async () => {
  const known = { id: '1', row: null, situation: 'aprovada', version: 3 };
  const newest = [
    { id: '2', nome_completo: 'B' },
    { id: '1', nome_completo: 'A' },
  ];
  const asked = stubBackend({ rows: [known], more: true, lost: false }, newest);
  expect(await page({}, 1)).toMatchObject({
    rows: [
      { id: '2', nomeCompleto: 'B', situation: 'nova', version: 1 },
      { id: '1', nomeCompleto: 'A', situation: 'aprovada', version: 3 },
    ],
    more: true,
  });
  expect(asked).toEqual([
    ['lista_de_inscricoes', { filtro: { tamanho: 25 } }, 'own'],
    ['inscricoes_projeto', '?select=*&order=created_at.desc,id.desc&limit=25', 'own'],
  ]);
});

const FLOOD = { origin: 'o', hour: 'h' } as Flood;
const OF_FLOOD = { origem: 'o', hora: 'h', confirmacao: 'APAGAR' };
const SINCE = new Date('2026-11-20T12:00:00Z');
const OF_ACCOUNT = { conta: 'c', desde: '2026-11-20T12:00:00.000Z' };
const LAST = { enrolments: 0, answers: 0, requests: 0, left: 4, more: true };
const PARTS = [{ ...LAST, enrolments: 2, answers: 3 }, { ...LAST, enrolments: 4, requests: 1 }, LAST];

const CORRECTIONS = { ...LAST, answers: 3, requests: 1 };

test.each<[name: string, values: object, call: () => Promise<unknown>, result: unknown]>([
  ['recolher_enxurrada', OF_FLOOD, () => eraseFlood(FLOOD, 'APAGAR', 'frase'), 6],
  ['devolver_tudo', OF_ACCOUNT, () => bringBackErasedBy('c', SINCE, 'frase'), 6],
  ['reverter_correcoes', OF_ACCOUNT, () => takeBackCorrections('c', SINCE, 'frase'), CORRECTIONS],
])('%s is called until nothing is left, by a sign-in of its own', async (name, values, call, result) => {
  const asked = stubBackend(...PARTS);
  expect(await call()).toEqual(result);
  const signIn = expect.objectContaining({ email: 'ana@example.com', password: 'frase' });
  const calls = [['token', signIn, 'key'], ...PARTS.map(() => [name, values, 'fresh'])];
  await vi.waitFor(() => expect(asked).toEqual([...calls, ['logout', '?scope=local', 'fresh']]));
});

test('a link whose code was lost with an answer is not kept: another is made', async () => {
  stubBackend({ until: 'u' });
  const keep = vi.fn();
  await expect(deciding.makeLink('i', keep)).rejects.toMatchObject({ status: 409 });
  expect(keep).not.toHaveBeenCalled();
});

// What else is sent, under which sign-in: tests of whole screens, each call of which is held against FUNCTIONS
// (tests/support/stubbed-backend.ts).
test.each([
  ['juntar_documento', { inscricao: 'i', endereco: 'a' }, () => deciding.attachDocument('i', 'a')],
  [
    'conferir_criterio',
    { inscricao: 'i', versao: 2, criterio: 'cadunico', cumprido: false },
    () => deciding.tickCriterion('i', 2, 'cadunico', false),
  ],
] as const)('%s is sent %j', async (name, values, call) => {
  const asked = stubBackend();
  await call();
  expect(asked).toEqual([[name, expect.objectContaining(values), 'own']]);
});

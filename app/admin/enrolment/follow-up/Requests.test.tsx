import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requests } from '../../../../content/requests.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { callsOf, partsOf, press } from '../../../../tests/support/screens/form.tsx';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import type { Request } from '../../api/follow-up.ts';
import { OneRequest } from './Requests.tsx';

// the 20th of December at the centre, by an hour
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-21T02:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  change.mockClear();
});

const REQUEST: Request = {
  id: 'a',
  number: 3,
  kind: 'corrigir',
  phone: null,
  changes: { cidade: 'Cidade Certa' },
  askedAt: '2026-12-10T12:00:00Z',
  until: '2026-12-25',
  atDesk: false,
};

const change = vi.fn<(call: () => Promise<unknown>) => Promise<null>>(async () => null);
const propsOf = (request: Partial<Request>, answers: object = { cidade: 'Cidade Exemplo' }) => ({
  ...{
    enrolment: { id: 'e', ...answers } as unknown as StoredEnrolment,
    state: followUp({ guardianPhone: null }),
  },
  ...{ request: { ...REQUEST, ...request }, busy: false },
  change,
  send: async () => followUp(),
  show: () => {},
  choose: async () => {},
});
const html = (request: Partial<Request> = {}) => drawn(<OneRequest {...propsOf(request)} />);

test.each([
  ['2026-12-25', 'faltam 5 dias', 'warning'],
  ['2026-12-21', 'falta 1 dia', 'warning'],
  ['2026-12-20', 'o prazo é hoje', 'warning'],
  ['2026-12-19', 'atrasado há 1 dia', 'error'],
  ['2026-11-20', 'atrasado há 30 dias', 'error'],
])('a request that is to be answered until %s says «%s»', (until, words, tone) => {
  expect(html({ until })).toContain(`Pedido nº 3 · ${words}<`);
  expect(html({ until })).toContain(`notice--${tone}`);
});

test('another answer stands beside the stored one, in words; who asked at the desk did', () => {
  expect(html()).toContain('Cidade: de Cidade Exemplo para Cidade Certa.');
  expect(html()).toContain('Pedido pelo link em 10/12/2026');
  expect(html({ atDesk: true })).toContain('Pedido no balcão em 10/12/2026');
  const weight = html({ changes: { peso: 61.5, nada: 'x' } });
  expect(weight).toContain('Peso: de Não informado para 61,5 kg.');
});

const MINOR = { dataNascimento: '2016-03-05' };
const { confirm, dismiss, guardians, notGuardians } = requests;
const yes = { confirmado: true };

test.each<[kind: Request['kind'], words: string, answer: object, changes?: Request['changes'], who?: object]>(
  [
    ['desistir', confirm.desistir, yes],
    ['copia', dismiss, { confirmado: false }],
    ['telefone', confirm.telefone, yes],
    ['telefone', confirm.telefone, yes, null, { ...MINOR, telefoneResponsavel: '62900000001' }],
    ['telefone', guardians, { ...yes, do_responsavel: true }, null, MINOR],
    ['telefone', notGuardians, { ...yes, do_responsavel: false }, null, MINOR],
    ['desistir', confirm.desistir, yes, null, MINOR],
    ['corrigir', confirm.corrigir, yes],
  ],
)('a request «%s» answered by «%s» is %j', async (kind, words, answer, changes = {}, who) => {
  press(partsOf(OneRequest, propsOf({ kind, changes }, who)), words);
  const [call] = change.mock.lastCall ?? [];
  const body = { inscricao: 'e', versao: 3, pedido: 'a', ...answer };
  expect(await callsOf(() => call?.())).toEqual([['atender_pedido', body], null]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requests } from '../../../../content/requests.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import type { Request } from '../../api/follow-up.ts';
import { OneRequest } from './Requests.tsx';

// the 20th of December at the centre, by an hour
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-21T02:00:00Z') }));
afterEach(() => void vi.useRealTimers());

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

const html = (request: Partial<Request> = {}) =>
  drawn(
    <OneRequest
      enrolment={{ id: 'e', cidade: 'Cidade Exemplo' } as unknown as StoredEnrolment}
      state={followUp()}
      request={{ ...REQUEST, ...request }}
      busy={false}
      change={async () => null}
      send={async () => followUp()}
      show={() => {}}
      choose={async () => {}}
    />,
  );

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

test('what a family has a right to is refused with a sentence, the rest dismissed at once', () => {
  for (const kind of ['corrigir', 'apagar'] as const) expect(html({ kind })).toContain(requests.refuse);
  for (const kind of ['desistir', 'copia'] as const) {
    expect(html({ kind })).toContain(requests.dismiss);
    expect(html({ kind })).toContain(requests.confirm[kind]);
  }
});

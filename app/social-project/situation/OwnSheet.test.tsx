import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { OwnSheet } from './OwnSheet.tsx';
import type { OwnData } from './own-data.ts';

const DATA: OwnData = {
  answers: { nomeCompleto: 'Pessoa de Teste' } as OwnData['answers'],
  updated: {},
  openings: [],
  arrivedAt: '2026-11-25T12:00:00Z',
  protocol: '04827193',
  newPhone: null,
  guardianName: null,
  guardianPhone: null,
  corrections: [],
  documents: [],
  eraseOn: '2026-12-26',
  eraseDocumentOn: '2027-01-01',
  looks: [],
  requests: [],
  sent: {},
};

const text = (data: Partial<OwnData> = {}) =>
  drawn(<OwnSheet data={{ ...DATA, ...data }} />).replace(/<[^>]*>/g, '');

test('the day that is told is the last on which everything is there, the one before it is erased', () => {
  expect(text()).toContain('Se nada mudar, até 25/12/2026. Depois apagamos. O documento, até 31/12/2026.');
  expect(text({ eraseOn: null, eraseDocumentOn: null })).toContain('Não há um dia marcado.');
});

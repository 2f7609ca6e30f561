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
  documentErasedAt: null,
  eraseOn: '2026-12-26',
  eraseDocumentOn: '2027-01-01',
  attendance: [],
  looks: [],
  requests: [],
  sent: {},
};

const text = (data: Partial<OwnData> = {}) =>
  drawn(<OwnSheet data={{ ...DATA, ...data }} />).replace(/<[^>]*>/g, '');

test('the day that is told is the last on which everything is there, the one before it is erased', () => {
  expect(text()).toContain(
    'Guardada até 25/12/2026, se nada mudar. Depois apagamos. O documento, até 31/12/2026.',
  );
  expect(text({ eraseOn: null, eraseDocumentOn: null })).toContain('Não há um dia marcado.');
});

test('the days in class are told with what was marked, and nothing where there are none', () => {
  expect(text()).not.toContain('Presença');
  const attendance: OwnData['attendance'] = [
    { day: '2026-11-26', mark: 'justificada' },
    { day: '2026-11-24', mark: 'falta' },
    { day: '2026-11-23', mark: 'presente' },
  ];
  expect(text({ attendance })).toContain('26/11/2026: Justificada; 24/11/2026: Falta; 23/11/2026: Presente');
});

test('a document that its term erased is no longer there, unless another came later', () => {
  const answers = { cadastroUnico: 'https://x.test/a.pdf' } as OwnData['answers'];
  const documents = [{ name: 'a.pdf', receivedAt: '2026-11-25T12:00:00Z' }];
  expect(text({ answers, documents })).toContain('Sim (arquivo anexado)');
  const erased = { answers, documentErasedAt: '2027-03-12T12:00:00Z' };
  expect(text(erased)).toContain('Sim (arquivo apagado em 12/03/2027)');
  expect(text({ ...erased, documents })).toContain('Sim (arquivo anexado)');
});

test('what was given later stands by its name', () => {
  const later = { newPhone: '62988887777', guardianName: 'Marta', guardianPhone: '62977776666' };
  expect(text(later)).toContain(
    'Telefone novo(62) 98888-7777Nome do responsávelMartaTelefone do responsável(62) 97777-6666Documento',
  );
});

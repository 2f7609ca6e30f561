import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { followUp } from '../../../tests/support/screens/open-enrolment.ts';
import type { Correction, LaterDocument } from './follow-up.ts';
import { followUpIn, readListLater, summaryOf } from './follow-up.ts';

const sent = followUp({
  version: 3,
  criteria: { cadunico: true, socioeconomica: false, responsavel: true, protegido: false, renovacao: false },
  laterDocuments: [{ address: 'public/b.pdf' } as LaterDocument],
  corrections: [{ field: 'nome_completo', before: 'Jose' } as unknown as Correction],
  answers: { nome_completo: 'José', idade: 9 } as object,
});

test('answers come by their columns, and have the names of their fields at the desk', () => {
  expect(followUpIn(sent)).toEqual({
    ...sent,
    corrections: [{ field: 'nomeCompleto', before: 'Jose' }],
    answers: { nomeCompleto: 'José', idade: 9 },
  });
});

test('the list’s summary is made of it', () => {
  expect(summaryOf(followUpIn(sent))).toMatchObject({
    ...{ nomeCompleto: 'José', idade: 9 },
    version: 3,
    situation: sent.situation,
    guardianConfirmed: true,
    mayBeRepeated: false,
    newestDocument: 'public/b.pdf',
  });
});

test('after a change the rows, the counts and the days of erasing are read again', () => {
  const client = new QueryClient();
  const keys = [
    ['enrolments', 'page', 1],
    ['enrolments', 'count'],
    ['retention dates', []],
    ['follow-up', 'i'],
  ];
  for (const key of keys) client.setQueryData(key, {});
  readListLater(client);
  const isStale = keys.map((key) => client.getQueryState(key)?.isInvalidated);
  expect(isStale).toEqual([true, true, true, false]);
});

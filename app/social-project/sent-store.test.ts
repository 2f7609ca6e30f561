import { expect, test } from 'vitest';
import { readSent } from './sent-store.ts';

const KEPT = {
  protocol: '48271936',
  at: '2025-05-13T01:30:00.000Z',
  phone: '(62) 9••••-••34',
  lacks: ['telefoneResponsavel'],
};

test('a confirmation comes back without a name, and with nothing that somebody put beside it', () => {
  expect(readSent(JSON.stringify({ ...KEPT, name: 'Pessoa T.', cpf: '529.982.247-25' }))).toEqual({
    ...KEPT,
    name: '',
  });
});

test.each([
  ['nothing', null],
  ['no JSON', '{"protocol":'],
  ['no object', 'null'],
  ['a list', '[]'],
  ['another protocol', JSON.stringify({ ...KEPT, protocol: '4827-193' })],
  ['a moment that never was', JSON.stringify({ ...KEPT, at: 'ontem' })],
  ['no moment', JSON.stringify({ ...KEPT, at: undefined })],
  ['words for a telephone', JSON.stringify({ ...KEPT, phone: 'ligue para cá' })],
  ['another step', JSON.stringify({ ...KEPT, lacks: ['cpf'] })],
  ['no list of what is missing', JSON.stringify({ ...KEPT, lacks: 1 })],
])('%s is no confirmation', (_what, text) => {
  expect(readSent(text)).toBeNull();
});

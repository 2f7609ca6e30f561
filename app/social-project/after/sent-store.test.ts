import { expect, test } from 'vitest';
import { parseSent } from './sent-store.ts';

const STORED = {
  protocol: '48271936',
  code: '0123456789abcdef0123456789abcdef',
  at: '2025-05-13T01:30:00.000Z',
  forWhom: 'mim',
  lacks: ['telefoneResponsavel'],
  until: '2025-06-11',
};

test('a stored confirmation is read without unknown properties', () => {
  expect(parseSent(JSON.stringify({ ...STORED, name: 'Pessoa T.', cpf: '529.982.247-25' }))).toEqual(STORED);
});

test('one of a page before this version is read too', () => {
  const { forWhom: _unknown, ...before } = STORED;
  expect(parseSent(JSON.stringify({ ...before, phone: '••••34' }))).toEqual({ ...before, forWhom: '' });
});

test.each([
  ['nothing', null],
  ['no JSON', '{"protocol":'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no personal code', JSON.stringify({ ...STORED, code: '<0123456789abcdef012>' })],
  ['a malformed protocol', JSON.stringify({ ...STORED, protocol: '4827-193' })],
  ['an invalid date', JSON.stringify({ ...STORED, at: 'ontem' })],
  ['no date', JSON.stringify({ ...STORED, at: undefined })],
  ['a last day that is none', JSON.stringify({ ...STORED, until: 'logo' })],
  ['no last day', JSON.stringify({ ...STORED, until: undefined })],
  ['an unknown missing answer', JSON.stringify({ ...STORED, lacks: ['cpf'] })],
  ['a number instead of the missing answers', JSON.stringify({ ...STORED, lacks: 1 })],
])('%s is not a confirmation', (_what, text) => {
  expect(parseSent(text)).toBeNull();
});

import { expect, test } from 'vitest';
import { changeInWords } from './History.tsx';

const CHANGE = { at: '2026-12-20T12:00:00Z', by: null, reason: null, className: null };

test.each([
  [{ action: 'situacao', from: 'nova', to: 'aprovada' }, 'De Nova para Aprovada'],
  [
    { action: 'situacao', from: 'aprovada', to: 'aprovada', className: 'Muay Thai · 19:00' },
    'De Aprovada para Aprovada: Muay Thai · 19:00',
  ],
  [{ action: 'situacao-desfeita', from: 'aprovada', to: 'nova' }, 'Desfez: de Aprovada para Nova'],
] as const)('%j reads %j', (change, words) => {
  expect(changeInWords({ ...CHANGE, ...change })).toBe(words);
});

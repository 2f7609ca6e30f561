import { expect, test } from 'vitest';
import { changeInWords } from './History.tsx';

const CHANGE = { quando: '2026-12-20T12:00:00Z', quem: null, motivo: null };

test.each([
  [{ acao: 'situacao', de: 'nova', para: 'aprovada' }, 'De Nova para Aprovada'],
  [{ acao: 'situacao-desfeita', de: 'aprovada', para: 'nova' }, 'Desfez: de Aprovada para Nova'],
] as const)('%j reads %j', (change, words) => {
  expect(changeInWords({ ...CHANGE, ...change })).toBe(words);
});

import { afterEach, expect, test } from 'vitest';
import { forgetTyped, isUnsaved, keep, keepFor, typedAbout } from './kept.ts';

afterEach(() => keepFor(null));

test('what one account typed is there for it alone', () => {
  keepFor('uma');
  keep('inscricao-1 nota', 'meia nota');
  keepFor('uma'); // signed in again
  expect(isUnsaved('inscricao-1')).toBe(true);
  keepFor('outra');
  keepFor('uma');
  expect(isUnsaved()).toBe(false);
});

test('nothing is kept of anybody who left, nor after', () => {
  keepFor('uma');
  keep('inscricao-1 nota', 'meia nota');
  keepFor(null);
  keep('inscricao-1 nota', 'meia nota');
  keepFor('uma');
  expect(isUnsaved()).toBe(false);
});

test('what was typed on while it was being saved is not saved yet', () => {
  const unlessChanged = (sent: string) => (now: string | undefined) => (now === sent ? undefined : now);
  keepFor('uma');
  keep('inscricao-1 nota', 'meia nota');
  keep('inscricao-1 nota', unlessChanged('meia'));
  expect(isUnsaved('inscricao-1')).toBe(true);
  keep('inscricao-1 nota', unlessChanged('meia nota'));
  expect(isUnsaved('inscricao-1')).toBe(false);
});

test('an erased registration takes with it what was typed about it, and where somebody is was never typed', () => {
  keepFor('uma');
  keep('busca', 'ipê');
  keep('aberta', 'inscricao-1');
  expect(isUnsaved()).toBe(false);
  keep('inscricao-1 nota', 'meia nota');
  keep('inscricao-2 nota', 'outra nota');
  forgetTyped('inscricao-1');
  expect([isUnsaved('inscricao-1'), isUnsaved('inscricao-2')]).toEqual([false, true]);
});

test('every text typed about one registration can be told: notes, their corrections, a reason', () => {
  keepFor('uma');
  keep('aba', 'acompanhamento');
  keep('inscricao-1 situacao', { versao: 2, situacao: 'nao-aprovada', motivo: 'as vagas acabaram' });
  keep('inscricao-1 nota', 'meia nota');
  keep('inscricao-1 correcao 7', 'nota corrigida');
  keep('inscricao-1 correcao 8', 'meia nota'); // the same words are told once
  keep('inscricao-2 situacao', { versao: 2, situacao: 'aprovada' });
  keep('inscricao-2 nota', ' ');
  expect(typedAbout('inscricao-1')).toEqual(['as vagas acabaram', 'meia nota', 'nota corrigida']);
  expect(typedAbout('inscricao-2')).toEqual([]);
});

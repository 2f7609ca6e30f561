import { afterEach, expect, test } from 'vitest';
import { discardUnsaved, isUnsaved, setUnsavedOwner, setUnsavedValue, unsavedTexts } from './unsaved.ts';

afterEach(() => setUnsavedOwner(null));

test('unsaved text belongs to the account that typed it', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('inscricao-1 nota', 'meia nota');
  setUnsavedOwner('uma'); // signed in again
  expect(isUnsaved('inscricao-1')).toBe(true);
  setUnsavedOwner('outra');
  setUnsavedOwner('uma');
  expect(isUnsaved()).toBe(false);
});

test('signing out discards everything, and nothing is stored afterwards', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('inscricao-1 nota', 'meia nota');
  setUnsavedOwner(null);
  setUnsavedValue('inscricao-1 nota', 'meia nota');
  setUnsavedOwner('uma');
  expect(isUnsaved()).toBe(false);
});

test('text changed while it was being saved stays unsaved', () => {
  const unlessChanged = (sent: string) => (now: string | undefined) => (now === sent ? undefined : now);
  setUnsavedOwner('uma');
  setUnsavedValue('inscricao-1 nota', 'meia nota');
  setUnsavedValue('inscricao-1 nota', unlessChanged('meia'));
  expect(isUnsaved('inscricao-1')).toBe(true);
  setUnsavedValue('inscricao-1 nota', unlessChanged('meia nota'));
  expect(isUnsaved('inscricao-1')).toBe(false);
});

test('discarding removes the texts of one enrolment; view state never counts as unsaved', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('busca', 'ipê');
  setUnsavedValue('aberta', 'inscricao-1');
  expect(isUnsaved()).toBe(false);
  setUnsavedValue('inscricao-1 nota', 'meia nota');
  setUnsavedValue('inscricao-2 nota', 'outra nota');
  discardUnsaved('inscricao-1');
  expect([isUnsaved('inscricao-1'), isUnsaved('inscricao-2')]).toEqual([false, true]);
});

test('lists every unsaved text of one enrolment: notes, their corrections, a reason', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('tab', 'followUp');
  setUnsavedValue('inscricao-1 situacao', {
    version: 2,
    situation: 'nao-aprovada',
    reason: 'as vagas acabaram',
  });
  setUnsavedValue('inscricao-1 nota', 'meia nota');
  setUnsavedValue('inscricao-1 correcao 7', 'nota corrigida');
  setUnsavedValue('inscricao-1 correcao 8', 'meia nota'); // the same text is listed once
  setUnsavedValue('inscricao-2 situacao', { version: 2, situation: 'aprovada' });
  setUnsavedValue('inscricao-2 nota', ' ');
  expect(unsavedTexts('inscricao-1')).toEqual(['as vagas acabaram', 'meia nota', 'nota corrigida']);
  expect(unsavedTexts('inscricao-2')).toEqual([]);
});

import { afterEach, expect, test } from 'vitest';
import { discardUnsaved, isUnsaved, setUnsavedOwner, setUnsavedValue, unsavedTexts } from './unsaved.ts';

afterEach(() => setUnsavedOwner(null));

const typeNote = (about: string, text: string) => setUnsavedValue('note', about, '', text);

test('unsaved text belongs to the account that typed it', () => {
  setUnsavedOwner('uma');
  typeNote('one', 'meia nota');
  setUnsavedOwner('uma'); // signed in again
  expect(isUnsaved('one')).toBe(true);
  setUnsavedOwner('outra');
  setUnsavedOwner('uma');
  expect(isUnsaved()).toBe(false);
});

test('signing out discards everything, and nothing is kept afterwards', () => {
  setUnsavedOwner('uma');
  typeNote('one', 'meia nota');
  setUnsavedOwner(null);
  expect(isUnsaved()).toBe(false);
  typeNote('one', 'meia nota');
  expect(isUnsaved()).toBe(false);
});

test('text changed while it was being saved stays unsaved', () => {
  const unlessChanged = (sent: string) => (now: string | undefined) => (now === sent ? undefined : now);
  setUnsavedOwner('uma');
  typeNote('one', 'meia nota');
  setUnsavedValue('note', 'one', '', unlessChanged('meia'));
  expect(isUnsaved('one')).toBe(true);
  setUnsavedValue('note', 'one', '', unlessChanged('meia nota'));
  expect(isUnsaved('one')).toBe(false);
});

test('discarding removes the texts of one enrolment; what the desk shows never counts as unsaved', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('search', '', '', 'ipê');
  setUnsavedValue('open', '', '', 'one');
  expect(isUnsaved()).toBe(false);
  typeNote('one', 'meia nota');
  typeNote('two', 'outra nota');
  discardUnsaved('one');
  expect([isUnsaved('one'), isUnsaved('two')]).toEqual([false, true]);
});

test('lists every unsaved text of one enrolment: notes, their corrections, a reason', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('tab', '', '', 'followUp');
  setUnsavedValue('decision', 'one', '', {
    version: 2,
    situation: 'nao-aprovada',
    reason: 'as vagas acabaram',
  });
  typeNote('one', 'meia nota');
  setUnsavedValue('noteEdit', 'one', '7', 'nota corrigida');
  setUnsavedValue('noteEdit', 'one', '8', 'meia nota'); // the same text is listed once
  setUnsavedValue('decision', 'two', '', { version: 2, situation: 'aprovada' });
  typeNote('two', ' ');
  expect(unsavedTexts('one')).toEqual(['as vagas acabaram', 'meia nota', 'nota corrigida']);
  expect(unsavedTexts('two')).toEqual([]);
});

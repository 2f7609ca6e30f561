import { afterEach, expect, test } from 'vitest';
import { NO_FILTER } from '../../../domain/desk/filter.ts';
import { discardUnsaved, isUnsaved, setUnsavedOwner, setUnsavedValue } from './unsaved.ts';

afterEach(() => setUnsavedOwner(null));

const typeNote = (about: string, text: string) => setUnsavedValue('note', about, '', { text });

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

test('discarding removes the texts of one enrolment; what the desk shows never counts as unsaved', () => {
  setUnsavedOwner('uma');
  setUnsavedValue('list', '', '', { filter: { ...NO_FILTER, search: 'ipê' }, page: 1 });
  setUnsavedValue('open', '', '', 'one');
  expect(isUnsaved()).toBe(false);
  typeNote('one', 'meia nota');
  typeNote('two', 'outra nota');
  discardUnsaved('one');
  expect([isUnsaved('one'), isUnsaved('two')]).toEqual([false, true]);
});

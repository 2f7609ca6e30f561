import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEnrolment as words } from '../../../../content/open-enrolment.ts';
import { elementsIn, innerParts } from '../../../../tests/support/screens/form.tsx';
import { followUp, listed } from '../../../../tests/support/screens/open-enrolment.ts';
import { setUnsavedOwner, setUnsavedValue, unsavedValue } from '../../controls/unsaved.ts';
import { NotesAndHistory } from './Notes.tsx';

beforeEach(() => setUnsavedOwner('ana'));
afterEach(() => setUnsavedOwner(null));

test('a note that says something is sent once, and goes from the form then; a blank one is not sent', async () => {
  const send = vi.fn(async () => followUp());
  const followed = { enrolment: listed('Ana'), state: followUp({ notes: [] }), busy: false, send };
  const all = NotesAndHistory(followed as unknown as Parameters<typeof NotesAndHistory>[0]);
  const event = { preventDefault: () => {} };
  /** What is said of the field once this note is sent. */
  const problemOf = (text: string) => {
    setUnsavedValue('note', 'Ana', '', { text });
    const form = innerParts(all, 'NewNote', ({ props }) => (props.onSubmit as (of: object) => void)(event));
    return elementsIn(form).find(({ props }) => props.name === 'text')?.props.problem;
  };
  expect([problemOf(' \n'), send.mock.calls.length]).toEqual([words.noteMissing, 0]);
  expect([problemOf('Ligar'), send.mock.calls.length]).toEqual([undefined, 1]);
  await vi.waitUntil(() => unsavedValue('note', 'Ana') === undefined);
});

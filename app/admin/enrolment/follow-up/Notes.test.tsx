import { expect, test } from 'vitest';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { setUnsavedOwner, setUnsavedValue } from '../../controls/unsaved.ts';
import { NotesAndHistory } from './Notes.tsx';

test('what was typed into a note whose ten minutes are over can still be sent or discarded', () => {
  const note = {
    id: 'n',
    text: 'Ligou',
    author: 'Ana',
    writtenAt: '2026-12-20T12:00:00Z',
    mayCorrect: false,
  };
  const state = followUp({ notes: [{ ...note, correctedAt: null }] });
  const draw = () =>
    drawn(
      <NotesAndHistory
        {...{ enrolment: { id: 'one' } as ListedEnrolment, state, busy: false, change: async () => null }}
      />,
    );
  setUnsavedOwner('somebody');
  expect(draw()).not.toContain('>Corrigir</button>');
  setUnsavedValue('noteEdit', 'one', 'n', { text: 'Ligou a mãe' });
  expect(draw()).toContain('>Corrigir</button>');
  setUnsavedOwner(null);
});

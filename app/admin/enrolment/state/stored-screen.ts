import { setUnsavedValue, unsavedValue } from '../../controls/unsaved.ts';
import { reduce } from './open-enrolment.ts';
import type { Draft, EnrolmentEvent, Screen, Undoable } from './shape.ts';

// Where the state is: beside the unsaved texts, because what is not stored yet outlives the dialog.
export const SCREEN = 'screen';
export const LAST = 'undo';
export const draftOf = (id: string) => `${id} decision`;

/** Tells what happened; also when the dialog is closed by then. */
export function dispatchEvent(event: EnrolmentEvent): void {
  const name = draftOf(event.of);
  const { screen, draft, last } = reduce(
    {
      screen: unsavedValue<Screen>(SCREEN) ?? null,
      draft: unsavedValue<Draft>(name) ?? null,
      last: unsavedValue<Undoable>(LAST) ?? null,
    },
    event,
  );
  setUnsavedValue(SCREEN, screen ?? undefined);
  setUnsavedValue(name, draft ?? undefined);
  setUnsavedValue(LAST, last ?? undefined);
}

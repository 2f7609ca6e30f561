import { useRef, useState } from 'react';
import { auditPage } from '../../../content/audit.ts';
import { brazilianMoment, laterDay, momentInBrazil, todayInBrazil } from '../../../domain/dates.ts';
import { Field } from '../../ui/fields/TextField.tsx';
import { takeBackCorrections } from '../api/accounts.ts';
import { giveAllBack } from '../api/erase.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';

/** What is undone: what an account corrected and answered, or that it put enrolments away. Returns what is said of it. */
const UNDO = {
  takeBack: async (account: string, since: Date, password: string) =>
    auditPage.takeBack.done(await takeBackCorrections(account, since, password)),
  giveBack: async (account: string, since: Date, password: string) =>
    auditPage.giveBack.done(await giveAllBack(account, since, password)),
};
export type Undone = keyof typeof UNDO;

/** Undoes at once what an account did since a moment. `onDone` gets the text of the success message. Source: docs/ux.md §8.8. */
export function TakeBackDialog({
  what,
  account,
  email,
  onDone,
  onClose,
}: {
  what: Undone;
  account: string;
  email: string;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(
    () => `${laterDay(todayInBrazil(), -1)}T${brazilianMoment(new Date()).slice(-5)}`,
  );
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const words = { ...auditPage.takeBack, ...auditPage[what] };
  const since = momentInBrazil(typed);

  function checkRest() {
    setProblem(since ? undefined : words.sinceMissing);
    if (!since) input.current?.focus();
    return since !== null;
  }

  return (
    <ConfirmDialog
      title={words.title}
      submit={words.open}
      busy={words.busy}
      destructive
      checkRest={checkRest}
      confirm={async (password) => {
        if (since) onDone(await UNDO[what](account, since, password));
      }}
      onClose={onClose}
    >
      <p>{words.text(email)}</p>
      <Field label={words.since} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            className="field__input"
            type="datetime-local"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
            ref={input}
          />
        )}
      </Field>
      <p className="field__hint">{words.hint}</p>
    </ConfirmDialog>
  );
}

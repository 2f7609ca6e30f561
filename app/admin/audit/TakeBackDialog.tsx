import { useState } from 'react';
import { auditPage } from '../../../content/audit.ts';
import { brazilianMoment, laterDay, momentInBrazil, todayInBrazil } from '../../../domain/dates.ts';
import { DayField } from '../../ui/fields/TextField.tsx';
import { takeBackCorrections } from '../api/accounts.ts';
import { giveAllBack } from '../api/erase.ts';
import { FormDialog } from '../controls/FormDialog.tsx';

/** What is undone: what an account corrected and answered, or that it put enrolments away. Returns what is said of it. */
const UNDO = {
  takeBack: async (account: string, since: Date, password: string) =>
    auditPage.takeBack.done(await takeBackCorrections(account, since, password)),
  giveBack: async (account: string, since: Date, password: string) =>
    auditPage.giveBack.done(await giveAllBack(account, since, password)),
};
export type Undone = keyof typeof UNDO;

type Props = {
  what: Undone;
  account: string;
  email: string;
  /** Gets the text of the success message. */
  onDone: (message: string) => void;
  onClose: () => void;
};

/** Undoes at once what an account did since a moment. Source: docs/ux.md §8.8. */
export function TakeBackDialog({ what, account, email, onDone, onClose }: Props) {
  const [yesterday] = useState(
    () => `${laterDay(todayInBrazil(), -1)}T${brazilianMoment(new Date()).slice(-5)}`,
  );
  const words = { ...auditPage.takeBack, ...auditPage[what] };

  return (
    <FormDialog
      title={words.title}
      submit={words.open}
      busy={words.busy}
      destructive
      initial={{ since: yesterday }}
      check={({ since }) => (momentInBrazil(since) ? {} : { since: words.sinceMissing })}
      password
      send={async ({ since }, password) =>
        onDone(await UNDO[what](account, momentInBrazil(since) as Date, password))
      }
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{words.text(email)}</p>
          <DayField label={words.since} type="datetime-local" {...text('since')} />
          <p className="field__hint">{words.hint}</p>
        </>
      )}
    </FormDialog>
  );
}

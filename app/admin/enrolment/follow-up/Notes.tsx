import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment as words } from '../../../../content/open-enrolment.ts';
import { requests } from '../../../../content/requests.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { NOTE_MAX } from '../../../../domain/desk/situations.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Choice, TextArea } from '../../../ui/fields/TextField.tsx';
import { writeNote } from '../../api/decisions.ts';
import type { FollowUp, Request } from '../../api/follow-up.ts';
import { unsavedValue, useUnsavedValue } from '../../controls/unsaved.ts';
import { useForm } from '../../controls/use-form.ts';
import { changeInWords, whoIn } from '../state/history.ts';
import type { Followed } from '../state/use-open-enrolment.ts';

/** Every note and change, newest first: who, when, what; above them a form for a new note. */
export function NotesAndHistory(followed: Followed) {
  return (
    <section className="stack gap-4">
      <h3 className="subtitle">{words.history}</h3>
      <NewNote {...followed} />
      <ol className="unless-empty stack gap-3" reversed>
        {entriesOf(followed.state).map(({ at, who, text, look }) => (
          <li key={`${at} ${text}`} className={look}>
            <p className="hint">
              {who} · {brazilianMoment(new Date(at))}
            </p>
            <p className="as-typed">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function entriesOf({ notes, history }: FollowUp) {
  const changes = history
    .filter(({ action }) => action !== 'nota')
    .map((one) => ({ at: one.at, who: whoIn(one, history), text: changeInWords(one, history), look: '' }));
  const written = notes.map(({ writtenAt: at, author, text }) => {
    return { at, who: author ?? desk.erasedAccount, text, look: 'notice' };
  });
  return [...written, ...changes].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** A new note; where the family asked for something in person, it is a request too, to be answered later. */
function NewNote({ enrolment, busy, send }: Followed) {
  const { id } = enrolment;
  const form = useForm({
    initial: { text: '', request: '' as Request['kind'] | '' },
    unsaved: useUnsavedValue('note', id),
    failed: deciding.notStored(nameOf(enrolment)),
    check: ({ text }) => (text.trim() === '' ? { text: words.noteMissing } : {}),
    async send({ text, request }) {
      await send(() => writeNote(id, text, request || undefined));
      if ((unsavedValue('note', id)?.text ?? text) !== text) return; // somebody types on
      form.reset();
      form.say({ title: request ? requests.noted : words.savedNote, tone: 'success' });
    },
  });
  return (
    <form {...form.form} className="stack gap-4" onChange={() => form.say(null)}>
      <TextArea
        label={words.note}
        hint={words.noteHint}
        maxLength={NOTE_MAX}
        rows={2}
        {...form.text('text')}
      />
      <Choice
        label={requests.asksFor}
        hint={form.values.request ? requests.asksForHint : undefined}
        none={requests.asksForNothing}
        options={Object.entries(requests.kinds)}
        {...form.text('request')}
      />
      {form.said && <Alert {...form.said} />}
      <div className="row gap-3">
        <SecondaryButton type="submit" disabled={busy}>
          {words.writeNote}
        </SecondaryButton>
      </div>
    </form>
  );
}

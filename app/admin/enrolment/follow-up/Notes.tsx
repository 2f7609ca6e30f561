import { desk } from '../../../../content/desk.ts';
import { openEnrolment as words } from '../../../../content/open-enrolment.ts';
import { requests } from '../../../../content/requests.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { NOTE_MAX } from '../../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { Choice, TextArea } from '../../../ui/fields/TextField.tsx';
import { correctNote, writeNote } from '../../api/decisions.ts';
import type { FollowUp, Note, Request } from '../../api/follow-up.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { unsavedValue, useUnsavedValue } from '../../controls/unsaved.ts';
import { useDialog } from '../../controls/use-dialog.tsx';
import { useForm } from '../../controls/use-form.ts';
import type { Followed, MakeChange } from '../state/use-open-enrolment.ts';
import { changeInWords, whoIn } from './History.tsx';

const NOTE = { hint: words.noteHint, maxLength: NOTE_MAX };

const check = ({ text }: { text: string }) => (text.trim() === '' ? { text: words.noteMissing } : {});

/** Every note and change, newest first: who, when, what; above them a form for a new note. Its author can correct one for ten minutes. */
export function NotesAndHistory(followed: Followed) {
  const { state, change } = followed;
  const { id } = followed.enrolment;
  const { open, close, dialog } = useDialog();
  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="subtitle">{words.history}</h3>
      <NewNote {...followed} />
      <ol className="unless-empty stack gap-3" reversed>
        {entriesOf(state).map(({ at, who, text, note }) => (
          <li key={note?.id ?? `${at} ${text}`} className="entries__entry" data-note={note && ''}>
            <p className="hint break">
              {who} · {brazilianMoment(new Date(at))}
              {note?.correctedAt && ` · ${words.edited}`}
            </p>
            <p className="entries__text as-typed">{text}</p>
            {note &&
              (note.mayCorrect || unsavedValue('noteEdit', id, note.id)) && ( // to send or discard what was typed in time
                <button
                  className="link-button"
                  type="button"
                  onClick={() => open(<EditNote id={id} note={note} change={change} onClose={close} />)}
                >
                  {words.editNote}
                </button>
              )}
          </li>
        ))}
      </ol>
      {dialog}
    </section>
  );
}

type Entry = { at: string; who: string; text: string; note?: Note };

function entriesOf({ notes, history }: FollowUp): Entry[] {
  const changes = history.flatMap((one) =>
    one.action === 'nota' ? [] : { at: one.at, who: whoIn(one, history), text: changeInWords(one) },
  );
  const written = notes.map((note) => ({
    at: note.writtenAt,
    who: note.author ?? desk.erasedAccount,
    text: note.text,
    note,
  }));
  return [...written, ...changes].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** A new note; where the family asked for something in person, it is a request too, to be answered later. */
function NewNote({ enrolment: { id }, busy, change }: Followed) {
  const form = useForm({
    initial: { text: '', request: '' as Request['kind'] | '' },
    unsaved: useUnsavedValue('note', id),
    check,
    async send({ text, request }) {
      if (!(await change(() => writeNote(id, text, request || undefined)))) return;
      if ((unsavedValue('note', id)?.text ?? text) !== text) return; // somebody types on
      form.reset();
      form.say({ title: request ? requests.noted : words.savedNote });
    },
  });
  return (
    <form {...form.form} className="follow-up__part stack gap-4" onChange={() => form.say(null)}>
      <TextArea {...NOTE} rows={2} label={words.note} {...form.text('text')} />
      <Choice
        label={requests.asksFor}
        hint={form.values.request ? requests.asksForHint : undefined}
        none={requests.asksForNothing}
        options={Object.entries(requests.kinds)}
        {...form.text('request')}
      />
      <div className="row gap-3">
        <SecondaryButton type="submit" disabled={busy}>
          {words.writeNote}
        </SecondaryButton>
      </div>
      <p role="status">{form.said?.title}</p>
    </form>
  );
}

type EditNoteProps = { id: string; note: Note; change: MakeChange; onClose: () => void };

function EditNote({ id, note, change, onClose }: EditNoteProps) {
  const [typed, keep] = useUnsavedValue('noteEdit', id, note.id);
  return (
    <FormDialog
      title={words.editTitle}
      submit={words.saveEdit}
      initial={{ text: note.text }}
      unsaved={[typed, keep]}
      check={check}
      explain={() => words.notStored}
      send={async ({ text }) => {
        if (text !== note.text && !(await change(() => correctNote(note.id, text)))) throw new Error(text);
        keep(undefined);
        onClose();
      }}
      onCancel={() => {
        keep(undefined);
        onClose();
      }}
    >
      {({ text }) => <TextArea {...NOTE} label={words.editNote} {...text('text')} />}
    </FormDialog>
  );
}

import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment as words } from '../../../../content/open-enrolment.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { NOTE_MAX } from '../../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { correctNote, writeNote } from '../../api/decisions.ts';
import { actionError } from '../../api/failure-text.ts';
import type { Note } from '../../api/follow-up.ts';
import { unsavedValue, useUnsavedValue } from '../../controls/unsaved.ts';
import { useForm } from '../../controls/use-form.ts';
import type { Followed, MakeChange } from '../state/use-open-enrolment.ts';

const NOTE = { hint: words.noteHint, missing: words.noteMissing, maxLength: NOTE_MAX };

/** The desk's notes, newest first, and a form for a new one. Its author can edit a note for ten minutes. */
export function Notes({ enrolment: { id }, state: { notes }, busy, change }: Followed) {
  const [saved, setSaved] = useState(false);

  async function save(call: Parameters<MakeChange>[0]) {
    setSaved(false);
    const made = (await change(call)) !== null;
    setSaved(made);
    return made;
  }

  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="subtitle">{words.notes}</h3>
      <TextForm
        {...NOTE}
        label={words.note}
        submit={words.writeNote}
        unsaved={['note', id]}
        busy={busy}
        onType={() => setSaved(false)}
        send={(text) => save(() => writeNote(id, text))}
      />
      <p role="status">{saved && words.savedNote}</p>
      {notes.length === 0 && <p>{words.noNotes}</p>}
      <ul className="unless-empty stack gap-3">
        {notes.map((note) => (
          <NoteEntry key={note.id} id={id} note={note} busy={busy} save={save} />
        ))}
      </ul>
    </section>
  );
}

type NoteEntryProps = {
  id: string;
  note: Note;
  busy: boolean;
  /** Whether the change was made. */
  save: (call: Parameters<MakeChange>[0]) => Promise<boolean>;
};

function NoteEntry({ id, note, busy, save }: NoteEntryProps) {
  const [editing, setEditing] = useState(() => unsavedValue('noteEdit', id, note.id) !== undefined);
  const entry = useRef<HTMLLIElement>(null);

  /** The pressed button disappears: the focus moves to what replaces it, unless it is elsewhere. */
  function setMode(edit: boolean) {
    const elsewhere =
      document.activeElement !== document.body && !entry.current?.contains(document.activeElement);
    flushSync(() => setEditing(edit));
    if (elsewhere) return;
    (entry.current?.querySelector<HTMLElement>('textarea, .link-button') ?? entry.current)?.focus();
  }

  return (
    <li className="entries__entry" ref={entry} tabIndex={-1}>
      <p className="hint break">
        {note.author ?? desk.erasedAccount} · {brazilianMoment(new Date(note.writtenAt))}
        {note.correctedAt && ` · ${words.edited}`}
      </p>
      {editing ? (
        <TextForm
          {...NOTE}
          label={words.editNote}
          submit={words.saveEdit}
          stored={note.text}
          unsaved={['noteEdit', id, note.id]}
          busy={busy}
          send={async (text) => text === note.text || save(() => correctNote(note.id, text))}
          onClose={() => setMode(false)}
        />
      ) : (
        <p className="entries__text as-typed">{note.text}</p>
      )}
      {note.mayCorrect && !editing && (
        <button className="link-button" type="button" onClick={() => setMode(true)}>
          {words.editNote}
        </button>
      )}
    </li>
  );
}

type TextFormProps = Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'maxLength' | 'autoFocus'> & {
  /** Said where nothing is written. */
  missing: string;
  submit: string;
  /** What is stored already. */
  stored?: string;
  /** Where it is kept while it is not stored: its kind, the enrolment and the part. */
  unsaved: [kind: 'note' | 'noteEdit' | 'refusal', about: string, part?: string];
  busy: boolean;
  onType?: () => void;
  /** Resolves to whether it was stored. */
  send: (text: string) => Promise<boolean>;
  /** Called when it was stored or cancelled; without it there is nothing to cancel. */
  onClose?: () => void;
  /** The classes of the row of buttons. */
  buttons?: string;
};

/** One text about an enrolment that is written and stored: a note, its correction, why a request is refused. */
export function TextForm({
  missing,
  submit,
  stored = '',
  unsaved,
  busy,
  onType,
  send,
  onClose,
  buttons = 'row gap-3',
  ...area
}: TextFormProps) {
  const [typed, keep] = useUnsavedValue(...unsaved);
  const form = useForm({
    initial: { text: stored },
    unsaved: [
      typed === undefined ? undefined : { text: typed },
      (update) =>
        keep((now) => {
          const text = update({ text: now ?? stored })?.text;
          return text === stored ? undefined : text;
        }),
    ],
    check: ({ text }) => (text.trim() === '' ? { text: missing } : {}),
    async send({ text }) {
      if (!(await send(text))) return;
      if ((unsavedValue(...unsaved) ?? text) !== text) return; // somebody types on
      keep(undefined);
      onClose?.();
    },
    explain: actionError,
  });
  return (
    <form {...form.form} className="follow-up__part stack gap-4" onChange={onType}>
      <TextArea {...area} {...form.text('text')} />
      <div className={buttons}>
        <SecondaryButton type="submit" disabled={busy}>
          {submit}
        </SecondaryButton>
        {onClose && (
          <SecondaryButton
            disabled={busy}
            onClick={() => {
              form.reset();
              onClose();
            }}
          >
            {desk.cancel}
          </SecondaryButton>
        )}
      </div>
    </form>
  );
}

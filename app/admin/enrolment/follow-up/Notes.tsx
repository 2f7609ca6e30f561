import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { NOTE_MAX } from '../../../../domain/desk/situations.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { correctNote, writeNote } from '../../api/decisions.ts';
import type { Note } from '../../api/follow-up-shape.ts';
import { useUnsavedValue } from '../../controls/unsaved.ts';
import type { Followed, MakeChange } from '../state/use-open-enrolment.ts';

/** The desk's notes, newest first, and a form for a new one. Its author can edit a note for ten minutes. */
export function Notes({ enrolment: { id }, state: { notes }, busy, change }: Followed) {
  const [typed = '', setTyped] = useUnsavedValue('note', id);
  const [saved, setSaved] = useState(false);

  async function save(call: Parameters<MakeChange>[0]) {
    setSaved(false);
    const made = (await change(call)) !== null;
    setSaved(made);
    return made;
  }

  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="follow-up__title subtitle">{openEnrolment.notes}</h3>
      <NoteForm
        label={openEnrolment.note}
        button={openEnrolment.writeNote}
        busy={busy}
        text={typed}
        onType={(text) => {
          setTyped(text || undefined);
          setSaved(false);
        }}
        onSave={async () => {
          if (await save(() => writeNote(id, typed))) setTyped((now) => (now === typed ? undefined : now));
        }}
      />
      <p role="status">{saved && openEnrolment.savedNote}</p>
      {notes.length === 0 && <p>{openEnrolment.noNotes}</p>}
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
  const [typed, setTyped] = useUnsavedValue('noteEdit', id, note.id); // undefined while it equals the note
  const [editing, setEditing] = useState(typed !== undefined);
  const entry = useRef<HTMLLIElement>(null);

  /** The pressed button disappears: the focus moves to what replaces it, unless it is elsewhere. */
  function setMode(edit: boolean) {
    const elsewhere =
      document.activeElement !== document.body && !entry.current?.contains(document.activeElement);
    flushSync(() => setEditing(edit));
    if (elsewhere) return;
    (entry.current?.querySelector<HTMLElement>('textarea, .link-button') ?? entry.current)?.focus();
  }

  async function onSave() {
    if (typed === undefined) return setMode(false);
    if (!(await save(() => correctNote(note.id, typed)))) return;
    let typedOn = false;
    setTyped((now) => {
      typedOn = now !== typed;
      return typedOn ? now : undefined;
    });
    if (!typedOn) setMode(false);
  }

  return (
    <li className="entries__entry" ref={entry} tabIndex={-1}>
      <p className="hint break">
        {note.author ?? desk.erasedAccount} · {brazilianMoment(new Date(note.writtenAt))}
        {note.correctedAt && ` · ${openEnrolment.edited}`}
      </p>
      {editing ? (
        <NoteForm
          label={openEnrolment.editNote}
          button={openEnrolment.saveEdit}
          busy={busy}
          text={typed ?? note.text}
          onType={(text) => setTyped(text === note.text ? undefined : text)}
          onSave={onSave}
          onCancel={() => {
            setTyped(undefined);
            setMode(false);
          }}
        />
      ) : (
        <p className="entries__text as-typed">{note.text}</p>
      )}
      {note.mayCorrect && !editing && (
        <button className="link-button" type="button" onClick={() => setMode(true)}>
          {openEnrolment.editNote}
        </button>
      )}
    </li>
  );
}

type NoteFormProps = {
  label: string;
  button: string;
  busy: boolean;
  text: string;
  onType: (text: string) => void;
  onSave: () => Promise<void>;
  onCancel?: () => void;
};

/** The form of a note; calls `onSave` with text in it. */
function NoteForm({ label, button, busy, text, onType, onSave, onCancel }: NoteFormProps) {
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') return field.current?.focus();
    await onSave();
  }

  return (
    <form noValidate onSubmit={onSubmit} className="follow-up__part stack gap-4">
      <TextArea
        label={label}
        hint={openEnrolment.noteHint}
        problem={missing ? openEnrolment.noteMissing : undefined}
        maxLength={NOTE_MAX}
        value={text}
        ref={field}
        onChange={(event) => {
          onType(event.target.value);
          setMissing(false);
        }}
      />
      <div className="row gap-3">
        <SecondaryButton type="submit" disabled={busy}>
          {button}
        </SecondaryButton>
        {onCancel && <SecondaryButton onClick={onCancel}>{desk.cancel}</SecondaryButton>}
      </div>
    </form>
  );
}

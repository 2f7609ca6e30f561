import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment as words } from '../../../../content/open-enrolment.ts';
import { brazilianMoment } from '../../../../domain/dates.ts';
import { NOTE_MAX } from '../../../../domain/desk/situations.ts';
import { correctNote, writeNote } from '../../api/decisions.ts';
import type { Note } from '../../api/follow-up-shape.ts';
import { useUnsavedValue } from '../../controls/unsaved.ts';
import type { Followed, MakeChange } from '../state/use-open-enrolment.ts';
import { TextForm } from './TextForm.tsx';

const NOTE = { hint: words.noteHint, missing: words.noteMissing, maxLength: NOTE_MAX };

/** The desk's notes, newest first, and a form for a new one. Its author can edit a note for ten minutes. */
export function Notes({ enrolment: { id }, state: { notes }, busy, change }: Followed) {
  const unsaved = useUnsavedValue('note', id);
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
        unsaved={unsaved}
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
  const unsaved = useUnsavedValue('noteEdit', id, note.id);
  const [editing, setEditing] = useState(unsaved[0] !== undefined);
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
          unsaved={unsaved}
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

import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../content/desk.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { NOTE_MAX } from '../../domain/situations.ts';
import { Button } from '../ui/Button.tsx';
import { FieldProblem } from '../ui/FieldProblem.tsx';
import { mendNote, type Note, writeNote } from './follow-up.ts';
import { useKept } from './kept.ts';
import type { Change } from './use-follow-up.ts';

/** What the desk wrote down, newest first, and a place for more. A note is its author's to mend, for ten minutes. */
export function Notes({
  id,
  notes,
  busy,
  change,
}: {
  id: string;
  notes: Note[];
  busy: boolean;
  change: Change;
}) {
  const [typed = '', setTyped] = useKept<string>(`${id} nota`);
  const [saved, setSaved] = useState(false);

  async function keep(call: Parameters<Change>[0]) {
    setSaved(false);
    const kept = (await change(call)) !== null;
    setSaved(kept);
    return kept;
  }

  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.notes}</h3>
      <NoteForm
        label={desk.note}
        button={desk.writeNote}
        busy={busy}
        text={typed}
        onType={(text) => {
          setTyped(text || undefined);
          setSaved(false);
        }}
        onKeep={async () => {
          if (await keep(() => writeNote(id, typed))) setTyped((now) => (now === typed ? undefined : now));
        }}
      />
      <p role="status">{saved && desk.savedNote}</p>
      {notes.length === 0 && <p>{desk.noNotes}</p>}
      <ul className="entries">
        {notes.map((note) => (
          <Written key={note.id} id={id} note={note} busy={busy} keep={keep} />
        ))}
      </ul>
    </section>
  );
}

type WrittenProps = {
  id: string;
  note: Note;
  busy: boolean;
  /** Whether the change was made. */
  keep: (call: Parameters<Change>[0]) => Promise<boolean>;
};

function Written({ id, note, busy, keep }: WrittenProps) {
  const [mended, setMended] = useKept<string>(`${id} correcao ${note.id}`); // while it is being mended
  const entry = useRef<HTMLLIElement>(null);

  /** What was pressed is gone then: the focus goes to what took its place. */
  function goOn(text: Parameters<typeof setMended>[0]) {
    flushSync(() => setMended(text));
    entry.current?.querySelector<HTMLElement>('textarea, .link-button')?.focus();
  }

  return (
    <li className="entries__entry" ref={entry}>
      <p className="entries__head">
        {note.autor ?? desk.somebody} · {brazilianMoment(new Date(note.escritaEm))}
        {note.corrigidaEm && ` · ${desk.mended}`}
      </p>
      {mended === undefined ? (
        <p className="entries__text">{note.texto}</p>
      ) : (
        <NoteForm
          label={desk.mendNote}
          button={desk.mend}
          busy={busy}
          text={mended}
          onType={setMended}
          onKeep={async () => {
            if (await keep(() => mendNote(note.id, mended)))
              goOn((now) => (now === mended ? undefined : now));
          }}
          onCancel={() => goOn(undefined)}
        />
      )}
      {note.podeCorrigir && mended === undefined && (
        <button className="link-button" type="button" onClick={() => goOn(note.texto)}>
          {desk.mendNote}
        </button>
      )}
    </li>
  );
}

/** Where a note is typed; `onKeep` when it is not empty and wanted. */
function NoteForm({
  label,
  button,
  busy,
  text,
  onType,
  onKeep,
  onCancel,
}: {
  label: string;
  button: string;
  busy: boolean;
  text: string;
  onType: (text: string) => void;
  onKeep: () => Promise<void>;
  onCancel?: () => void;
}) {
  const id = useId();
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() === '') return field.current?.focus();
    await onKeep();
  }

  return (
    <form noValidate onSubmit={onSubmit} className="follow-up__part">
      <div className={missing ? 'field field--problem' : 'field'}>
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        <p className="field__hint" id={`${id}-dica`}>
          {desk.noteHint}
        </p>
        <FieldProblem id={`${id}-erro`}>{missing ? desk.noteMissing : undefined}</FieldProblem>
        <textarea
          className="field__input field__input--area"
          id={id}
          maxLength={NOTE_MAX}
          aria-invalid={missing}
          aria-describedby={`${id}-dica${missing ? ` ${id}-erro` : ''}`}
          value={text}
          ref={field}
          onChange={(event) => {
            onType(event.target.value);
            setMissing(false);
          }}
        />
      </div>
      <div className="follow-up__row">
        <Button type="submit" variant="secondary" disabled={busy}>
          {button}
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {desk.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../content/desk.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { NOTE_MAX } from '../../domain/situations.ts';
import { Button } from '../ui/Button.tsx';
import { mendNote, type Note, writeNote } from './follow-up.ts';
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
  const [mending, setMending] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function keep(call: Parameters<Change>[0]) {
    setSaved(false);
    const kept = (await change(call)) === 'done';
    setSaved(kept);
    return kept;
  }

  /** What was pressed is gone then: the focus goes to what took its place. */
  function mend(note: string | null, next: string) {
    flushSync(() => setMending(note));
    list.current?.querySelector<HTMLElement>(next)?.focus();
  }

  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.notes}</h3>
      <NoteForm
        label={desk.note}
        button={desk.writeNote}
        busy={busy}
        onKeep={(text) => keep(() => writeNote(id, text))}
      />
      <p role="status">{saved && desk.savedNote}</p>
      {notes.length === 0 && <p>{desk.noNotes}</p>}
      <ul className="entries" ref={list}>
        {notes.map((note) => (
          <li key={note.id} className="entries__entry">
            <p className="entries__head">
              {note.autor ?? desk.somebody} · {brazilianMoment(new Date(note.escritaEm))}
              {note.corrigidaEm && ` · ${desk.mended}`}
            </p>
            {mending === note.id ? (
              <NoteForm
                label={desk.mendNote}
                button={desk.mend}
                text={note.texto}
                busy={busy}
                onKeep={async (text) => {
                  const kept = await keep(() => mendNote(note.id, text));
                  if (kept) mend(null, `[data-note="${note.id}"]`);
                  return kept;
                }}
                onCancel={() => mend(null, `[data-note="${note.id}"]`)}
              />
            ) : (
              <p className="entries__text">{note.texto}</p>
            )}
            {note.podeCorrigir && mending !== note.id && (
              <button
                className="link-button"
                type="button"
                data-note={note.id}
                onClick={() => mend(note.id, 'textarea')}
              >
                {desk.mendNote}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `onKeep` tells whether the note was kept; until then what was typed stays. */
function NoteForm({
  label,
  button,
  text = '',
  busy,
  onKeep,
  onCancel,
}: {
  label: string;
  button: string;
  text?: string;
  busy: boolean;
  onKeep: (text: string) => Promise<boolean>;
  onCancel?: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setMissing(typed.trim() === '');
    if (typed.trim() === '') return field.current?.focus();
    if (await onKeep(typed)) setTyped('');
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
        {missing && (
          <p className="field__problem" id={`${id}-erro`}>
            <span className="vh">Erro:</span> {desk.noteMissing}
          </p>
        )}
        <textarea
          className="field__input field__input--area"
          id={id}
          maxLength={NOTE_MAX}
          aria-invalid={missing}
          aria-describedby={`${id}-dica${missing ? ` ${id}-erro` : ''}`}
          value={typed}
          ref={field}
          onChange={(event) => setTyped(event.target.value)}
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

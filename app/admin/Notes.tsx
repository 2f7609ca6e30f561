import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../content/desk.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { NOTE_MAX } from '../../domain/situations.ts';
import { Button } from '../ui/Button.tsx';
import { mendNote, type Note, writeNote } from './follow-up.ts';
import { useKept } from './kept.ts';
import { TextArea } from './TextField.tsx';
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
  const [typed, setTyped] = useKept<string>(`${id} correcao ${note.id}`); // only what differs
  const [mending, setMending] = useState(typed !== undefined);
  const entry = useRef<HTMLLIElement>(null);

  /** What was pressed is gone then: the focus goes to what took its place, unless somebody went on elsewhere. */
  function goOn(toMend: boolean) {
    const away = document.activeElement !== document.body && !entry.current?.contains(document.activeElement);
    flushSync(() => setMending(toMend));
    if (away) return;
    (entry.current?.querySelector<HTMLElement>('textarea, .link-button') ?? entry.current)?.focus();
  }

  async function onKeep() {
    if (typed === undefined) return goOn(false);
    if (!(await keep(() => mendNote(note.id, typed)))) return;
    let typedOn = false;
    setTyped((now) => {
      typedOn = now !== typed;
      return typedOn ? now : undefined;
    });
    if (!typedOn) goOn(false);
  }

  return (
    <li className="entries__entry" ref={entry} tabIndex={-1}>
      <p className="entries__head">
        {note.autor ?? desk.somebody} · {brazilianMoment(new Date(note.escritaEm))}
        {note.corrigidaEm && ` · ${desk.mended}`}
      </p>
      {mending ? (
        <NoteForm
          label={desk.mendNote}
          button={desk.mend}
          busy={busy}
          text={typed ?? note.texto}
          onType={(text) => setTyped(text === note.texto ? undefined : text)}
          onKeep={onKeep}
          onCancel={() => {
            setTyped(undefined);
            goOn(false);
          }}
        />
      ) : (
        <p className="entries__text">{note.texto}</p>
      )}
      {note.podeCorrigir && !mending && (
        <button className="link-button" type="button" onClick={() => goOn(true)}>
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
      <TextArea
        label={label}
        hint={desk.noteHint}
        problem={missing ? desk.noteMissing : undefined}
        maxLength={NOTE_MAX}
        value={text}
        ref={field}
        onChange={(event) => {
          onType(event.target.value);
          setMissing(false);
        }}
      />
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

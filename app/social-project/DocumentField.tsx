import { type ChangeEvent, type DragEvent, useRef } from 'react';
import { paper } from '../../content/document.ts';
import { DOCUMENT_ACCEPT } from '../../domain/document.ts';
import type { Field } from '../../domain/enrolment-fields.ts';
import { Button } from '../ui/Button.tsx';
import { FieldProblem } from '../ui/FieldProblem.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useReady } from '../ui/use-ready.ts';
import { InsideAppNote } from './InsideAppNote.tsx';
import type { DocumentHandling } from './use-document.ts';

type Props = {
  field: Field;
  document: DocumentHandling;
  problem: string | undefined;
  /** Fires before the camera or the file picker opens: on small phones the page may not survive it. */
  onOpen?: () => void;
};

/** The applicant's document: the browser's own file input, a camera on phones, a place to drop, and what is held. Source: SPEC §2; ux.md §4.7. */
export function DocumentField({ field, document: held, problem, onOpen }: Props) {
  const { name, label, hint, required } = field;
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useReady() && onPhone();
  const { state, offer } = held;

  function onDrop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (!chooser.current?.matches(':disabled')) held.give(file);
  }

  function onPhoto({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) held.give(file);
    target.value = ''; // the same photo may be taken again
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first
    <div
      className={`field question question--file${problem ? ' field--problem' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <label className="field__label" htmlFor={name}>
        {`${label} *`}
      </label>
      <p className="field__hint" id={`${name}-dica`}>
        {hint}
      </p>
      {state.step === 'none' && <p className="field__hint">{paper.tip}</p>}
      <InsideAppNote />
      {hasCamera && (
        <label className="button button--primary camera">
          {paper.takePhoto}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            ref={camera}
            onClick={onOpen}
            onChange={onPhoto}
          />
        </label>
      )}
      <input
        className="field__input"
        type="file"
        id={name}
        name={name}
        accept={DOCUMENT_ACCEPT}
        required={required}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${name}-dica ${name}-erro` : `${name}-dica`}
        ref={chooser}
        onClick={onOpen}
      />
      <div aria-live="polite">
        {state.step === 'preparing' && (
          <p className="field__hint">
            <Spinner /> {paper.preparing}
          </p>
        )}
        {state.step === 'ready' &&
          (state.card ? (
            <state.card
              key={state.prepared.source.name + state.prepared.source.lastModified}
              prepared={state.prepared}
              onTurn={held.turn}
              onChange={() => chooser.current?.click()}
              onRetake={() => (camera.current ?? chooser.current)?.click()}
              onRemove={held.remove}
              onAdd={held.addPage}
              onOpen={onOpen}
            />
          ) : (
            <p>
              {paper.attached(state.prepared.file.name)}{' '}
              <button className="link-button" type="button" onClick={held.remove}>
                {paper.remove}
              </button>
            </p>
          ))}
      </div>
      <FieldProblem id={`${name}-erro`}>{problem}</FieldProblem>
      {offer && <Button onClick={held.shrink}>{paper.shrink}</Button>}
    </div>
  );
}

/** Where fingers point there is a camera; the browser falls back to its picker if not. */
const onPhone = () => matchMedia('(pointer: coarse)').matches;

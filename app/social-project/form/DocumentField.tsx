import { type ChangeEvent, type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { documentTexts } from '../../../content/document.ts';
import { DOCUMENT_ACCEPT } from '../../../domain/document/document.ts';
import type { Field } from '../../../domain/enrolment/fields.ts';
import { InsideAppNote } from '../../document/InsideAppNote.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useReady } from '../../ui/use-ready.ts';
import type { DocumentHandling } from './use-document.ts';
import '../../document/picker.css';

type Props = {
  field: Field;
  document: DocumentHandling;
  problem: string | undefined;
  /** What is said of the chosen file, by its name. */
  attached?: (name: string) => string;
  /** Called before the camera or the file picker opens: a phone short of memory may end the page then. */
  onOpen?: () => void;
};

/** The applicant's document: file input, camera button on phones, drop area; in their place, once there is one, the card of the chosen file. Source: SPEC §2; docs/ux.md §4.7. */
export function DocumentField({
  field,
  document: handling,
  problem,
  attached = documentTexts.attached,
  onOpen,
}: Props) {
  const { name, label, hint, required } = field;
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useReady() && onPhone();
  const { state, shrinkable } = handling;
  /** The document for which the two ways in are open although it is there, to change it. */
  const [changed, setChanged] = useState<typeof state>();
  const changing = state === changed;
  const isFolded = state.step !== 'none' && !changing;
  const result = useRef<HTMLDivElement>(null);

  // The focused picker goes: the focus follows to what takes its place.
  useLayoutEffect(() => {
    if (isFolded && document.activeElement?.closest('.camera')) result.current?.focus();
    if (changing) (camera.current ?? chooser.current)?.focus();
  }, [isFolded, changing]);

  function onDrop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (!chooser.current?.matches(':disabled')) handling.choose(file);
  }

  function onPhoto({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) handling.choose(file);
    target.value = ''; // the same photo may be taken again
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the input
    <div
      className={`field question--file${isFolded ? ' question--attached' : ''}${problem ? ' field--problem' : ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <label className="field__label" htmlFor={name}>
        {`${label} *`}
      </label>
      <p className="field__hint" id={`${name}-dica`}>
        {hint}
      </p>
      <p className="field__hint">{documentTexts.tip}</p>
      <InsideAppNote />
      {hasCamera && (
        <label className={`button button--${shrinkable ? 'secondary' : 'primary'} camera`}>
          {documentTexts.takePhoto}
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
      <label className="button button--secondary camera">
        {documentTexts.chooseFile}
        <input
          type="file"
          id={name}
          name={name}
          accept={DOCUMENT_ACCEPT}
          required={required}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${name}-dica${problem ? ` ${name}-erro` : ''}`}
          ref={chooser}
          onClick={onOpen}
        />
      </label>
      <div aria-live="polite" tabIndex={-1} ref={result}>
        {state.step === 'preparing' && (
          <p className="field__hint">
            <Spinner /> {documentTexts.preparing}
          </p>
        )}
        {state.step === 'ready' &&
          (state.card ? (
            <state.card
              key={state.prepared.source.name + state.prepared.source.lastModified}
              prepared={state.prepared}
              attached={attached}
              onTurn={handling.turn}
              onChange={() =>
                hasCamera ? setChanged(changing ? undefined : state) : chooser.current?.click()
              }
              onRetake={() => (camera.current ?? chooser.current)?.click()}
              onAdd={handling.addPage}
              onOpen={onOpen}
            />
          ) : (
            <p>
              {attached(state.prepared.file.name)}{' '}
              <button className="link-button" type="button" onClick={() => chooser.current?.click()}>
                {documentTexts.change}
              </button>
            </p>
          ))}
      </div>
      <FieldProblem id={`${name}-erro`}>{problem}</FieldProblem>
      {shrinkable && <Button onClick={handling.shrink}>{documentTexts.shrink}</Button>}
    </div>
  );
}

/** A touch screen probably has a camera; without one the browser opens its file picker. */
const onPhone = () => matchMedia('(pointer: coarse)').matches;

import { useRef, useState } from 'react';
import { documentTexts } from '../../../content/document.ts';
import { fileTooLarge, fileWrongKind } from '../../../content/messages.ts';
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES, kindOf } from '../../../domain/document/document.ts';
import { isWhole } from '../../../domain/document/whole-photo.ts';
import type { DocumentCard } from '../../document/DocumentCard.tsx';
import type { Prepared, Refused } from '../../document/prepare.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { isDocument } from '../parts/answers.ts';
import { useAfterPointerUp } from '../parts/use-after-pointer-up.ts';

/** `card` is null when its script did not load: then the file is sent unchanged. */
export type DocumentState =
  | { step: 'none' }
  | { step: 'preparing' }
  | { step: 'ready'; prepared: Prepared; card: typeof DocumentCard | null };

type Options = {
  /** The file input that validation and sending read. */
  input: () => HTMLInputElement;
  setProblem: (message: string, kind?: 'large' | 'wrong') => void;
  clearProblem: () => void;
  /** The problem that the field rules find without reading the file. */
  problem: () => { message: string; kind: string } | null;
};

/** The applicant's document from choosing to ready. The prepared file replaces the chosen one in the input. */
export function useDocument({ input, setProblem, clearProblem, problem }: Options) {
  const [state, setState] = useState<DocumentState>({ step: 'none' });
  /** A photo over the size limit that can be shrunk. */
  const [shrinkable, setShrinkable] = useState<File | null>(null);
  /** Raised with every choice: results of earlier runs are discarded. */
  const run = useRef(0);
  const work = useRef<Promise<void>>(Promise.resolve());
  const ready = useRef<File | null>(null);
  const afterPointerUp = useAfterPointerUp();

  /** To be called when the input's file has changed. */
  function onInputChange() {
    const chosen = input().files?.[0];
    // Older browsers clear the input when a second choice is cancelled.
    if (!chosen && ready.current) return setFile(input(), ready.current);
    run.current += 1;
    ready.current = null;
    setShrinkable(null);
    setState({ step: 'none' });
    clearProblem();
    if (!chosen) return;
    const found = problem();
    if (!found || found.kind === 'missing') return start(chosen, 0);
    remove();
    if (found.kind !== 'large') return setProblem(found.message);
    showToast(fileTooLarge);
    const isPdf = /\.pdf$/i.test(chosen.name) || chosen.type === DOCUMENT_TYPES.pdf;
    setProblem(isPdf ? `${found.message} ${documentTexts.largePdf}` : found.message, 'large');
    if (!isPdf) setShrinkable(chosen); // what is no picture is refused then
  }

  function start(file: File, turns: number) {
    run.current += 1;
    setShrinkable(null);
    clearProblem();
    setState({ step: 'preparing' });
    work.current = prepare(file, turns, run.current);
  }

  async function prepare(file: File, turns: number, ownRun: number) {
    const [result, card] = await attempt(file, turns);
    await pointerUp();
    if (ownRun !== run.current) return;
    if ('refusal' in result) {
      remove();
      return setProblem(result.refusal);
    }
    accept(result, card);
  }

  /** Appends a photo; when that fails, the document stays as it was. */
  async function addPage(photo: File, before: Extract<DocumentState, { step: 'ready' }>, ownRun: number) {
    let result: Prepared | Refused;
    try {
      const { withPage } = await import('../../document/prepare.ts');
      result = await withPage(before.prepared, photo);
    } catch {
      result = { refusal: documentTexts.refusals.pageFailed };
    }
    await pointerUp();
    if (ownRun !== run.current) return;
    if ('refusal' in result) {
      setState(before);
      return setProblem(result.refusal);
    }
    accept(result, before.card);
  }

  /** The card moves the content below it, so it waits for a press to end. */
  const pointerUp = () => new Promise<void>(afterPointerUp);

  function accept(prepared: Prepared, card: typeof DocumentCard | null) {
    setFile(input(), prepared.file);
    ready.current = input().files?.[0] ?? null;
    setState({ step: 'ready', prepared, card });
  }

  function remove() {
    run.current += 1;
    ready.current = null;
    input().value = '';
    setShrinkable(null);
    setState({ step: 'none' });
  }

  return {
    state,
    shrinkable,
    onInputChange,
    /** Chooses a file from the camera, or a dropped one. */
    choose(file: File) {
      setFile(input(), file);
      onInputChange();
    },
    turn() {
      if (state.step === 'ready') start(state.prepared.source, (state.prepared.turns + 1) % 4);
    },
    addPage(photo: File) {
      if (state.step !== 'ready') return;
      run.current += 1;
      clearProblem();
      setState({ step: 'preparing' });
      work.current = addPage(photo, state, run.current);
    },
    shrink() {
      if (shrinkable) start(shrinkable, 0);
    },
    /** Resolves when no preparation is running. */
    settled: () => work.current,
  };
}

export type DocumentHandling = ReturnType<typeof useDocument>;

/** The prepared file and its card. When the script does not load, or the file cannot be read: the file itself, if its kind is accepted, without a card. */
async function attempt(file: File, turns: number): Promise<[Prepared | Refused, typeof DocumentCard | null]> {
  try {
    const [{ prepareDocument }, { DocumentCard }] = await Promise.all([
      import('../../document/prepare.ts'),
      import('../../document/DocumentCard.tsx'),
    ]);
    return [await prepareDocument(file, turns), DocumentCard];
  } catch {
    if (file.size > DOCUMENT_MAX_BYTES) return [{ refusal: fileTooLarge.description ?? '' }, null];
    if (!(await isDocument(file))) return [{ refusal: fileWrongKind }, null];
    if (await isCutPhoto(file)) return [{ refusal: documentTexts.refusals.broken }, null];
    return [{ file, source: file, turns: 0, picture: false, notes: [], warning: null }, null];
  }
}

/** Whether a JPEG or PNG was cut short in transfer; false when it cannot be read, which sending reports. */
async function isCutPhoto(file: File): Promise<boolean> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return kindOf(bytes) !== 'pdf' && !isWhole(bytes);
  } catch {
    return false;
  }
}

/** Sets the file of an input as if it had been chosen there. */
function setFile(input: HTMLInputElement, file: File): void {
  if (input.files?.[0] === file) return;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
}

import { useRef, useState } from 'react';
import { paper } from '../../content/document.ts';
import { fileTooLarge, fileWrongKind } from '../../content/messages.ts';
import { DOCUMENT_MAX_BYTES } from '../../domain/document.ts';
import type { DocumentCard } from '../document/DocumentCard.tsx';
import type { Prepared, Refused } from '../document/prepare.ts';
import { showToast } from '../ui/toast.ts';
import { useAfterPress } from './after-press.ts';
import { isDocument } from './answers.ts';

/** Where the document stands. `card` is null when its script did not arrive: then the file goes as it is. */
export type Paper =
  | { step: 'none' }
  | { step: 'preparing'; name: string }
  | { step: 'ready'; prepared: Prepared; card: typeof DocumentCard | null };

type Surroundings = {
  /** The one input that problems and sending read. */
  input: () => HTMLInputElement;
  /** Says a problem beside the field, or takes it back. */
  accuse: (message: string, kind?: 'large' | 'wrong') => void;
  acquit: () => void;
  /** The problem that the field rules find without looking inside, or undefined. */
  problem: () => { message: string; kind: string } | undefined;
};

/** The applicant's document from choosing to ready; the file that is ready stands in the input again. */
export function useDocument({ input, accuse, acquit, problem }: Surroundings) {
  const [state, setState] = useState<Paper>({ step: 'none' });
  const [offer, setOffer] = useState<File | null>(null);
  /** Grows with every choice: what an earlier one brings is not wanted any more. */
  const round = useRef(0);
  const work = useRef<Promise<void>>(Promise.resolve());
  const ready = useRef<File | null>(null);
  const afterPress = useAfterPress();

  /** Hears that the input holds another file, or none. */
  function choose() {
    const chosen = input().files?.[0];
    // Older browsers empty the input when a second choice is called off.
    if (!chosen && ready.current) return put(input(), ready.current);
    round.current += 1;
    ready.current = null;
    setOffer(null);
    setState({ step: 'none' });
    acquit();
    if (!chosen) return;
    const found = problem();
    if (!found || found.kind === 'missing') return start(chosen, 0);
    remove();
    accuse(found.message, found.kind === 'large' ? 'large' : 'wrong');
    if (found.kind !== 'large') return;
    showToast(fileTooLarge);
    work.current = help(chosen, found.message, round.current);
  }

  function start(file: File, turns: number) {
    round.current += 1;
    setOffer(null);
    acquit();
    setState({ step: 'preparing', name: file.name });
    work.current = prepare(file, turns, round.current);
  }

  async function prepare(file: File, turns: number, mine: number) {
    const [result, card] = await attempt(file, turns);
    await unpressed();
    if (mine !== round.current) return;
    if ('refusal' in result) {
      remove();
      return accuse(result.refusal);
    }
    take(result, card);
  }

  /** Puts one more photo behind what is there; that stays when it does not work. */
  async function addPage(photo: File, before: Extract<Paper, { step: 'ready' }>, mine: number) {
    let result: Prepared | Refused;
    try {
      const { withPage } = await import('../document/prepare.ts');
      result = await withPage(before.prepared, photo);
    } catch {
      result = { refusal: paper.refusals.pageFailed };
    }
    await unpressed();
    if (mine !== round.current) return;
    if ('refusal' in result) {
      setState(before);
      return accuse(result.refusal);
    }
    take(result, before.card);
  }

  /** The card moves what is below it: never under a finger. */
  const unpressed = () => new Promise<void>(afterPress);

  function take(prepared: Prepared, card: typeof DocumentCard | null) {
    put(input(), prepared.file);
    ready.current = input().files?.[0] ?? null;
    setState({ step: 'ready', prepared, card });
  }

  async function help(file: File, message: string, mine: number) {
    try {
      const { helpWithLarge } = await import('../document/prepare.ts');
      const kind = await helpWithLarge(file);
      if (mine !== round.current) return;
      if (kind === 'shrink') setOffer(file);
      if (kind === 'photograph') accuse(`${message} ${paper.largePdf}`, 'large');
    } catch {
      // no script or no file: the message stands
    }
  }

  function remove() {
    round.current += 1;
    ready.current = null;
    input().value = '';
    setOffer(null);
    setState({ step: 'none' });
  }

  return {
    state,
    offer,
    choose,
    remove,
    /** Puts in a file that came another way: from the camera, or dropped. */
    give(file: File) {
      put(input(), file);
      choose();
    },
    turn() {
      if (state.step === 'ready') start(state.prepared.source, (state.prepared.turns + 1) % 4);
    },
    addPage(photo: File) {
      if (state.step !== 'ready') return;
      round.current += 1;
      acquit();
      setState({ step: 'preparing', name: photo.name });
      work.current = addPage(photo, state, round.current);
    },
    shrink() {
      if (offer) start(offer, 0);
    },
    /** Resolves when nothing is being prepared any more. */
    settled: () => work.current,
  };
}

export type DocumentHandling = ReturnType<typeof useDocument>;

/** The prepared file, and the card to show it; the file itself, if it is a document, when the script or the file does not come. */
async function attempt(file: File, turns: number): Promise<[Prepared | Refused, typeof DocumentCard | null]> {
  try {
    const [{ prepareDocument }, { DocumentCard }] = await Promise.all([
      import('../document/prepare.ts'),
      import('../document/DocumentCard.tsx'),
    ]);
    return [await prepareDocument(file, turns), DocumentCard];
  } catch {
    if (file.size > DOCUMENT_MAX_BYTES) return [{ refusal: fileTooLarge.description ?? '' }, null];
    if (!(await isDocument(file))) return [{ refusal: fileWrongKind }, null];
    return [{ file, source: file, turns: 0, picture: false, notes: [], doubt: null }, null];
  }
}

/** Gives an input a file as if it had been chosen there. */
function put(input: HTMLInputElement, file: File): void {
  if (input.files?.[0] === file) return;
  const carrier = new DataTransfer();
  carrier.items.add(file);
  input.files = carrier.files;
}

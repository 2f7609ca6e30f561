import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { documentKind } from '../document/fetch-document.ts';
import { useStateOf } from './state/use-state-of.ts';

type View = 'sheet' | 'document' | 'followUp';

/** From this width sheet and document stand side by side. Source: docs/ux.md §8.1; enrolment-dialog.css. */
const WIDE = '(min-width: 56.25rem)';

/**
 * What is shown of an enrolment: side by side, or one view at a time. `documentOpen`: the
 * document is fetched and drawn, which leaves an audit entry; `full`: it fills the dialog.
 */
export function useViews(enrolment: StoredEnrolment) {
  const wide = useWide();
  const [chosen = 'sheet', setChosen] = useUnsavedValue<View>('tab');
  const [beside = false, setBeside] = useUnsavedValue<boolean>('document-beside'); // in memory alone
  const showable = documentKind(enrolment) !== 'none';
  const [documentOpen, setDocumentOpen] = useStateOf(enrolment.id, beside && showable);
  const [full, setFull] = useStateOf(enrolment.id, false);

  const wasWide = useRef(wide);
  useEffect(() => {
    if (wasWide.current && !wide && documentOpen) setChosen('document'); // what was read stays in sight
    wasWide.current = wide;
  }, [wide, documentOpen, setChosen]);

  return {
    wide,
    chosen,
    show: setChosen as (view: View) => void,
    beside,
    setBeside: (on: boolean) => {
      setBeside(on || undefined);
      if (on && showable) setDocumentOpen(true);
    },
    documentOpen,
    setDocumentOpen: (open: boolean) => {
      setDocumentOpen(open);
      if (!open) setFull(false);
    },
    full: full && wide,
    setFull,
    /** Opens the document and gives it the whole dialog; pressed again, the sheet is back. */
    onDocumentKey: () => {
      if (!wide) setChosen('document');
      if (!showable) return;
      setFull(!full);
      setDocumentOpen(true);
    },
  };
}

export type Views = ReturnType<typeof useViews>;

function useWide(): boolean {
  return useSyncExternalStore(
    listen,
    () => matchMedia(WIDE).matches,
    () => true,
  );
}

function listen(listener: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

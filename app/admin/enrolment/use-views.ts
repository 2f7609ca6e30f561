import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { documentKind } from '../document/fetch-document.ts';
import { useStateOf } from './state/use-state-of.ts';

/** From this width sheet and document stand side by side. Source: docs/ux.md §8.1; enrolment-dialog.css. */
const WIDE = '(min-width: 56.25rem)';

/**
 * What is shown of an enrolment: side by side, or one view at a time. `documentOpen`: the document
 * is fetched and drawn, which leaves an audit entry. That happens as soon as it is in sight: beside
 * the sheet at once, unless the browser saves data, and in its tab when that is chosen.
 */
export function useViews(enrolment: StoredEnrolment) {
  const wide = useWide();
  const [chosen = 'sheet', setChosen] = useUnsavedValue('tab');
  const showable = documentKind(enrolment) !== 'none';
  const inSight = showable && (wide ? !savesData() : chosen === 'document');
  const [opened, setDocumentOpen] = useStateOf<boolean | null>(enrolment.id, null); // null: nothing yet
  const documentOpen = opened ?? inSight;

  useEffect(() => {
    if (inSight && opened === null) setDocumentOpen(true); // stays when the views change their places
  }, [inSight, opened, setDocumentOpen]);

  const wasWide = useRef(wide);
  useEffect(() => {
    if (wasWide.current && !wide && documentOpen) setChosen('document'); // what was read stays in sight
    wasWide.current = wide;
  }, [wide, documentOpen, setChosen]);

  return {
    wide,
    chosen,
    show: setChosen,
    documentOpen,
    setDocumentOpen: setDocumentOpen as (open: boolean) => void,
  };
}

/** Whether somebody asked the browser to save data: a document of 5 MB waits for a press then. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

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

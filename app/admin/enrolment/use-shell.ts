import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { desk } from '../../../content/desk.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { storedDocument } from '../../../domain/desk/sheet.ts';
import { findBeside, type ListedEnrolment } from '../api/enrolments.ts';
import { actionError } from '../api/failure-text.ts';
import { discardUnsaved, useUnsavedValue } from '../controls/unsaved.ts';
import { documentKind } from '../document/fetch-document.ts';
import { useSheets } from '../print/PrintJob.tsx';
import { useMissing } from '../sheet/use-missing.ts';
import { type OpenedEnrolment, useOpenEnrolment } from './state/use-open-enrolment.ts';

/** Where the rows of the list stand in the filter's result: the number of the first, null when it is not known, and the total in words. */
type RowNumbers = { first: number | null; total: string };

export type DialogProps = {
  /** The open one. */
  enrolment: ListedEnrolment;
  /** The list's: previous and next stay inside it. */
  filter: EnrolmentFilter;
  rows: readonly ListedEnrolment[];
  numbers: RowNumbers;
  onSelect: (enrolment: ListedEnrolment) => void;
  onClose: () => void;
  onErased: () => void;
};

/** What head, views, foot and inner dialogs of an open enrolment share: it, and what is done with the dialog. */
export function useShell({ onClose, onErased, ...listed }: DialogProps) {
  const { enrolment, onSelect } = listed;
  const { id } = enrolment;
  const missing = useMissing(id);
  const neighbours = useNeighbours(listed);
  const opened = useOpenEnrolment({ enrolment, goOn: () => neighbours.step('after'), onSelect });
  return {
    missing,
    opened,
    views: useViews(opened),
    neighbours,
    printing: usePrintButton(opened),
    close() {
      if (missing) discardUnsaved(id); // it was shown once
      onClose();
    },
    erased() {
      discardUnsaved(id);
      onErased();
    },
    step(direction: 'before' | 'after') {
      opened.say('');
      void neighbours.step(direction);
    },
  };
}

export type Shell = ReturnType<typeof useShell>;

/**
 * Previous and next inside the filter; beyond the loaded page the back end is asked.
 * `at` is the number of the open one, null when it is not known; `said`: why there is no
 * other.
 */
function useNeighbours({
  enrolment,
  filter,
  rows,
  numbers,
  onSelect,
}: Omit<DialogProps, 'onClose' | 'onErased'>) {
  const [said, setSaid] = useState('');
  const [beyond, setBeyond] = useState<{ id: string; at: number | null }>();
  const [total, setTotal] = useState(numbers.total); // of when the dialog opened: decided ones leave a filter, not this walk
  const running = useRef<AbortController | null>(null);

  if (total === '' && numbers.total !== '') setTotal(numbers.total);
  useEffect(() => () => running.current?.abort(), []);

  const row = rows.findIndex(({ id }) => id === enrolment.id);
  const listed = row < 0 || numbers.first === null ? null : numbers.first + row;
  const at = row < 0 && beyond?.id === enrolment.id ? beyond.at : listed;

  async function step(direction: 'before' | 'after') {
    if (running.current) return;
    const forward = direction === 'after' ? 1 : -1;
    const beside = row < 0 ? undefined : rows[row + forward];
    setSaid('');
    if (beside) return onSelect(beside);
    const request = new AbortController();
    const { signal } = request;
    running.current = request;
    try {
      const { rows: found, lost } = await findBeside(filter, direction, enrolment.id, signal);
      if (signal.aborted) return;
      const [next] = found;
      if (lost) setSaid(desk.missing);
      else if (!next) setSaid(forward > 0 ? openEnrolment.lastOne : openEnrolment.firstOne);
      else {
        setBeyond({ id: next.id, at: at === null ? null : at + forward });
        onSelect(next);
      }
    } catch (error) {
      if (!signal.aborted) setSaid(actionError(error));
    } finally {
      running.current = null;
    }
  }

  return { at, total, said, step };
}

/** From this width sheet and document stand side by side. Source: docs/ux.md §8.1; enrolment-dialog.css. */
const wideWindow = () => matchMedia('(min-width: 56.25rem)');

/**
 * What is shown of an enrolment: side by side, or one view at a time. `documentOpen`: the document
 * is fetched and drawn, which leaves an audit entry. That happens as soon as it is in sight: beside
 * the sheet at once, unless the browser saves data, and in its tab when that is chosen.
 */
function useViews({ enrolment, screen, show }: OpenedEnrolment) {
  const wide = useSyncExternalStore(listen, () => wideWindow().matches);
  const [chosen = 'sheet', choose] = useUnsavedValue('tab');
  const paper = useRef<HTMLElement>(null);
  const showable = documentKind({ ...enrolment, cadastroUnico: storedDocument(enrolment) }) !== 'none';
  const inSight = showable && (wide ? !savesData() : chosen === 'document');
  const documentOpen = screen.documentOpen ?? inSight;
  const setDocumentOpen = (isOpen: boolean) => show({ documentOpen: isOpen });

  useEffect(() => {
    if (inSight && screen.documentOpen === null) show({ documentOpen: true }); // stays when the views change their places
  });

  const wasWide = useRef(wide);
  useEffect(() => {
    if (wasWide.current && !wide && documentOpen) choose('document'); // what was read stays in sight
    wasWide.current = wide;
  }, [wide, documentOpen, choose]);

  /** `paper`: the panel of the document, which fills the screen on request. */
  return { wide, chosen, choose, documentOpen, setDocumentOpen, paper };
}

/** Whether somebody asked the browser to save data: a document of 5 MB waits for a press then. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

function listen(listener: () => void) {
  const query = wideWindow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Printing the open sheet; `paper`: what is on paper while it is printed. */
function usePrintButton({ enrolment, show }: OpenedEnrolment) {
  const { print: printNow, ...job } = useSheets([enrolment]);

  async function print() {
    show({ notPrinted: null });
    show({ notPrinted: await printNow() });
  }

  return { ...job, print };
}

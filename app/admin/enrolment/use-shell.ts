import { storedDocument } from '../../../domain/desk/sheet.ts';
import { summaryOf } from '../api/follow-up.ts';
import type { FollowUpSummary } from '../api/follow-up-shape.ts';
import { discardUnsaved } from '../controls/unsaved.ts';
import { useMissing } from '../sheet/use-missing.ts';
import { useSuggestion } from './decision/use-suggestion.ts';
import { type Followed, useOpenEnrolment } from './state/use-open-enrolment.ts';
import { useStateOf } from './state/use-state-of.ts';
import { type NeighbourOptions, useNeighbours } from './use-neighbours.ts';
import { usePrintButton } from './use-print-button.ts';
import { useViews } from './use-views.ts';

/** What may be open above the enrolment; `erase on request`: for the family, who asked. */
type Inner = 'correct' | 'attach' | 'erase' | 'erase on request';

export type DialogProps = NeighbourOptions & {
  onFollowUpChange: (enrolment: string, known: FollowUpSummary) => void;
  onClose: () => void;
  onErased: () => void;
};

/** What head, views, foot and inner dialogs of an open enrolment share: it, as it is known now, and what is done with the dialog. */
export function useShell({ onFollowUpChange, onClose, onErased, ...listed }: DialogProps) {
  const { enrolment, onSelect } = listed;
  const { id } = enrolment;
  const missing = useMissing(id);
  const [inner, open] = useStateOf<Inner | null>(id, null);
  const views = useViews({ ...enrolment, cadastroUnico: storedDocument(enrolment) });
  const neighbours = useNeighbours(listed);
  const goOn = () => neighbours.step('after');
  const opened = useOpenEnrolment({ enrolment, goOn, onSelect, onFollowUpChange });
  const { screen, change } = opened;
  const state = opened.followUp.data;
  const shown = state ? { ...enrolment, ...summaryOf(state) } : enrolment;
  const followed: Followed | null = state ? { enrolment: shown, state, busy: screen.busy, change } : null;
  return {
    enrolment: shown,
    missing,
    opened,
    /** Null until its follow-up is loaded. */
    followed,
    /** Into which class; null until that is known. */
    suggestion: useSuggestion(shown),
    views,
    neighbours,
    printing: usePrintButton(shown),
    inner,
    open,
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
    compare() {
      views.show('followUp');
      opened.show({ comparing: screen.comparing + 1 });
    },
  };
}

export type Shell = ReturnType<typeof useShell>;

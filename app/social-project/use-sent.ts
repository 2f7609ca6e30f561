import { useEffect, useState } from 'react';
import { pages } from '../../content/pages.ts';
import { sent as words } from '../../content/sent.ts';
import type { Enrolment } from '../../domain/enrolment/enrolment.ts';
import { type FamilyAnswers, familyAnswers } from '../../domain/enrolment/family.ts';
import type { SentEnrolment } from '../../domain/enrolment/sent-enrolment.ts';
import { deleteSent, readSent, saveSent } from './after/sent-store.ts';
import { readTabDraft } from './draft/draft-store.ts';

type SentState = {
  /** The last sent enrolment of this tab. */
  sent: SentEnrolment | null;
  /** Whether its confirmation stands in the form's place. */
  isConfirming: boolean;
  /** Just sent, not read again after a reload. */
  isFresh: boolean;
  /** What the next member of the family may begin with; in memory alone, so a reload forgets it. */
  family: FamilyAnswers | null;
  /** What the present form began with. */
  shared: FamilyAnswers | null;
  /** Key of the form, which is a new one for each person: in a cleared one React would not notice the same choice again. */
  form: number;
};

const NOTHING_SENT: SentState = {
  sent: null,
  isConfirming: false,
  isFresh: false,
  family: null,
  shared: null,
  form: 0,
};

/** Which of the two stands on the page: the form, or the confirmation of the last sent enrolment. Source: docs/ux.md §6.2. */
export function useSent() {
  const [state, setState] = useState(NOTHING_SENT);

  // In an effect, because the prerendered page has none. A begun form is not covered.
  useEffect(() => {
    const sent = readSent();
    if (sent) setState((now) => ({ ...now, sent, isConfirming: readTabDraft(Date.now()) === null }));
  }, []);

  return {
    ...state,
    onSent(sent: SentEnrolment, answers: Enrolment) {
      saveSent(sent);
      document.title = words.pageTitle;
      setState(({ form }) => ({
        sent,
        isConfirming: true,
        isFresh: true,
        family: familyAnswers(answers),
        shared: null,
        form: form + 1,
      }));
    },
    /** After the guardian that was missing was given by the link. */
    onGuardian(sent: SentEnrolment) {
      saveSent(sent);
      setState((now) => ({ ...now, sent }));
    },
    /** The form comes back, empty or with `shared`. */
    begin(shared: FamilyAnswers | null) {
      document.title = pages.socialProject.title;
      setState((now) => ({ ...now, isConfirming: false, shared, form: shared ? now.form + 1 : now.form }));
      requestAnimationFrame(() => {
        const title = document.getElementById('formulario');
        title?.scrollIntoView({ block: 'start', behavior: 'instant' });
        title?.focus({ preventScroll: true });
      });
    },
    /** After the answers of the present form were erased. */
    onErased: () => setState((now) => ({ ...now, shared: null, form: now.form + 1 })),
    /** Forgets the last enrolment, in the tab's storage too. */
    forget: deleteSent,
  };
}

import { correcting } from '../../../../content/corrections.ts';
import { deciding as words } from '../../../../content/deciding.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { isGuardianMissing } from '../../../../domain/desk/flags.ts';
import { firstNameOf, isMinor } from '../../../../domain/desk/sheet.ts';
import { NEEDS_REASON, type Situation, situationInWords } from '../../../../domain/desk/situations.ts';
import { changeSituation, type DecisionDetails, tickCriterion } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Change, Changed, FollowUp } from '../../api/follow-up.ts';
import type { Decision, Draft, Undoable } from '../../controls/unsaved.ts';

// The rules of deciding: what is asked first, what stays written, what may be taken back.
// use-open-enrolment.ts makes the calls.

/** Why approving asks first: who may be repeated, a minor without a guardian, one that nobody has confirmed. */
export type ApprovalWarning = 'repeated' | 'noGuardian' | 'guardian';

/**
 * A decision that is pressed; `next`: whether the next enrolment is wanted after it, `guardian`: whether the press
 * confirmed the guardian too.
 */
export type Wanted = { situation: Situation; details: DecisionDetails; next: boolean; guardian?: boolean };

/** What may be open above the enrolment; `erase on request`: for the family, who asked. */
type Inner = 'correct' | 'attach' | 'erase' | 'erase on request' | 'messages' | 'links';

/** What the dialog shows of an enrolment besides its follow-up. */
export type Screen = {
  inner: Inner | null;
  /** Whether the document is fetched and drawn; null: nobody said so yet. */
  documentOpen: boolean | null;
  /** Why the sheet was not printed. */
  notPrinted: string | null;
  /** A call is on its way. */
  busy: boolean;
  /** Why the last call failed. */
  problem: string | null;
  /** Another administrator decided first. */
  overtaken: boolean;
  /** An approval that waits for confirmation, and why; `full`: the class has no place. */
  asking: (Wanted & { why: (ApprovalWarning | 'full')[] }) | null;
  /** Whether 'Mais' is open. */
  more: boolean;
  /** Esc has hidden the details that are being written; they stay unsaved. */
  folded: boolean;
  /** Grows each time somebody asks for the comparison; 0: nobody did. */
  comparing: number;
};

/** Nothing has happened to it yet. */
export const FRESH: Screen = {
  ...{ inner: null, documentOpen: null, notPrinted: null },
  ...{ busy: false, problem: null, overtaken: false },
  ...{ asking: null, more: false, folded: false, comparing: 0 },
};

/** The unsaved decision that is asked about on the screen: not while it is on its way, or put out of sight. */
export const shownDraft = ({ folded, busy, asking }: Screen, draft: Draft | undefined): Draft | undefined =>
  draft && !folded && !asking && (draft.editing || !busy) ? draft : undefined;

/** Whether something is open that Esc closes before it closes the dialog. */
export const isAsking = (screen: Screen, draft: Draft | undefined): boolean =>
  Boolean(screen.asking || screen.more || shownDraft(screen, draft));

/** Whether a decision asks for details first: a reason, another class for who is in one already, or waits, who wanted it. */
export const asksFirst = (situation: Situation, standing: Situation | undefined): boolean =>
  NEEDS_REASON.includes(situation) || situation === standing || situation === 'desistiu';

/** What is asked about before this person is approved. */
export const warningsAbout = (enrolment: ListedEnrolment): ApprovalWarning[] => [
  ...(enrolment.mayBeRepeated || enrolment.repeatedOf ? (['repeated'] as const) : []),
  ...(isGuardianMissing(enrolment) ? (['noGuardian'] as const) : []),
  ...(hasUnconfirmedGuardian(enrolment) ? (['guardian'] as const) : []),
];

/** Whether a minor's guardian came by the link, and nobody has confirmed it. */
const hasUnconfirmedGuardian = (enrolment: ListedEnrolment): boolean =>
  enrolment.hasNewGuardian && isMinor(enrolment);

/** That guardian in words; '' for none. */
export const unconfirmedGuardian = (enrolment: ListedEnrolment): string =>
  hasUnconfirmedGuardian(enrolment)
    ? [enrolment.guardianName, phoneInWords(enrolment.guardianPhone ?? '')].filter(Boolean).join(', ')
    : '';

/**
 * A call that stores a decision, and may be made again until it is answered. `asked`: about the guardian that
 * came by the link, if there is one, whom approving confirms then.
 */
export function storing(
  enrolment: ListedEnrolment,
  decision: Decision,
  asked: boolean,
): () => Promise<Changed | null> {
  const { id } = enrolment;
  const { situation, version } = decision;
  let confirms = asked && situation === 'aprovada' && hasUnconfirmedGuardian(enrolment);
  return async () => {
    if (confirms) {
      const ticked = await tickCriterion(id, version, 'responsavel', true);
      if (!ticked?.applied) return ticked;
      confirms = false;
    }
    return changeSituation(id, version, situation, decision);
  };
}

type Part = 'reason' | 'classId' | 'firstDay';

/** What is written with a decision. */
const partsOf = (situation: Situation): readonly Part[] =>
  NEEDS_REASON.includes(situation) ? ['reason'] : ['classId', 'firstDay'];

export const isWritten = (draft: Draft): boolean => partsOf(draft.situation).some((part) => draft[part]);

/** The draft of a decision whose details are asked for: what stands, under what was half written. */
export const askedAbout = (
  draft: Draft | undefined,
  situation: Situation,
  followUp: FollowUp,
  classId: string,
): Draft => ({
  version: followUp.version,
  reason: followUp.situation === situation ? (followUp.reason ?? '') : '',
  classId: followUp.classId ?? classId,
  firstDay: followUp.firstDay ?? '',
  ...draft,
  situation,
  editing: true,
});

/** A sent decision is a draft until it is stored; what is written for another situation, which it stores none of, stays. */
export const draftOnceSent = (draft: Draft | undefined, sent: Decision): Draft =>
  draft && draft.situation !== sent.situation && isWritten(draft) ? draft : { ...draft, ...sent };

/** What stays unsaved after the answer to a decision, or to another change, which shows nobody what was decided meanwhile. */
export function draftOnceAnswered(
  draft: Draft | undefined,
  answer: Changed | null,
  sent?: Decision,
): Draft | undefined {
  if (!draft || answer?.applied === undefined) return draft;
  return answer.applied && sent && isSame(draft, sent) ? undefined : { ...draft, version: answer.version };
}

/** Whether none of the situation's details was changed meanwhile. */
const isSame = (typed: Decision, sent: Decision): boolean =>
  typed.situation === sent.situation &&
  partsOf(sent.situation).every((part) => (typed[part] ?? '') === (sent[part] ?? ''));

/** How long the database allows an undo, and the least that it is offered for: clocks differ. */
const UNDO_MS = 60_000;
const LEAST_UNDO_MS = 5_000;

/** Until when the last decision may be undone, in this computer's ms; `now`: when `undoUntil` arrived. */
export const undoEnd = ({ undoUntil }: FollowUp, now: number): number =>
  now + Math.min(UNDO_MS, Math.max(LEAST_UNDO_MS, Date.parse(undoUntil ?? '') - now || 0));

/** What may be taken back once this is known of an enrolment; of another it stays in reach. */
export function undoableAfter(
  last: Undoable | undefined,
  enrolment: ListedEnrolment,
  followUp: FollowUp,
  now: number,
): Undoable | undefined {
  const isIts = last?.enrolment.id === enrolment.id;
  if (!followUp.undoUntil) return isIts ? undefined : last;
  if (isIts && last?.version === followUp.version) return last;
  return {
    enrolment,
    version: followUp.version,
    situation: followUp.situation,
    isCorrection: lastDecision(followUp.history)?.action === 'correcao',
    until: undoEnd(followUp, now),
  };
}

/** The newest change that raised the version. */
const lastDecision = (changes: readonly Change[]): Change | undefined =>
  changes.find(({ action }) => /^(situacao|correcao)/.test(action));

/** Whom an undo is about: the first name; 'inscrição' without one. */
export const undoneName = (enrolment: ListedEnrolment): string => firstNameOf(enrolment) || 'inscrição';

/** What became of an undo. */
export function undoneInWords(
  enrolment: ListedEnrolment,
  answer: Changed | null,
): { text: string; failed: boolean } {
  const name = undoneName(enrolment);
  if (!answer?.applied) return { text: words.notUndone(name), failed: true };
  const isCorrection = lastDecision(answer.history)?.action === 'correcao-desfeita';
  const text = isCorrection
    ? correcting.undone(name)
    : words.undone(name, situationInWords(answer.situation));
  return { text, failed: false };
}

import { correcting } from '../../../../content/corrections.ts';
import { deciding as words } from '../../../../content/deciding.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { type DeskClass, hasRoom, offeredClasses, suitableClass } from '../../../../domain/desk/classes.ts';
import { isGuardianMissing } from '../../../../domain/desk/flags.ts';
import { ageOf, firstNameOf, isMinor } from '../../../../domain/desk/sheet.ts';
import { NEEDS_REASON, type Situation, situationInWords } from '../../../../domain/desk/situations.ts';
import { changeSituation, tickCriterion } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Change, Changed, FollowUp } from '../../api/follow-up.ts';
import type { Decision, Draft, Undoable } from '../../controls/unsaved.ts';

// The rules of deciding: what is asked first, what stays written, what may be taken back.
// use-open-enrolment.ts makes the calls.

/** Why approving asks first: who may be repeated, a minor without a guardian, one that nobody has confirmed. */
export type ApprovalWarning = 'repeated' | 'noGuardian' | 'guardian';

/** What may be open above the enrolment; `erase on request`: for the family, who asked; `new link`: in the place of those that were ended. */
type Inner = 'correct' | 'attach' | 'erase' | 'erase on request' | 'messages' | 'links' | 'new link';

/** What the dialog shows of an enrolment besides its follow-up. */
export type Screen = {
  inner: Inner | null;
  /** A call is on its way. */
  busy: boolean;
  /** Why the last call failed, or nothing was printed. */
  problem: string | null;
  /** Another administrator decided first. */
  overtaken: boolean;
  /** Esc has hidden the decision that is being written; it stays unsaved. */
  folded: boolean;
  /** How its sheet is printed next. */
  paper: { discreet: boolean; onRequest: boolean };
};

/** Nothing has happened to it yet. */
export const FRESH: Screen = {
  ...{ inner: null, busy: false, problem: null, overtaken: false, folded: false },
  paper: { discreet: false, onRequest: false },
};

/** The unsaved decision that is asked about on the screen: not while it is on its way, or put out of sight. */
export const shownDraft = ({ folded, busy }: Screen, draft: Draft | undefined): Draft | undefined =>
  draft && !folded && (draft.editing || !busy) ? draft : undefined;

/** Whether a decision is asked about first: a reason, who wanted to leave, a doubt about who is approved, or another class for who is in one, or waits. */
export const asksFirst = (situation: Situation, enrolment: ListedEnrolment): boolean =>
  NEEDS_REASON.includes(situation) ||
  situation === 'desistiu' ||
  situation === enrolment.situation ||
  (situation === 'aprovada' && warningsAbout(enrolment).length > 0);

/** The situation that usually follows each one; null where nothing is left to decide. */
const LIKELY: Record<Situation, 'aprovada' | null> = {
  nova: 'aprovada',
  'em-analise': 'aprovada',
  'falta-documento': 'aprovada',
  'lista-de-espera': 'aprovada',
  aprovada: null,
  'nao-aprovada': null,
  desistiu: null,
};

/**
 * What deciding about an enrolment begins with: `into` a class with a place; `wait` for one, since all that
 * fit are full; `choose`, where several fit or none does; `none`, where no class is offered.
 */
export type Suggestion = { kind: 'into' | 'wait' | 'choose' | 'none'; fitting: DeskClass | null };

/** The awaited class as soon as it has a place, else the one of `suitableClass`. */
export function suggestionOf(classes: readonly DeskClass[], enrolment: ListedEnrolment): Suggestion {
  const offered = offeredClasses(classes);
  const awaited = offered.find(({ id }) => id === enrolment.classId);
  if (awaited && hasRoom(awaited)) return { kind: 'into', fitting: awaited };
  const { suggested, waiting } = suitableClass(classes, ageOf(enrolment) ?? 0);
  if (waiting) return { kind: 'wait', fitting: suggested };
  if (suggested) return { kind: 'into', fitting: suggested };
  return { kind: offered.length > 0 ? 'choose' : 'none', fitting: null };
}

/** Whether nothing is left to decide, or nothing can be yet: who waits goes on waiting while the class is full. */
export const isDecided = (situation: Situation, suggestion: Suggestion | null): boolean =>
  LIKELY[situation] === null || (situation === 'lista-de-espera' && suggestion?.kind === 'wait');

/** What is asked about before this person is approved. */
export const warningsAbout = (enrolment: ListedEnrolment): ApprovalWarning[] => [
  ...(enrolment.mayBeRepeated || enrolment.repeatedOf ? (['repeated'] as const) : []),
  ...(isGuardianMissing(enrolment) ? (['noGuardian'] as const) : []),
  ...(hasUnconfirmedGuardian(enrolment) ? (['guardian'] as const) : []),
];

/** Those warnings in one sentence; '' for none. */
export function warningsInWords(enrolment: ListedEnrolment): string {
  const warnings = warningsAbout(enrolment);
  const isAlone = warnings.includes('noGuardian');
  const others = [warnings.includes('repeated') && words.repeatedToo, isAlone && words.noGuardian]
    .filter(Boolean)
    .join(', ');
  if (warnings.includes('guardian'))
    return `${words.unconfirmed(guardianOf(enrolment))} ${others && words.look(others)}`.trim();
  return isAlone ? words.confirmApproval(others) : others && words.mayBeRepeated;
}

/** Whether a minor's guardian came by the link, and nobody has confirmed it. */
const hasUnconfirmedGuardian = (enrolment: ListedEnrolment): boolean =>
  enrolment.hasNewGuardian && isMinor(enrolment);

const guardianOf = ({ guardianName, guardianPhone }: ListedEnrolment): string =>
  [guardianName, phoneInWords(guardianPhone ?? '')].filter(Boolean).join(', ');

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
    return onceAnswered(await changeSituation(id, version, situation, decision), situation);
  };
}

/** What was answered at last is overtaken where a colleague has decided since. */
export const onceAnswered = (answer: Changed | null, sent: Situation): Changed | null =>
  answer?.repeated && answer.situation !== sent ? { ...answer, applied: false } : answer;

type Part = 'reason' | 'classId' | 'firstDay';

/** What is written with a decision. */
export const partsOf = (situation: Situation): readonly Part[] => {
  if (NEEDS_REASON.includes(situation)) return ['reason'];
  return situation === 'aprovada'
    ? ['classId', 'firstDay']
    : situation === 'lista-de-espera'
      ? ['classId']
      : [];
};

/** Whether somebody typed what would be lost. */
export const isWritten = (draft: Draft): boolean =>
  Boolean(draft.typed) && (['reason', ...partsOf(draft.situation)] as const).some((part) => draft[part]);

/** The draft of a decision that is asked about: what stands, under what was half written. A given class is that of the pressed button. */
export const askedAbout = (
  draft: Draft | undefined,
  situation: Situation,
  followUp: FollowUp,
  classId: string,
): Draft => {
  const stands = followUp.situation === situation;
  return {
    version: followUp.version,
    reason: stands ? (followUp.reason ?? '') : '',
    classId: ((stands || !classId) && followUp.classId) || classId,
    firstDay: followUp.firstDay ?? '',
    ...draft,
    situation,
    editing: true,
  };
};

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

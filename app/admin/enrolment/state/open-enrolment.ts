import { deciding as words } from '../../../../content/deciding.ts';
import { requests } from '../../../../content/requests.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { type DeskClass, hasRoom, offeredClasses, suitableClass } from '../../../../domain/desk/classes.ts';
import { ageOf, firstNameOf, isGuardianMissing, isMinor } from '../../../../domain/desk/sheet.ts';
import { NEEDS_REASON, type Situation } from '../../../../domain/desk/situations.ts';
import { ofThisSession } from '../../api/calls.ts';
import { changeSituation, type DecisionDetails, tickCriterion } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed, FollowUp, Request } from '../../api/follow-up.ts';
import type { Said } from '../../controls/use-form.ts';
import type { Message } from './use-messages.ts';

// The rules of deciding: what is likely, what is asked first, what a form begins with.
// use-open-enrolment.ts makes the calls.

/** Why approving asks first. */
type ApprovalWarning = keyof typeof words.warnings;

/** What may be open above the enrolment; `erase on request`: for the family, who asked; `new link`: in the place of those that were ended. */
type Inner =
  | 'decide'
  | 'correct'
  | 'attach'
  | 'erase'
  | 'erase on request'
  | 'messages'
  | 'absences'
  | 'renewal'
  | 'links'
  | 'new link';

/** A decision that somebody wants to make, and with which class; '' is none. */
export type Wanted = { situation: Situation; classId: string };

/** What the dialog shows of an enrolment besides its follow-up. */
export type Screen = {
  inner: Inner | null;
  /** The version that was seen when that was opened, or said to have been first. */
  seen: number;
  /** The decision that is asked about. */
  wanted: Wanted;
  /** What was done last, or why nothing was. */
  said: Said | null;
  /** The message that was opened in WhatsApp: whether it was sent is asked, and recorded when `sent`. */
  message: (Pick<Message, 'model' | 'to'> & { sent?: boolean }) | null;
};

/** Nothing has happened to it yet. */
export const FRESH: Screen = {
  ...{ inner: null, seen: 0, wanted: { situation: 'aprovada', classId: '' }, said: null, message: null },
};

/** Whether a decision is asked about first: a reason, who wanted to leave, a doubt about who is approved, an open request, another class for who is in one, or waits, or what ends an approval. */
export const asksFirst = (situation: Situation, enrolment: ListedEnrolment): boolean =>
  NEEDS_REASON.includes(situation) ||
  situation === 'desistiu' ||
  situation === enrolment.situation ||
  enrolment.situation === 'aprovada' ||
  warningsAbout(enrolment, situation).length > 0;

/** Where nothing is left to decide. */
const DECIDED: readonly Situation[] = ['aprovada', 'nao-aprovada', 'desistiu'];

/**
 * What deciding about an enrolment begins with: `into` a class with a place; `wait` for one, since all that
 * fit are full; `choose`, where several fit or none does; `none`, where no class is offered.
 */
export type Suggestion = { kind: 'into' | 'wait' | 'choose' | 'none'; fitting: DeskClass | null };

/** How many come before somebody in the line of a class, at most; `first` is first in the awaited one. */
export const aheadOf = ({ id, waiting }: DeskClass, enrolment: ListedEnrolment, first?: string | null) =>
  enrolment.situation !== 'lista-de-espera' || enrolment.classId !== id
    ? waiting
    : Math.max(0, first === enrolment.id ? 0 : waiting - 1);

/** The awaited class as soon as its places reach this person, else the one of `suitableClass`. */
export function suggestionOf(
  classes: readonly DeskClass[],
  enrolment: ListedEnrolment,
  first?: string | null,
): Suggestion {
  const offered = offeredClasses(classes);
  const awaited = offered.find(({ id }) => id === enrolment.classId);
  if (awaited && hasRoom(awaited, aheadOf(awaited, enrolment, first)))
    return { kind: 'into', fitting: awaited };
  const { suggested, waiting } = suitableClass(classes, ageOf(enrolment) ?? 0);
  if (waiting) return { kind: 'wait', fitting: suggested };
  if (suggested) return { kind: 'into', fitting: suggested };
  return { kind: offered.length > 0 ? 'choose' : 'none', fitting: null };
}

/**
 * Whether nothing is left to decide, or nothing can be yet: who waits goes on waiting while the class is full; and of
 * what was decided the family is told first, unless the place came that it waits for.
 */
export function isDecided({ situation, toNotify, classId }: ListedEnrolment, suggestion: Suggestion | null) {
  if (DECIDED.includes(situation) || (situation === 'lista-de-espera' && suggestion?.kind === 'wait'))
    return true;
  return (
    toNotify && suggestion !== null && !(suggestion.kind === 'into' && suggestion.fitting?.id === classId)
  );
}

/** What is asked about before this is decided: most of it only before somebody is approved. */
export function warningsAbout(enrolment: ListedEnrolment, situation: Situation = 'aprovada') {
  const approves = situation === 'aprovada';
  const holds: Record<ApprovalWarning, boolean> = {
    guardian: approves && hasUnconfirmedGuardian(enrolment),
    noGuardian: approves && isGuardianMissing(enrolment),
    repeated: approves && (enrolment.mayBeRepeated || enrolment.repeatedOf !== null),
    request: enrolment.hasRequest,
  };
  return (Object.keys(holds) as ApprovalWarning[]).filter((warning) => holds[warning]);
}

/** The warnings of `warningsAbout` in one sentence, with what the family `asked` and, where the class has no place left after those who wait longer, how many these are (`ahead`); '' for none. */
export function warningsInWords(
  enrolment: ListedEnrolment,
  situation: Situation,
  asked: readonly Pick<Request, 'kind'>[],
  ahead = 0,
): string {
  const warnings = warningsAbout(enrolment, situation);
  const said = { ...words.warnings, request: `${words.warnings.request}: ${requests.inShort(asked)}` };
  const others = [...warnings.map((one) => said[one]), ahead > 0 && words.ahead(ahead)]
    .filter(Boolean)
    .join(', ');
  if (warnings.includes('guardian'))
    return `${words.unconfirmed(guardianOf(enrolment))} ${others && words.look(others)}`.trim();
  return others && (situation === 'aprovada' ? words.confirmApproval : words.check)(others);
}

/** Whether a minor's guardian came by the link, and nobody has confirmed it. */
const hasUnconfirmedGuardian = (enrolment: ListedEnrolment): boolean =>
  enrolment.hasNewGuardian && isMinor(enrolment);

/** The guardian that came by the link, by name and telephone. */
export const guardianOf = ({ guardianName, guardianPhone }: ListedEnrolment): string =>
  [guardianName, phoneInWords(guardianPhone ?? '')].filter(Boolean).join(', ');

/** What is decided, about the version that was seen. */
type Decision = DecisionDetails & { situation: Situation; version: number };

/**
 * A call that stores a decision, and may be made again until it is answered. Approving, which asks about the guardian
 * that came by the link, if there is one, confirms that guardian; what is changed of an approval does not.
 */
export function storing(enrolment: ListedEnrolment, decision: Decision): () => Promise<Changed | null> {
  const { id } = enrolment;
  const { situation, version } = decision;
  const decide = ofThisSession(() => changeSituation(id, version, situation, decision));
  const approves = situation === 'aprovada' && enrolment.situation !== situation;
  let confirms = approves && hasUnconfirmedGuardian(enrolment);
  return async () => {
    if (confirms) {
      const ticked = await tickCriterion(id, version, 'responsavel', true);
      if (!ticked?.applied) return ticked;
      confirms = false;
    }
    return onceAnswered(await decide(), situation);
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

/** Whether 'desistiu' is asked with a last day: of who is approved, and of who left already, whose last day it corrects. */
export const leaves = ({ situation, leftOn }: Pick<ListedEnrolment, 'situation' | 'leftOn'>): boolean =>
  situation === 'aprovada' || !!leftOn;

/** What the form of a decision is filled with: what was decided before, else the class of the pressed button. */
export const initialDecision = (followUp: FollowUp, { situation, classId }: Wanted) => {
  const stands = followUp.situation === situation;
  return {
    reason: (stands && followUp.reason) || '',
    classId: ((stands || !classId) && followUp.classId) || classId,
    firstDay: followUp.firstDay ?? '',
    onRequest: false,
    lastDay: followUp.leftOn ?? '',
    why: followUp.leftBecause ?? ('' as const),
  };
};

/** Whom a sentence is about: the first name; 'inscrição' without one. */
export const calledName = (enrolment: ListedEnrolment): string => firstNameOf(enrolment) || 'inscrição';

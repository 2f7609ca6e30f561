import { correcting } from '../../../../content/corrections.ts';
import { deciding as words } from '../../../../content/deciding.ts';
import { firstNameOf } from '../../../../domain/desk/sheet.ts';
import { NEEDS_REASON, type Situation, situationInWords } from '../../../../domain/desk/situations.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Change, Changed, FollowUp } from '../../api/follow-up-shape.ts';
import type { Decision, Draft, EnrolmentEvent, OpenEnrolment, Screen, Undoable } from './shape.ts';

// The open enrolment, from a press to the row and back, as one reducer: use-open-enrolment.ts
// makes the calls and tells here what became of them.

/** How long the database allows an undo, and the least that it is offered for: clocks differ. */
const UNDO_MS = 60_000;
const LEAST_UNDO_MS = 5_000;

/** The dialog of an enrolment nothing has happened to yet. */
export const freshScreen = (id: string, before: Screen | null = null): Screen => ({
  ...{ id, busy: false, waiting: false, problem: null, overtaken: false, asking: null },
  ...{ more: false, folded: false, comparing: 0 },
  said: before?.said ?? '',
  toTell: before?.toTell ?? null,
  telling: before?.telling ?? null,
  undoing: before?.undoing ?? false,
  undoWaiting: before?.undoWaiting ?? false,
  undone: before?.undone ?? null,
});

export function reduce(state: OpenEnrolment, event: EnrolmentEvent): OpenEnrolment {
  return {
    screen: screenAfter(state.screen, event),
    draft: draftAfter(state.draft, event),
    last: lastAfter(state.last, event),
  };
}

function screenAfter(screen: Screen | null, event: EnrolmentEvent): Screen | null {
  if (event.type === 'opened') return freshScreen(event.of, screen);
  if (!screen || event.type === 'left') return null;
  const shown = { ...screen, ...sharedAfter(screen, event), ...informedAfter(screen, event) };
  return event.of === screen.id ? { ...shown, ...ownAfter(screen, event) } : shown;
}

/** Changes of the screen that do not depend on the shown enrolment. */
function sharedAfter(screen: Screen, event: EnrolmentEvent): Partial<Screen> {
  switch (event.type) {
    case 'stepped':
    case 'chosen':
      return { said: '', undone: null };
    case 'asked':
    case 'sent':
      return { said: '' };
    case 'answered':
      if (event.decision) return event.answer?.applied ? { said: words.saved } : {};
      return event.said && event.answer && event.answer.applied !== false ? { said: event.said } : {};
    case 'tellAnswered':
      if (screen.telling?.enrolment.id !== event.of) return {};
      if (!event.sent && screen.telling.answered) return { said: '' };
      return {
        said: (event.sent ? words.informed : words.notInformed)(undoneName(screen.telling.enrolment)),
      };
    case 'undoing':
      return { undoing: true, undone: null };
    case 'undoWaiting':
      return { undoWaiting: event.on };
    case 'undone':
      return { undoing: false, undone: undoneInWords(event.enrolment, event.answer) };
    case 'undoFailed':
      return { undoing: false, undone: { text: event.problem, failed: true } };
    default:
      return {};
  }
}

/** The family to tell, until its message was opened; then whether it was sent is asked. */
function informedAfter({ toTell, telling }: Screen, event: EnrolmentEvent): Partial<Screen> {
  switch (event.type) {
    case 'answered': {
      const { answer, decision, answered, enrolment } = event;
      if (answered && answer && enrolment && answer.applied !== false)
        return { toTell: { enrolment, followUp: answer, answered } };
      if (!answer?.applied || !decision || !enrolment) return {};
      return { toTell: answer.toNotify ? { enrolment, followUp: answer } : null };
    }
    case 'tellOpened':
      return { toTell: null, telling: event.telling };
    case 'tellAnswered': {
      if (telling?.enrolment.id !== event.of) return {};
      const { model: _model, to: _to, ...again } = telling;
      return { telling: null, toTell: event.sent ? toTell : again };
    }
    case 'undone':
      return {
        toTell: toTell?.enrolment.id === event.of ? null : toTell,
        telling: telling?.enrolment.id === event.of ? null : telling,
      };
    default:
      return {};
  }
}

/** Changes of the screen that concern the shown enrolment. */
function ownAfter(screen: Screen, event: EnrolmentEvent): Partial<Screen> {
  switch (event.type) {
    case 'cancelled':
      return { overtaken: false };
    case 'escaped':
      return screen.asking ? { asking: null } : { folded: true, more: false, overtaken: false };
    case 'asked':
      return { folded: false };
    case 'called':
      return { busy: true, problem: null };
    case 'confirmationAsked':
      return { asking: event.wanted && { ...event.wanted, why: event.why ?? ['repeated'] } };
    case 'classFull': {
      const details = { ...event.wanted.details, beyondPlaces: true };
      return { busy: false, folded: false, asking: { ...event.wanted, details, why: ['full'] } };
    }
    case 'waiting':
      return { waiting: event.on };
    case 'more':
      return { more: event.on };
    case 'compared':
      return { comparing: screen.comparing + 1 };
    case 'answered':
      return {
        busy: false,
        folded: false,
        ...(event.answer && { overtaken: event.answer.applied === false }),
      };
    case 'failed':
      return { busy: false, folded: false, problem: event.problem };
    default:
      return {};
  }
}

/** A sent decision stays a draft until exactly it is stored, or it is cancelled; also when somebody decided first. */
function draftAfter(draft: Draft | null, event: EnrolmentEvent): Draft | null {
  switch (event.type) {
    case 'asked': {
      const { situation, followUp } = event;
      return {
        version: followUp.version,
        reason: followUp.situation === situation ? (followUp.reason ?? '') : '',
        classId: followUp.classId ?? event.classId ?? '',
        firstDay: followUp.firstDay ?? '',
        ...draft,
        situation,
        editing: true,
      };
    }
    case 'typed':
      return { ...event.shown, ...draft, ...event.details }; // `shown` may just have been stored
    case 'cancelled':
      return null;
    case 'escaped':
      return draft && partsOf(draft.situation).some((part) => draft[part]) ? draft : null;
    case 'sent':
      return draft && isForAnother(draft, event.decision) ? draft : { ...draft, ...event.decision };
    case 'answered': {
      const { answer, decision } = event;
      // The answer to a decision was seen, also when overtaken. The answer to a note may hold a decision not yet shown.
      if (!draft || answer?.applied === undefined) return draft;
      if (answer.applied && decision && isSame(draft, decision)) return null;
      return { ...draft, version: answer.version };
    }
    default:
      return draft;
  }
}

/** Until when the last decision may be undone, in this computer's ms; `now`: when `undoUntil` arrived. */
export const undoEnd = ({ undoUntil }: FollowUp, now: number): number =>
  now + Math.min(UNDO_MS, Math.max(LEAST_UNDO_MS, Date.parse(undoUntil ?? '') - now || 0));

/** The unsaved decision that is asked about on the screen: not while it is on its way, or put out of sight. */
export const shownDraft = ({ folded, busy, asking }: Screen, draft: Draft | null): Draft | null =>
  draft && !folded && !asking && (draft.editing || !busy) ? draft : null;

/** Whether something is open that Esc closes before it closes the dialog. */
export const isAsking = (screen: Screen, draft: Draft | null): boolean =>
  Boolean(screen.asking || screen.more || shownDraft(screen, draft));

/** The newest change that raised the version. */
export const lastDecision = (changes: readonly Change[]): Change | undefined =>
  changes.find(({ action }) => /^(situacao|correcao)/.test(action));

/** What may be taken back stays in reach when the next enrolment is open, also after the dialog was closed. */
function lastAfter(last: Undoable | null, event: EnrolmentEvent): Undoable | null {
  switch (event.type) {
    case 'undoOffered': {
      const { enrolment, followUp, now } = event;
      const isIts = last?.enrolment.id === event.of;
      if (!followUp.undoUntil) return isIts ? null : last;
      if (isIts && last?.version === followUp.version) return last;
      return {
        enrolment,
        version: followUp.version,
        situation: followUp.situation,
        isCorrection: lastDecision(followUp.history)?.action === 'correcao',
        until: undoEnd(followUp, now),
      };
    }
    case 'undone':
    case 'undoExpired':
      return null;
    case 'undoFailed':
      return event.stopped ? last : null; // refused: too late, or somebody else's
    default:
      return last;
  }
}

/** Whether none of the situation's details was changed meanwhile. */
function isSame(typed: Decision, sent: Decision): boolean {
  const isEqual = (part: Part) => (typed[part] ?? '') === (sent[part] ?? '');
  return typed.situation === sent.situation && partsOf(sent.situation).every(isEqual);
}

/** Whether the written details belong to another situation than the sent one, which stores none of them. */
function isForAnother(written: Decision, { situation }: Decision): boolean {
  return written.situation !== situation && partsOf(written.situation).some((part) => written[part]);
}

type Part = 'reason' | 'classId' | 'firstDay';

/** What is written with a decision. */
const partsOf = (situation: Situation): readonly Part[] =>
  NEEDS_REASON.includes(situation) ? ['reason'] : ['classId', 'firstDay'];

/** Whether a decision asks for details first: a reason, or another class for who is in one already, or waits. */
export const asksFirst = (situation: Situation, standing: Situation | undefined): boolean =>
  NEEDS_REASON.includes(situation) || situation === standing;

/** Whom an undo is about: the first name; 'inscrição' without one. */
export const undoneName = (enrolment: ListedEnrolment): string => firstNameOf(enrolment) || 'inscrição';

function undoneInWords(enrolment: ListedEnrolment, answer: Changed | null): Screen['undone'] {
  const name = undoneName(enrolment);
  if (!answer?.applied) return { text: words.notUndone(name), failed: true };
  const isCorrection = lastDecision(answer.history)?.action === 'correcao-desfeita';
  const text = isCorrection
    ? correcting.undone(name)
    : words.undone(name, situationInWords(answer.situation));
  return { text, failed: false };
}

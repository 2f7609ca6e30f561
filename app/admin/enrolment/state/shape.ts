import type { AnsweredRequest } from '../../../../domain/desk/family-message.ts';
import type { Situation } from '../../../../domain/desk/situations.ts';
import type { DecisionDetails } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed, FollowUp } from '../../api/follow-up-shape.ts';

// What there is to know about an open enrolment, and what can happen to it: open-enrolment.ts says what becomes of it.

/** What somebody decided, and the version they saw. */
export type Decision = DecisionDetails & { version: number; situation: Situation };

/** An unsaved decision. `editing`: somebody is still writing what goes with it. */
export type Draft = Decision & { editing?: boolean };

/** Why approving asks first: who may be repeated, a minor without a guardian, one that nobody has confirmed. */
export type ApprovalWarning = 'repeated' | 'noGuardian' | 'guardian';

/**
 * A decision that is pressed; `next`: whether the next enrolment is wanted after it, `guardian`: whether the press
 * confirmed the guardian too.
 */
export type Wanted = { situation: Situation; details: DecisionDetails; next: boolean; guardian?: boolean };

/** The last decision or correction of this person, while it may be taken back: until `until`, in this computer's milliseconds. */
export type Undoable = {
  enrolment: ListedEnrolment;
  version: number;
  situation: Situation;
  /** Answers were corrected, and nothing decided. */
  isCorrection: boolean;
  until: number;
};

/** A family that is not yet told of what this person did last: the decision, or the answer to a request (`answered`). */
export type ToTell = { enrolment: ListedEnrolment; followUp: FollowUp; answered?: AnsweredRequest };

/** A family whose message was opened in WhatsApp; whether it was sent is asked. */
export type Telling = ToTell & { model: string; to: 'responsavel' | 'pessoa' };

/**
 * What the dialog shows besides the follow-up. It belongs to the enrolment `id`, except the last six, which
 * stay when the next one opens.
 */
export type Screen = {
  id: string;
  /** A call is on its way; `waiting`: it had no answer, and is made again by itself. */
  busy: boolean;
  waiting: boolean;
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
  /** What was done last. */
  said: string;
  undoing: boolean;
  undoWaiting: boolean;
  toTell: ToTell | null;
  telling: Telling | null;
  /** What became of an undo, about an enrolment that may not be on the screen. */
  undone: { text: string; failed: boolean } | null;
};

/**
 * `draft` is the unsaved decision about the enrolment that an event is about; it outlives the
 * dialog and the session, as `last` does. `screen` is null while the dialog is closed.
 */
export type OpenEnrolment = { screen: Screen | null; draft: Draft | null; last: Undoable | null };

/** What happened, and to which enrolment (`of`, an id): what comes late for one that was left shows nothing on the screen. */
export type EnrolmentEvent = { of: string } & (
  | { type: 'opened' | 'left' | 'stepped' | 'chosen' | 'cancelled' | 'escaped' | 'called' | 'compared' }
  | { type: 'undoOffered'; enrolment: ListedEnrolment; followUp: FollowUp; now: number }
  | { type: 'asked'; situation: Situation; followUp: FollowUp; classId?: string }
  | { type: 'typed'; shown: Draft; details: DecisionDetails }
  | { type: 'confirmationAsked'; wanted: Wanted | null; why?: ApprovalWarning[] }
  | { type: 'classFull'; wanted: Wanted }
  | { type: 'sent'; decision: Decision }
  | { type: 'waiting' | 'undoWaiting' | 'more'; on: boolean }
  | {
      type: 'answered';
      answer: Changed | null;
      decision?: Decision;
      answered?: AnsweredRequest;
      enrolment?: ListedEnrolment;
      said?: string;
    }
  | { type: 'tellOpened'; telling: Telling }
  | { type: 'tellAnswered'; sent: boolean }
  | { type: 'failed'; problem: string }
  | { type: 'undoing' | 'undoExpired' }
  | { type: 'undone'; enrolment: ListedEnrolment; answer: Changed | null }
  | { type: 'undoFailed'; problem: string; stopped: boolean }
);

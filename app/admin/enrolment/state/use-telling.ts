import { useState } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import type { AnsweredRequest } from '../../../../domain/desk/family-message.ts';
import { makeLink, recordPreparedMessage } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed, FollowUp } from '../../api/follow-up-shape.ts';
import { undoneName } from './open-enrolment.ts';

/** A family that is not yet told of what this person did last: the decision, or the answer to a request (`answered`). */
export type ToTell = { enrolment: ListedEnrolment; followUp: FollowUp; answered?: AnsweredRequest };

/** A family whose message was opened in WhatsApp; whether it was sent is asked. */
export type Telling = ToTell & { model: string; to: 'responsavel' | 'pessoa' };

type Props = {
  /** What is known of an enrolment after a call. */
  know: (enrolment: string, answer: Changed | null) => void;
  say: (text: string) => void;
  fail: (error: unknown) => void;
};

/** Telling the family of the last decision, also while the next enrolment is open. */
export function useTelling({ know, say, fail }: Props) {
  const [toTell, offer] = useState<ToTell | null>(null);
  const [telling, setTelling] = useState<Telling | null>(null);

  /** Records whether the opened message was sent: only then does the family count as told. */
  async function answerSent(sent: boolean) {
    if (!telling) return;
    const { model, to, ...family } = telling;
    const { id } = family.enrolment;
    const name = undoneName(family.enrolment);
    setTelling(null);
    if (!sent) {
      offer(family);
      return say(family.answered ? '' : words.notInformed(name));
    }
    say(words.informed(name));
    try {
      know(id, await recordPreparedMessage(id, model, to));
    } catch (error) {
      fail(error);
    }
  }

  /** Opens the message of this family; one opened before, whose question was not answered, counts as sent. */
  function open(next: Telling) {
    if (telling) void answerSent(true);
    offer(null);
    setTelling(next);
  }

  /** The link that a message is to carry; null when it could not be made. */
  async function linkFor({ enrolment: { id } }: ToTell) {
    try {
      const made = await makeLink(id);
      know(id, made?.state ?? null);
      return made;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  /** Nothing is news about this enrolment any more. */
  function withdraw(enrolment: string) {
    offer((now) => (now?.enrolment.id === enrolment ? null : now));
    setTelling((now) => (now?.enrolment.id === enrolment ? null : now));
  }

  return { toTell, telling, offer, withdraw, answerSent, open, linkFor };
}

export type Tell = ReturnType<typeof useTelling>;

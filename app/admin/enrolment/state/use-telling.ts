import { useState } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import { recordPreparedMessage } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed } from '../../api/follow-up.ts';
import { undoneName } from './open-enrolment.ts';
import type { Addressee } from './use-messages.ts';

/** A family whose message was opened in WhatsApp; whether it was sent is asked. */
type Telling = Addressee & { model: string; to: 'responsavel' | 'pessoa' };

type Props = {
  /** Stores what is known of an enrolment after a call, or tells why there was no answer. */
  store: (enrolment: string, call: Promise<Changed | null>) => Promise<void>;
  say: (text: string) => void;
};

/** Telling a family of what this person did last, a decision or the answer to a request, also while the next enrolment is open. */
export function useTelling({ store, say }: Props) {
  const [toTell, offer] = useState<Addressee | null>(null);
  const [telling, setTelling] = useState<Telling | null>(null);

  /** Records whether the opened message was sent: only then does the family count as told. */
  async function answerSent(sent: boolean) {
    if (!telling) return;
    const { model, to, ...family } = telling;
    const { id } = family.enrolment;
    const name = undoneName(family.enrolment);
    setTelling(null);
    if (sent) {
      say(words.informed(name));
      return store(id, recordPreparedMessage(id, model, to));
    }
    offer(family);
    say(family.answered ? '' : words.notInformed(name));
  }

  /** Opens the message of this family; one opened before, whose question was not answered, counts as sent. */
  function open(next: Telling) {
    if (telling) void answerSent(true);
    offer(null);
    setTelling(next);
  }

  /** Nothing is news about this enrolment any more. */
  function withdraw(enrolment: string) {
    offer((now) => (now?.enrolment.id === enrolment ? null : now));
    setTelling((now) => (now?.enrolment.id === enrolment ? null : now));
  }

  return { toTell, telling, offer, withdraw, answerSent, open, store };
}

export type Tell = ReturnType<typeof useTelling>;

/** Whether a message that was sent told what the family waited for, and none of the offers about it is of something else. */
export const isInformed = (
  { id, toNotify }: ListedEnrolment,
  answer: Changed | null,
  offers: readonly (Addressee | null)[],
): boolean =>
  toNotify &&
  answer?.toNotify === false &&
  !offers.some((offer) => offer?.enrolment.id === id && offer.answered);

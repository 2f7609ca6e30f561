import { useState } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import type { AnsweredRequest } from '../../../../domain/desk/family-message.ts';
import { type MadeLink, makeLink, recordPreparedMessage } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed, FollowUp } from '../../api/follow-up.ts';
import { undoneName } from './open-enrolment.ts';

/** A family that is not yet told of what this person did last: the decision, or the answer to a request (`answered`). */
export type ToTell = { enrolment: ListedEnrolment; followUp: FollowUp; answered?: AnsweredRequest };

/** A family whose message was opened in WhatsApp; whether it was sent is asked. */
type Telling = ToTell & { model: string; to: 'responsavel' | 'pessoa' };

type Props = {
  /** Stores what is known of an enrolment after a call, or tells why there was no answer. */
  store: (enrolment: string, call: Promise<Changed | null>) => Promise<void>;
  say: (text: string) => void;
};

/** Telling the family of the last decision, also while the next enrolment is open. */
export function useTelling({ store, say }: Props) {
  const [toTell, offer] = useState<ToTell | null>(null);
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

  /** Makes the link that a message is to carry, and hands it to `keep`. */
  const addLink = ({ enrolment: { id } }: ToTell, keep: (made: MadeLink) => void) =>
    store(id, makeLink(id, keep));

  /** Nothing is news about this enrolment any more. */
  function withdraw(enrolment: string) {
    offer((now) => (now?.enrolment.id === enrolment ? null : now));
    setTelling((now) => (now?.enrolment.id === enrolment ? null : now));
  }

  return { toTell, telling, offer, withdraw, answerSent, open, addLink };
}

export type Tell = ReturnType<typeof useTelling>;

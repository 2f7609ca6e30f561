import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newLinkMessage } from '../../../../content/family-messages.ts';
import { todayInBrazil, writtenDay } from '../../../../domain/dates.ts';
import {
  type AnsweredRequest,
  type PreparedMessage,
  preparedMessages,
} from '../../../../domain/desk/family-message.ts';
import { lastDay } from '../../../../domain/desk/retention.ts';
import { firstNameOf, isMinor } from '../../../../domain/desk/sheet.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { type MadeLink, makeLink, ownMessagesQuery } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { FollowUp } from '../../api/follow-up.ts';
import { retentionDatesQuery } from '../../api/retention.ts';

/** Whose family is written to, as they are known now; `answered`: of which request it is told. */
export type Addressee = {
  enrolment: ListedEnrolment;
  followUp: FollowUp;
  answered?: AnsweredRequest | undefined;
};

/** A message to one number; `link-novo` only carries another link. */
export type Message = Omit<PreparedMessage, 'model'> & { model: PreparedMessage['model'] | 'link-novo' };

/**
 * The messages to the families of these people as they read now, the first of each to the number that is called
 * first; `isPending`: not all is known yet. `just`: they tell what was done this moment, which comes before a question
 * about erasing; `renewed`: they only carry another link, in the place of those that were ended. Source: docs/ux.md §8.5, §11.2.
 */
export function useMessages(
  people: readonly Addressee[],
  { just = false, renewed = false }: { just?: boolean; renewed?: boolean },
) {
  const own = useQuery(ownMessagesQuery);
  const times = useQuery(retentionDatesQuery(people.map(({ enrolment }) => enrolment.id)));
  const [links, setLinks] = useState<Readonly<Record<string, MadeLink>>>({});
  const letters = people.map(({ enrolment, followUp, answered }) => {
    const { id } = enrolment;
    const made = links[id];
    const time = times.data?.find((one) => one.enrolment === id);
    const eraseOn = time?.eraseOn ?? null;
    const guardianUntil = time?.guardianUntil ?? '';
    const link = made ? { address: location.origin + situationPath(made.code), until: made.until } : null;
    const usual = preparedMessages(enrolment, {
      ...followUp,
      ...{ answered, guardianUntil, link },
      confirmed: followUp.criteria.responsavel,
      eraseOn: just ? null : eraseOn,
      today: todayInBrazil(),
      own: own.data ?? {},
    });
    const messages: Message[] = renewed ? withNewLink(usual, enrolment, link) : usual;
    /** Recording that it was sent starts the days again that it tells of. */
    const beginsAnew = eraseOn !== null && guardianUntil > lastDay(eraseOn);
    return { id, messages, beginsAnew, hasLink: made !== undefined, leftOut: messages.length < usual.length };
  });
  return {
    letters,
    isPending: own.isPending || times.isLoading,
    /** Makes the link that the messages about one of them carry. */
    addLink: (id: string) => makeLink(id, (made) => setLinks((now) => ({ ...now, [id]: made }))),
  };
}

/** The same numbers, but for a minor's that came by a link and nobody has confirmed, with the text of a new link. */
function withNewLink(
  usual: readonly PreparedMessage[],
  enrolment: ListedEnrolment,
  link: { address: string; until: string } | null,
): Message[] {
  const text = newLinkMessage(firstNameOf(enrolment), link?.address ?? '', writtenDay(link?.until ?? ''));
  const isUnconfirmed = enrolment.hasNewGuardian && isMinor(enrolment);
  return usual.flatMap((one) =>
    isUnconfirmed && one.isNew ? [] : { ...one, text, model: 'link-novo', carriesLink: true },
  );
}

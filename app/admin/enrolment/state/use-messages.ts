import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newLinkMessage, type OtherMessage } from '../../../../content/family-messages.ts';
import { chatLink } from '../../../../domain/contact.ts';
import { todayInBrazil, writtenDay } from '../../../../domain/dates.ts';
import { type PreparedMessage, preparedMessages } from '../../../../domain/desk/family-message.ts';
import { lastDay } from '../../../../domain/desk/retention.ts';
import { firstNameOf, isMinor } from '../../../../domain/desk/sheet.ts';
import { situationPath } from '../../../../domain/enrolment/protocol.ts';
import { type MadeLink, makeLink, ownMessagesQuery } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { FollowUp } from '../../api/follow-up.ts';
import { retentionDatesQuery } from '../../api/retention.ts';

/** Whose family is written to, as they are known now; `answered`: of which request it is told; `about`: of what else. */
export type Addressee = {
  enrolment: ListedEnrolment;
  followUp: FollowUp;
  answered?: FollowUp['answered'];
  about?: OtherMessage | undefined;
};

/** A message to one number; `link-novo` only carries another link, and has no number where it is handed over. */
export type Message = Omit<PreparedMessage, 'model'> & { model: PreparedMessage['model'] | 'link-novo' };

/**
 * The messages to the families of these people as they read now, the first of each to the number that is called
 * first; `called`: by the name that they chose, as only who is of age is otherwise; `isPending`: not all is known yet; `failed`: what could not be read. `just`: they tell what was done this moment, which comes before a question
 * about erasing; `renewed`: they only carry another link, in the place of those that were ended. Source: docs/ux.md §8.5, §11.2.
 */
export function useMessages(
  people: readonly Addressee[],
  { just = false, renewed = false, called }: { just?: boolean; renewed?: boolean; called?: boolean },
) {
  const own = useQuery(ownMessagesQuery);
  const times = useQuery(retentionDatesQuery(people.map(({ enrolment }) => enrolment.id)));
  const [links, setLinks] = useState<Readonly<Record<string, MadeLink>>>({});
  const letters = people.map(({ enrolment: person, followUp, answered, about }) => {
    const enrolment = (called ?? !isMinor(person)) ? person : { ...person, nomeSocial: null };
    const { id } = enrolment;
    const made = links[id];
    const time = times.data?.find((one) => one.enrolment === id);
    const eraseOn = time?.eraseOn ?? null;
    const guardianUntil = time?.guardianUntil ?? '';
    const link = made ? { address: location.origin + situationPath(made.code), until: made.until } : null;
    const prepared = (later: Partial<FollowUp>) =>
      preparedMessages(enrolment, {
        ...{ ...followUp, ...later },
        ...{ answered, about, guardianUntil, link },
        confirmed: followUp.criteria.responsavel,
        eraseOn: just ? null : eraseOn,
        today: todayInBrazil(),
        own: own.data ?? {},
      });
    const usual = prepared({});
    const isUnconfirmed = enrolment.hasNewGuardian && isMinor(enrolment);
    const known = isUnconfirmed ? prepared({ newPhone: null, guardianPhone: null }) : usual;
    const messages = renewed ? withNewLink(known, enrolment, link) : usual;
    /** Recording that it was sent starts the days again that it tells of. */
    const beginsAnew = !renewed && eraseOn !== null && guardianUntil > lastDay(eraseOn);
    return {
      id,
      messages,
      beginsAnew,
      hasLink: made !== undefined,
      leftOut: renewed && known.length < usual.length,
    };
  });
  return {
    letters,
    isPending: own.isPending || times.isLoading,
    failed: [own, times].find(({ isLoadingError }) => isLoadingError),
    /** Makes the link that the messages about one of them carry. */
    addLink: (id: string) => makeLink(id, (made) => setLinks((now) => ({ ...now, [id]: made }))),
  };
}

/** The text of a new link for each of these numbers; without any for who comes for it. */
function withNewLink(
  known: readonly PreparedMessage[],
  enrolment: ListedEnrolment,
  link: { address: string; until: string } | null,
): Message[] {
  const text = newLinkMessage(firstNameOf(enrolment), link?.address ?? '', writtenDay(link?.until ?? ''));
  const nobody = { to: 'pessoa', phone: '', isNew: false } as const;
  return (known.length > 0 ? known : [nobody]).map(({ to, phone, isNew }) => ({
    ...{ to, phone, isNew, text },
    model: 'link-novo',
    carriesLink: true,
    link: chatLink(phone, text) ?? '',
  }));
}

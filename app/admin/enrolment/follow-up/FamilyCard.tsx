import { useQuery, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../../../content/desk-screens.ts';
import type { OtherMessage } from '../../../../content/family-messages.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../../../domain/dates.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { type FollowUp, followUpOf, followUpQuery, summaryOf } from '../../api/follow-up.ts';
import { QueryState } from '../../controls/QueryState.tsx';
import { familiesToTell } from '../state/families.ts';
import { MessageCard } from './MessageCard.tsx';

type Props = {
  people: readonly ListedEnrolment[];
  about?: OtherMessage | undefined;
  onNext: (notified: boolean) => void;
};

/** The cards of one family: of these people those who still wait to be told, by now together at one number, or one after the other. */
export function FamilyCard({ people, about, onNext }: Props) {
  const client = useQueryClient();
  const known = useQuery({
    queryKey: ['to tell', people.map(({ id }) => id)],
    queryFn: ({ signal }) =>
      Promise.all(
        people.map(async (enrolment) => {
          const followUp = await followUpOf(enrolment.id, signal);
          client.setQueryData(followUpQuery(enrolment.id).queryKey, (open) => open && followUp);
          return { enrolment, followUp };
        }),
      ),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!known.data) return <QueryState query={known} loading={admin.loading} />;
  const untold = known.data.flatMap(
    ({ enrolment, followUp }) =>
      followUp && (about ? !heardToday(followUp, about) : followUp.toNotify)
        ? [{ enrolment: { ...enrolment, ...summaryOf(followUp) }, followUp, about }]
        : [], // told meanwhile, decided anew, or erased
  );
  const rows = untold.map(({ enrolment }) => enrolment);
  const [together = []] = familiesToTell(rows, true);
  return (
    <MessageCard
      key={together[0]?.id}
      people={untold.filter(({ enrolment }) => together.includes(enrolment))}
      onAnswered={known.refetch}
      onSent={() => (untold.length > together.length ? known.refetch() : onNext(true))}
      onSkip={() => onNext(false)}
    />
  );
}

const heardToday = ({ history }: FollowUp, about: OtherMessage) =>
  history.some(({ from, at }) => from === about && brazilianDay(at) === writtenDay(todayInBrazil()));

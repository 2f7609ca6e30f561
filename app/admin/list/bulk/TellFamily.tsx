import { useQuery } from '@tanstack/react-query';
import { admin } from '../../../../content/desk-screens.ts';
import type { OtherMessage } from '../../../../content/family-messages.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../../domain/desk/filter.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { type FollowUp, followUpOf } from '../../api/follow-up.ts';
import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';
import { MessageCard } from '../../enrolment/state/MessageCard.tsx';
import { withTheirFamily } from './families.ts';

type Props = {
  people: readonly ListedEnrolment[];
  others: EnrolmentFilter | undefined;
  about?: OtherMessage | undefined;
  onNext: (notified: boolean) => void;
};

/** The card of one family: of these people and whoever else has their number, those who still wait to be told. */
export function TellFamily({ people, others, about, onNext }: Props) {
  const known = useQuery({
    queryKey: ['to tell', people.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const family = await withTheirFamily(people, others, signal);
      const states = await Promise.all(family.map(({ id }) => followUpOf(id, signal)));
      return family.map((enrolment, at) => ({ enrolment, followUp: states[at] ?? null }));
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (known.isPending) return <Loading>{admin.loading}</Loading>;
  if (known.isError)
    return <ListAlert error={known.error} retrying={known.isFetching} onRetry={known.refetch} />;
  const untold = known.data.flatMap(
    ({ enrolment, followUp }) =>
      followUp && (about ? !heardToday(followUp, about) : followUp.toNotify)
        ? [{ enrolment, followUp, about }]
        : [], // told meanwhile, decided anew, or erased
  );
  return <MessageCard people={untold} onSent={() => onNext(true)} onSkip={() => onNext(false)} />;
}

const heardToday = ({ history }: FollowUp, about: OtherMessage) =>
  history.some(({ from, at }) => from === about && brazilianDay(at) === writtenDay(todayInBrazil()));

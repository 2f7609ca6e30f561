import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { admin } from '../../../../content/desk-screens.ts';
import type { OtherMessage } from '../../../../content/family-messages.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { brazilianDay, todayInBrazil, writtenDay } from '../../../../domain/dates.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { ofThisSession, UNTIL_ANSWERED } from '../../api/calls.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { actionError, failureText } from '../../api/failure-text.ts';
import { type FollowUp, followUpOf, readListLater } from '../../api/follow-up.ts';
import { QueryState } from '../../controls/QueryState.tsx';
import { MessageCard } from '../state/MessageCard.tsx';
import { OneRequest } from './Requests.tsx';

type Props = {
  people: readonly ListedEnrolment[];
  about?: OtherMessage | undefined;
  onNext: (notified: boolean) => void;
};

/** The card of one family: of these people those who still wait to be told, after the other telephone that it wants to be called at. */
export function FamilyCard({ people, about, onNext }: Props) {
  const client = useQueryClient();
  const known = useQuery({
    queryKey: ['to tell', people.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const states = await Promise.all(people.map(({ id }) => followUpOf(id, signal)));
      return people.map((enrolment, at) => ({ enrolment, followUp: states[at] ?? null }));
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { error, isError, isPending, mutate } = useMutation({
    ...UNTIL_ANSWERED,
    onError: (error) => actionError(error),
    onSettled: () => {
      readListLater(client);
      return known.refetch();
    },
  });
  if (!known.data) return <QueryState query={known} loading={admin.loading} />;
  const untold = known.data.flatMap(
    ({ enrolment, followUp }) =>
      followUp && (about ? !heardToday(followUp, about) : followUp.toNotify)
        ? [{ enrolment, followUp, about }]
        : [], // told meanwhile, decided anew, or erased
  );
  const [asked] = untold.flatMap(({ enrolment, followUp: state }) =>
    state.requests.flatMap((request) => (request.kind === 'telefone' ? [{ enrolment, state, request }] : [])),
  );
  if (!asked) return <MessageCard people={untold} onSent={() => onNext(true)} onSkip={() => onNext(false)} />;
  return (
    <div className="stack gap-4">
      <p className="bold">
        <bdi>{nameOf(asked.enrolment)}</bdi>
      </p>
      <OneRequest {...asked} busy={isPending} change={(call) => mutate(ofThisSession(call))} />
      {isError && <Alert title={failureText(error)} />}
      <div>
        <SecondaryButton disabled={isPending} onClick={() => onNext(false)}>
          {words.skip}
        </SecondaryButton>
      </div>
    </div>
  );
}

const heardToday = ({ history }: FollowUp, about: OtherMessage) =>
  history.some(({ from, at }) => from === about && brazilianDay(at) === writtenDay(todayInBrazil()));

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { roll as words } from '../../../content/attendance.ts';
import { dayInWords } from '../../../domain/desk/attendance.ts';
import { BackendError } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { useConfirmLeaving } from '../../ui/browser/use-confirm-leaving.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { rollQuery, takeRoll } from '../api/attendance.ts';
import { ofThisSession, UNTIL_ANSWERED } from '../api/calls.ts';
import { actionError, failureText } from '../api/failure-text.ts';
import { Question } from '../controls/Question.tsx';
import { forgetMarks, isStored, type Unsent, useUnsent } from './unsent.ts';

/** Sends what the signed-in person marked on this device, whatever screen is shown, until it is answered; says what waits. */
export function UnsentMarks() {
  const account = useSession().user?.id ?? '';
  const lists = Object.entries(useUnsent(account));
  useConfirmLeaving(lists.length > 0 && !isStored());
  return lists.map(([list, unsent]) => (
    <UnsentList key={list} account={account} list={list} unsent={unsent} />
  ));
}

type Props = { account: string; list: string; unsent: Unsent };
type Sending = { sent: Unsent; call: () => ReturnType<typeof takeRoll> };

/** Whether nothing but another list, class, role or session helps; everything else passes. */
export const isRefusal = (error: unknown) =>
  error instanceof BackendError && [400, 401, 403].includes(error.status);

function UnsentList({ account, list, unsent }: Props) {
  const client = useQueryClient();
  const [classId = '', day = ''] = list.split(' ');
  const [asks, setAsks] = useState(false);
  const refused = words.refused(unsent.name, dayInWords(day));
  const send = useMutation({
    ...UNTIL_ANSWERED,
    mutationKey: ['roll', list],
    meta: { outlivesSession: true },
    mutationFn: ({ call }: Sending) => call(),
    retry: (_, error) => !isRefusal(error),
    retryDelay: (failures) => Math.min(2_000 * 2 ** failures, 30_000),
    onSuccess: async (answer, { sent }) => {
      const { queryKey } = rollQuery(classId, day);
      await client.cancelQueries({ queryKey }); // an answer of before would come last
      if (answer) client.setQueryData(queryKey, answer);
      else await client.invalidateQueries({ queryKey }); // done before, by a call whose answer was lost
      forgetMarks(account, list, sent);
    },
    onError: (error) => showToast({ title: refused, description: actionError(error), tone: 'error' }),
  });
  const { mutate, isPending, error, variables } = send;
  const trySending = () =>
    mutate({ sent: unsent, call: ofThisSession(() => takeRoll(classId, day, unsent)) });
  const isNew = JSON.stringify(unsent) !== JSON.stringify(variables?.sent);
  const isDue = !isPending && (!error || isNew);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with what waits when it is due
  useEffect(() => {
    if (isDue) trySending();
  }, [isDue]);

  if (error)
    return (
      <Alert title={`${refused} ${failureText(error)}`}>
        <p className="row gap-3">
          <SecondaryButton onClick={trySending}>{words.again}</SecondaryButton>
          <SecondaryButton onClick={() => setAsks(true)}>{words.discard}</SecondaryButton>
        </p>
        {asks && (
          <Question
            words={words.discarding}
            onStay={() => setAsks(false)}
            onLeave={() => forgetMarks(account, list)}
          />
        )}
      </Alert>
    );
  return send.failureCount > 0 || send.isPaused ? (
    <p className="notice notice--info" role="status">
      {words.waits(unsent.name, dayInWords(day))} {!isStored() && words.keepOpen}
    </p>
  ) : null;
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin } from '../../../../content/desk-screens.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { chatLink, writtenPhone } from '../../../../domain/contact.ts';
import type { EnrolmentFilter } from '../../../../domain/desk/filter.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { type MadeLink, makeLink, ownMessagesQuery, recordPreparedMessage } from '../../api/decisions.ts';
import { type ListedEnrolment, patchListed } from '../../api/enrolments.ts';
import { actionError } from '../../api/failure-text.ts';
import { followUpOf } from '../../api/follow-up.ts';
import { retentionDates } from '../../api/retention.ts';
import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';
import { messageAbout, withTheirFamily } from './families.ts';

type Props = {
  people: readonly ListedEnrolment[];
  others: EnrolmentFilter | undefined;
  onNext: (notified: boolean) => void;
};

/** One card: the text for everybody with one number, WhatsApp, and afterwards whether it was sent. Only what was sent is recorded. */
export function TellFamily({ people, others, onNext }: Props) {
  const client = useQueryClient();
  const card = useRef<HTMLDivElement>(null);
  const [links, setLinks] = useState<Readonly<Record<string, MadeLink>>>({});
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const known = useQuery({
    queryKey: ['to tell', people.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const family = await withTheirFamily(people, others, signal);
      const ids = family.map(({ id }) => id);
      const times = await retentionDates(ids, signal);
      const states = await Promise.all(ids.map((id) => followUpOf(id, signal)));
      return { family, times, states };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const own = useQuery(ownMessagesQuery);
  const isPending = known.isPending || own.isPending;
  const family = known.data?.family ?? people;
  const letters = family.flatMap((row, at) => {
    const state = known.data?.states[at];
    if (!state?.toNotify) return []; // told meanwhile, decided anew, or erased
    const time = known.data?.times.find(({ enrolment }) => enrolment === row.id);
    const message = messageAbout({ row, state, time, link: links[row.id] ?? null, own: own.data ?? {} });
    return message ? [{ row, message }] : [];
  });
  const [first] = letters;
  const linkless = letters.filter(({ row, message }) => message.carriesLink && !links[row.id]);
  const step = !first ? 'nobody' : linkless.length > 0 ? 'link' : asked ? 'asked' : 'text';

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its one button
  useEffect(() => {
    if (!isPending) card.current?.querySelector<HTMLElement>('.button--primary')?.focus();
  }, [step, isPending]);

  const { mutate: run, isPending: busy } = useMutation({
    mutationFn: (call: () => Promise<void>) => call(),
    onMutate: () => setProblem(null),
    onError: (error) => setProblem(actionError(error)),
    networkMode: 'always',
    gcTime: 0,
  });

  async function addLinks() {
    for (const { row } of linkless) {
      await makeLink(row.id, (link) => setLinks((now) => ({ ...now, [row.id]: link })));
    }
  }

  async function record() {
    for (const { row, message } of letters) {
      if (problem && !(await followUpOf(row.id))?.toNotify) continue; // recorded before the rest failed
      const answer = await recordPreparedMessage(row.id, message.model, message.to);
      if (answer) patchListed(client, row.id, answer);
    }
    onNext(true);
  }

  if (isPending) return <Loading>{admin.loading}</Loading>;
  if (known.isError)
    return <ListAlert error={known.error} retrying={known.isFetching} onRetry={known.refetch} />;
  const nobody = known.data.states.some((state) => state?.toNotify) ? words.noPhone : words.notifiedMeanwhile;
  const text = letters.map(({ message }) => message.text).join('\n\n');
  return (
    <div className="stack gap-4" ref={card}>
      <p className="flow between gap-4 no-row-gap">
        <bdi className="bold">{family.map(nameOf).join(', ')}</bdi>
        {first && (
          <span>
            {writtenPhone(first.message.phone)}{' '}
            {first.message.to === 'responsavel' ? words.guardians : words.persons}
          </span>
        )}
      </p>
      {first ? <blockquote className="tell__text as-typed">{text}</blockquote> : <p>{nobody}</p>}
      {problem && <Alert title={problem} />}
      {step === 'asked' && (
        <p className="subtitle" role="status">
          {words.sent}
        </p>
      )}
      <div className="flow gap-3">
        {step === 'nobody' && <Button onClick={() => onNext(false)}>{words.next}</Button>}
        {step === 'link' && (
          <Button disabled={busy} onClick={() => run(addLinks)}>
            {words.makeLink}
          </Button>
        )}
        {first && step === 'text' && (
          <ChatLink
            className="button button--primary"
            href={chatLink(first.message.phone, text) ?? ''}
            onClick={() => setAsked(true)}
          >
            {words.openChat}
            <span className="vh"> (abre em outra página)</span>
          </ChatLink>
        )}
        {step === 'asked' ? (
          <>
            <Button disabled={busy} onClick={() => run(record)}>
              {words.yes}
            </Button>
            <SecondaryButton disabled={busy} onClick={() => setAsked(false)}>
              {words.no}
            </SecondaryButton>
          </>
        ) : (
          first && (
            <SecondaryButton disabled={busy} onClick={() => onNext(false)}>
              {words.skip}
            </SecondaryButton>
          )
        )}
      </div>
    </div>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin } from '../../../../content/desk-screens.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { chatLink, isSamePhone, telLink, writtenPhone } from '../../../../domain/contact.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { Choice } from '../../../ui/fields/TextField.tsx';
import { recordPreparedMessage } from '../../api/decisions.ts';
import { patchListed } from '../../api/enrolments.ts';
import { actionError } from '../../api/failure-text.ts';
import type { Changed } from '../../api/follow-up.ts';
import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';
import { type Addressee, type Message, useMessages } from './use-messages.ts';

type Props = {
  people: readonly Addressee[];
  renewed?: boolean;
  /** Makes one of its calls, in the order of others about an open enrolment; throws why it failed. */
  send?: (call: () => Promise<Changed | null>) => Promise<Changed | null>;
  /** With what is known then of the last of them. */
  onSent: (known: Changed | null) => void;
  /** Where others follow. */
  onSkip?: () => void;
};

/**
 * A message that a person sends: the text for everybody with one number, WhatsApp, and afterwards whether it was sent.
 * Only what was sent is recorded. Of one person with several numbers another may be chosen.
 */
export function MessageCard({ people, renewed = false, send = (call) => call(), onSent, onSkip }: Props) {
  const client = useQueryClient();
  const card = useRef<HTMLDivElement>(null);
  const recorded = useRef(new Set<string>());
  const [chosen, choose] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { letters: all, isPending, failed, addLink } = useMessages(people, { renewed });
  const numbers = people.length === 1 ? (all[0]?.messages ?? []) : [];
  const letters = all.flatMap(({ messages, ...known }) => {
    const message = messages.find(({ phone }) => isSamePhone(phone, chosen)) ?? messages[0];
    return message ? [{ ...known, message }] : [];
  });
  const [first] = letters;
  const linkless = letters.filter(({ message, hasLink }) => message.carriesLink && !hasLink);
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
    for (const { id } of linkless) {
      const answer = await send(() => addLink(id));
      if (answer) patchListed(client, id, answer);
    }
  }

  async function record() {
    let known: Changed | null = null;
    for (const { id, message } of letters) {
      if (recorded.current.has(id)) continue; // before the rest failed
      known = await send(() => recordPreparedMessage(id, message.model, message.to));
      recorded.current.add(id);
      if (known) patchListed(client, id, known);
    }
    onSent(known);
  }

  if (isPending) return <Loading>{admin.loading}</Loading>;
  if (failed) return <ListAlert error={failed.error} retrying={failed.isFetching} onRetry={failed.refetch} />;
  const text = [...new Set(letters.map(({ message }) => message.text))].join('\n\n');
  const chat = first ? chatLink(first.message.phone, text) : null;
  const whose = (message: Message) => whoseIs(message, people[0]);
  return (
    <div className="stack gap-4" ref={card}>
      <p className="flow between gap-4 no-row-gap">
        <bdi className="bold">{people.map(({ enrolment }) => nameOf(enrolment)).join(', ')}</bdi>
        {first && chat && (
          <span>
            <a href={telLink(first.message.phone) ?? undefined}>
              {words.telephone(writtenPhone(first.message.phone))}
            </a>
            {`: ${whose(first.message)}`}
          </span>
        )}
      </p>
      {numbers.length > 1 && (
        <Choice
          label={words.number}
          value={first?.message.phone ?? ''}
          options={numbers.map((one) => [one.phone, `${writtenPhone(one.phone)}: ${whose(one)}`])}
          onChoose={(phone) => {
            choose(phone);
            setAsked(false);
          }}
        />
      )}
      {all.some(({ leftOut }) => leftOut) && <p className="field__hint">{words.leftOut}</p>}
      {first?.message.model === 'ainda-quer' && <p className="notice notice--info">{words.stillWants}</p>}
      {letters.some(({ beginsAnew }) => beginsAnew) && <p className="field__hint">{words.beginsAnew}</p>}
      {first ? (
        <blockquote className="tell__text as-typed">{text}</blockquote>
      ) : (
        <p>{people.length > 0 ? words.noPhone : words.notifiedMeanwhile}</p>
      )}
      {first && !chat && <p>{words.linkInPerson}</p>}
      {problem && <Alert title={problem} />}
      <p className="subtitle unless-empty" role="status">
        {step === 'asked'
          ? words.sent
          : step === 'text' && letters.some(({ hasLink }) => hasLink) && words.linkMade}
      </p>
      <div className="flow gap-3 unless-empty">
        {step === 'link' && (
          <Button disabled={busy} onClick={() => run(addLinks)}>
            {words.makeLink}
          </Button>
        )}
        {first && chat && step === 'text' && (
          <ChatLink
            className="button button--primary"
            href={chat}
            onClick={() => {
              choose(first.message.phone); // it stays the one, whatever is read meanwhile
              setAsked(true);
            }}
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
          onSkip && (
            <Button variant={first ? 'secondary' : 'primary'} disabled={busy} onClick={onSkip}>
              {first ? words.skip : words.next}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

/** Whose the number of a message is, in words; of one that the family gave later, that it did. */
function whoseIs({ to, phone, isNew }: Message, person: Addressee | undefined): string {
  const { guardianPhone, hasNewGuardian } = person?.followUp ?? {};
  const isGuardians = to === 'responsavel';
  if (!isNew) return isGuardians ? words.guardians : words.persons;
  if (phone !== guardianPhone) return isGuardians ? `${words.guardians}, ${words.changed}` : words.changed;
  return hasNewGuardian ? words.unconfirmed : words.guardians;
}

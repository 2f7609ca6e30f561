import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deciding } from '../../../../content/deciding.ts';
import { admin } from '../../../../content/desk-screens.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { chatLink, isSamePhone, telLink, writtenPhone } from '../../../../domain/contact.ts';
import { firstNameOf, isMinor, nameOf } from '../../../../domain/desk/sheet.ts';
import { BackendError } from '../../../api/client.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { ChatLink } from '../../../ui/ChatLink.tsx';
import { recordPreparedMessage } from '../../api/decisions.ts';
import { actionError, failureText, tellFailure } from '../../api/failure-text.ts';
import { type Changed, readListLater } from '../../api/follow-up.ts';
import { Loading } from '../../controls/Loading.tsx';
import { ListAlert } from '../../controls/QueryState.tsx';
import { TickBox } from '../../controls/TickBoxes.tsx';
import { overtakenInWords } from '../state/history.ts';
import { type Addressee, type Message, useMessages } from '../state/use-messages.ts';
import { OneRequest } from './Requests.tsx';

type Props = {
  people: readonly Addressee[];
  renewed?: boolean;
  /** Makes one of its calls, in the order of others about an open enrolment; throws why it failed. */
  send?: (call: () => Promise<Changed | null>) => Promise<Changed | null>;
  /** With what is known then of the last of them. */
  onSent: (known: Changed | null) => unknown;
  /** Once a request was answered, where `send` does not keep what is known then. */
  onAnswered?: () => unknown;
  /** Where others follow. */
  onSkip?: () => void;
};

/**
 * A message that a person sends: the text for everybody with one number, WhatsApp, and afterwards whether it was sent.
 * Only what was sent is recorded. Before it comes the other telephone that the family asks for. Of one person each number has its own way to WhatsApp.
 */
export function MessageCard({
  people,
  renewed = false,
  send = (call) => call(),
  onAnswered,
  onSent,
  onSkip,
}: Props) {
  const client = useQueryClient();
  const card = useRef<HTMLDivElement>(null);
  const recorded = useRef(new Set<string>());
  const [asked, ask] = useState<string | null>(null); // about the message to which number
  const [called, call] = useState(() => !people.some(({ enrolment }) => isMinor(enrolment)));
  const { letters: all, isPending, failed, addLink } = useMessages(people, { renewed, called });
  const chosen = people.flatMap(({ enrolment }) => (enrolment.nomeSocial ? [enrolment] : []));
  const names = people.map(({ enrolment }) => nameOf(enrolment)).join(', ');
  const [phone] = people.flatMap(({ enrolment, followUp: state }) =>
    state.requests.flatMap((request) => (request.kind === 'telefone' ? [{ enrolment, state, request }] : [])),
  );
  const letters = (phone ? [] : all).flatMap(({ messages, ...known }) => {
    const message = messages.find(({ phone }) => isSamePhone(phone, asked)) ?? messages[0];
    return message ? [{ ...known, message }] : [];
  });
  const [first] = letters;
  const several = people.length === 1 && asked === null && first ? all[0]?.messages : undefined;
  const numbers = (several ?? letters.slice(0, 1).map(({ message }) => message)).filter(({ phone }) => phone);
  const linkless = letters.filter(({ message, hasLink }) => message.carriesLink && !hasLink);
  const step = !first ? phone?.request.id : linkless.length > 0 ? 'link' : asked === null ? 'text' : 'asked';

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its one button
  useEffect(() => {
    if (isPending || card.current?.contains(document.activeElement)) return; // what failed is pressed again
    card.current?.querySelector<HTMLElement>('.button--primary, .request button')?.focus();
  }, [step, isPending]);

  const {
    mutate: run,
    isPending: busy,
    error,
  } = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onError: (error) => (card.current ? actionError(error) : tellFailure(deciding.notStored(names), error)),
    onSettled: () => readListLater(client),
    networkMode: 'always',
    gcTime: 0,
  });

  async function addLinks() {
    for (const { id } of linkless) await send(() => addLink(id));
  }

  const answer = (call: () => Promise<Changed | null>) =>
    run(async () => {
      const known = await send(call);
      await onAnswered?.();
      if (known?.applied === false) throw new BackendError(409, '', overtakenInWords(known.history));
    });

  async function record() {
    let known: Changed | null = null;
    for (const { id, message } of letters) {
      if (recorded.current.has(id)) continue; // before the rest failed
      known = await send(() => recordPreparedMessage(id, message.model, message.to));
      recorded.current.add(id);
    }
    await onSent(known);
  }

  if (isPending) return <Loading>{admin.loading}</Loading>;
  if (failed) return <ListAlert query={failed} />;
  const text = [...new Set(letters.map(({ message }) => message.text))].join('\n\n');
  return (
    <div className="stack gap-4" ref={card}>
      <p className="bold">
        <bdi>{phone ? nameOf(phone.enrolment) : names}</bdi>
      </p>
      {all.some(({ leftOut }) => leftOut) && <p className="field__hint">{words.leftOut}</p>}
      {first?.message.model === 'ainda-quer' && <p className="notice notice--info">{words.stillWants}</p>}
      {letters.some(({ beginsAnew }) => beginsAnew) && <p className="field__hint">{words.beginsAnew}</p>}
      {phone ? (
        <OneRequest key={phone.request.id} {...phone} busy={busy} change={answer} />
      ) : first ? (
        <blockquote className="tell__text notice notice--success as-typed">{text}</blockquote>
      ) : (
        <p>{people.length > 0 ? words.noPhone : words.notifiedMeanwhile}</p>
      )}
      {first && chosen.length > 0 && step !== 'asked' && (
        <TickBox
          label={words.calledBy(chosen.map(firstNameOf).join(', '))}
          hint={words.calledByHint}
          checked={called}
          onChange={({ target }) => call(target.checked)}
        />
      )}
      {numbers.map((message, at) => (
        <p className="flow between gap-4 no-row-gap" key={message.phone}>
          <span>
            <a href={telLink(message.phone) ?? undefined}>{words.telephone(writtenPhone(message.phone))}</a>
            {`: ${whoseIs(message, people[0])}`}
          </span>
          {step === 'text' && (
            <ChatLink
              className={at === 0 ? 'button button--primary' : 'button button--secondary'}
              href={chatLink(message.phone, numbers.length > 1 ? message.text : text) ?? ''}
              onClick={() => ask(message.phone)}
            >
              {words.openChat}
              <span className="vh"> de {writtenPhone(message.phone)} (abre em outra página)</span>
            </ChatLink>
          )}
        </p>
      ))}
      {first && numbers.length === 0 && <p>{words.linkInPerson}</p>}
      {error && <Alert title={failureText(error)} />}
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
        {step === 'asked' ? (
          <>
            <Button disabled={busy} onClick={() => run(record)}>
              {words.yes}
            </Button>
            <SecondaryButton disabled={busy} onClick={() => ask(null)}>
              {words.no}
            </SecondaryButton>
          </>
        ) : (
          onSkip && (
            <Button variant={first || phone ? 'secondary' : 'primary'} disabled={busy} onClick={onSkip}>
              {first || phone ? words.skip : words.next}
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

import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../../content/desk.ts';
import { requests as words } from '../../../../content/requests.ts';
import { phoneInWords } from '../../../../domain/contact.ts';
import { brazilianMoment, daysUntil, todayInBrazil } from '../../../../domain/dates.ts';
import { type StoredEnrolment, written } from '../../../../domain/desk/sheet.ts';
import { FIELDS } from '../../../../domain/enrolment/fields.ts';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import type { RequestAnswer } from '../../api/decisions.ts';
import type { Request } from '../../api/follow-up-shape.ts';
import { useUnsavedValue } from '../../controls/unsaved.ts';

/** Longest sentence for the family, as `private.pedidos.resposta` takes it. */
const SENTENCE_MAX = 500;

type Props = {
  enrolment: StoredEnrolment;
  request: Request;
  /** A telephone is used once somebody said whether it is the guardian's, which a minor's enrolment is erased without. */
  asksWhose: boolean;
  busy: boolean;
  /** Resolves to null where it was not answered. */
  onAnswer: (answer: RequestAnswer) => Promise<unknown>;
  onErase: () => void;
};

/** One request: how many days are left, what is asked, and its answers. A correction or erasing, which are rights of the family, are refused with a sentence only. */
export function OneRequest({ enrolment, request, asksWhose, busy, onAnswer, onErase }: Props) {
  const [asking, setAsking] = useState<'whose' | 'why' | null>(null);
  const { kind, until, number, askedAt, atDesk } = request;
  const days = daysUntil(until, todayInBrazil());
  const needsSentence = kind === 'corrigir' || kind === 'apagar';
  const whose = (isGuardians: boolean, text: string) => (
    <SecondaryButton disabled={busy} onClick={() => void onAnswer({ confirmed: true, isGuardians })}>
      {text}
    </SecondaryButton>
  );

  function confirm() {
    if (asksWhose) setAsking('whose');
    else if (kind === 'apagar') onErase();
    else void onAnswer({ confirmed: true });
  }

  return (
    <div className={`notice ${days < 0 ? 'notice--error' : 'notice--warning'} request`}>
      <p className="bold">{words.number(number, days)}</p>
      <p className="as-typed">
        {requestInWords(request, enrolment)}{' '}
        {(atDesk ? words.askedAtDesk : words.asked)(brazilianMoment(new Date(askedAt)))}
      </p>
      {asking === 'whose' && asksWhose ? (
        <fieldset aria-labelledby={`de-quem-${request.id}`}>
          <p
            className="strong above-2"
            id={`de-quem-${request.id}`}
            tabIndex={-1}
            ref={(question) => question?.focus()}
          >
            {words.isGuardians}
          </p>
          <p className="field__hint">{words.isGuardiansHint}</p>
          <p className="request__actions flow gap-2 above-2">
            {whose(true, words.guardians)}
            {whose(false, words.notGuardians)}
            <SecondaryButton disabled={busy} onClick={() => setAsking(null)}>
              {desk.cancel}
            </SecondaryButton>
          </p>
        </fieldset>
      ) : asking === 'why' ? (
        <Refusal
          enrolment={enrolment.id}
          request={request.id}
          busy={busy}
          onAnswer={onAnswer}
          onCancel={() => setAsking(null)}
        />
      ) : (
        <>
          <p className="field__hint">{kind === 'apagar' ? words.eraseHint : words.hint}</p>
          <p className="request__actions flow gap-2 above-2">
            <SecondaryButton disabled={busy} onClick={confirm}>
              {words.confirm[kind]}
            </SecondaryButton>
            <SecondaryButton
              disabled={busy}
              onClick={() => (needsSentence ? setAsking('why') : void onAnswer({ confirmed: false }))}
            >
              {needsSentence ? words.refuse : words.dismiss}
              <span className="vh"> {words.dismissed}</span>
            </SecondaryButton>
          </p>
        </>
      )}
    </div>
  );
}

/** What is asked for, in words; of a correction each answer as it is and as it is to be. */
export function requestInWords({ kind, phone, changes }: Request, enrolment: StoredEnrolment): string {
  switch (kind) {
    case 'desistir':
      return words.withdraw;
    case 'apagar':
      return words.erase;
    case 'copia':
      return words.copy;
    case 'telefone':
      return words.telephone(
        phoneInWords(phone ?? '')
          .replace(' ', '\u00A0')
          .replace('-', '\u2011'),
      );
    case 'corrigir':
      return Object.entries(changes ?? {})
        .map(([column, value]) => {
          const field = FIELDS.find((one) => one.column === column);
          return field
            ? words.correct(
                field.sheetLabel,
                written(field.name, enrolment[field.name]),
                written(field.name, value),
              )
            : column;
        })
        .join(' ');
  }
}

type RefusalProps = {
  enrolment: string;
  request: string;
  busy: boolean;
  onAnswer: Props['onAnswer'];
  onCancel: () => void;
};

/** Why a request is refused; what is typed stays until it was sent. */
function Refusal({ enrolment, request, busy, onAnswer, onCancel }: RefusalProps) {
  const [typed = '', setTyped] = useUnsavedValue('refusal', enrolment, request);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wasFocused = useRef(false);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    flushSync(() => setMissing(typed.trim() === ''));
    if (typed.trim() === '') return field.current?.focus();
    if ((await onAnswer({ confirmed: false, sentence: typed })) !== null) setTyped(undefined);
  }

  return (
    <form noValidate onSubmit={onSubmit} className="follow-up__part stack gap-4">
      <TextArea
        label={words.why}
        hint={words.whyHint}
        problem={missing ? words.whyMissing : undefined}
        maxLength={SENTENCE_MAX}
        value={typed}
        ref={(area) => {
          field.current = area;
          if (!wasFocused.current) area?.focus();
          wasFocused.current = true;
        }}
        onChange={({ target }) => {
          setTyped(target.value || undefined);
          setMissing(false);
        }}
      />
      <p className="request__actions flow gap-2 above-2">
        <SecondaryButton type="submit" disabled={busy}>
          {words.sendRefusal}
        </SecondaryButton>
        <SecondaryButton
          disabled={busy}
          onClick={() => {
            setTyped(undefined);
            onCancel();
          }}
        >
          {desk.cancel}
        </SecondaryButton>
      </p>
    </form>
  );
}

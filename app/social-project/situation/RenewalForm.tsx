import { useEffect, useRef, useState } from 'react';
import { renewal as words } from '../../../content/renewal.ts';
import { situation } from '../../../content/situation.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { phoneMatches } from '../../../domain/enrolment/phone.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { problemOf } from './own-data-problem.ts';
import { call, type FamilySituation, sendResultIn } from './situation-api.ts';

const KIND = 'renovacao';

type Props = {
  code: string;
  answer: FamilySituation;
  onSent: (answer: FamilySituation, note: string) => void;
};

/** Asks whether somebody goes on: two answers, and what has changed, which is written without being read. Source: docs/ux.md §6.5. */
export function RenewalForm({ code, answer, onSent }: Props) {
  const { renovacao } = answer;
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [step, setStep] = useState<'answered' | 'asked' | 'sure'>('answered');
  const [cadunico, setCadunico] = useState<keyof typeof words.updated | ''>('');
  const [phoneProblem, setPhoneProblem] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer, and the way back to the question, takes the focus
  useEffect(() => heading.current?.focus(), [answer, step === 'answered']);

  async function send(goesOn: boolean) {
    const typed = Object.entries(Object.fromEntries(new FormData(form.current ?? undefined)));
    const changes = Object.fromEntries(
      typed.filter(([name, value]) => name !== 'cadunico' && String(value).trim() !== ''),
    );
    const wrong = 'telefone' in changes && !phoneMatches(String(changes.telefone).trim());
    setPhoneProblem(wrong ? situation.requests.telephoneMissing : undefined);
    if (wrong) return form.current?.querySelector<HTMLInputElement>('[name=telefone]')?.focus();
    if (busy) return;
    setBusy(true);
    setProblem('');
    const sent = async () => {
      const { answer, received, limited } = sendResultIn(
        await call('responder_renovacao', {
          codigo: code,
          continua: goesOn,
          ...(cadunico && { cadunico: cadunico === 'sim' }),
          mudancas: changes,
        }),
      );
      if (!answer) return situation.nobody;
      const { tooMany, notNoted } = situation.requests;
      setStep('answered');
      onSent(answer, received ? words.noted : limited ? tooMany : answer.renovacao ? notNoted : words.closed);
      return '';
    };
    setProblem(await sent().catch(problemOf));
    setBusy(false);
  }

  if ((renovacao === 'sim' || renovacao === 'nao') && step === 'answered')
    return (
      <section className="notice notice--success situation__answer" aria-labelledby={KIND}>
        <h2 className="title-3" id={KIND} tabIndex={-1} ref={heading}>
          {words.title}
        </h2>
        <p>{words.answered[renovacao]}</p>
        <p>
          <SecondaryButton onClick={() => setStep('asked')}>{words.change}</SecondaryButton>
        </p>
      </section>
    );
  const sending = busy && situation.requests.sending;
  return (
    <section className="notice notice--info situation__answer" aria-labelledby={KIND}>
      <h2 className="title-3" id={KIND} tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      <form className="situation__form" aria-labelledby={KIND} noValidate ref={form}>
        <p>{words.text}</p>
        <Choices
          name="cadunico"
          legend={words.cadunico}
          choices={words.updated}
          chosen={cadunico}
          onChange={setCadunico}
        />
        <details className="fold" open={phoneProblem !== undefined || undefined}>
          <summary>{words.changed}</summary>
          <div className="situation__form">
            <p className="field__hint">{words.changedHint}</p>
            <TextField
              label={situation.requests.telephoneLabel}
              problem={phoneProblem}
              name="telefone"
              type="tel"
              autoComplete="off"
              onBlur={({ target }) => {
                target.value = decoratedWhileTyping('tel', target.value) ?? target.value;
              }}
            />
            <TextField label={words.address} name="endereco_completo" autoComplete="off" maxLength={300} />
            <TextField label={words.school} name="escola" autoComplete="off" maxLength={120} />
          </div>
        </details>
        <FieldProblem id="renovacao-erro">{problem || undefined}</FieldProblem>
        {step === 'sure' ? (
          <>
            <p role="status">{words.sure}</p>
            <p className="situation__answers">
              <Button busyText={sending} onClick={() => send(false)}>
                {words.sureNo}
              </Button>
              <SecondaryButton disabled={busy} onClick={() => setStep('asked')}>
                {words.back}
              </SecondaryButton>
            </p>
          </>
        ) : (
          <p className="situation__answers">
            <Button busyText={sending} onClick={() => send(true)}>
              {words.yes}
            </Button>
            <SecondaryButton disabled={busy} onClick={() => setStep('sure')}>
              {words.no}
            </SecondaryButton>
          </p>
        )}
      </form>
    </section>
  );
}

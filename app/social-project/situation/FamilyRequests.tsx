import { type FormEvent, useRef, useState } from 'react';
import { ownData } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { phoneMatches } from '../../../domain/enrolment/phone.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { failureText } from '../sending/failure-text.ts';
import { type FamilySituation, type RequestKind, sendRequest } from './situation-api.ts';

const words = situation.requests;

const OPEN = { ...words.open, ...ownData.openRequests };

type Props = {
  code: string;
  answer: FamilySituation;
  onSent: (answer: FamilySituation, note: string) => void;
};

/** What can be asked for by the link: to withdraw, and another telephone. The desk confirms. Source: docs/ux.md §6.5. */
export function FamilyRequests({ code, answer: { situation: now, requests }, onSent }: Props) {
  const telephone = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ kind: RequestKind; text: string } | null>(null);
  const over = now === 'desistiu' || now === 'nao-aprovada';

  async function ask(kind: RequestKind, phone: string | null) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { answer, received, limited } = await sendRequest(code, kind, phone);
      if (answer) onSent(answer, received ? words.noted : limited ? words.tooMany : words.notNoted);
      else setProblem({ kind, text: situation.nobody });
    } catch (error) {
      setProblem({ kind, text: failureText(error) });
    } finally {
      setBusy(false);
    }
  }

  function onTelephone(event: FormEvent) {
    event.preventDefault();
    const phone = telephone.current?.value.trim() ?? '';
    if (phoneMatches(phone)) return void ask('telefone', phone);
    setProblem({ kind: 'telefone', text: words.telephoneMissing });
    telephone.current?.focus();
  }

  const wrong = problem?.kind === 'telefone' ? problem.text : undefined;
  return (
    <div className="situation__requests">
      {requests?.map((kind) => (
        <p key={kind}>{OPEN[kind]}</p>
      ))}
      {!over && !requests?.includes('desistir') && (
        <details className="fold">
          <summary>{words.withdraw}</summary>
          <p>{words.withdrawHint}</p>
          <FieldProblem id="desistir-erro">
            {problem?.kind === 'desistir' ? problem.text : undefined}
          </FieldProblem>
          <p>
            <SecondaryButton busyText={busy && words.sending} onClick={() => ask('desistir', null)}>
              {words.sendWithdrawal}
            </SecondaryButton>
          </p>
        </details>
      )}
      <details className="fold">
        <summary>{words.telephone}</summary>
        <form className="situation__form" noValidate onSubmit={onTelephone}>
          <div className={`field${wrong ? ' field--problem' : ''}`}>
            <label className="field__label" htmlFor="telefone-novo">
              {words.telephoneLabel}
            </label>
            <input
              className="field__input"
              id="telefone-novo"
              name="telefone-novo"
              type="tel"
              autoComplete="tel-national"
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? 'telefone-novo-erro' : undefined}
              ref={telephone}
              onBlur={({ target }) => {
                target.value = decoratedWhileTyping('tel', target.value) ?? target.value;
              }}
            />
            <FieldProblem id="telefone-novo-erro">{wrong}</FieldProblem>
          </div>
          <p>
            <SecondaryButton type="submit" busyText={busy && words.sending}>
              {words.sendTelephone}
            </SecondaryButton>
          </p>
        </form>
      </details>
    </div>
  );
}

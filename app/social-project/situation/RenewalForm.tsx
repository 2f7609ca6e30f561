import { useState } from 'react';
import { renewal as words } from '../../../content/renewal.ts';
import { situation } from '../../../content/situation.ts';
import { Button, SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { problemOf } from './own-data-problem.ts';
import { call, type FamilySituation, sendResultIn } from './situation-api.ts';

const KIND = 'renovacao';

/** What takes the buttons' place has the focus, and is read. */
const focusOn = (element: HTMLElement | null) => element?.focus();

type Props = {
  code: string;
  answer: FamilySituation;
  onSent: (answer: FamilySituation, note: string) => void;
};

/** Asks whether somebody goes on, in two answers; 'não' asks once more. What has changed is asked for below. Source: docs/ux.md §6.5. */
export function RenewalForm({ code, answer: { renovacao }, onSent }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [isSure, setSure] = useState(false); // asked once more
  const [cadunico, setCadunico] = useState<keyof typeof words.updated | ''>('');

  async function ask(): Promise<string> {
    const given = {
      codigo: code,
      continua: !isSure,
      cadunico: cadunico === '' ? null : cadunico === 'sim',
    };
    const { answer, received, limited } = sendResultIn(await call('responder_renovacao', given));
    if (!answer) return situation.nobody;
    setSure(false);
    onSent(answer, received ? words.noted : limited ? situation.requests.tooMany : words.closed);
    return '';
  }
  async function send() {
    if (busy) return;
    setBusy(true);
    setProblem('');
    setProblem(await ask().catch(problemOf));
    setBusy(false);
  }
  function back() {
    setSure(false);
    focusOn(document.getElementById(KIND));
  }
  const questions = (
    <div className="situation__form">
      <div>
        <Choices
          name="cadunico"
          legend={words.cadunico}
          choices={words.updated}
          chosen={cadunico}
          onChange={setCadunico}
        />
        <div role="alert">
          <FieldProblem id={`${KIND}-erro`}>{problem || undefined}</FieldProblem>
        </div>
      </div>
      {isSure ? (
        <div className="situation__answers" key="sure">
          <p tabIndex={-1} ref={focusOn}>
            {words.sure}
          </p>
          <Button busyText={busy && situation.requests.sending} onClick={send}>
            {words.sureNo}
          </Button>
          <SecondaryButton disabled={busy} onClick={back}>
            {words.back}
          </SecondaryButton>
        </div>
      ) : (
        <div className="situation__answers" key="asked">
          <Button busyText={busy && situation.requests.sending} onClick={send}>
            {words.yes}
          </Button>
          <SecondaryButton disabled={busy} onClick={() => setSure(true)}>
            {words.no}
          </SecondaryButton>
        </div>
      )}
    </div>
  );
  return (
    <section className="notice notice--info situation__answer" aria-labelledby={KIND}>
      <h2 className="title-3" id={KIND} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{renovacao === 'sim' || renovacao === 'nao' ? words.answered[renovacao] : words.text}</p>
      {renovacao === 'pedida' ? (
        questions
      ) : (
        <details className="fold" key={renovacao}>
          <summary>{words.change}</summary>
          {questions}
        </details>
      )}
    </section>
  );
}

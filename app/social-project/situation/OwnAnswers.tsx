import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ownData as words } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import { correctedWith } from '../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { CorrectAnswer } from './CorrectAnswer.tsx';
import { OwnCopy } from './OwnCopy.tsx';
import { OwnEnds } from './OwnEnds.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import { OwnSheet } from './OwnSheet.tsx';
import { type Ask, askOfOwnData, type OwnData, type OwnRequest, type OwnRequestKind } from './own-data.ts';
import { problemOf, refusalOf } from './own-data-problem.ts';
import type { FamilySituation } from './situation-api.ts';

type Props = {
  code: string;
  cpf: string;
  data: OwnData;
  /** The data after something was asked for. */
  onData: (data: OwnData) => void;
  /** Closed; with the situation, where something was asked for. */
  onClose: (answer: FamilySituation | null) => void;
};

/** 'Meus dados', opened: every answer as it is stored, and what may be asked for. Source: docs/ux.md §6.5. */
export function OwnAnswers({ code, cpf, data, onData, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [correcting, setCorrecting] = useState<FieldName | null>(null);
  const [busy, setBusy] = useState<OwnRequestKind | null>(null);
  const [note, setNote] = useState('');
  const [answer, setAnswer] = useState<FamilySituation | null>(null);

  useEffect(() => heading.current?.focus(), []);

  /** Sends a request; `number` is its own, null where it was not taken, and `problem` why. */
  async function send(kind: OwnRequestKind, changes: OwnRequest['changes'] = null) {
    if (busy) return { problem: '', data, number: null };
    setBusy(kind);
    setNote('');
    try {
      const result = await askOfOwnData(code, cpf, kind, changes);
      const now = result.data ?? data;
      if (result.data) onData(result.data);
      if (result.answer) setAnswer(result.answer);
      const problem = !result.data
        ? refusalOf(result)
        : result.number !== null
          ? ''
          : result.limited
            ? situation.requests.tooMany
            : kind === 'desistir' && isOver(result.answer)
              ? words.over
              : words.notNoted;
      return { problem, data: now, number: result.number };
    } catch (error) {
      return { problem: problemOf(error), data, number: null };
    } finally {
      setBusy(null);
    }
  }

  const ask: Ask = async (kind, changes) => {
    const { problem, number } = await send(kind, changes);
    if (number === null) return problem;
    setNote(words.noted(number));
    setCorrecting(null);
    heading.current?.focus();
    return '';
  };

  const correct = (name: FieldName, label: string) =>
    correcting === name ? (
      <CorrectAnswer
        name={name}
        answers={data.answers}
        busy={busy === 'corrigir'}
        onAsk={(changes) => ask('corrigir', changes)}
        onCancel={() => {
          flushSync(() => setCorrecting(null));
          document.getElementById(`corrigir-${name}`)?.focus();
        }}
      />
    ) : (
      correctedWith(name)[0]?.name === name && ( // the details go with the medical question
        <button
          className="link-button"
          type="button"
          id={`corrigir-${name}`}
          onClick={() => setCorrecting(name)}
        >
          {words.correct.button}
          <span className="vh"> {label}</span>
        </button>
      )
    );

  return (
    <section className="own-data own-data--open stack" aria-labelledby="meus-dados">
      <h2 className="situation__title" id="meus-dados" tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      {note && <Alert tone="success" title={note} />}
      <OwnRequests requests={data.requests} today={todayInBrazil()} />
      <OwnSheet
        data={data}
        corrected={correctedWith(correcting ?? '').map(({ name }) => name)}
        beside={correct}
      />
      <OwnCopy data={data} isBusy={busy === 'copia'} onCopy={() => send('copia')} />
      <div>
        <OwnEnds busy={busy} onAsk={ask} />
      </div>
      <p>
        <SecondaryButton onClick={() => onClose(answer)}>{words.close}</SecondaryButton>
      </p>
    </section>
  );
}

const isOver = (answer: FamilySituation | null) =>
  answer?.situation === 'desistiu' || answer?.situation === 'nao-aprovada';

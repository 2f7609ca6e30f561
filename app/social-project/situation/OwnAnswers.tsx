import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ownData as words } from '../../../content/own-data.ts';
import { situation } from '../../../content/situation.ts';
import { brazilianMoment, todayInBrazil } from '../../../domain/dates.ts';
import { answersOf, fullNameOf } from '../../../domain/desk/sheet.ts';
import { correctedWith } from '../../../domain/desk/typed-answers.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecondaryButton } from '../../ui/Button.tsx';
import { FieldProblem } from '../../ui/FieldProblem.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { CorrectAnswer } from './CorrectAnswer.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import { OwnSheet } from './OwnSheet.tsx';
import { askOfOwnData, type OwnData, type OwnRequest } from './own-data.ts';
import { refusalOf } from './own-data-problem.ts';
import { RequestCard } from './RequestCard.tsx';
import type { FamilySituation, RequestKind } from './situation-api.ts';

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
  const [note, setNote] = useState('');
  const [answer, setAnswer] = useState<FamilySituation | null>(null);
  /** Printed again without closing the page it is one request. */
  const [copied, setCopied] = useState(false);
  const { printedAt, print } = usePrinting(`meus-dados-${data.protocolo ?? 'inscricao'}`);
  const answers = answersOf(data.respostas);

  useEffect(() => heading.current?.focus(), []);

  async function ask(kind: RequestKind, changes: OwnRequest['mudancas'] = null): Promise<string> {
    setNote('');
    const result = await askOfOwnData(code, cpf, kind, changes);
    if (result.answer) setAnswer(result.answer);
    if (!result.data) return refusalOf(result);
    onData(result.data);
    if (result.number === null) return result.limited ? situation.requests.tooMany : words.notNoted;
    setNote((kind === 'copia' ? words.copy.done : words.noted)(result.number));
    setCorrecting(null);
    if (kind !== 'copia') heading.current?.focus();
    return '';
  }

  async function copy(): Promise<string> {
    const problem = copied ? '' : await ask('copia');
    if (problem) return problem;
    setCopied(true);
    return print() ? '' : words.copy.cannotPrint;
  }

  const correct = (name: FieldName, label: string) =>
    correcting === name ? (
      <CorrectAnswer
        name={name}
        answers={answers}
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
    <section className="stack gap-5" aria-labelledby="meus-dados">
      <h2 className="title-3" id="meus-dados" tabIndex={-1} ref={heading}>
        {words.title}
      </h2>
      {note && <Alert tone="success" title={note} />}
      <OwnRequests requests={data.pedidos} today={todayInBrazil()} />
      <OwnSheet
        data={data}
        corrected={correctedWith(correcting ?? '').map(({ name }) => name)}
        beside={correct}
      />
      <div>
        <RequestCard words={words.copy} onSend={copy} />
        <RequestCard
          words={words.erase}
          fields={({ certeza }) => (
            <div className={certeza ? 'field field--problem' : 'field'}>
              <label className="choice">
                <input
                  type="checkbox"
                  name="certeza"
                  aria-invalid={Boolean(certeza)}
                  aria-describedby={certeza && 'certeza-erro'}
                />
                <span className="choice__text">{words.erase.sure}</span>
              </label>
              <FieldProblem id="certeza-erro">{certeza}</FieldProblem>
            </div>
          )}
          problemsOf={(given) => (given.has('certeza') ? {} : { certeza: words.erase.sureMissing })}
          onSend={() => ask('apagar')}
        />
      </div>
      <p>
        <SecondaryButton onClick={() => onClose(answer)}>{words.close}</SecondaryButton>
      </p>
      {printedAt && (
        <PrintRoot className="own-copy">
          <h1>{words.copy.heading(fullNameOf(answers))}</h1>
          <p>{words.copy.made(brazilianMoment(printedAt))}</p>
          <OwnSheet data={data} />
          <OwnRequests requests={data.pedidos} today={todayInBrazil(printedAt)} />
        </PrintRoot>
      )}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../content/desk.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import { COMPARED_COLUMNS, NOT_GIVEN, type StoredEnrolment, sheetOf } from '../../../domain/desk/sheet.ts';
import { situationInWords } from '../../../domain/desk/situations.ts';
import { writtenProtocol } from '../../../domain/enrolment/protocol.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { comparedQuery, compareWith, type FollowUp } from '../api/follow-up.ts';
import { ListAlert } from '../parts/ListAlert.tsx';
import { Loading } from '../parts/Loading.tsx';
import type { Change } from './use-follow-up.ts';

type Cells = readonly { label: string; value: string }[];

/** Enrolments that may be of the same person, side by side with this one; siblings share phone and address. Source: docs/ux.md §8.5. */
export function Duplicates({
  enrolment,
  state,
  busy,
  change,
}: {
  enrolment: StoredEnrolment;
  state: FollowUp;
  busy: boolean;
  change: Change;
}) {
  const [result, setResult] = useState('');
  const line = useRef<HTMLParagraphElement>(null);

  /** The pair and its buttons disappear: the focus moves to the line that says what was recorded. */
  async function decide(other: string, same: boolean) {
    setResult('');
    const before = state.historico.length;
    const now = await change(() => compareWith(enrolment.id, other, same));
    if (now === null) return;
    const recorded = now.historico
      .slice(0, now.historico.length - before)
      .some(({ acao }) => acao === 'repetida');
    const words = same ? desk.repeatNotice : desk.recordedDifferent;
    flushSync(() => setResult(recorded ? words : desk.otherMissing));
    if (document.activeElement === document.body) line.current?.focus();
  }

  if (state.semelhantes.length === 0 && !state.repetidaDe && !result) return null;
  return (
    <section className="follow-up__part">
      <h3 className="follow-up__title">{desk.duplicates}</h3>
      {result && (
        <p className="notice notice--info" tabIndex={-1} ref={line}>
          {result}
        </p>
      )}
      {state.repetidaDe && result !== desk.repeatNotice && (
        <p className="notice notice--warning">{desk.repeatNotice}</p>
      )}
      {state.semelhantes.map((other) => (
        <article className="duplicate" key={other.id} aria-labelledby={`igual-${other.id}`}>
          <p className="duplicate__why" id={`igual-${other.id}`}>
            {other.iguais.map((likeness) => desk.sameIn[likeness]).join(' · ')}
          </p>
          <SideBySide one={enrolment} other={other.id} situations={[state.situacao, other.situacao]} />
          <div className="follow-up__row">
            <Button variant="secondary" disabled={busy} onClick={() => decide(other.id, true)}>
              {desk.markRepeated}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => decide(other.id, false)}>
              {desk.differentPeople}
            </Button>
          </div>
        </article>
      ))}
    </section>
  );
}

function SideBySide({
  one,
  other,
  situations,
}: {
  one: StoredEnrolment;
  /** The id of the other. */
  other: string;
  situations: [string, string];
}) {
  const compared = useQuery(comparedQuery(other));
  if (compared.isPending) return <Loading>Carregando…</Loading>;
  if (compared.isError)
    return <ListAlert error={compared.error} retrying={compared.isFetching} onRetry={compared.refetch} />;
  if (!compared.data) return <Alert title={desk.missing} />;
  const left = cellsOf(one, situations[0]);
  const right = cellsOf(compared.data, situations[1]);
  return (
    <table className="duplicate__table" aria-label={nameOfOther(compared.data)}>
      <thead>
        <tr>
          <td />
          <th scope="col">{desk.thisOne}</th>
          <th scope="col">{desk.otherOne}</th>
        </tr>
      </thead>
      <tbody>
        {left.map(({ label, value }, at) => {
          const otherValue = right[at]?.value ?? '';
          return (
            <tr key={label} className={value === otherValue ? 'duplicate__same' : undefined}>
              <th scope="row">{label}</th>
              <td>
                <bdi>{value}</bdi>
              </td>
              <td>
                <bdi>{otherValue}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const nameOfOther = (other: StoredEnrolment) => `${desk.otherOne}: ${other.nome_completo ?? NOT_GIVEN}`;

function cellsOf(enrolment: StoredEnrolment, situation: string): Cells {
  const { protocolo, created_at } = enrolment;
  return [
    { label: 'Inscrição', value: brazilianDay(created_at) },
    { label: 'Protocolo', value: protocolo ? writtenProtocol(protocolo) : '—' },
    { label: desk.situation, value: situationInWords(situation) },
    ...sheetOf(enrolment)
      .flatMap(({ cells }) => cells)
      .filter(({ column }) => COMPARED_COLUMNS.includes(column)),
  ];
}

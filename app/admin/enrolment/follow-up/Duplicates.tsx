import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { desk } from '../../../../content/desk.ts';
import { openEnrolment } from '../../../../content/open-enrolment.ts';
import { brazilianDay } from '../../../../domain/dates.ts';
import { ageOf, COMPARED, nameOf, type StoredEnrolment, sheetOf } from '../../../../domain/desk/sheet.ts';
import { situationInWords } from '../../../../domain/desk/situations.ts';
import { writtenProtocol } from '../../../../domain/enrolment/protocol.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { SecondaryButton } from '../../../ui/Button.tsx';
import { comparedQuery, compareWith } from '../../api/decisions.ts';
import { QueryState } from '../../controls/QueryState.tsx';
import type { Followed } from '../state/use-open-enrolment.ts';

type Props = Followed & {
  /** Grows each time somebody asks for the comparison, which opens the other's sheet and is noted; 0: nobody did. */
  comparing: number;
  onCompare: () => void;
};

/** Enrolments that may be of the same person, one at a time beside this one; siblings share phone and address. Source: docs/ux.md §8.5. */
export function Duplicates({ enrolment, state, busy, change, comparing, onCompare }: Props) {
  const [result, setResult] = useState('');
  const [wanted, setWanted] = useState(0);
  const line = useRef<HTMLParagraphElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { similar } = state;
  const at = Math.min(wanted, similar.length - 1);
  const other = similar[at];

  useEffect(() => {
    if (comparing > 0) title.current?.focus();
  }, [comparing]);

  /** The pair and its buttons disappear: the focus moves to the line that says what was recorded. */
  async function decide(id: string, same: boolean) {
    setResult('');
    const before = state.history.length;
    const now = await change(() => compareWith(enrolment.id, id, same));
    if (now === null) return;
    const recorded = now.history
      .slice(0, now.history.length - before)
      .some(({ action }) => action === 'repetida');
    const words = same ? openEnrolment.repeatNotice : openEnrolment.recordedDifferent;
    flushSync(() => setResult(recorded ? words : openEnrolment.otherMissing));
    line.current?.focus();
  }

  const step = (to: number, sign: string, words: string) => (
    <SecondaryButton disabled={!similar[to]} onClick={() => setWanted(to)}>
      <span aria-hidden="true">{sign}</span>
      <span className="vh">{words}</span>
    </SecondaryButton>
  );
  const judge = (id: string, same: boolean, words: string) => (
    <SecondaryButton disabled={busy} onClick={() => decide(id, same)}>
      {words}
    </SecondaryButton>
  );

  if (!other && !state.repeatedOf && !result) return null;
  return (
    <section className="follow-up__part stack gap-4">
      <div className="duplicate__head row gap-2">
        <h3 className="subtitle" tabIndex={-1} ref={title}>
          {openEnrolment.duplicates}
        </h3>
        {comparing > 0 && similar.length > 1 && (
          <>
            {step(at - 1, '‹', openEnrolment.pairBefore)}
            <p className="unbroken" role="status">
              {openEnrolment.pair(at + 1, similar.length)}
            </p>
            {step(at + 1, '›', openEnrolment.pairAfter)}
          </>
        )}
      </div>
      {result && (
        <p className="notice notice--info" tabIndex={-1} ref={line}>
          {result}
        </p>
      )}
      {state.repeatedOf && result !== openEnrolment.repeatNotice && (
        <p className="notice notice--warning">{openEnrolment.repeatNotice}</p>
      )}
      {other && comparing === 0 && (
        <div className="row gap-3">
          <SecondaryButton onClick={onCompare}>{openEnrolment.comparePairs(similar.length)}</SecondaryButton>
        </div>
      )}
      {other && comparing > 0 && (
        <article className="duplicate panel stack gap-3" aria-labelledby={`igual-${other.id}`}>
          <p className="doubtful strong" id={`igual-${other.id}`}>
            {other.sameIn.map((likeness) => openEnrolment.sameIn[likeness]).join(' · ')}
          </p>
          <Pair one={enrolment} other={other.id} situations={[state.situation, other.situation]} />
          <div className="row gap-3">
            {judge(other.id, true, openEnrolment.markRepeated)}
            {judge(other.id, false, openEnrolment.differentPeople)}
          </div>
        </article>
      )}
    </section>
  );
}

type PairProps = {
  one: StoredEnrolment;
  /** The id of the other. */
  other: string;
  situations: [string, string];
};

/** Two enrolments answer by answer, those that differ first. */
function Pair({ one, other, situations }: PairProps) {
  const compared = useQuery(comparedQuery(other));
  if (compared.data === undefined) return <QueryState query={compared} loading="Carregando…" />;
  if (!compared.data) return <Alert title={desk.missing} />;
  const others = answersOf(compared.data, situations[1]);
  const rows = answersOf(one, situations[0]).map(({ label, value }, at) => {
    const otherValue = others[at]?.value ?? '';
    return { label, value, otherValue, isSame: value === otherValue };
  });
  rows.sort((a, b) => Number(a.isSame) - Number(b.isSame));
  return (
    <table
      className="duplicate__table small break wide"
      aria-label={`${openEnrolment.otherOne}: ${nameOf(compared.data)}`}
    >
      <thead>
        <tr>
          <td />
          <th scope="col">{openEnrolment.thisOne}</th>
          <th scope="col">{openEnrolment.otherOne}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, otherValue, isSame }) => (
          <tr key={label} className={isSame ? 'duplicate__same' : 'bold'}>
            <th className="soft" scope="row">
              {label}
            </th>
            <td>
              <bdi>{value}</bdi>
            </td>
            <td>
              <bdi>{otherValue}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function answersOf(enrolment: StoredEnrolment, situation: string) {
  const { protocol, arrivedAt } = enrolment;
  return [
    { label: 'Inscrição', value: brazilianDay(arrivedAt) },
    { label: 'Protocolo', value: protocol ? writtenProtocol(protocol) : '—' },
    { label: desk.situation, value: situationInWords(situation) },
    ...sheetOf({ ...enrolment, idade: ageOf(enrolment) })
      .flatMap(({ cells }) => cells)
      .filter(({ name }) => COMPARED.includes(name)),
  ];
}

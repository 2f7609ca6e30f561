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

/** `comparing` grows each time somebody asks for the comparison from elsewhere; 0: nobody did. */
type Props = Followed & { comparing: number };

/**
 * Enrolments that may be of the same person, compared with this one one at a time, since each comparison opens the
 * other's sheet and is noted; siblings share phone and address. Source: docs/ux.md §8.5.
 */
export function Duplicates({ enrolment, state, busy, change, comparing }: Props) {
  const [result, setResult] = useState('');
  const [shown, show] = useState<string>();
  const line = useRef<HTMLParagraphElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { similar } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is asked for
  useEffect(() => {
    if (comparing === 0) return;
    show(similar[0]?.id);
    title.current?.focus();
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

  const judge = (id: string, same: boolean, words: string) => (
    <SecondaryButton disabled={busy} onClick={() => decide(id, same)}>
      {words}
    </SecondaryButton>
  );

  if (similar.length === 0 && !state.repeatedOf && !result) return null;
  return (
    <section className="follow-up__part stack gap-4">
      <h3 className="subtitle" tabIndex={-1} ref={title}>
        {openEnrolment.duplicates}
      </h3>
      {result && (
        <p className="notice notice--info" tabIndex={-1} ref={line}>
          {result}
        </p>
      )}
      {state.repeatedOf && result !== openEnrolment.repeatNotice && (
        <p className="notice notice--warning">{openEnrolment.repeatNotice}</p>
      )}
      {similar.map(({ id, sameIn, situation }) => (
        <details
          className="fold"
          key={id}
          open={id === shown}
          onToggle={({ currentTarget }) =>
            show((now) => (currentTarget.open ? id : now === id ? undefined : now))
          }
        >
          <summary className="small">
            {openEnrolment.compare(sameIn.map((likeness) => openEnrolment.sameIn[likeness]).join(', '))}
          </summary>
          {id === shown && (
            <div className="stack gap-3">
              <Pair one={enrolment} other={id} situations={[state.situation, situation]} />
              <div className="row gap-3">
                {judge(id, true, openEnrolment.markRepeated)}
                {judge(id, false, openEnrolment.differentPeople)}
              </div>
            </div>
          )}
        </details>
      ))}
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

import { numbers as words } from '../../../content/numbers.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { LEFT_BECAUSE, type LeftBecause } from '../../../domain/desk/attendance.ts';
import { bandInWords, percent, rounded, shownCells } from '../../../domain/desk/numbers.ts';
import { nameOf, written } from '../../../domain/desk/sheet.ts';
import type { Count, Participant } from '../api/numbers.ts';
import { Line, Lines } from '../controls/Lines.tsx';
import './numbers.css';

const ANSWERS = {
  sex: 'sexo',
  schooling: 'nivelEscolaridade',
  income: 'rendaFamiliar',
  town: 'cidade',
} as const;

/** How many are counted of one thing; where given, with this answer. */
const sumOf = (counts: readonly Count[], of: string, answer?: string | null) =>
  counts.reduce(
    (sum, one) => sum + (one.of === of && [undefined, one.answer].includes(answer) ? one.count : 0),
    0,
  );

function attendanceIn(counts: readonly Count[], className?: string | null) {
  const present = sumOf(counts, 'presente', className);
  return percent(present, present + sumOf(counts, 'falta', className));
}

function inWords({ of, answer }: Count): string {
  if (!answer) return of === 'class' ? words.noClass : words.unsaid;
  if (of === 'ended') return LEFT_BECAUSE[answer as LeftBecause];
  if (of === 'age') return bandInWords(Number(answer));
  return of in ANSWERS ? written(ANSWERS[of as keyof typeof ANSWERS], answer) : answer;
}

/** A breakdown, each answer in words, as it may be shown beside its total; null where none of it may. */
function breakdownOf(counts: readonly Count[], of: string) {
  const cells = counts.filter((one) => one.of === of);
  const exact = cells.map(({ count }) => count);
  const shown = of === 'class' ? exact : shownCells(exact);
  return shown && cells.map((one, at) => ({ term: inWords(one), shown: shown[at] ?? 0, answer: one.answer }));
}

/** The exact totals of a period, each with its name, and why people left. */
export const totalsOf = (counts: readonly Count[]): [term: string, value: number | string][] => [
  ...Object.entries(words.totals).map(([of, term]): [string, number] => [term, sumOf(counts, of)]),
  [words.ended, sumOf(counts, 'ended')],
  ...(breakdownOf(counts, 'ended') ?? []).map(({ term, shown }): [string, number] => [
    `${words.ended}: ${term}`,
    shown,
  ]),
  [words.attendance, attendanceIn(counts)],
];

type Props = { counts: readonly Count[]; people: readonly Participant[] | null };

/** A period, on the screen and on paper: its totals, a table with bars of each breakdown and, once asked for, its people. */
export function Report({ counts, people }: Props) {
  const table = ([of, title]: [string, string]) => {
    const rows = breakdownOf(counts, of) ?? [{ term: words.together, shown: sumOf(counts, of), answer: '' }];
    const most = Math.max(1, ...rows.map(({ shown }) => shown));
    return (
      <table key={of}>
        <caption className="subtitle">{title}</caption>
        <tbody>
          {rows.map(({ term, shown, answer }) => (
            <tr key={term}>
              <th scope="row">{term}</th>
              <td>
                <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * shown) / most} height="1" />
                </svg>
              </td>
              <td className="numbers">
                {shown}
                {of === 'class' && ` (${attendanceIn(counts, answer)})`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  };
  const erased = sumOf(counts, 'erased');
  return (
    <>
      <dl className="figures">
        {totalsOf(counts).map(([term, value]) => (
          <div key={term}>
            <dt className="hint">{term}</dt>
            <dd className="subtitle numbers">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{words.explained(erased > 0 ? rounded(erased) : null)}</p>
      <div className="figures">{Object.entries(words.bars).map(table)}</div>
      {people && <h2 className="subtitle">{words.people}</h2>}
      <Lines label={words.people}>
        {people?.map((one, at) => (
          <Line
            key={String(at)}
            title={<bdi>{nameOf(one)}</bdi>}
            hint={`${one.className || words.noClass} · ${[one.firstDay, one.lastDay].flatMap((day) => (day ? writtenDay(day) : [])).join(' a ')}`}
            acts={`${one.present} de ${one.held} (${percent(one.present, one.held)})`}
          />
        ))}
      </Lines>
    </>
  );
}

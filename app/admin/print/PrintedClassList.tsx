import { brand } from '../../../content/brand.ts';
import { classList as words } from '../../../content/class-list.ts';
import { classes } from '../../../content/classes.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { isSamePhone, phoneInWords } from '../../../domain/contact.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { daysOfMonth, monthInWords, weekdayOf } from '../../../domain/desk/class-months.ts';
import { looksOf } from '../../../domain/desk/dated-lines.ts';
import { useSession } from '../../api/session.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import type { ClassMember, OwnClass } from '../api/classes.ts';
import './class-list.css';

/** Columns without a date, where a class has no weekdays: they are written by hand. */
const WITHOUT_DAYS = Array.from({ length: 12 }, () => '');

/** What stands in the box of a day. */
const LETTERS = { presente: 'P', falta: 'F', justificada: 'J' };

/** What is printed: a class with its people and the days of a month (`2026-11`); `teacher` '' where nobody knows. */
export type ClassList = {
  listed: OwnClass;
  month: string;
  teacher: string;
  people: readonly ClassMember[];
};

/** The teacher's list of a class on paper: numbered people, whom to call, and a box for each day of the month. Source: docs/ux.md §8.3. */
export function PrintedClassList({ list, printedAt }: { list: ClassList; printedAt: Date }) {
  const { listed, month, people } = list;
  const { user } = useSession();
  const dated = daysOfMonth(month, listed.days ?? '');
  const daysWithMarks = people.flatMap(({ marks }) => Object.keys(marks));
  const withMarks = [...new Set([...dated, ...daysWithMarks])].sort();
  const days = [...withMarks, ...(dated.length > 0 ? [] : WITHOUT_DAYS.slice(withMarks.length))];
  const nameOfPage = `${listed.name} · ${monthInWords(month)}`; // on each sheet of paper
  const facts = [
    [words.month, monthInWords(month)],
    [words.when, classes.when(listed)],
    [words.teacher, list.teacher], // left open for the pen
    [words.pupils, people.length],
  ] as const;
  return (
    <PrintRoot className="class-list">
      <p className="print-root__brand">
        <Mark />
        {brand.name}
      </p>
      <h1>{listed.name}</h1>
      <dl className="flow">
        {facts.map(([term, text]) => (
          <div className="flow" key={term}>
            <dt>{term}</dt>
            <dd className="bold">{text}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            {[words.columns.number, nameOfPage, words.columns.age, ...days.map(headOf)].map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns, in order
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is printed once and never changes
            <tr key={at}>
              <td>{at + 1}</td>
              <Person {...person} />
              <td>{person.idade}</td>
              {days.map((day, at) => {
                const mark = person.marks[day];
                // biome-ignore lint/suspicious/noArrayIndexKey: days of one month, in order
                return <td key={at}>{mark && LETTERS[mark]}</td>;
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={days.length + 3}>
              {words.letters} {words.withoutHealth} {words.warning}
              <br />
              Impressa em {brazilianMoment(printedAt)}
              {user?.email && ` por ${user.email}`}
              <span className="class-list__signature block">{words.signature}</span>
            </td>
          </tr>
        </tfoot>
      </table>
    </PrintRoot>
  );
}

/** A day of the month as its column says it; '' for one that is written by hand. */
const headOf = (day: string) => day && `${words.weekdays[weekdayOf(day)]}\n${Number(day.slice(8))}`;

/** Name and whom to call. */
export function Person(person: ClassMember) {
  const { newPhone } = person;
  const guardian = [person.nomeResponsavel?.trim(), phone(person.telefoneResponsavel)].filter(Boolean);
  const contacts = [
    guardian.length > 0 &&
      `${words.guardian} ${guardian.join(', ')}${person.isUnconfirmed ? ` (${unconfirmed})` : ''}`,
    person.telefoneWhatsapp &&
      ![person.telefoneResponsavel, newPhone].some((one) => isSamePhone(one, person.telefoneWhatsapp)) &&
      `${words.person}\u00a0${phone(person.telefoneWhatsapp)}`,
    person.contatoRecados?.trim(),
  ].filter(Boolean);
  const marks = [...(newPhone ? [words.newPhone(phone(newPhone))] : []), ...looksOf(person)];
  return (
    <th scope="row">
      <bdi className="bold">{person.name}</bdi>
      <span className="block">
        {marks.map((mark) => (
          <strong key={mark}>{mark} · </strong>
        ))}
        {contacts.join(' · ')}
      </span>
    </th>
  );
}

/** A telephone in words, written so that no line breaks within it. */
const phone = (number: string | null | undefined) =>
  number?.trim() ? phoneInWords(number).replace(' ', '\u00a0').replace('-', '\u2011') : '';

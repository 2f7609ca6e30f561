import { brand } from '../../../content/brand.ts';
import { classList as words } from '../../../content/class-list.ts';
import { classes } from '../../../content/classes.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { phoneInWords } from '../../../domain/contact.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { monthInWords } from '../../../domain/desk/class-months.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { nameOf, written } from '../../../domain/desk/sheet.ts';
import { daysOfMonth } from '../../../domain/timetable.ts';
import { useSession } from '../../api/session.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import type { ClassMember } from '../api/classes.ts';
import './class-list.css';

/** Columns without a date, where a class has no weekdays: they are written by hand. */
const WITHOUT_DAYS = Array.from({ length: 12 }, () => null);

/** What the list needs of a class. */
export type ListedClass = Pick<DeskClass, 'id' | 'name' | 'days' | 'time' | 'pupils'>;

/** What is printed: a class with its people and the days of a month (`2026-11`); `health` where it was asked for; `teacher` '' where nobody knows. */
export type ClassList = {
  listed: ListedClass;
  month: string;
  health: boolean;
  teacher: string;
  people: readonly ClassMember[];
};

/** The teacher's list of a class on paper: numbered people, whom to call, and a box for each day of the month. Source: docs/ux.md §8.3. */
export function PrintedClassList({
  listed,
  month,
  health,
  teacher,
  people,
  printedAt,
}: ClassList & { printedAt: Date }) {
  const { user } = useSession();
  const found = daysOfMonth(month, listed.days ?? '');
  const days = found.length > 0 ? found : WITHOUT_DAYS;
  return (
    <PrintRoot className="class-list">
      <p className="class-list__brand print-root__brand">
        <Mark />
        {brand.name}
      </p>
      <h1 className="class-list__title">{listed.name}</h1>
      <dl className="class-list__facts flow">
        <Fact term={words.month} text={monthInWords(month)} />
        <Fact term={words.when} text={classes.when(listed)} />
        <Fact term={words.teacher} text={teacher} />
        <Fact term={words.pupils} text={String(people.length)} />
      </dl>
      <table className="class-list__table">
        <colgroup>
          <col className="class-list__number" />
          <col />
          <col className="class-list__age" />
          {days.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: days of one month, in order
            <col key={at} className={found.length > 16 ? 'class-list__day' : 'class-list__day--wide'} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{words.columns.number}</th>
            <th scope="col">{words.columns.name}</th>
            <th scope="col">{words.columns.age}</th>
            {days.map((day, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: days of one month, in order
              <th key={at} scope="col">
                {day && (
                  <>
                    {words.weekdays[day.weekday]}
                    <br />
                    {day.day}
                  </>
                )}
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
              {days.map((_, day) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: days of one month, in order
                <td key={day} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={days.length + 3}>
              {health ? words.withHealth : words.withoutHealth} {words.warning}
              <br />
              Impressa em {brazilianMoment(printedAt)}
              {user?.email && ` por ${user.email}`}
            </td>
          </tr>
        </tfoot>
      </table>
    </PrintRoot>
  );
}

/** Left open for the pen where nothing is known. */
function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={text ? 'bold' : 'class-list__open'}>{text}</dd>
    </div>
  );
}

/** Name, whom to call, and health where it was asked for. */
export function Person(person: ClassMember) {
  const { newPhone, health } = person;
  const size = [
    person.peso && written('peso', person.peso),
    person.altura && written('altura', person.altura),
  ];
  const guardian = [person.nomeResponsavel?.trim(), phone(person.telefoneResponsavel)].filter(Boolean);
  const contacts = [
    guardian.length > 0 &&
      `${words.guardian} ${guardian.join(', ')}${person.isUnconfirmed ? ` (${unconfirmed})` : ''}`,
    `${words.person} ${phone(person.telefoneWhatsapp)}`,
    person.contatoRecados?.trim(),
    ...size,
  ].filter(Boolean);
  return (
    <th scope="row">
      <bdi className="class-list__name bold">{nameOf(person)}</bdi>
      <span className="block">
        {newPhone && <strong>{words.newPhone(phone(newPhone))} · </strong>}
        {contacts.join(' · ')}
      </span>
      {health && (
        <strong className="block">
          {words.condition} {health}
        </strong>
      )}
    </th>
  );
}

/** A telephone in words, written so that no line breaks within it. */
const phone = (number: string | null) =>
  number?.trim() ? phoneInWords(number).replace(' ', '\u00a0').replace('-', '\u2011') : '';

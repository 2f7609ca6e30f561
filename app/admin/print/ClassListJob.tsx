import { brand } from '../../../content/brand.ts';
import { classList as words } from '../../../content/class-list.ts';
import { printing } from '../../../content/print-export.ts';
import { phoneInWords, writtenPhone } from '../../../domain/contact.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { nameOf, written } from '../../../domain/desk/sheet.ts';
import { useSession } from '../../api/session.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { PrintRoot } from '../../ui/PrintRoot.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import type { ClassMember } from '../api/classes.ts';
import { usePrintOnce } from './use-print-once.ts';
import './class-list.css';

/** The columns in order; `size` only with health. */
const COLUMNS = ['number', 'name', 'age', 'size', 'guardian', 'contacts'] as const;

/** What is printed: a class with its people; `health` where it was asked for. */
export type ClassList = { className: string; health: boolean; people: readonly ClassMember[] };

/** Prints the list of a class as soon as it is rendered. Calls `onEnd` after printing, with the reason when nothing was printed. */
export function ClassListJob({ onEnd, ...list }: ClassList & { onEnd: (problem: string | null) => void }) {
  const { printedAt, print } = usePrinting(`Lista-${list.className.replace(/[^\p{L}\p{N}]+/gu, '_')}`);
  const printNow = async () => {
    await null; // not inside an effect: printing renders at once
    return print() ? null : printing.cannotPrint;
  };
  usePrintOnce(printedAt, printNow, onEnd);
  return printedAt && <PrintedClassList {...list} printedAt={printedAt} />;
}

/** The teacher's list of a class on paper: numbered people, whom to call, and health where it was asked for. Source: docs/ux.md §8.3. */
function PrintedClassList({ className, health, people, printedAt }: ClassList & { printedAt: Date }) {
  const { user } = useSession();
  const columns = COLUMNS.filter((column) => health || column !== 'size');
  return (
    <PrintRoot className="class-list">
      <p className="class-list__brand">
        <Mark />
        {brand.name}
      </p>
      <h1 className="class-list__title">{words.title}</h1>
      <p className="class-list__class">{words.option(className, people.length)}</p>
      <table className="class-list__table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={`class-list__${column}`}>
                {words.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        {people.map((person, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is printed once and never changes
          <Person key={at} number={at + 1} person={person} columns={columns} />
        ))}
        <tfoot>
          <tr>
            <td colSpan={columns.length}>
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

type PersonProps = { number: number; person: ClassMember; columns: readonly (typeof COLUMNS)[number][] };

/** A person, and under them the medical condition if there is one. */
function Person({ number, person, columns }: PersonProps) {
  return (
    <tbody>
      <tr>
        <td className="class-list__number">{number}</td>
        <th scope="row">
          <bdi>{nameOf(person)}</bdi>
        </th>
        <td className="class-list__age">{person.idade}</td>
        {columns.includes('size') && (
          <td>
            <span className="class-list__whole">{written('peso', person.peso)}</span>
            <span className="class-list__whole">{written('altura', person.altura)}</span>
          </td>
        )}
        <td>
          <Line text={person.nomeResponsavel} />
          <Phone number={person.telefoneResponsavel} />
        </td>
        <td>
          {person.newPhone && (
            <strong className="class-list__whole">{words.newPhone(writtenPhone(person.newPhone))}</strong>
          )}
          <Phone number={person.telefoneWhatsapp} />
          <Line text={person.contatoRecados} />
        </td>
      </tr>
      {person.health && (
        <tr>
          <td />
          <td colSpan={columns.length - 1}>
            <strong>
              {words.condition} {person.health}
            </strong>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Line({ text }: { text: string | null }) {
  return text?.trim() && <span className="class-list__line">{text}</span>;
}

function Phone({ number }: { number: string | null }) {
  return number?.trim() && <span className="class-list__whole">{phoneInWords(number)}</span>;
}

import { nationalDigits } from '../../../../domain/contact.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../../domain/desk/filter.ts';
import { chatNumbersOf } from '../../../../domain/desk/sheet.ts';
import { findEnrolments, type ListedEnrolment } from '../../api/enrolments.ts';

/** Rows whose families wait to be told, or `all`, those with one number together, in the order of the rows. */
export function familiesToTell(rows: readonly ListedEnrolment[], all = false): ListedEnrolment[][] {
  const families = new Map<string, ListedEnrolment[]>();
  for (const row of rows.filter(({ toNotify }) => all || toNotify)) {
    const number = numberOf(row) || row.id;
    families.set(number, [...(families.get(number) ?? []), row]);
  }
  return [...families.values()];
}

/** These people of one number, and whoever else a filter finds with it who waits to be told. Throws BackendError. */
export async function withTheirFamily(
  people: readonly ListedEnrolment[],
  others: EnrolmentFilter | undefined,
  signal: AbortSignal,
): Promise<readonly ListedEnrolment[]> {
  const [first] = people;
  const number = first && numberOf(first);
  if (!others || !number) return people;
  const { rows } = await findEnrolments({ ...others, search: number }, 1, { size: 100, signal });
  const isFamily = (row: ListedEnrolment) => row.toNotify && numberOf(row) === number;
  return [...people, ...rows.filter((row) => isFamily(row) && people.every(({ id }) => id !== row.id))];
}

/** The number that is called first, as its digits; '' without one. */
function numberOf(row: ListedEnrolment): string {
  const [first] = chatNumbersOf(row, todayInBrazil());
  return first ? nationalDigits(first.phone) : '';
}

import { nationalDigits } from '../../../../domain/contact.ts';
import { todayInBrazil } from '../../../../domain/dates.ts';
import { chatNumbersOf } from '../../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';

/** Rows whose families wait to be told, or `all`, those with one number together, in the order of the rows. */
export function familiesToTell(rows: readonly ListedEnrolment[], all = false): ListedEnrolment[][] {
  const families = new Map<string, ListedEnrolment[]>();
  for (const row of rows.filter(({ toNotify }) => all || toNotify)) {
    const number = numberOf(row) || row.id;
    families.set(number, [...(families.get(number) ?? []), row]);
  }
  return [...families.values()];
}

/** Who is told in one message with this one: the siblings who wait, too, and have its number; itself alone where it does not wait. */
export const toTellWith = (enrolment: ListedEnrolment, siblings: readonly ListedEnrolment[]) =>
  (enrolment.toNotify && familiesToTell([enrolment, ...siblings])[0]) || [enrolment];

/** The number that is called first, as its digits; '' without one. */
function numberOf(row: ListedEnrolment): string {
  const [first] = chatNumbersOf(row, todayInBrazil());
  return first ? nationalDigits(first.phone) : '';
}

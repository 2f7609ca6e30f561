import { useQuery } from '@tanstack/react-query';
import { ageOn, todayInBrazil } from '../../../../domain/dates.ts';
import { type DeskClass, hasRoom, offeredClasses, suitableClass } from '../../../../domain/desk/classes.ts';
import { classesQuery } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';

/**
 * What deciding about an enrolment begins with: `into` a class with a place; `wait` for one, since all that
 * fit are full; `choose`, where several fit or none does; `none`, where no class is offered, or nobody knows yet.
 */
export type Suggestion =
  | { kind: 'into'; class: DeskClass }
  | { kind: 'wait'; class: DeskClass | null }
  | { kind: 'choose' }
  | { kind: 'none' };

/** A person's age today in years; what was stored without a birth date, 0 without either. */
export const ageOf = ({ dataNascimento, idade }: ListedEnrolment): number =>
  ageOn(String(dataNascimento ?? ''), todayInBrazil()) ?? Number(idade ?? 0);

/** The awaited class as soon as it has a place, else the one of `suitableClass`. */
export function suggestionOf(classes: readonly DeskClass[], enrolment: ListedEnrolment): Suggestion {
  const offered = offeredClasses(classes);
  const awaited = offered.find(({ id }) => id === enrolment.classId);
  if (awaited && hasRoom(awaited)) return { kind: 'into', class: awaited };
  const { suggested, waiting } = suitableClass(classes, ageOf(enrolment));
  if (waiting) return { kind: 'wait', class: suggested };
  if (suggested) return { kind: 'into', class: suggested };
  return offered.length > 0 ? { kind: 'choose' } : { kind: 'none' };
}

/** `suggestionOf` with the classes as they are now; null until they are known. */
export function useSuggestion(enrolment: ListedEnrolment): Suggestion | null {
  const { data } = useQuery(classesQuery);
  return data ? suggestionOf(data, enrolment) : null;
}

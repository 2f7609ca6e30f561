import { useQuery } from '@tanstack/react-query';
import { type DeskClass, hasRoom, offeredClasses, suitableClass } from '../../../../domain/desk/classes.ts';
import { ageOf } from '../../../../domain/desk/sheet.ts';
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

/** The awaited class as soon as it has a place, else the one of `suitableClass`. */
export function suggestionOf(classes: readonly DeskClass[], enrolment: ListedEnrolment): Suggestion {
  const offered = offeredClasses(classes);
  const awaited = offered.find(({ id }) => id === enrolment.classId);
  if (awaited && hasRoom(awaited)) return { kind: 'into', class: awaited };
  const { suggested, waiting } = suitableClass(classes, ageOf(enrolment) ?? 0);
  if (waiting) return { kind: 'wait', class: suggested };
  if (suggested) return { kind: 'into', class: suggested };
  return offered.length > 0 ? { kind: 'choose' } : { kind: 'none' };
}

/** `suggestionOf` with the classes as they are now; null until they are known. */
export function useSuggestion(enrolment: ListedEnrolment): Suggestion | null {
  const { data } = useQuery(classesQuery);
  return data ? suggestionOf(data, enrolment) : null;
}

/**
 * A class as the desk has it. `days` are weekdays in words and `time` is `18:00`, both null by arrangement;
 * ages in years, both included; `places` null: no limit; `teacher`: an account's id. `pupils` are approved,
 * `waiting` wait for it, and `free` places are left to others (null: no limit), as the site says.
 */
export type DeskClass = {
  id: string;
  name: string;
  days: string | null;
  time: string | null;
  ageFrom: number | null;
  ageTo: number | null;
  places: number | null;
  ofProject: boolean;
  active: boolean;
  teacher: string | null;
  pupils: number;
  waiting: number;
  free: number | null;
};

/** Whether somebody may be in it: one outside of the project, which is of the timetable alone, has people from before 2.0 or none. */
export const holdsPeople = ({
  ofProject = true,
  pupils,
  waiting = 0,
}: Partial<DeskClass> & Pick<DeskClass, 'pupils'>): boolean => ofProject || pupils + waiting > 0;

/** Those that people of the project are offered. */
export const offeredClasses = (classes: readonly DeskClass[]): DeskClass[] =>
  classes.filter(({ active, ofProject }) => active && ofProject);

/** Whether somebody of this age is outside of a class's ages: warned of, never refused. */
export const outsideAges = ({ ageFrom, ageTo }: DeskClass, age: number): boolean =>
  (ageFrom !== null && age < ageFrom) || (ageTo !== null && age > ageTo);

/** Whether several classes are offered and none has an age range, so that none can be suggested by age. */
export const lackAges = (classes: readonly DeskClass[]): boolean => {
  const offered = offeredClasses(classes);
  return offered.length > 1 && offered.every(({ ageFrom, ageTo }) => ageFrom === null && ageTo === null);
};

/** Places that are left to who does not wait for them; Infinity where there is no limit. */
export const placesLeft = ({ free }: DeskClass): number => free ?? Number.POSITIVE_INFINITY;

/** Whether there is room for who waits first, or where `ahead` come before. */
export const hasRoom = ({ places, pupils }: DeskClass, ahead = 0): boolean =>
  places === null || pupils + ahead < places;

/**
 * The class to suggest for somebody of this age, among those that are offered and fit. One with an age range
 * is preferred to one without, then the one with most places left. `waiting`: all that fit are full, and the
 * one with the shortest waiting list is suggested. `suggested` is null when none fits, and when several fit
 * and none has an age range.
 */
export function suitableClass(
  classes: readonly DeskClass[],
  age: number,
): { suggested: DeskClass | null; waiting: boolean } {
  const fitting = offeredClasses(classes).filter((one) => !outsideAges(one, age));
  const bounded = fitting.filter(({ ageFrom, ageTo }) => ageFrom !== null || ageTo !== null);
  const candidates = bounded.length > 0 || fitting.length > 1 ? bounded : fitting;
  const waiting = fitting.length > 0 && fitting.every((one) => placesLeft(one) === 0);
  const free = candidates.filter((one) => placesLeft(one) > 0);
  const [suggested = null] = waiting
    ? [...candidates].sort((one, other) => one.waiting - other.waiting)
    : [...free].sort(
        (one, other) => Math.sign(placesLeft(other) - placesLeft(one)) || one.pupils - other.pupils,
      );
  return { suggested, waiting };
}

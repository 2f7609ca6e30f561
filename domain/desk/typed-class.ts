import { classes } from '../../content/classes.ts';
import { asciiDigits } from '../dates.ts';
import { cleaned } from '../enrolment/answers.ts';
import { daysInWords, weekdaysIn } from '../timetable.ts';
import type { DeskClass } from './classes.ts';

const words = classes.form;

/** The most that the back end takes. */
export const MOST = { letters: 120, age: 120, places: 1000 } as const;

/** What is stored of a class that receives people. */
type ClassValues = Omit<DeskClass, 'id' | 'active' | 'pupils' | 'waiting' | 'free'>;

/** A class as it stands in the form: texts as typed, `days` as indexes, Sunday 0. */
export type TypedClass = {
  name: string;
  days: readonly number[];
  time: string;
  ageFrom: string;
  ageTo: string;
  places: string;
  ofProject: boolean;
  teacher: string;
};

/** What is wrong, beside its field, in the order of the form. */
export type ClassProblems = { [Name in keyof TypedClass]?: string | undefined };

/** The form of a class; without one, of a new class of the project. */
export function typedClass(existing: DeskClass | null): TypedClass {
  const number = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    name: existing?.name ?? '',
    days: weekdaysIn(existing?.days ?? ''),
    time: existing?.time ?? '',
    ageFrom: number(existing?.ageFrom),
    ageTo: number(existing?.ageTo),
    places: number(existing?.places),
    ofProject: existing?.ofProject ?? true,
    teacher: existing?.teacher ?? '',
  };
}

/** What is typed as it is stored, or what is wrong with it. */
export function readClass(typed: TypedClass): { values: ClassValues } | { problems: ClassProblems } {
  const { ofProject } = typed;
  const ofPeople = (count: string, most: number) => (ofProject ? readCount(count, most) : null);
  const name = cleaned(typed.name);
  const days = daysInWords(typed.days) || null;
  const time = readTime(typed.time);
  const ageFrom = ofPeople(typed.ageFrom, MOST.age);
  const ageTo = ofPeople(typed.ageTo, MOST.age);
  const places = ofPeople(typed.places, MOST.places);
  const problems: ClassProblems = {
    ...(name === '' ? { name: words.nameMissing } : name.length > MOST.letters && { name: words.tooLong }),
    ...(ofProject && !days && { days: words.daysMissing }),
    ...((time === undefined || (ofProject && !time)) && { time: words.timeWrong }),
    ...(ageFrom === undefined && { ageFrom: words.ageWrong }),
    ...(ageTo === undefined
      ? { ageTo: words.ageWrong }
      : ageTo !== null && ageFrom != null && ageTo < ageFrom && { ageTo: words.agesTurned }),
    ...(places === undefined && { places: words.placesWrong }),
  };
  if (time === undefined || ageFrom === undefined || ageTo === undefined || places === undefined)
    return { problems };
  if (Object.keys(problems).length > 0) return { problems };
  const teacher = (ofProject && typed.teacher) || null;
  return { values: { name, days, time, ageFrom, ageTo, places, ofProject, teacher } };
}

/** `18:00`, `18h`, `18h30` and `18` as `18:00`; null for nothing typed, undefined for what is no time. */
function readTime(typed: string): string | null | undefined {
  const text = asciiDigits(typed).trim().toLowerCase();
  if (text === '') return null;
  const [, hours, minutes = '00'] = /^([01]?\d|2[0-3])(?:[:h]([0-5]\d)?)?$/.exec(text) ?? [];
  return hours && `${hours.padStart(2, '0')}:${minutes}`;
}

/** A whole number up to `most`; null for nothing typed, undefined for anything else. */
function readCount(typed: string, most: number): number | null | undefined {
  const text = asciiDigits(typed).trim();
  if (text === '') return null;
  return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

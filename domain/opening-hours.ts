import type { OpeningHours, Weekday } from '../content/brand.ts';

/** From Sunday on, as Date counts them. */
export const WEEKDAYS: readonly string[] = [
  'domingo',
  'segunda',
  'terça',
  'quarta',
  'quinta',
  'sexta',
  'sábado',
] satisfies Weekday[];

/** Days of the week in order → their names in schema.org. */
const DAYS: Readonly<Record<Weekday, string>> = {
  segunda: 'Monday',
  terça: 'Tuesday',
  quarta: 'Wednesday',
  quinta: 'Thursday',
  sexta: 'Friday',
  sábado: 'Saturday',
  domingo: 'Sunday',
};

/** `Segunda a sexta, das 14h às 21h`; `Sábado, das 8h às 12h30`. */
export function hoursInWords({ from, to, opens, closes }: OpeningHours): string {
  const days = to ? `${from} a ${to}` : from;
  return `${days[0]?.toUpperCase()}${days.slice(1)}, das ${hourInWords(opens)} às ${hourInWords(closes)}`;
}

/** The schema.org names of all days from the first to the last. */
export function daysOf({ from, to = from }: OpeningHours): string[] {
  const names = Object.keys(DAYS);
  return Object.values(DAYS).slice(names.indexOf(from), names.indexOf(to) + 1);
}

/** `08:00` → `8h`, `12:30` → `12h30`. */
function hourInWords(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
}

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

/** `segunda a sexta`. */
export const openDays = ({ from, to }: OpeningHours) => (to ? `${from} a ${to}` : from);

/** `Segunda a sexta, das 14h às 21h`; `Sábado, das 8h às 12h30`. */
export function hoursInWords(hours: OpeningHours): string {
  const { opens, closes } = hours;
  const days = openDays(hours);
  return `${days[0]?.toUpperCase()}${days.slice(1)}, das ${hourInWords(opens)} às ${hourInWords(closes)}`;
}

/** `08:00` → `8h`, `12:30` → `12h30`. */
function hourInWords(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
}

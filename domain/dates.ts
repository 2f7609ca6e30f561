/** Plain days are ISO text, `YYYY-MM-DD`, never a Date in a time zone that could shift them. */

const ZONE = 'America/Sao_Paulo';

/** Today's ISO day in the centre's time zone. The only function below `app` that reads the clock. */
export function todayInBrazil(now: Date = new Date()): string {
  return dayParts(now, (year, month, day) => `${year}-${month}-${day}`);
}

/**
 * Full years between two ISO days, one less before the birthday; someone born on
 * 29 February has it on 1 March in common years. Null without a birth date or
 * when it lies after `today`. Source: SPEC §4.
 */
export function ageOn(birth: string, today: string): number | null {
  if (birth === '' || birth > today) return null;
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

export type DateProblem = 'unreadable' | 'short-year' | 'impossible';

/**
 * Reads a date as people write it: dd/mm/aaaa with any of `/ - .` or a space, the
 * eight digits alone, or an ISO day. Gives the ISO day, `''` for nothing typed, or
 * what is wrong with it.
 */
export function readDate(typed: string): string | { problem: DateProblem } {
  const text = asciiDigits(typed).trim();
  if (text === '') return '';
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const brazilian =
    /^(\d{1,2})[/\-. ]+(\d{1,2})[/\-. ]+(\d{1,4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : brazilian ? brazilian.slice(1).reverse() : [];
  if (!year || !month || !day) return { problem: 'unreadable' };
  if (year.length < 4) return { problem: 'short-year' };
  const isoDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return exists(isoDay) ? isoDay : { problem: 'impossible' };
}

/** `2012-03-05` → `05/03/2012`; anything else is returned as it is. */
export function writtenDay(isoDay: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDay);
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : isoDay;
}

/** The ISO day that is `days` after another one, or before it when negative. */
export function laterDay(isoDay: string, days: number): string {
  return new Date(Date.parse(isoDay) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days from one ISO day until another; negative where that is over. */
export const daysUntil = (isoDay: string, today: string): number =>
  Math.round((Date.parse(isoDay) - Date.parse(today)) / 86_400_000);

/** A moment as the day it was at the centre, `dd/mm/aaaa`; a plain day as it is; `—` when it is neither. Source: SPEC §2. */
export function brazilianDay(moment: string | null): string {
  if (moment !== null && /^\d{4}-\d{2}-\d{2}$/.test(moment)) return writtenDay(moment);
  const date = moment === null ? new Date(Number.NaN) : new Date(moment);
  if (Number.isNaN(date.getTime())) return '—';
  return dayParts(date, (year, month, day) => `${day}/${month}/${year}`);
}

/** A moment as `dd/mm/aaaa hh:mm` at the centre. */
export function brazilianMoment(moment: Date): string {
  return dayParts(moment, (year, month, day, hour, minute) => `${day}/${month}/${year} ${hour}:${minute}`);
}

/** How long ago a moment was, in days at the centre: 'hoje', 'ontem', 'há 3 dias'. `today` is ISO. */
export function daysAgoInWords(moment: string, today: string): string {
  const days = -daysUntil(todayInBrazil(new Date(moment)), today);
  return days <= 0
    ? 'hoje'
    : days === 1
      ? 'ontem'
      : `há ${days > 999 ? days.toLocaleString('pt-BR') : days} dias`;
}

/**
 * The moment that a day, or a day and a time, as `readDate` takes them with `hh:mm` after it, was
 * or will be at the centre; a day alone is its beginning. Null when there is none.
 */
export function momentInBrazil(typed: string): Date | null {
  const [, date = '', hour = '00', minute = '00'] =
    /^(.*?)(?:(?:\BT| +)(\d{1,2}):(\d\d))?$/.exec(typed.trim()) ?? [];
  const day = readDate(date);
  if (typeof day !== 'string' || day === '') return null;
  const written = `${writtenDay(day)} ${hour.padStart(2, '0')}:${minute}`;
  const moments = [3, 2].map((behind) => new Date(`${day}T${written.slice(-5)}:00-0${behind}:00`)); // 2: in a summer time
  return (
    moments.find((moment) => !Number.isNaN(moment.getTime()) && brazilianMoment(moment) === written) ?? null
  );
}

/** Arabic-Indic and full-width digits as 0–9. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  );
}

/** Created once, at the first use: on a slow phone it takes longer than typing ten keys. */
let calendar: Intl.DateTimeFormat | undefined;

function dayParts(
  moment: Date,
  write: (year: string, month: string, day: string, hour: string, minute: string) => string,
): string {
  calendar ??= new Intl.DateTimeFormat('pt-BR', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(calendar.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return write(year.padStart(4, '0'), month, day, hour, minute);
}

function exists(isoDay: string): boolean {
  const [year = 0, month = 0, day = 0] = isoDay.split('-').map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

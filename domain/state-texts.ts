import { home, offer } from '../content/home.ts';
import { readPeriod } from './period.ts';
import { placesInWords } from './places.ts';
import type { GivenSettings } from './setting-texts.ts';

/** The day of a moment at the centre: `quarta-feira, 25 de novembro de 2026`. */
export const dayInFull = (moment: string | Date): string =>
  new Date(moment).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'full' });

/** The notice of the day, and the moment (ms) after which it says nothing; null where there is none. */
export function notice(): { text: string; ends: number } | null {
  const [one] = home.notice;
  return one ? { text: one.text, ends: Date.parse(`${one.until}T23:59:59.999-03:00`) } : null;
}

/** What pages say of the enrolment before anybody acts, by the name of its place; '' for nothing. */
export const STATE_WORDS = {
  inscricoes: ({ periodo }: GivenSettings) => {
    const { closed, from, until } = readPeriod(periodo) ?? {};
    return closed && from ? offer.closed(dayInFull(from), until ? dayInFull(until) : '') : '';
  },
  vagas: ({ periodo, vagas }: GivenSettings) => (readPeriod(periodo)?.closed ? '' : placesInWords(vagas)),
} as const;

/** What pages say of the day, by the name of its place; apart, since only our server needs it. */
export const DAY_WORDS = {
  aviso: () => {
    const { text = '', ends = 0 } = notice() ?? {};
    return Date.now() <= ends ? text : '';
  },
} as const;

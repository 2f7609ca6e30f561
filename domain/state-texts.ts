import { offer } from '../content/home.ts';
import { readPeriod } from './period.ts';
import { placesInWords } from './places.ts';
import type { GivenSettings } from './setting-texts.ts';

/** The day of a moment at the centre: `quarta-feira, 25 de novembro de 2026`. */
export const dayInFull = (moment: string | Date): string =>
  new Date(moment).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'full' });

/** What pages say of the enrolment before anybody acts, by the name of its place; '' for nothing. */
export const STATE_WORDS = {
  inscricoes: ({ periodo }: GivenSettings) => {
    const { closed, from, until } = readPeriod(periodo) ?? {};
    return closed && from ? offer.closed(dayInFull(from), until ? dayInFull(until) : '') : '';
  },
  vagas: ({ periodo, vagas }: GivenSettings) => (readPeriod(periodo)?.closed ? '' : placesInWords(vagas)),
} as const;

// Apart from dates.ts: it stands in the script of the home page, which has a kilobyte.

/** The day of a moment at the centre: `quarta-feira, 25 de novembro de 2026`. */
export const dayInFull = (moment: string | Date): string =>
  new Date(moment).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'full' });

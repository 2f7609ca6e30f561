import { daysUntil } from '../../domain/dates.ts';

/** Last month in which each major version of Node.js gets corrections, as the project announced it (ISO). */
const LAST_MONTH: Record<number, string> = {
  24: '2028-04',
  25: '2026-06',
  26: '2029-04',
};
/** So long is one that the site itself brought taken for new. */
const BROUGHT_DAYS = 60;

/**
 * What the owner is told about this Node.js; null while it gets corrections. `day` is ISO, as is `looked`: when the
 * version of one that the site itself brought was looked up (scripts/install/node.mjs).
 */
export function nodeNotice(version: string, day: string, looked: string | undefined): string | null {
  const number = version.replace(/^v/, '');
  if (looked && daysUntil(day, looked) > BROUGHT_DAYS)
    return `O Node.js ${number}, que o site trouxe, é de mais de ${BROUGHT_DAYS} dias atrás: atualize o site, ou instale o 24 (nodejs.org).`;
  const last = LAST_MONTH[Number.parseInt(number, 10)];
  if (last === undefined || day.slice(0, 7) <= last) return null;
  const [year, month] = last.split('-');
  return `O Node.js ${number} não recebe correções de segurança desde ${month}/${year}: instale o 24 (nodejs.org).`;
}

import type pg from 'pg';
import { daysUntil, writtenDay } from '../../domain/dates.ts';
import { type Finding, note, ok, todo } from './finding.ts';

/** The newest corrections of PostgreSQL, by major version, that were known on `LOOKED_UP`; each with its day (ISO). */
const NEWEST: Readonly<Record<number, { minor: number; day: string }>> = {
  15: { minor: 20, day: '2026-11-12' },
  16: { minor: 15, day: '2026-08-13' },
  17: { minor: 12, day: '2026-11-12' },
  18: { minor: 6, day: '2026-08-13' },
};
const LOOKED_UP = '2026-11-29';

/** Whoever looked this long ago may have missed corrections. */
const STALE_DAYS = 60;

/** What the owner is told about the running PostgreSQL (`number`: 180004 is 18.4); null unless it lacks corrections. */
export function postgresNotice(number: number): string | null {
  const major = Math.floor(number / 10_000);
  const minor = number % 10_000;
  const newest = NEWEST[major];
  if (!newest || minor >= newest.minor) return null;
  return `O PostgreSQL ${major}.${minor} está sem as correções de segurança do ${major}.${newest.minor}, de ${writtenDay(newest.day)}: docs/operar.md, «Correções do PostgreSQL», diz como atualizá-lo.`;
}

type Queried = { query: <Row extends pg.QueryResultRow>(sql: string) => Promise<{ rows: Row[] }> };

export async function versionOf(database: Queried): Promise<number> {
  const { rows } = await database.query<{ number: number }>(
    `select current_setting('server_version_num')::integer as number`,
  );
  return rows[0]?.number ?? 0;
}

/** The doctor's. The database is behind the site alone, so that only a published one has to be corrected now. `day` is ISO. */
export function examineVersion(number: number, published: boolean, day: string): Finding[] {
  const lacks = postgresNotice(number);
  return [
    ...(lacks
      ? (published ? todo : note)(lacks)
      : ok(`PostgreSQL ${Math.floor(number / 10_000)}.${number % 10_000}.`)),
    ...note(
      daysUntil(day, LOOKED_UP) > STALE_DAYS &&
        `Esta versão do site conhece as correções do PostgreSQL até ${writtenDay(LOOKED_UP)}: atualize-a, ou veja em postgresql.org se há mais novas.`,
    ),
  ];
}

/** Last month in which each major version of Node.js gets corrections, as the project announced it (ISO). */
const LAST_MONTH: Record<number, string> = {
  24: '2028-04',
  25: '2026-06',
  26: '2029-04',
};

/**
 * What the owner is told about this Node.js; null while it gets corrections. `day` is ISO, as is `looked`: when the
 * version of one that the site itself brought was looked up (scripts/install/node.mjs).
 */
export function nodeNotice(version: string, day: string, looked: string | undefined): string | null {
  const number = version.replace(/^v/, '');
  if (looked && daysUntil(day, looked) > STALE_DAYS)
    return `O Node.js ${number}, que o site trouxe, é de mais de ${STALE_DAYS} dias atrás: atualize o site, ou instale o 24 (nodejs.org).`;
  const last = LAST_MONTH[Number.parseInt(number, 10)];
  if (last === undefined || day.slice(0, 7) <= last) return null;
  const [year, month] = last.split('-');
  return `O Node.js ${number} não recebe correções de segurança desde ${month}/${year}: instale o 24 (nodejs.org).`;
}

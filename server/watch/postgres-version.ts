import type pg from 'pg';
import { writtenDay } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { type Finding, note, ok, todo } from './finding.ts';
import { isPublished } from './settings.ts';

/** The newest corrections of PostgreSQL, by major version, that were known on `LOOKED_UP`; each with its day (ISO). */
const NEWEST: Readonly<Record<number, { minor: number; day: string }>> = {
  15: { minor: 20, day: '2026-11-12' },
  16: { minor: 15, day: '2026-08-13' },
  17: { minor: 12, day: '2026-11-12' },
  18: { minor: 6, day: '2026-08-13' },
};
const LOOKED_UP = '2026-11-29';

/** PostgreSQL has corrections every three months; whoever looked this long ago may have missed some. */
const STALE_DAYS = 60;

type Where = Pick<Config, 'databaseUrl' | 'postgresBin'>;

/** What the owner is told about the running PostgreSQL (`number`: 180004 is 18.4); null unless it lacks corrections. */
export function postgresNotice(number: number, where: Where): string | null {
  const major = Math.floor(number / 10_000);
  const minor = number % 10_000;
  const newest = NEWEST[major];
  if (!newest || minor >= newest.minor) return null;
  return `O PostgreSQL ${major}.${minor} está sem as correções de segurança do ${major}.${newest.minor}, de ${writtenDay(newest.day)}: ${wayTo(where)} (docs/operar.md, «Correções do PostgreSQL»).`;
}

function wayTo({ databaseUrl, postgresBin }: Where): string {
  if (databaseUrl) return 'atualize-o onde ele roda';
  return postgresBin
    ? 'atualize o pacote de POSTGRES_BIN e inicie o site de novo'
    : 'atualize o site ou, se ele ainda traz este, use POSTGRES_BIN ou um PostgreSQL próprio';
}

type Queried = { query: <Row extends pg.QueryResultRow>(sql: string) => Promise<{ rows: Row[] }> };

export async function versionOf(database: Queried): Promise<number> {
  const { rows } = await database.query<{ number: number }>(
    `select current_setting('server_version_num')::integer as number`,
  );
  return rows[0]?.number ?? 0;
}

/** The doctor's. The database is behind the site alone, so that only a published one has to be corrected now. `day` is ISO. */
export function examineVersion(
  number: number,
  config: Where & Pick<Config, 'siteUrl'>,
  day: string,
): Finding[] {
  const lacks = postgresNotice(number, config);
  const age = (Date.parse(day) - Date.parse(LOOKED_UP)) / 86_400_000;
  return [
    ...(lacks
      ? (isPublished(config) ? todo : note)(lacks)
      : ok(`PostgreSQL ${Math.floor(number / 10_000)}.${number % 10_000}.`)),
    ...note(
      age > STALE_DAYS &&
        `Esta versão do site conhece as correções do PostgreSQL até ${writtenDay(LOOKED_UP)}: atualize-a, ou veja em postgresql.org se há mais novas.`,
    ),
  ];
}

import { failures } from '../../content/messages.ts';
import type { AppContext } from '../core/context.ts';
import type { Database } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { NETWORK_SHARE } from '../core/proxies.ts';
import type { NewObject } from './objects.ts';

/** Of each kind what an address may send in a day once all together have reached the day's bytes, and its network four times that. */
const SHARE = 30;
/** At so many times the day's bytes nobody sends any more; alerts tell of half of it. */
const SITE_DAYS = 5;
const RETRY_AFTER_S = 3_600;
/** How long the sum of a day is cached. */
const SUM_MS = 5_000;

/** The table of origins of each kind, and the error of a refusal. */
const KINDS = {
  documents: { table: 'private.origens', code: 'SlowDown', message: failures.tooManyToday },
  enrolments: { table: 'private.chegadas', code: 'PGRST429', message: failures.tooManyEnrolmentsToday },
} as const;

/**
 * Makes `refuseBeyondDay` of the context, which throws 429 in two cases, both counted over 24 hours: the site has
 * received UPLOAD_DAY_MB, and this address has sent thirty of this kind, or its network 120; or the site has
 * received five times UPLOAD_DAY_MB. So a flooding network does not close the form for others.
 */
export function dayLimit({ database, config }: Pick<AppContext, 'database' | 'config'>) {
  let sum = { at: Number.NEGATIVE_INFINITY, bytes: Promise.resolve(0) };
  const bytesOfDay = () => {
    if (performance.now() - sum.at > SUM_MS) sum = { at: performance.now(), bytes: sumOfDay(database) };
    return sum.bytes;
  };
  return async (kind: keyof typeof KINDS, address: string): Promise<void> => {
    const bytes = config.limits === 'relaxed' ? 0 : await bytesOfDay();
    if (bytes < config.uploadDayBytes) return;
    const { table, code, message } = KINDS[kind];
    const { rows } = await database.query<{ mine: number; all: number }>(
      `select count(*) filter (where origem = (select private.origem_de($1)))::integer as mine, count(*)::integer as all
       from ${table} where rede = (select private.origem_de($1, 48)) and quando > now() - interval '24 hours'`,
      [address],
    );
    const { mine = 0, all = 0 } = rows[0] ?? {};
    const isShared = mine < SHARE && all < SHARE * NETWORK_SHARE;
    if (isShared && bytes < config.uploadDayBytes * SITE_DAYS) return;
    throw new ApiError(429, code, message, { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
  };
}

/**
 * Stores the origin (hashed address) of an uploaded document; a power cut may lose the last second. The
 * database stores an enrolment's itself.
 */
export async function noteOrigin(
  { database }: Pick<AppContext, 'database'>,
  address: string,
  { id, key }: NewObject,
): Promise<void> {
  await database.queryWithoutFlush(
    'insert into private.origens (objeto, envio, origem, rede) values ($1, private.envio_do_documento($2), private.origem_de($3), private.origem_de($3, 48))',
    [id, key, address],
  );
}

/** Tables of origins, their column of moments, and how many hours rows are stored. */
const STORED = [
  ['private.origens', 'quando', 48],
  ['private.chegadas', 'quando', 48],
  ['private.tentativas', 'dia', 24],
] as const;

/**
 * Deletes old origins of uploads, enrolments and wrong attempts, and at once those that a wrong clock dated
 * ahead.
 */
export async function deleteOldOrigins({ database }: Pick<AppContext, 'database'>): Promise<void> {
  for (const [table, since, hours] of STORED)
    await database.query(
      `delete from ${table} where ${since} not between now() - make_interval(hours => $1) and now() + make_interval(hours => $1)`,
      [hours],
    );
}

/** Whether half of what the site takes in a day at most has come in the last 24 hours. */
export async function isDayHalfFull({
  database,
  config,
}: Pick<AppContext, 'database' | 'config'>): Promise<boolean> {
  return (await sumOfDay(database)) >= (config.uploadDayBytes * SITE_DAYS) / 2;
}

async function sumOfDay(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select (
       select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
       where created_at between now() - interval '24 hours' and now() + interval '24 hours' -- not of a clock that was ahead
     ) + (
       select coalesce(sum(bytes), 0) from private.chegadas
       where quando between now() - interval '24 hours' and now() + interval '24 hours'
     )::float8 as bytes`,
  );
  return rows[0]?.bytes ?? 0;
}

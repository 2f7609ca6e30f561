import { createHmac, hkdfSync } from 'node:crypto';
import { failures } from '../../content/messages.ts';
import type { AppContext } from '../core/context.ts';
import type { Database } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';

/** Documents that each address may send in a day once all addresses together have reached the day's bytes. */
const DOCUMENTS_A_DAY = 30;
const RETRY_AFTER_S = 3_600;
/** How long the sum of a day is believed. */
const SUM_MS = 30_000;

/** Bytes of the last 24 hours: as PostgreSQL said `at`, and what came since. */
const days = new WeakMap<Database, { at: number; bytes: Promise<number>; since: number }>();

/** An address as a keyed hash, so that nobody who reads the table learns it. */
function originOf({ keys }: Pick<AppContext, 'keys'>, address: string): Buffer {
  const key = new Uint8Array(hkdfSync('sha256', keys.jwt, '', 'addresses', 32));
  return createHmac('sha256', key).update(address).digest().subarray(0, 16);
}

/**
 * Throws 429 when the site has received UPLOAD_DAY_MB in 24 hours and this address thirty
 * documents of them: a stranger closes the form for nobody else, and a school goes on for a while.
 */
export async function refuseBeyondDay(context: AppContext, address: string): Promise<void> {
  const { database, config } = context;
  if (config.limits === 'relaxed' || (await bytesOfDay(database)) < config.uploadDayBytes) return;
  const { rows } = await database.query<{ documents: number }>(
    `select count(*)::integer as documents from private.origens
     where origem = $1 and quando > now() - interval '24 hours'`,
    [originOf(context, address)],
  );
  if ((rows[0]?.documents ?? 0) < DOCUMENTS_A_DAY) return;
  throw new ApiError(429, 'SlowDown', failures.tooManyToday, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });
}

/** Notes from where a document came, beside its row; a power cut may lose the last second. */
export async function noteOrigin(
  context: AppContext,
  address: string,
  { object, submission, size }: { object: string; submission: string; size: number },
): Promise<void> {
  const day = days.get(context.database);
  if (day) day.since += size;
  await context.database.queryWithoutFlush(
    'insert into private.origens (objeto, envio, origem) values ($1, $2, $3)',
    [object, submission, originOf(context, address)],
  );
}

/** Forgets where uploads came from, two days after; what a wrong clock noted days ahead, at once. */
export const deleteOldOrigins = ({ database }: Pick<AppContext, 'database'>) =>
  database.query(
    `delete from private.origens where quando not between now() - interval '48 hours' and now() + interval '48 hours'`,
  );

async function bytesOfDay(database: Database): Promise<number> {
  let day = days.get(database);
  if (!day || performance.now() - day.at > SUM_MS) {
    day = { at: performance.now(), bytes: sumOfDay(database), since: 0 };
    day.bytes.catch(() => days.delete(database)); // the database is away: asked again
    days.set(database, day);
  }
  return (await day.bytes) + day.since;
}

async function sumOfDay(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `select coalesce(sum((metadata ->> 'size')::bigint), 0)::float8 as bytes from storage.objects
     where created_at between now() - interval '24 hours' and now() + interval '24 hours'`, // not of a clock that was ahead
  );
  return rows[0]?.bytes ?? 0;
}

import { access, constants } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import type { AppContext, Env } from '../core/context.ts';
import { ANONYMOUS } from '../core/database.ts';
import { freeBytes } from '../core/disk-space.ts';
import { reasonOf } from '../core/errors.ts';
import { VERSION } from '../core/sources.ts';
import { hasAllMigrations } from '../site-data/open/migrations.ts';
import { isDayHalfFull } from '../storage/origins.ts';
import { type Applied, COUNTS, type Counts, DATABASE_FACTS, type DatabaseFacts } from './facts.ts';
import { CODES, type Facts, TROUBLES, type Trouble } from './troubles.ts';

/** `unavailable`: nobody is served; `degraded`: families are, but the owner has something to do. */
export type Health = { status: 'ok' | 'degraded' | 'unavailable'; codes: Trouble[] };

/** Longest that an answer waits for what it asks. */
const LIMIT_MS = 1_500;
/** The database's answer is cached this long, so that asking often costs nothing. */
const FRESH_MS = 1_000;
/** A query that the database has not answered for this long is repeated on another connection. */
const GIVEN_UP_MS = 30_000;
/** `count` is called again after this long. */
export const COUNT_EVERY_MS = 300_000;

export type HealthWatch = {
  /** How it is now, by the last counts; never waits longer than LIMIT_MS, whatever hangs. */
  check: () => Promise<Health>;
  /** The hourly clean-up has ended well. */
  cleaned: () => void;
  /** Counts what reads many rows; never because a stranger asks how the site is. Never throws. */
  count: () => Promise<void>;
};

/** Looks after a running server; `missing` documents had no file when it started. */
export function watchHealth(
  { config, database, documentsDir, log }: Pick<AppContext, 'config' | 'database' | 'documentsDir' | 'log'>,
  pages: { has: (path: string) => boolean },
  missing = 0,
): HealthWatch {
  let cleanedAt = performance.now();
  let question: { at: number; ended: boolean; answer: Promise<DatabaseFacts & Applied> } | null = null;
  let counts: Facts['counts'] = null;

  /** Throws when callers cannot be served. */
  async function ask(): Promise<DatabaseFacts & Applied> {
    const [{ rows }] = await Promise.all([
      database.query<DatabaseFacts & Applied>(DATABASE_FACTS),
      database.as(ANONYMOUS, (tx) => tx.query('select 1'), { readOnly: true, single: true }),
    ]);
    const [facts] = rows;
    if (!facts) throw new Error('one row was asked for');
    return facts;
  }

  /** One question at a time: a database that hangs holds no more connections than that. */
  function askOnce(): Promise<DatabaseFacts & Applied> {
    const limit = question?.ended ? FRESH_MS : GIVEN_UP_MS;
    if (question && performance.now() - question.at < limit) return question.answer;
    const mine = { at: performance.now(), ended: false, answer: ask() };
    const end = () => {
      mine.ended = true;
    };
    mine.answer.then(end, end);
    question = mine;
    return mine.answer;
  }

  async function look(): Promise<Health> {
    const usable = access(documentsDir, constants.R_OK | constants.W_OK);
    const [ofDatabase, free] = await Promise.all([
      inTime(askOnce()),
      inTime(usable.then(() => freeBytes(documentsDir))),
    ]);
    const facts: Facts = {
      database: ofDatabase,
      otherVersion: ofDatabase !== null && !hasAllMigrations(ofDatabase.migracoes),
      counts,
      freeBytes: free,
      hasPages: pages.has('/'),
      hasBackups: config.backupDir !== null,
      sinceCleanUpMs: performance.now() - cleanedAt,
      missing,
    };
    const codes = CODES.filter((code) => TROUBLES[code].holds(facts));
    if (codes.some((code) => TROUBLES[code].stops)) return { status: 'unavailable', codes };
    return { status: codes.every((code) => TROUBLES[code].notice) ? 'ok' : 'degraded', codes };
  }

  return {
    check: look,
    cleaned: () => {
      cleanedAt = performance.now();
    },
    count: async () => {
      try {
        const { rows } = await database.query<Counts>(COUNTS);
        const [counted] = rows;
        if (!counted) throw new Error('one row was asked for');
        counts = { ...counted, dayHalfFull: await isDayHalfFull({ config, database }) };
      } catch (error) {
        log.warn(reasonOf(error), 'what alerts tell of the team and of strangers could not be counted');
      }
    },
  };
}

/** The answer; null when it fails or is late. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  const limit = new AbortController();
  const late = pause(LIMIT_MS, null, { signal: limit.signal, ref: false });
  late.catch(() => {}); // ended below
  try {
    return await Promise.race([answer, late]);
  } catch {
    return null;
  } finally {
    limit.abort();
  }
}

/**
 * `/live`: the process answers. `/`: 200 with `ok` or `degraded`, 503 with `unavailable`, and the
 * product's version. The codes, which would tell a stranger when to attack, are for this machine
 * alone. Source: decision 94.
 */
export function healthRoutes({ check }: HealthWatch): Hono<Env> {
  const headers = { 'Cache-Control': 'no-store' };
  return new Hono<Env>()
    .get('/live', (c) => c.json({ status: 'ok' }, 200, headers))
    .get('/', async (c) => {
      const { status, codes } = await check();
      const body = { status, versao: VERSION, ...(c.get('local') && { codigos: codes }) };
      return c.json(body, status === 'unavailable' ? 503 : 200, headers);
    });
}

import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { TEAM_TROUBLES, type Trouble } from '../content/health.ts';
import type { TeamState } from '../domain/desk/erasing.ts';
import type { AppContext, Env } from './core/context.ts';
import { ANONYMOUS } from './core/database.ts';
import { reasonOf } from './core/errors.ts';
import { VERSION } from './core/version.ts';
import type { Pages } from './pages.ts';
import { hasAllMigrations } from './site-data/open/migrate.ts';

/** `unavailable`: nobody is served; `degraded`: families are, but the owner has something to do. */
export type Health = { status: 'ok' | 'degraded' | 'unavailable'; codes: Trouble[] };

/** With one of these nobody can enrol. */
const STOPS: readonly Trouble[] = ['banco', 'documentos', 'paginas'];

/** Longest that an answer waits for what it asks. */
const LIMIT_MS = 1_500;
/** Answers are shared for so long, so that asking often costs nothing. */
const FRESH_MS = 1_000;
/** A question to the database that is not answered is asked anew after so long, on another connection. */
const GIVEN_UP_MS = 30_000;
/** Twice the time from one clean-up to the next. */
const CLEAN_UP_LATE_MS = 2 * 3_600_000;
/** A brake of the team that goes on holding is logged again after so long. */
const SAID_AGAIN_MS = 24 * 3_600_000;
/** So many wrong pairs of protocol and birth date in an hour, of everybody together, are no families that mistyped. */
export const WRONG_PAIRS = 200;
/** As the store of documents leaves it. */
const RESERVE_BYTES = 200 * 1024 * 1024;

export type HealthWatch = {
  /** How it is now; never waits longer than LIMIT_MS, whatever hangs. */
  check: () => Promise<Health>;
  /** The hourly clean-up has ended well. */
  cleaned: () => void;
  /** Looks whether the team erased much or disabled many accounts, and logs it, each day again. Never throws. */
  team: () => Promise<void>;
};

/** Looks after a running server; `missing` documents had no file when it started. */
export function watchHealth(
  { config, database, documentsDir, log }: Pick<AppContext, 'config' | 'database' | 'documentsDir' | 'log'>,
  pages: Pages,
  missing = 0,
): HealthWatch {
  let cleanedAt = performance.now();
  let asked: { at: number; answer: Promise<Trouble[]> } | null = null;
  let last: { at: number; health: Promise<Health> } | null = null;
  const logged = new Map<Trouble, number>();

  /** The codes of what the team's brake holds. */
  function heard(state: TeamState = {}): Trouble[] {
    for (const [act, code] of Object.entries(TEAM_TROUBLES)) {
      const count = state[act as keyof TeamState];
      if (count === undefined) logged.delete(code);
      else if (performance.now() - (logged.get(code) ?? Number.NEGATIVE_INFINITY) > SAID_AGAIN_MS) {
        logged.set(code, performance.now());
        log.error({ code, count }, 'the brake of the team holds');
      }
    }
    return Object.entries(TEAM_TROUBLES).flatMap(([act, code]) => (act in state ? [code] : []));
  }

  /** What the database says; throws when callers cannot be served. */
  async function ask(): Promise<Trouble[]> {
    const [{ rows }] = await Promise.all([
      database.query<State>(STATE, [WRONG_PAIRS]),
      database.as(ANONYMOUS, (tx) => tx.query('select 1'), { readOnly: true, single: true }),
      database.asAnonymous((tx) => tx.query('select 1')),
    ]);
    const [state] = rows;
    const troubles: [Trouble, boolean | undefined][] = [
      ['migracoes', !hasAllMigrations(state?.migracoes ?? [])],
      ['copia', config.backupDir !== null && state?.atrasada],
      ['freio', state?.freio],
      ['palpites', state?.palpites],
    ];
    return [...troubles.flatMap(([code, holds]) => (holds ? [code] : [])), ...heard(state?.equipe)];
  }

  /** One question at a time: a database that hangs holds no more connections than that. */
  function askOnce(): Promise<Trouble[]> {
    if (asked && performance.now() - asked.at < GIVEN_UP_MS) return asked.answer;
    const mine = { at: performance.now(), answer: ask() };
    asked = mine;
    const end = () => {
      if (asked === mine) asked = null;
    };
    mine.answer.then(end, end);
    return mine.answer;
  }

  async function readDisk(): Promise<Trouble[]> {
    await access(documentsDir, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = await statfs(documentsDir);
    return bavail * bsize < RESERVE_BYTES ? ['disco'] : [];
  }

  async function look(): Promise<Health> {
    const [ofDatabase, ofDisk] = await Promise.all([
      inTime(askOnce(), 'banco'),
      inTime(readDisk(), 'documentos'),
    ]);
    const codes = [...ofDatabase, ...ofDisk];
    if (!pages.has('/')) codes.push('paginas');
    if (performance.now() - cleanedAt > CLEAN_UP_LATE_MS) codes.push('limpeza');
    if (missing > 0) codes.push('documentos_faltando');
    if (codes.some((code) => STOPS.includes(code))) return { status: 'unavailable', codes };
    return { status: codes.length > 0 ? 'degraded' : 'ok', codes };
  }

  return {
    check: () => {
      if (!last || performance.now() - last.at > FRESH_MS) last = { at: performance.now(), health: look() };
      return last.health;
    },
    cleaned: () => {
      cleanedAt = performance.now();
    },
    team: async () => {
      await database
        .query<Pick<State, 'equipe'>>('select private.estado_da_equipe() as equipe')
        .then(({ rows }) => heard(rows[0]?.equipe))
        .catch((error: unknown) => log.warn(reasonOf(error), 'the brake of the team could not be read'));
    },
  };
}

type State = { migracoes: string[]; freio: boolean; equipe: TeamState; atrasada: boolean; palpites: boolean };

/**
 * Migrations with their hashes; what the team's brake holds; whether retention waits for a person; whether the last copy, or
 * the first start where there is none, is older than twice a day; whether so many wrong pairs came in an hour.
 */
const STATE = `
  select array(select concat_ws(' ', nome, impressao) from servidor.migracoes) as migracoes,
    coalesce((select not (e ->> 'liberado')::boolean from private.estado_do_freio() as e), false) as freio,
    private.estado_da_equipe() as equipe,
    coalesce(
      (select max(quando) from private.copias where tipo = 'copia' and (certo or codigo = 'documentos') and quando < now() + interval '1 hour'), -- not of a clock that was ahead
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '48 hours' as atrasada,
    private.pares_errados() > $1 as palpites`;

/** What `answer` says within the limit; `code` alone when it fails or is late. */
async function inTime(answer: Promise<Trouble[]>, code: Trouble): Promise<Trouble[]> {
  const limit = new AbortController();
  const late = pause(LIMIT_MS, [code], { signal: limit.signal, ref: false });
  late.catch(() => {}); // ended below
  try {
    return await Promise.race([answer, late]);
  } catch {
    return [code];
  } finally {
    limit.abort();
  }
}

/**
 * `/live`: the process answers. `/`: 200 with `ok` or `degraded`, 503 with `unavailable`, and the
 * product's version. The codes of content/health.ts, which would tell a stranger when to attack,
 * are for this machine alone. Source: decision 94.
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

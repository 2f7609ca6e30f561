import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from './database.ts';
import { ApiError, unavailable } from './errors.ts';
import { NETWORK_SHARE, networkOf } from './proxies.ts';

/** `points` uses of a key in `seconds`. */
type Limit = {
  points: number;
  seconds: number;
  /** Its key is an address, whose network counts too, by a counter of its own. */
  byAddress?: true;
  /** Counted in each server's memory: what a family sends, or a page by itself, waits for no counter. */
  inMemory?: true;
};

/** An address may be a school's router, so thirty families in a minute pass; an account is one person. */
const LIMITS = {
  /** Failed sign-ins of one account from one address. */
  'sign-in-account': { points: 5, seconds: 60 },
  /** Failed sign-ins of one account from anywhere: from then on unknown devices wait, nobody else. */
  'sign-in-account-anywhere': { points: 50, seconds: 600 },
  /** The wait of one unknown device, and that it was told to wait: afterwards it has one attempt. */
  'sign-in-wait': { points: 1, seconds: 60 },
  'sign-in-waited': { points: 1, seconds: 600 },
  /** Failed sign-ins with one device cookie, which is void then. */
  'sign-in-device': { points: 5, seconds: 90 * 86_400 },
  /** Failed sign-ins from one address, whatever the account. */
  'sign-in-address': { points: 30, seconds: 300, byAddress: true },
  /** Wrong own passwords of somebody who is signed in, by account. */
  'own-password': { points: 5, seconds: 300 },
  /** Sign-ups and password changes from one address. */
  account: { points: 30, seconds: 300, byAddress: true },
  /** Audit entries of one kind that strangers cause, all together, or about one administrator. */
  'anonymous-audit': { points: 30, seconds: 3_600 },
  /** Refreshes from one address: a room full of people refreshes a few times in that time. */
  refresh: { points: 300, seconds: 300, byAddress: true, inMemory: true },
  /** New enrolments from one address. */
  enrol: { points: 90, seconds: 60, byAddress: true, inMemory: true },
  /** New documents from one address. */
  upload: { points: 90, seconds: 60, byAddress: true, inMemory: true },
} satisfies Record<string, Limit>;

type Throttled = keyof typeof LIMITS;
type Statement = { text: string; values: unknown[] };

/** Every counter: those of the limits, and those of networks. */
const COUNTERS: Record<string, Limit> = Object.fromEntries(
  Object.entries<Limit>(LIMITS).flatMap(([name, limit]) => [
    [name, limit],
    ...(limit.byAddress ? [[`${name}-network`, { ...limit, points: limit.points * NETWORK_SHARE }]] : []),
  ]),
);

const RELAXED = 100_000;

/** How many seconds the clock of another server may be ahead of ours. */
const OTHERS_AHEAD_S = 600;

export type Throttles = ReturnType<typeof openThrottles>;

/**
 * Rate limits counted in PostgreSQL, so that they survive restarts and several servers share them, but
 * for the busiest (`inMemory`), of which each server has its own minute.
 */
export function openThrottles(database: Database, mode: 'on' | 'relaxed') {
  const limiters = new Map(
    Object.entries(COUNTERS).map(([name, { seconds: duration, inMemory, ...limit }]) => {
      const points = mode === 'relaxed' ? RELAXED : limit.points;
      if (inMemory) return [name, new RateLimiterMemory({ points, duration })];
      const stored = new RateLimiterPostgres({
        storeClient: { query: ({ text, values }: Statement) => database.queryWithoutFlush(text, values) },
        storeType: 'client',
        schemaName: 'servidor',
        tableName: 'limites',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        // Blocked keys are answered without the database, but those that the owner's command may free.
        inMemoryBlockOnConsumed: name.startsWith('sign-in') ? 0 : points,
        duration,
      });
      return [name, stored] as [string, RateLimiterMemory | RateLimiterPostgres];
    }),
  );
  /** The counters of a use, each with its key: where that is an address, the network's too. */
  const countersOf = (name: Throttled, key: string) =>
    [[name, key] as const, [`${name}-network`, networkOf(key)] as const].flatMap(([counter, its]) => {
      const used = limiters.get(counter);
      return used ? [{ used, key: its }] : [];
    });

  /** The first counter whose limit is reached, else null. Throws 503 without a database. */
  const reached = async (name: Throttled, key: string) => {
    for (const counter of countersOf(name, key)) {
      const state = await counter.used.get(counter.key).catch(() => {
        throw unavailable();
      });
      if (state && state.remainingPoints <= 0 && state.msBeforeNext > 0) return state;
    }
    return null;
  };

  return {
    /** Counts one use. Throws 429 with Retry-After (seconds) and the API's `code` above the limit. */
    use: async (name: Throttled, key: string, code: string): Promise<void> => {
      for (const counter of countersOf(name, key))
        await counter.used.consume(counter.key).catch((reason: unknown) => refuse(reason, code));
    },

    /** Throws like `use` when the limit is reached, without counting. */
    check: async (name: Throttled, key: string, code: string): Promise<void> => {
      const state = await reached(name, key);
      if (state) refuse(state, code);
    },

    /**
     * Counts one use and refuses nothing: for what is looked at before it is done. Returns how many
     * are left, below zero above the limit. Throws 503 without a database.
     */
    add: async (name: Throttled, key: string): Promise<number> => {
      let left = Number.POSITIVE_INFINITY;
      for (const counter of countersOf(name, key)) {
        const { consumedPoints } = await counter.used.penalty(counter.key).catch(() => {
          throw unavailable();
        });
        left = Math.min(left, counter.used.points - consumedPoints);
      }
      return left;
    },

    /** Whether the limit is reached, without counting. */
    isReached: async (name: Throttled, key: string): Promise<boolean> => (await reached(name, key)) !== null,

    /** Resets the counter of a key, after a successful sign-in. */
    reset: async (name: Throttled, key: string): Promise<void> => {
      await limiters.get(name)?.delete(key);
    },

    /** Deletes expired counters. */
    deleteExpired: () => database.query('delete from servidor.limites where expire < $1', [Date.now()]),

    /** Deletes counters that end later than their limit lasts: the clock was ahead when they began, and they would refuse until then. */
    deleteFromFuture: () =>
      database.query(
        `delete from servidor.limites using unnest($1::text[], $2::bigint[]) as longest (name, expire)
         where split_part(limites.key, ':', 1) = longest.name and limites.expire > longest.expire`,
        [
          Object.keys(COUNTERS),
          Object.values(COUNTERS).map(({ seconds }) => Date.now() + (seconds + OTHERS_AHEAD_S) * 1_000),
        ],
      ),
  };
}

function refuse(reason: unknown, code: string): never {
  if (!(reason instanceof RateLimiterRes)) throw unavailable(); // the database does not answer
  throw new ApiError(429, code, 'Muitas tentativas seguidas. Espere um minuto e tente de novo.', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(reason.msBeforeNext / 1000))) },
  });
}

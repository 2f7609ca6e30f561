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
  /** Attempts of one unknown device then. */
  'sign-in-wait': { points: 1, seconds: 60 },
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

/** A limit's counter of one key. */
type Counter = Limit & { id: string };

/** How often it was used, and when that is forgotten, in milliseconds since 1970. */
type Uses = { points: number; expire: number };

const RELAXED = 100_000;
/** A counter that ends so much later than it could was begun by a clock that was ahead, and counts no more; another server's may be a little. */
const AHEAD_MS = 600_000;

const ADD = `insert into servidor.limites as known (key, points, expire) values ($1, 1, $3)
  on conflict (key) do update set
    points = case when known.expire between $2 and $3::bigint + ${AHEAD_MS} then known.points else 0 end + 1,
    expire = case when known.expire between $2 and $3::bigint + ${AHEAD_MS} then known.expire else $3 end
  returning points, expire::float8`;
const KNOWN = `select points, expire::float8 from servidor.limites
  where key = $1 and expire between $2 and $3::bigint + ${AHEAD_MS}`;

export type Throttles = ReturnType<typeof openThrottles>;

/**
 * Rate limits counted in PostgreSQL, so that they survive restarts and several servers share them, but
 * for the busiest (`inMemory`), of which each server has its own minute.
 */
export function openThrottles(database: Database, mode: 'on' | 'relaxed') {
  const memory = new Map<string, Uses>();
  /** The counters of a use: where its key is an address, the network's too. */
  const countersOf = (name: Throttled, key: string): Counter[] => {
    const limit: Limit = LIMITS[name];
    const points = mode === 'relaxed' ? RELAXED : limit.points;
    const network = { ...limit, points: points * NETWORK_SHARE, id: `${name}-network:${networkOf(key)}` };
    return [{ ...limit, points, id: `${name}:${key}` }, ...(limit.byAddress ? [network] : [])];
  };
  const ask = async (sql: string, { id, seconds }: Counter): Promise<Uses | undefined> => {
    const now = Date.now();
    const values = [id, now, now + seconds * 1_000];
    const { rows } = await database.queryWithoutFlush<Uses>(sql, values).catch(() => {
      throw unavailable();
    });
    return rows[0];
  };
  const addOne = async (counter: Counter): Promise<Uses> => {
    const { id, seconds, inMemory } = counter;
    const first = { points: 1, expire: Date.now() + seconds * 1_000 };
    if (!inMemory) return (await ask(ADD, counter)) ?? first;
    const known = memory.get(id);
    if (!known) setTimeout(() => memory.delete(id), seconds * 1_000).unref();
    const uses = known ? { ...known, points: known.points + 1 } : first;
    memory.set(id, uses);
    return uses;
  };
  /** The first counter whose limit is reached, else null. Throws 503 without a database. */
  const reached = async (name: Throttled, key: string): Promise<Uses | null> => {
    for (const counter of countersOf(name, key)) {
      const uses = await ask(KNOWN, counter);
      if (uses && uses.points >= counter.points) return uses;
    }
    return null;
  };

  return {
    /** Counts one use. Throws 429 with Retry-After (seconds) and the API's `code` above the limit. */
    use: async (name: Throttled, key: string, code: string): Promise<void> => {
      for (const counter of countersOf(name, key)) {
        const uses = await addOne(counter);
        if (uses.points > counter.points) throw tooMany(uses, code);
      }
    },
    /** Throws like `use` when the limit is reached, without counting. */
    check: async (name: Throttled, key: string, code: string): Promise<void> => {
      const uses = await reached(name, key);
      if (uses) throw tooMany(uses, code);
    },
    /**
     * Counts one use and refuses nothing: for what is looked at before it is done. Returns how many
     * are left, below zero above the limit. Throws 503 without a database.
     */
    add: async (name: Throttled, key: string): Promise<number> => {
      const left: number[] = [];
      for (const counter of countersOf(name, key)) left.push(counter.points - (await addOne(counter)).points);
      return Math.min(...left);
    },
    /** Whether the limit is reached, without counting. */
    isReached: async (name: Throttled, key: string): Promise<boolean> => (await reached(name, key)) !== null,
    /** Resets the counter of a key, after a successful sign-in. */
    reset: async (name: Throttled, key: string): Promise<void> => {
      await database.query('delete from servidor.limites where key = $1', [`${name}:${key}`]);
    },
    /** Deletes expired counters. */
    deleteExpired: () => database.query('delete from servidor.limites where expire < $1', [Date.now()]),
  };
}

function tooMany({ expire }: Uses, code: string): ApiError {
  const seconds = Math.max(1, Math.ceil((expire - Date.now()) / 1_000));
  return new ApiError(429, code, 'Muitas tentativas seguidas. Espere um minuto e tente de novo.', {
    headers: { 'Retry-After': String(seconds) },
  });
}

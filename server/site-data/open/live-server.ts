import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Refused } from '../../core/refused.ts';

/** A database that a server is about to serve. */
export type Announced = {
  /** Another server serves it already. */
  others: boolean;
  /** From now on others may start beside this one. */
  settle: () => Promise<void>;
  /** This server has ended. */
  end: () => Promise<void>;
};

const LOCK = `hashtext('construindo-campeoes server')`;
const AGAIN_MS = 2_000;

/**
 * Tells other starts on a database that a server serves it, until `end`: a shared lock on a
 * connection of its own, which PostgreSQL releases when the process dies. The first server
 * holds it alone until it has settled; others wait for that.
 */
export async function announceServer(login: pg.ClientConfig): Promise<Announced> {
  let ended = false;
  let client = await connect(login);
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${LOCK}) as alone`);
  const others = !rows[0]?.alone;
  if (others) await client.query(`select pg_advisory_lock_shared(${LOCK})`);
  const watch = () => client.once('end', () => void announceAgain());
  const announceAgain = async () => {
    while (!ended) {
      try {
        client = await connect(login);
        await client.query(`select pg_advisory_lock_shared(${LOCK})`);
        return watch();
      } catch {
        await pause(AGAIN_MS, null, { ref: false });
      }
    }
  };
  watch();
  return {
    others,
    settle: async () => {
      if (others) return;
      await client.query(`select pg_advisory_lock_shared(${LOCK})`);
      await client.query(`select pg_advisory_unlock(${LOCK})`);
    },
    end: async () => {
      ended = true;
      await client.end().catch(() => {}); // it may be broken already
    },
  };
}

/** `announceServer`, which throws Refused where another server serves the database. */
export async function announceAlone(login: pg.ClientConfig): Promise<Announced> {
  const announced = await announceServer(login);
  if (!announced.others) return announced;
  await announced.end();
  throw new Refused('O site está no ar neste banco de dados. Nada foi mudado. Pare o site antes.');
}

async function connect(login: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...login, keepAlive: true });
  client.on('error', () => {}); // 'end' follows
  await client.connect();
  return client;
}

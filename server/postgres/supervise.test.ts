import pino from 'pino';
import { expect, test } from 'vitest';
import type { Cluster } from './cluster.ts';
import { superviseCluster } from './supervise.ts';

test('a stop while PostgreSQL is being started again ends that start', async () => {
  const ended: Cluster = { connection: {} as never, died: Promise.resolve(), stop: async () => {} };
  let again = () => {};
  const starting = new Promise<void>((resolve) => {
    again = resolve;
  });
  let starts = 0;
  const start = (signal?: AbortSignal) => {
    starts += 1;
    if (starts === 1) return Promise.resolve(ended);
    again();
    return new Promise<Cluster>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
  };
  const cluster = await superviseCluster(start, pino({ level: 'silent' }));
  await starting;
  await cluster.stop();
  expect(starts).toBe(2);
});

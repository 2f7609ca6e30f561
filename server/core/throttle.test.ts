import { describe, expect, test } from 'vitest';
import { databaseForTests, embedded } from '../../tests/support/server.ts';
import type { Database } from './database.ts';
import { openThrottles } from './throttle.ts';

const ALONE = '198.51.100.1';
const SHARED = '198.51.100.2';

describe.each(embedded)('$name', (engine) => {
  const database = databaseForTests(engine);

  const stored = (key: string) =>
    database.value<number>('select points from servidor.limites where key = $1', key);
  const enrol = ({ use }: ReturnType<typeof openThrottles>, address: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => use('enrol', address, 'PGRST429')));
  const isRefused = (throttles: ReturnType<typeof openThrottles>, address: string) =>
    enrol(throttles, address, 1).then(
      () => false,
      () => true,
    );

  test('enrolments are counted before they are written, ninety in a minute', async () => {
    const throttles = openThrottles(database, 'on');
    await enrol(throttles, ALONE, 90);
    await expect(enrol(throttles, ALONE, 1)).rejects.toMatchObject({
      status: 429,
      code: 'PGRST429',
      headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
    });
    expect(await isRefused(throttles, '198.51.100.4')).toBe(false); // another address
  });

  test('a network has four times what an address has, and the next its own', async () => {
    const throttles = openThrottles(database, 'on');
    for (const [addresses, stranger, elsewhere] of [
      [[1, 2, 3, 4].map((at) => `203.0.113.${at}`), '203.0.113.5', '203.0.112.5'],
      [[1, 2, 3, 4].map((at) => `2001:db8:1:${at}::`), '2001:db8:1:f::', '2001:db8:2::'],
    ] as const) {
      for (const address of addresses) await enrol(throttles, address, 90);
      expect([await isRefused(throttles, stranger), await isRefused(throttles, elsewhere)]).toEqual([
        true,
        false,
      ]);
      for (const address of addresses)
        for (let failure = 0; failure < 30; failure += 1) await throttles.add('sign-in-address', address);
      expect(await throttles.isReached('sign-in-address', stranger)).toBe(true);
      expect(await throttles.isReached('sign-in-address', elsewhere)).toBe(false);
    }
  });

  test('the database knows of them a second later, and tells a server that starts then or runs beside', async () => {
    const [one, other] = [openThrottles(database, 'on'), openThrottles(database, 'on')];
    await enrol(one, SHARED, 60);
    await enrol(other, SHARED, 60);
    await expect.poll(() => stored(`enrol:${SHARED}`), { timeout: 5_000 }).toBe(120);
    await expect.poll(() => isRefused(other, SHARED), { timeout: 5_000 }).toBe(true);

    const started = openThrottles(database, 'on');
    await enrol(started, SHARED, 1);
    await expect.poll(() => isRefused(started, SHARED), { timeout: 5_000 }).toBe(true);
  });

  test('a count whose time is over when the database tells it blocks nobody', async () => {
    const full = { rows: [{ points: 500, expire: Date.now() }], rowCount: 1 };
    const late = { ...database, counterPool: { query: () => Promise.resolve(full) } };
    const throttles = openThrottles(late as unknown as Database, 'on');
    await enrol(throttles, ALONE, 1);
    await new Promise((resolve) => setTimeout(resolve, 1_200)); // it is told a second later
    expect(await isRefused(throttles, ALONE)).toBe(false);
  });

  test('a minute that ends in the database ends none that began later in memory', async () => {
    const [throttles, address] = [openThrottles(database, 'on'), '198.51.100.9'];
    await database.query('insert into servidor.limites (key, points, expire) values ($1, 85, $2)', [
      `enrol:${address}`,
      Date.now() + 2_500,
    ]);
    await enrol(throttles, address, 10);
    await expect.poll(() => isRefused(throttles, address), { timeout: 5_000 }).toBe(true);
    await expect.poll(() => isRefused(throttles, address), { timeout: 5_000 }).toBe(false);
    let taken = 0;
    while (!(await isRefused(throttles, address))) taken += 1;
    expect(taken).toBeLessThan(80); // of ninety: ten, and what was asked meanwhile
  });

  test('what was counted while the clock was ahead refuses nobody once it is right, and the rest still does', async () => {
    const throttles = openThrottles(database, 'on');
    for (const name of ['sign-in-account', 'sign-in-account-anywhere', 'sign-in-device'] as const)
      for (let uses = 0; uses < 50; uses += 1) await throttles.add(name, ALONE);
    const reached = () =>
      Promise.all(
        (['sign-in-account', 'sign-in-account-anywhere', 'sign-in-device'] as const).map((name) =>
          throttles.isReached(name, ALONE),
        ),
      );
    await throttles.deleteFromFuture();
    expect(await reached()).toEqual([true, true, true]);
    await database.query('update servidor.limites set expire = expire + $1 where key like $2', [
      89 * 86_400_000, // less than the longest limit lasts
      'sign-in-account%',
    ]);
    expect(await reached()).toEqual([true, true, true]);
    await throttles.deleteFromFuture();
    expect(await reached()).toEqual([false, false, true]);
  });

  test('without a database memory counts alone', async () => {
    const broken = { ...database, counterPool: { query: () => Promise.reject(new Error('away')) } };
    const throttles = openThrottles(broken as unknown as Database, 'on');
    await enrol(throttles, ALONE, 90);
    expect(await isRefused(throttles, ALONE)).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { databaseForTests, embedded } from '../../tests/support/server.ts';
import type { Database } from './database.ts';
import { openThrottles } from './throttle.ts';

const ALONE = '198.51.100.1';

describe.each(embedded)('$name', (engine) => {
  const database = databaseForTests(engine);

  const enrol = ({ use }: ReturnType<typeof openThrottles>, address: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => use('enrol', address, 'PGRST429')));
  const isRefused = (throttles: ReturnType<typeof openThrottles>, address: string) =>
    enrol(throttles, address, 1).then(
      () => false,
      () => true,
    );

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
    expect(await reached()).toEqual([true, true, true]);
    await database.query('update servidor.limites set expire = expire + $1', [3_600_000]);
    expect(await reached()).toEqual([false, false, false]);
    await throttles.add('sign-in-account', ALONE);
    for (let uses = 0; uses < 50; uses += 1) await throttles.add('sign-in-device', ALONE);
    expect(await reached()).toEqual([false, false, true]);
  });

  test('without a database memory counts alone', async () => {
    const broken = { ...database, queryWithoutFlush: () => Promise.reject(new Error('away')) };
    const throttles = openThrottles(broken as unknown as Database, 'on');
    await enrol(throttles, ALONE, 90);
    expect(await isRefused(throttles, ALONE)).toBe(true);
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addPerson, call, outcome, PASSWORD, signIn } from '../../tests/support/accounts.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { knownDevices } from './known-devices.ts';

const WRONG = 'outra senha de teste';
const OFFICE = '10.0.0.1';
const UNKNOWN = '10.9.9.9';

describe.each(embedded)('devices that are known, $name', (engine) => {
  const server = serverForTests(engine, { limits: 'on', siteUrl: 'https://www.example.com' });
  beforeEach(() => server.database.query('delete from servidor.limites'));

  /** Signs in with a cookie, as `name=value`, from an address that nobody knows unless said. */
  const withCookie = (cookie: string, email: string, password = PASSWORD, address = UNKNOWN) =>
    call(server, 'POST', '/token?grant_type=password', {
      body: { email, password },
      headers: { Cookie: cookie },
      address,
    });

  /** Ten addresses with five wrong passwords each. */
  async function attack(email: string) {
    for (let address = 0; address < 10; address++)
      for (let failure = 0; failure < 5; failure++) await signIn(server, email, WRONG, `10.1.0.${address}`);
  }

  async function cookieOf(email: string) {
    const answer = await signIn(server, email);
    return { header: answer.headers.get('set-cookie') ?? '', pair: pairOf(answer) };
  }

  const pairOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

  /** As if that much time had passed for the waits. */
  const waited = (seconds: number) =>
    server.database.query(`update servidor.limites set expire = expire - $1 where key like 'sign-in-wait%'`, [
      seconds * 1000,
    ]);

  test('signing in gives a cookie that only the sign-in sees, without a personal value', async () => {
    const { id, email } = await addPerson(server);
    const { header } = await cookieOf(email);
    expect(header).toMatch(
      /^__Host-cc-aparelho-[\w-]{16}=[\w-]{22}\.[0-9a-z]+\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(header).not.toContain(email);
    expect(header).not.toContain(id);
    const failed = await signIn(server, email, WRONG);
    expect(failed.headers.get('set-cookie')).toBeNull();
  });

  test('wrong passwords from ten addresses do not stop a known device, whatever strangers miss at its address', async () => {
    const { email } = await addPerson(server);
    const { pair } = await cookieOf(email);
    await attack(email);
    for (let failure = 0; failure < 30; failure++) await signIn(server, `pessoa${failure}@example.com`);
    expect(await outcome(signIn(server, email))).toBe('429 over_request_rate_limit');
    expect(await outcome(withCookie(pair, email))).toBe('200');
    expect(await outcome(withCookie(pair, email, PASSWORD, OFFICE))).toBe('200');
  });

  test('an unknown device has one attempt a minute then, at once too, however long it goes on', async () => {
    const { email } = await addPerson(server);
    await attack(email);
    expect(await outcome(signIn(server, email, WRONG, UNKNOWN))).toBe('400 invalid_credentials');
    const first = await signIn(server, email, PASSWORD, UNKNOWN);
    expect(await outcome(first)).toBe('429 over_request_rate_limit');
    expect(Number(first.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await waited(40);
    const second = await signIn(server, email, PASSWORD, UNKNOWN);
    expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(20); // asking makes it no longer
    await waited(20);
    expect(await outcome(signIn(server, email, PASSWORD, UNKNOWN))).toBe('200');
    expect(await outcome(signIn(server, email, PASSWORD, '10.9.9.8'))).toBe('200');
  });

  test('sixty addresses of one network that guess at once take no place from a known device there, or from a stranger elsewhere', async () => {
    const [known, other] = [await addPerson(server), await addPerson(server)];
    const { pair } = await cookieOf(known.email);
    const guesses = Array.from({ length: 60 }, (_, at) =>
      outcome(signIn(server, `pessoa${at}@example.com`, WRONG, `2001:db8:7:${at + 1}::1`)),
    );
    await Promise.race(guesses); // as many as may be wait
    const stranger = signIn(server, other.email, PASSWORD, '203.0.113.9');
    const honest = [withCookie(pair, known.email, PASSWORD, '2001:db8:7::9'), stranger];
    expect(await Promise.all(honest.map(outcome))).toEqual(['200', '200']);
    expect(await Promise.all(guesses)).toContain('503 PGRST003');
  });

  test('five failures with a cookie make it void', async () => {
    const { email } = await addPerson(server);
    const { pair } = await cookieOf(email);
    const burst = Array.from({ length: 12 }, () => outcome(withCookie(pair, email, WRONG)));
    const guessed = (await Promise.all(burst)).filter((one) => one === '400 invalid_credentials');
    expect(guessed).toHaveLength(10); // and five of the address
    expect(await outcome(withCookie(pair, email))).toBe('429 over_request_rate_limit');
  });

  test('a cookie opens nothing for another account, forged, or as another host of the domain could set it', async () => {
    const [one, other] = [await addPerson(server), await addPerson(server)];
    const { pair } = await cookieOf(one.email);
    const [name = '', value = ''] = pair.split('=');
    const [otherName = ''] = (await cookieOf(other.email)).pair.split('=');
    for (const { email } of [one, other]) {
      await attack(email);
      await signIn(server, email, WRONG, UNKNOWN); // its attempt of this minute
    }
    const [, end, signature] = value.split('.');
    for (const [cookie, email] of [
      [`${otherName}=${value}`, other.email],
      [`${name}=x.${end}.${signature}`, one.email],
      [`${name}=`, one.email],
      [pair.replace('__Host-', ''), one.email],
    ] as const)
      expect(await outcome(withCookie(cookie, email))).toBe('429 over_request_rate_limit');
    expect(await outcome(withCookie(pair, one.email))).toBe('200');
  });

  test('a cookie is good for ninety days', () => {
    const devices = knownDevices(server);
    const madeDaysAgo = (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - days * 86_400_000 });
      const { name, value } = devices.make('alguém');
      vi.useRealTimers();
      return (asked: string) => (asked === name ? value : undefined);
    };
    expect(devices.find(madeDaysAgo(89), 'alguém')).toMatch(/^[\w-]{22}$/);
    expect(devices.find(madeDaysAgo(91), 'alguém')).toBeNull();
  });
});

import { expect, vi } from 'vitest';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { type ApiFunction, argumentsOf, FUNCTIONS, isOfTheDesk } from '../../domain/functions.ts';
import { type Act, WITH_PASSWORD } from '../../domain/roles.ts';

/** A call: of which function, table or file, with what, and with which token ('key' for nobody's). */
type Asked = [name: string, values: unknown, token?: string];

const ANA = { id: 'ana', email: 'ana@example.com' };
const SESSION = { refresh_token: 'refresh', expires_in: 3600, expires_at: 9_999_999_999, user: ANA };
const signedIn = (access_token: string) => ({ access_token, ...SESSION });

/** Holds a call of the desk against what the API serves: its arguments, its attempt, its sign-in. */
function expectServed(name: string, values: object, token: string | undefined) {
  const fn = (FUNCTIONS as Record<string, ApiFunction>)[name];
  if (!fn || !isOfTheDesk(fn)) return;
  const { tentativa, ...given } = values as { tentativa?: unknown };
  const taken = argumentsOf(fn).map((one) => one.name);
  expect.soft(taken, name).toEqual(expect.arrayContaining(Object.keys(given)));
  const attempt = fn.once ? expect.stringMatching(/^[0-9a-f]{32}$/) : undefined;
  const signIn = WITH_PASSWORD.includes(fn.allowedTo as Act) ? 'fresh' : expect.any(String);
  expect.soft([name, tentativa, token]).toEqual([name, attempt, signIn]);
}

/** A back end that gives these answers, one after the other, also to who renews the session, to a tab where somebody is signed in; returns the calls that it gets. */
export function stubBackend(...answers: unknown[]): Asked[] {
  const asked: Asked[] = [];
  const origin = 'https://casa.example';
  const stored = new Map([[SESSION_KEY, JSON.stringify(signedIn('own'))]]);
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin }, sessionStorage }));
  vi.stubGlobal('fetch', async (input: string | URL, { body, headers }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input), origin);
    if (pathname === '/config.json') return Response.json({ supabaseUrl: '/', supabaseKey: 'key' });
    const values = typeof body === 'string' ? JSON.parse(body) : body ? 'file' : decodeURIComponent(search);
    const name = pathname.split('/').at(-1) ?? '';
    const token = new Headers(headers).get('authorization')?.replace('Bearer ', '');
    asked.push([name, values, token]);
    if (typeof body === 'string') expectServed(name, values, token);
    if (name === 'logout') return new Response(null, { status: 204 });
    const isSignIn = search.includes('grant_type=password');
    const [first] = answers;
    const next = () => (first instanceof Map ? first.get(name) : answers.shift());
    const given = isSignIn && !(first instanceof Map && first.has(name)) ? signedIn('fresh') : next();
    const answer = await (typeof given === 'function' ? given(values) : given);
    const usual = pathname.includes('/auth/') ? {} : null;
    return answer instanceof Response ? answer : Response.json(answer ?? usual);
  });
  return asked;
}

import { vi } from 'vitest';
import { SESSION_KEY } from '../../app/api/session-key.ts';

/** A call: of which function, table or file, with what, and with which token ('key' for nobody's). */
type Asked = [name: string, values: unknown, token?: string];

const ANA = { id: 'ana', email: 'ana@example.com' };
const SESSION = { refresh_token: 'refresh', expires_in: 3600, expires_at: 9_999_999_999, user: ANA };
const signedIn = (access_token: string) => ({ access_token, ...SESSION });

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
    asked.push([name, values, new Headers(headers).get('authorization')?.replace('Bearer ', '')]);
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

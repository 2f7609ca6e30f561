import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accessToken, isSessionValid, signIn, subscribeToSession } from './auth.ts';
import { SESSION_KEY } from './session-key.ts';
import { tellOtherTabs } from './shared-session.ts';
import { type Session, storedSession } from './stored-session.ts';

/** A session with tokens of this name, which lasts so many seconds more. */
function session(tokens: string, seconds: number): Session {
  const claims = Buffer.from(JSON.stringify({ session_id: 's', tokens })).toString('base64url');
  const expires_at = Date.now() / 1000 + seconds;
  return { access_token: `x.${claims}.y`, refresh_token: tokens, expires_at, user: { id: 'u' } };
}

const keep = (one: Session | null) =>
  one ? sessionStorage.setItem(SESSION_KEY, JSON.stringify(one)) : sessionStorage.removeItem(SESSION_KEY);
const heard = vi.fn();
let answer: () => Promise<Response>;
const asked = vi.fn(async (url: string) =>
  url === '/config.json' ? Response.json({ supabaseUrl: 'http://b', supabaseKey: 'key' }) : answer(),
);
const renewals = () => asked.mock.calls.filter(([url]) => url.includes('refresh_token')).length;
let end = () => {};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', asked);
  heard.mockClear();
  asked.mockClear();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

/** Begins as a page does, and waits for what is said first. */
async function begin() {
  end = subscribeToSession(heard);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
}

test('signing in is said and stored; a token that ends soon is renewed once for all who ask', async () => {
  await begin();
  expect(heard).toHaveBeenCalledWith('INITIAL_SESSION', null, false);
  const [first, next] = [session('a', 60), session('b', 900)];
  answer = async () => Response.json(first);
  await signIn('a@example.com', 'x');
  expect(heard).toHaveBeenLastCalledWith('SIGNED_IN', first, false);
  answer = async () => Response.json(next);
  expect(await Promise.all([accessToken(), accessToken()])).toEqual([next.access_token, next.access_token]);
  expect([renewals(), storedSession()]).toEqual([1, next]);
  expect(heard).toHaveBeenLastCalledWith('TOKEN_REFRESHED', next, false);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError())],
  ["a hotspot's page", async () => new Response('<html>', { status: 403 })],
  ['a busy server', async () => Response.json({ msg: 'x' }, { status: 503 })],
  ['a refusal', async () => Response.json({ msg: 'x' }, { status: 400 })],
])('%s keeps a session that lasts, and asks once in a while', async (what, refuse) => {
  keep(session(what, 60));
  answer = refuse;
  await begin();
  for (let time = 0; time < 3; time++) expect(await accessToken()).toBe(storedSession()?.access_token);
  expect(renewals()).toBe(1);
  expect(await isSessionValid()).toBe(what !== 'a refusal');
});

test('one that is over ends with a refusal, and not where nobody answers', async () => {
  keep(session('c', -1));
  answer = () => Promise.reject(new TypeError());
  await begin();
  expect(heard).toHaveBeenCalledWith('INITIAL_SESSION', null, false);
  await expect(accessToken()).rejects.toMatchObject({ status: 0 });
  answer = async () => Response.json({ msg: 'x' }, { status: 403 });
  expect(await accessToken()).toBeNull();
  expect(heard).toHaveBeenLastCalledWith('SIGNED_OUT', null, false);
  expect(storedSession()).toBeNull();
});

test('new tokens do not bring back who left meanwhile; those of another tab with this session are taken, older ones not', async () => {
  keep(session('d', 60));
  answer = async () => {
    keep(null);
    return Response.json(session('e', 900));
  };
  await begin();
  expect([await accessToken(), storedSession()]).toEqual([null, null]);
  const [mine, newer] = [session('f', 600), session('g', 900)];
  keep(mine);
  tellOtherTabs(session('h', 300));
  tellOtherTabs(newer);
  await vi.waitFor(() => expect(storedSession()).toEqual(newer));
  expect(heard.mock.calls.filter(([event]) => event === 'TOKEN_REFRESHED')).toHaveLength(1);
});

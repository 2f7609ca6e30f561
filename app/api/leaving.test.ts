import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './session-key.ts';
import { answerOtherTabs } from './shared-session.ts';

// How a tab leaves the desk: at once, whatever the network does, and the back end is told until it has heard it.

const SESSION = { access_token: `x.${btoa('{"session_id":"s"}')}.y`, refresh_token: 'r', expires_at: 9e9 };
const ANA = { ...SESSION, expires_in: 3600, user: { id: 'ana' } };
const stored = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
type Sent = [call: string, token: string | null, keepalive: boolean | undefined];
let sent: Sent[];
let answers: (Response | null | 'never')[];

beforeEach(() => {
  vi.resetModules(); // the client is made once
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stored.set(SESSION_KEY, JSON.stringify(ANA));
  [sent, answers] = [[], []];
  vi.stubGlobal('window', Object.assign(new EventTarget(), { sessionStorage, BroadcastChannel }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('fetch', async (address: string, { headers, keepalive }: RequestInit = {}) => {
    if (address === '/config.json')
      return Response.json({ supabaseUrl: 'https://c.test', supabaseKey: 'key' });
    const token = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? null;
    sent.push([address.replace('https://c.test/auth/v1/', ''), token, keepalive]);
    const answer = answers.shift();
    if (answer === 'never') return new Promise<Response>(() => {});
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => void vi.useRealTimers().unstubAllGlobals());

/** The module, and what a listener of it hears. */
const opened = async () => {
  const auth = await import('./auth.ts');
  const heard: unknown[] = [];
  const end = auth.subscribeToSession((event, session, elsewhere) => heard.push([event, session, elsewhere]));
  await vi.waitFor(() => expect(JSON.stringify(heard)).toContain('INITIAL_SESSION'));
  heard.length = 0;
  return { ...auth, storedSession: (await import('./stored-session.ts')).storedSession, heard, end };
};
/** What was begun has gone as far as it can without time. */
const settled = async () => {
  for (let at = 0; at < 20; at += 1) await new Promise((done) => setImmediate(done));
};
const logout = (scope: string, token = ANA.access_token): Sent => [`logout?scope=${scope}`, token, true];
const ended = (status = 204) => new Response(status === 204 ? null : '{}', { status });

test('by hand it signs out of every tab and device, at once, and asks again about its own session until that is over', async () => {
  const { signOutByHand, storedSession, heard, end } = await opened();
  answers = [ended(500), ended(503), ended(401)];
  const left = signOutByHand();
  expect([storedSession(), heard.at(-1)]).toEqual([null, ['SIGNED_OUT', null, false]]);
  expect(await left).toMatchObject({ status: 500 });
  expect(sent).toEqual([logout('global')]);
  for (const calls of [2, 3, 3]) {
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(29_999);
    expect(sent).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(sent).toHaveLength(calls);
  }
  expect(sent.slice(1)).toEqual([logout('local'), logout('local')]);
  end();
});

test('it waits five seconds for an answer', async () => {
  const { endSession, endAtLast, end } = await opened();
  answers = ['never'];
  const heard = vi.fn();
  const left = endAtLast(ANA as never).then(heard);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await left;
  expect(heard.mock.calls).toMatchObject([[{ status: 0 }]]);
  answers = [ended()];
  await endSession();
  expect(sent.at(-1)).toEqual(logout('local'));
  end();
});

test.each<[renewal: Response, ...after: Sent[]]>([
  [Response.json({ access_token: 'new' }), logout('local', 'new')],
  [ended(400)],
])('a token that ran out is renewed to end its session, unless that is over', async (renewal, ...after) => {
  const { endAtLast, end } = await opened();
  answers = [renewal, ended()];
  expect(await endAtLast({ ...ANA, expires_at: Date.now() / 1000 + 4 } as never)).toBeNull();
  expect(sent).toEqual([['token?grant_type=refresh_token', 'key', false], ...after]);
  end();
});

test('a tab that nobody sits at leaves alone, without ending what another has too', async () => {
  const { leaveTab, storedSession, end } = await opened();
  const other = answerOtherTabs(
    () => ANA as never,
    () => {},
  );
  await leaveTab();
  expect([storedSession(), sent]).toEqual([null, []]);
  other();
  end();
});

test('who signs out by hand elsewhere leaves here too, another account does not', async () => {
  const { storedSession, heard, end } = await opened();
  const others = new BroadcastChannel('cc-saida');
  for (const account of ['bia', 'ana']) others.postMessage(account);
  await vi.waitFor(() => expect(heard).not.toEqual([]));
  await settled();
  expect([heard, storedSession()]).toEqual([[['SIGNED_OUT', null, true]], null]);
  others.close();
  end();
});

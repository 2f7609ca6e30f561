import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerOtherTabs, isInAnotherTab, sessionIdOf } from './shared-session.ts';
import type { Session } from './stored-session.ts';

/** A session of this id; with another `jti` its token is a renewed one. */
function session(id: string, jti = 'a'): Session {
  const claims = Buffer.from(JSON.stringify({ session_id: id, jti, ação: 'é~ÿ' })).toString('base64url');
  return { access_token: `x.${claims}.y` } as Session;
}

beforeAll(() => vi.stubGlobal('window', globalThis));
afterAll(() => vi.unstubAllGlobals());

test('a session keeps its id when its token is renewed, and what is no token has none', () => {
  expect(sessionIdOf(session('s-1'))).toBe('s-1');
  expect(sessionIdOf(session('s-1', 'b'))).toBe('s-1');
  for (const access_token of ['', 'a.b', 'x.!.y', `x.${btoa('{}')}.y`])
    expect(sessionIdOf({ access_token })).toBeNull();
});

test('another tab says that it has the session, also with a renewed token; one with another session does not', async () => {
  let other: Session | null = session('s-1', 'renewed');
  const end = answerOtherTabs(() => other, vi.fn());
  expect(await isInAnotherTab(session('s-1'))).toBe(true);
  expect(await isInAnotherTab(session('s-2'))).toBe(false);
  other = null; // that tab has left too
  expect(await isInAnotherTab(session('s-1'))).toBe(false);
  end();
});

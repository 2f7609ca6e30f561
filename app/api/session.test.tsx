import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { admin } from '../../content/desk-screens.ts';
import { failures } from '../../content/messages.ts';
import { BackendError } from './client.ts';
import { authMessage, nextSession, SessionProvider, type SessionState, useSession } from './session.tsx';
import type { Session } from './stored-session.ts';

const SESSION = { access_token: 'a', user: { id: 'u' } } as Session;
const OUT: SessionState = { session: null, loading: false, over: false };
const IN: SessionState = { session: SESSION, loading: false, over: false };
const FIRST: SessionState = { session: null, loading: true, over: false };

function Reader() {
  const { loading, user } = useSession();
  return <p>{JSON.stringify({ loading, user })}</p>;
}

test('the hook throws outside its provider', () => {
  expect(() => renderToStaticMarkup(<Reader />)).toThrow('useSession must be used within a SessionProvider');
});

test('before a session is read nobody is signed in, and prerendering needs no browser', () => {
  const html = renderToStaticMarkup(
    <SessionProvider notify={() => {}}>
      <Reader />
    </SessionProvider>,
  );
  expect(html).toContain('{&quot;loading&quot;:true,&quot;user&quot;:null}');
});

describe('the session after an event', () => {
  test.each([
    [FIRST, 'INITIAL_SESSION', null, false, OUT, 'nobody was signed in'],
    [FIRST, 'INITIAL_SESSION', SESSION, false, IN, 'somebody was signed in'],
    [{ ...OUT, over: true }, 'SIGNED_IN', SESSION, false, IN, 'signing in again'],
    [IN, 'TOKEN_REFRESHED', SESSION, false, IN, 'a new token'],
    [IN, 'SIGNED_OUT', null, true, OUT, 'the person signed out'],
    [IN, 'SIGNED_OUT', null, false, { ...OUT, over: true }, 'it expired, or ended in another tab'],
    [FIRST, 'SIGNED_OUT', null, false, { ...OUT, over: true }, 'the stored session had expired'],
    [OUT, 'SIGNED_OUT', null, false, OUT, 'another tab signs out; nobody was signed in here'],
    [{ ...OUT, over: true }, 'INITIAL_SESSION', null, false, { ...OUT, over: true }, 'the notice stays'],
  ] as const)('%j, %s → %#: %s', (now, event, session, byChoice, after, _because) => {
    expect(nextSession(now, event, session, byChoice)).toEqual(after);
  });
});

test.each([
  [new BackendError(400, 'invalid_credentials', 'Invalid login credentials'), 'Invalid login credentials'],
  [new BackendError(429, 'over_request_rate_limit', 'Request rate limit reached'), failures.tooMany],
  [new BackendError(0, '', ''), admin.noAnswer],
  [new BackendError(503, '', '{}'), admin.noAnswer],
])('%s is shown as %j', (error, text) => {
  expect(authMessage(error)).toBe(text);
});

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { admin } from '../../content/desk-screens.ts';
import { authFailed, failures, type Message } from '../../content/messages.ts';
import { callAccounts, noAnswer } from './accounts.ts';
import { type SessionEvent, signIn, signOutByHand, subscribeToSession } from './auth.ts';
import type { BackendError } from './client.ts';
import type { Session } from './stored-session.ts';

/** `loading` until the stored session is read; `over` when a session ended without a sign-out here. */
export type SessionState = { session: Session | null; loading: boolean; over: boolean };

/** What came of an act, and why it failed. */
type Result<Data = unknown> = { data: Data | null; error: BackendError | null };

export type SessionContext = SessionState & {
  user: Session['user'] | null;
  signIn: (email: string, password: string) => Promise<Result<Session>>;
  signOut: () => Promise<Result>;
  signUp: (email: string, password: string, options?: { data?: object }) => Promise<Result>;
};

const FIRST: SessionState = { session: null, loading: true, over: false };

const Context = createContext<SessionContext | null>(null);

/**
 * Holds the administrator's session. A failed sign-in, sign-out or sign-up is passed to
 * `notify` and returned; a sign-out that failed has left this tab all the same. `setUnsavedOwner` is called with the session's account, and with
 * null after a sign-out of this account in any tab, but not when a session expires. Source: SPEC §3, §4, §8.
 */
export function SessionProvider({
  notify,
  setUnsavedOwner,
  children,
}: {
  notify: (message: Message) => void;
  setUnsavedOwner?: (account: string | null) => void;
  children: ReactNode;
}) {
  const [state, setState] = useState(FIRST);
  const signingOut = useRef(false);

  useEffect(
    () =>
      subscribeToSession((event, session, elsewhere) => {
        const byChoice = signingOut.current;
        if (session) setUnsavedOwner?.(session.user.id);
        else if (event === 'SIGNED_OUT' && (byChoice || elsewhere)) setUnsavedOwner?.(null);
        setState((now) => nextSession(now, event, session, byChoice));
      }),
    [setUnsavedOwner],
  );

  const value = useMemo<SessionContext>(() => {
    const reported = async <Data,>(
      action: Parameters<typeof authFailed>[0],
      act: Promise<Data>,
    ): Promise<Result<Data>> => {
      try {
        return { data: await act, error: null };
      } catch (thrown) {
        const error = thrown as BackendError;
        notify(authFailed(action, authMessage(error)));
        return { data: null, error };
      }
    };
    return {
      ...state,
      user: state.session?.user ?? null,
      signIn: (email, password) => reported('Sign in', signIn(email, password)),
      signOut: () => {
        signingOut.current = true;
        const left = signOutByHand(); // this tab has left when it returns
        signingOut.current = false;
        const ended = left.then((error) => {
          if (error) throw error;
        });
        return reported('Sign out', ended);
      },
      signUp: (email, password, { data = {} } = {}) =>
        reported('Sign up', callAccounts('POST', '/signup', { email, password, data })),
    };
  }, [state, notify]);

  return <Context value={value}>{children}</Context>;
}

/** The session around this component. Throws outside a SessionProvider. Source: SPEC §8. */
export function useSession(): SessionContext {
  const value = useContext(Context);
  if (!value) throw new Error('useSession must be used within a SessionProvider');
  return value;
}

/** The state after an event; `byChoice` while the person is signing out. */
export function nextSession(
  now: SessionState,
  event: SessionEvent,
  session: Session | null,
  byChoice: boolean,
): SessionState {
  if (session) return { session, loading: false, over: false };
  const ended = event === 'SIGNED_OUT' && !byChoice && (now.loading || now.session !== null);
  return { session: null, loading: false, over: now.over || ended };
}

/** The text for a failed call; the message of a call without an answer is the browser's and not fit to show. */
export function authMessage(error: BackendError): string {
  if (noAnswer(error)) return admin.noAnswer;
  return error.status === 429 ? failures.tooMany : error.message;
}

import type {
  AuthChangeEvent,
  AuthError,
  AuthResponse,
  AuthTokenResponsePassword,
  Session,
  SignUpWithPasswordCredentials,
  User,
} from '@supabase/auth-js';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { admin } from '../../content/desk-screens.ts';
import { authFailed, failures, type Message } from '../../content/messages.ts';
import { authClient, noAnswer, signOutByHand, subscribeToSession } from './auth.ts';

/** `loading` until the stored session is read; `over` when a session ended without a sign-out here. */
export type SessionState = { session: Session | null; loading: boolean; over: boolean };

export type SessionContext = SessionState & {
  user: User | null;
  signIn: (email: string, password: string) => Promise<AuthTokenResponsePassword>;
  signOut: () => Promise<{ error: AuthError | null }>;
  signUp: (
    email: string,
    password: string,
    options?: SignUpWithPasswordCredentials['options'],
  ) => Promise<AuthResponse>;
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
    const reported = <Result extends { error: AuthError | null }>(
      action: Parameters<typeof authFailed>[0],
      result: Result,
    ): Result => {
      if (result.error) notify(authFailed(action, authMessage(result.error)));
      return result;
    };
    return {
      ...state,
      user: state.session?.user ?? null,
      signIn: async (email, password) =>
        reported('Sign in', await authClient().signInWithPassword({ email, password })),
      signOut: async () => {
        signingOut.current = true;
        const left = signOutByHand(); // this tab has left when it returns
        signingOut.current = false;
        return reported('Sign out', { error: await left });
      },
      signUp: async (email, password, options) =>
        reported('Sign up', await authClient().signUp({ email, password, options })),
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

/** The state after an event of auth-js; `byChoice` while the person is signing out. */
export function nextSession(
  now: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  byChoice: boolean,
): SessionState {
  if (session) return { session, loading: false, over: false };
  const ended = event === 'SIGNED_OUT' && !byChoice && (now.loading || now.session !== null);
  return { session: null, loading: false, over: now.over || ended };
}

/** The text for a failed call; the message of a call without an answer is the browser's and not fit to show. */
export function authMessage(error: AuthError): string {
  if (noAnswer(error)) return admin.noAnswer;
  return error.status === 429 ? failures.tooMany : error.message;
}

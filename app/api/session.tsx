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
import { admin, authFailed, failures, type Message } from '../../content/messages.ts';
import { authClient, followSession, noAnswer } from './auth.ts';

/** `loading` until the first session is read; `over` when the session ended without the person's asking. */
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
 * Holds the administrator's session and follows the back end's events. A failed
 * sign-in, sign-out or sign-up is handed to `notify` and returned. `keepFor` hears whose
 * session it is, and null once the person left, here or in another tab; a session that
 * ended by itself leaves it as it was. Source: SPEC §3, §4, §8.
 */
export function SessionProvider({
  notify,
  keepFor,
  children,
}: {
  notify: (message: Message) => void;
  keepFor?: (account: string | null) => void;
  children: ReactNode;
}) {
  const [state, setState] = useState(FIRST);
  const leaving = useRef(false);

  useEffect(
    () =>
      followSession((event, session, elsewhere) => {
        const byChoice = leaving.current;
        if (session) keepFor?.(session.user.id);
        else if (event === 'SIGNED_OUT' && (byChoice || elsewhere)) keepFor?.(null);
        setState((now) => next(now, event, session, byChoice));
      }),
    [keepFor],
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
        leaving.current = true;
        const result = await authClient().signOut();
        leaving.current = false;
        return reported('Sign out', result);
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

/** What follows an event; `byChoice` while the person is signing out. */
export function next(
  now: SessionState,
  event: AuthChangeEvent,
  session: Session | null,
  byChoice: boolean,
): SessionState {
  if (session) return { session, loading: false, over: false };
  const ended = event === 'SIGNED_OUT' && !byChoice && (now.loading || now.session !== null);
  return { session: null, loading: false, over: now.over || ended };
}

/** What a failed call says of itself; without an answer, its message is the browser's and helps nobody. */
export function authMessage(error: AuthError): string {
  if (noAnswer(error)) return admin.noAnswer;
  return error.status === 429 ? failures.tooMany : error.message;
}

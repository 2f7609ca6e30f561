import {
  type AuthChangeEvent,
  AuthClient,
  type AuthError,
  AuthRetryableFetchError,
  type Session,
} from '@supabase/auth-js';
import { configuration } from './client.ts';
import { SESSION_KEY } from './session-key.ts';
import { answerOtherTabs, isInAnotherTab, sessionIdOf } from './shared-session.ts';

let client: InstanceType<typeof AuthClient> | null = null;

/**
 * The official authentication client, created on first use and only in a browser. The
 * back end's address is added at each call: reading a session does not wait for the
 * configuration, and a failed configuration is fetched again.
 */
export function authClient(): InstanceType<typeof AuthClient> {
  client ??= new AuthClient({
    url: '/auth/v1',
    fetch: fetchFromBackend,
    storage: tabStorage,
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
  return client;
}

type SessionListener = (event: AuthChangeEvent, session: Session | null, elsewhere: boolean) => void;

const listeners = new Set<SessionListener>();

/**
 * Calls `listener` with this tab's session when it is first read and at every change;
 * returns the unsubscribe function. auth-js broadcasts its events to all tabs: those of other
 * sessions are ignored, because each tab has its own, unless it was duplicated. A sign-out by hand
 * in another tab ends the sessions of the same account here too (`elsewhere`).
 */
export function subscribeToSession(listener: SessionListener): () => void {
  const { subscription } = authClient().onAuthStateChange((event, session) => {
    // A session that ends in this tab is removed from the storage before its event.
    if (session === null ? storedSession() === null : isOfThisTab(session)) listener(event, session, false);
  }).data;
  const endAnswering = answerOtherTabs(storedSession);
  const others = signOuts();
  const onSignOut = ({ data }: MessageEvent<unknown>) => {
    if (data !== storedSession()?.user.id) return;
    tabStorage.removeItem(SESSION_KEY);
    listener('SIGNED_OUT', null, true);
  };
  others?.addEventListener('message', onSignOut);
  // A page restored from the back-forward cache may show a session that has ended meanwhile.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted && storedSession() === null) listener('SIGNED_OUT', null, true);
  };
  window.addEventListener('pageshow', onShow);
  listeners.add(listener);
  return () => {
    subscription.unsubscribe();
    others?.close();
    endAnswering();
    window.removeEventListener('pageshow', onShow);
    listeners.delete(listener);
  };
}

/** Where tabs tell one another the account that signed out by hand. */
function signOuts(): BroadcastChannel | null {
  return 'BroadcastChannel' in window ? new BroadcastChannel('cc-saida') : null;
}

/** The access token, refreshed when it is about to expire; null when signed out. Throws AuthError. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await authClient().getSession();
  if (error) throw error;
  return data.session?.access_token ?? null;
}

/** Whether the back end still accepts this session; true also when it does not answer. */
export async function isSessionValid(): Promise<boolean> {
  const { error } = await authClient().refreshSession();
  return !error || noAnswer(error) || error.status === 429;
}

/** Ends this tab's session alone: it is over, or nobody is there. */
export async function endSession(): Promise<void> {
  await leave('local');
}

/** Ends this tab's view of the desk, because nobody is there: its session goes on where another tab has it too. */
export async function leaveTab(): Promise<void> {
  await leave('local', isInAnotherTab);
}

/** Signs out of every tab and device. Returns why the back end could not be told; this tab has left then too. */
export async function signOutByHand(): Promise<AuthError | null> {
  const account = storedSession()?.user.id;
  const left = leave('global');
  const others = account === undefined ? null : signOuts();
  others?.postMessage(account);
  others?.close();
  return left;
}

/**
 * Forgets this tab's session at once, whatever the network does, then ends it at the back end; returns why
 * that failed. Later tries end this session only, because somebody may have signed in again meanwhile.
 * `goesOn`: the session is left alone there.
 */
async function leave(
  scope: 'local' | 'global',
  goesOn?: (session: Session) => Promise<boolean>,
): Promise<AuthError | null> {
  const session = storedSession();
  tabStorage.removeItem(SESSION_KEY);
  for (const listener of listeners) listener('SIGNED_OUT', null, false);
  if (session && (await goesOn?.(session))) return null;
  return session && endAtLast(session, scope);
}

/**
 * Ends a session at the back end; returns why that failed, and then tries again, this session only, while the page
 * is open.
 */
export async function endAtLast(
  session: Session,
  scope: 'local' | 'global' = 'local',
): Promise<AuthError | null> {
  const error = await endAtBackend(session, scope);
  if (error) setTimeout(() => endAtLast(session), TELL_AGAIN_MS);
  return error;
}

/** Null when the session is over there; an access token that is over too is renewed for it. */
async function endAtBackend(session: Session, scope: 'local' | 'global'): Promise<AuthError | null> {
  const answered = async () => {
    const isOver = (session.expires_at ?? 0) * 1000 < Date.now() + 5_000;
    const token = isOver ? await newAccessToken(session.refresh_token) : session.access_token;
    const { error } = token === null ? { error: null } : await authClient().admin.signOut(token, scope);
    return error && ![401, 403, 404].includes(error.status ?? 0) ? error : null;
  };
  const silence = new AuthRetryableFetchError('', 0);
  const timeout = new Promise<AuthError>((resolve) => setTimeout(resolve, LEAVE_TIMEOUT_MS, silence));
  return Promise.race([timeout, answered().catch(() => silence)]);
}

/** Null when the session is over there. Throws without an answer. */
async function newAccessToken(refreshToken: string): Promise<string | null> {
  const answer = await fetchFromBackend('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  if (answer.status >= 500) throw new Error('no answer');
  return answer.ok ? ((await answer.json()) as Session).access_token : null;
}

/** How long signing out waits for an answer, and how often the back end is asked again. */
const LEAVE_TIMEOUT_MS = 5_000;
const TELL_AGAIN_MS = 30_000;

/** Whether a call failed without a usable answer: none came, it was no JSON, or a server error. */
export function noAnswer({ status = 0 }: AuthError): boolean {
  return status === 0 || status >= 500;
}

export const fetchFromBackend: typeof fetch = async (input, init) => {
  const { supabaseUrl, supabaseKey } = await configuration();
  const headers = new Headers(init?.headers);
  headers.set('apikey', supabaseKey);
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${supabaseKey}`);
  const keepalive = String(input).includes('/logout'); // also when the tab is closed at once
  return fetch(`${supabaseUrl}${input}`, { ...init, headers, keepalive });
};

/**
 * The client stores a session before its event, so the stored one is this tab's. Tokens that another tab got
 * for the same session become this tab's too, because the former ones count as stolen when they are used
 * late.
 */
function isOfThisTab(session: Session): boolean {
  const stored = storedSession();
  if (!stored) return false;
  if (stored.access_token === session.access_token) return true;
  const id = sessionIdOf(session);
  const isNewer = (session.expires_at ?? 0) >= (stored.expires_at ?? 0); // of one second the last that came
  if (id === null || id !== sessionIdOf(stored) || !isNewer) return false;
  tabStorage.setItem(SESSION_KEY, JSON.stringify(session));
  return true;
}

/** This tab's session as it was stored last; null when there is none. */
export function storedSession(): Session | null {
  try {
    return JSON.parse(tabStorage.getItem(SESSION_KEY) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

const memory = new Map<string, string>();

/** sessionStorage, or the page's memory where the browser forbids it or it is full. */
const tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem(key) {
    try {
      return memory.get(key) ?? window.sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      window.sessionStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      tabStorage.removeItem(key); // an older session there is used up
      memory.set(key, value);
    }
  },
  removeItem(key) {
    memory.delete(key);
    try {
      window.sessionStorage.removeItem(key);
    } catch {} // forbidden: there is none
  },
};

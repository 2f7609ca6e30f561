import { type AuthChangeEvent, AuthClient, type AuthError, type Session } from '@supabase/auth-js';
import { BackendError, configuration } from './client.ts';
import { SESSION_KEY } from './session-key.ts';

let client: InstanceType<typeof AuthClient> | null = null;

/**
 * The official authentication client, made on first use and only in a browser.
 * The back end's address is put in at each call, so that a session is read
 * without waiting for it, and asked for again after it could not be had.
 */
export function authClient(): InstanceType<typeof AuthClient> {
  client ??= new AuthClient({
    url: '/auth/v1',
    fetch: call,
    storage: tabStorage(),
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
  return client;
}

/**
 * Calls `listener` with this tab's session as it is first read and at every
 * change; returns the way to stop. auth-js tells every tab what happens in the
 * others: a sign-out there ends the session here too, and is told as `elsewhere`;
 * anything else is not ours.
 */
export function followSession(
  listener: (event: AuthChangeEvent, session: Session | null, elsewhere: boolean) => void,
): () => void {
  const { subscription } = authClient().onAuthStateChange((event, session) => {
    // A session that ends here is out of the storage before anybody hears of it.
    const elsewhere = event === 'SIGNED_OUT' && tabStorage().getItem(SESSION_KEY) !== null;
    if (elsewhere) tabStorage().removeItem(SESSION_KEY);
    if (session === null || isThisTabs(session)) listener(event, session, elsewhere);
  }).data;
  // A page that Back takes out of the browser's cache may show a session ended meanwhile.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted && tabStorage().getItem(SESSION_KEY) === null) listener('SIGNED_OUT', null, true);
  };
  window.addEventListener('pageshow', onShow);
  return () => {
    subscription.unsubscribe();
    window.removeEventListener('pageshow', onShow);
  };
}

/** The access token to call the back end with, refreshed when it is about to end; null when signed out. Throws AuthError. */
export async function accessToken(): Promise<string | null> {
  const { data, error } = await authClient().getSession();
  if (error) throw error;
  return data.session?.access_token ?? null;
}

/** Whether the back end still honours this session; only a refusal says no, a missing answer does not. */
export async function sessionLives(): Promise<boolean> {
  const { error } = await authClient().refreshSession();
  return !error || noAnswer(error) || error.status === 429;
}

/** Ends this tab's session, and no other, because the back end honours it no longer. */
export async function endSession(): Promise<void> {
  await authClient().signOut({ scope: 'local' });
}

/** Ends this tab's session although the back end may not answer: then the page is loaded anew, without it. */
export async function lockSession(): Promise<void> {
  const late = new Promise<true>((resolve) => setTimeout(resolve, LOCK_PATIENCE_MS, true));
  const failed = await Promise.race([
    late,
    authClient()
      .signOut({ scope: 'local' })
      .then(({ error }) => error !== null),
  ]).catch(() => true);
  if (!failed) return;
  tabStorage().removeItem(SESSION_KEY);
  window.location.reload();
}

/** How long a locked page waits to hear that its session has ended. */
const LOCK_PATIENCE_MS = 5_000;

/**
 * A call about accounts that the client has none for, as the signed-in person.
 * Throws BackendError, with the server's code and sentence; with status 401 when the
 * session is over, which the server tells as a 403 of its own.
 */
export async function askAccounts(method: string, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await accessToken()}` };
  const response = await call(`/auth/v1${path}`, { method, headers, body: JSON.stringify(body) }).catch(
    () => null,
  );
  if (!response) throw new BackendError(0, '', '');
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as { error_code?: string; msg?: string };
  const code = answer.error_code ?? '';
  const over = response.status === 403 && code !== 'not_admin' && !(await sessionLives());
  throw new BackendError(over ? 401 : response.status, code, answer.msg ?? '');
}

/** Whether a call failed without an answer worth reading: none came, it was no JSON, or the server broke down. */
export function noAnswer({ status = 0 }: AuthError): boolean {
  return status === 0 || status >= 500;
}

const call: typeof fetch = async (input, init) => {
  const { supabaseUrl, supabaseKey } = await configuration();
  const headers = new Headers(init?.headers);
  headers.set('apikey', supabaseKey);
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${supabaseKey}`);
  return fetch(`${supabaseUrl}${input}`, { ...init, headers });
};

/** Written before any event tells of it, so the stored one is this tab's. */
function isThisTabs(session: Session): boolean {
  return tabStorage().getItem(SESSION_KEY)?.includes(session.access_token) ?? false;
}

const memory = new Map<string, string>();

/** sessionStorage; the page's memory where the browser forbids it. */
function tabStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return window.sessionStorage;
  } catch {
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}

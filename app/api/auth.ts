import { type AuthChangeEvent, AuthClient, type AuthError, type Session } from '@supabase/auth-js';
import { BackendError, configuration } from './client.ts';
import { SESSION_KEY } from './session-key.ts';

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
 * Calls `listener` with this tab's session when it is first read and at every change;
 * returns the unsubscribe function. auth-js broadcasts events to all tabs: a sign-out in
 * another tab ends the session here too (`elsewhere`); other foreign events are ignored.
 */
export function subscribeToSession(
  listener: (event: AuthChangeEvent, session: Session | null, elsewhere: boolean) => void,
): () => void {
  const { subscription } = authClient().onAuthStateChange((event, session) => {
    // A session that ends in this tab is removed from the storage before its event.
    const elsewhere = event === 'SIGNED_OUT' && tabStorage().getItem(SESSION_KEY) !== null;
    if (elsewhere) tabStorage().removeItem(SESSION_KEY);
    if (session === null || isOfThisTab(session)) listener(event, session, elsewhere);
  }).data;
  // A page restored from the back-forward cache may show a session that has ended meanwhile.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted && tabStorage().getItem(SESSION_KEY) === null) listener('SIGNED_OUT', null, true);
  };
  window.addEventListener('pageshow', onShow);
  return () => {
    subscription.unsubscribe();
    window.removeEventListener('pageshow', onShow);
  };
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

/** Ends this tab's session alone. */
export async function endSession(): Promise<void> {
  await authClient().signOut({ scope: 'local' });
}

/** Ends this tab's session. If the back end does not answer in time, removes it and reloads the page. */
export async function lockSession(): Promise<void> {
  const timeout = new Promise<true>((resolve) => setTimeout(resolve, LOCK_TIMEOUT_MS, true));
  const failed = await Promise.race([
    timeout,
    authClient()
      .signOut({ scope: 'local' })
      .then(({ error }) => error !== null),
  ]).catch(() => true);
  if (!failed) return;
  tabStorage().removeItem(SESSION_KEY);
  window.location.reload();
}

/** How long a locked page waits for the sign-out's answer. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * Calls an account endpoint that auth-js has no method for, as the signed-in person.
 * Throws BackendError with the server's code and sentence; status 401 when the session
 * is over, for which the server answers 403.
 */
export async function callAccounts(method: string, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await accessToken()}` };
  const response = await fetchFromBackend(`/auth/v1${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new BackendError(0, '', '');
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as { error_code?: string; msg?: string };
  const code = answer.error_code ?? '';
  const over = response.status === 403 && code !== 'not_admin' && !(await isSessionValid());
  throw new BackendError(over ? 401 : response.status, code, answer.msg ?? '');
}

/** Whether a call failed without a usable answer: none came, it was no JSON, or a server error. */
export function noAnswer({ status = 0 }: AuthError): boolean {
  return status === 0 || status >= 500;
}

const fetchFromBackend: typeof fetch = async (input, init) => {
  const { supabaseUrl, supabaseKey } = await configuration();
  const headers = new Headers(init?.headers);
  headers.set('apikey', supabaseKey);
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${supabaseKey}`);
  return fetch(`${supabaseUrl}${input}`, { ...init, headers });
};

/** The client stores a session before its event, so the stored one is this tab's. */
function isOfThisTab(session: Session): boolean {
  return tabStorage().getItem(SESSION_KEY)?.includes(session.access_token) ?? false;
}

const memory = new Map<string, string>();

/** sessionStorage, or the page's memory where the browser forbids it. */
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

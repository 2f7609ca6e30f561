import { callAccounts, noAnswer } from './accounts.ts';
import { BackendError } from './client.ts';
import { answerOtherTabs, isInAnotherTab, sessionIdOf, tellOtherTabs } from './shared-session.ts';
import { forgetSession, type Session, storedSession, storeSession } from './stored-session.ts';

// The desk's session with the back end's accounts, GoTrue's or our server's. Source: SPEC §3, §7; decision 185.

/** `INITIAL_SESSION`: what was stored, or nothing. */
export type SessionEvent = 'INITIAL_SESSION' | 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'SIGNED_OUT';

/** A token that lasts no longer than this is renewed; that is looked at once a tick while the page is seen. */
const MARGIN_MS = 90_000;
const TICK_MS = 30_000;

type SessionListener = (event: SessionEvent, session: Session | null, elsewhere: boolean) => void;

const listeners = new Set<SessionListener>();

const tell = (event: SessionEvent, session: Session | null, elsewhere = false) => {
  for (const listener of listeners) listener(event, session, elsewhere);
};

/**
 * Calls `listener` with this tab's session when it is first read and at every change, and keeps it renewed;
 * returns the unsubscribe function. Each tab has its own session, unless it was duplicated: then what one tab renewed
 * is the other's too. A sign-out by hand in another tab ends the sessions of the same account here too (`elsewhere`).
 */
export function subscribeToSession(listener: SessionListener): () => void {
  const ends = new AbortController();
  const until = { signal: ends.signal };
  const endAnswering = answerOtherTabs(storedSession, (session) => {
    if (isOlderThan(session)) store(session, 'TOKEN_REFRESHED');
  });
  const others = signOuts();
  const leftElsewhere = () => {
    forgetSession();
    listener('SIGNED_OUT', null, true);
  };
  others?.addEventListener('message', ({ data }) => data === storedSession()?.user.id && leftElsewhere());
  // A page restored from the back-forward cache may show a session that has ended meanwhile.
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && storedSession() === null && leftElsewhere(),
    until,
  );
  const look = () => document.visibilityState === 'visible' && void accessToken().catch(() => {}); // tried again a tick later
  document.addEventListener('visibilitychange', look, until);
  const ticks = setInterval(look, TICK_MS);
  listeners.add(listener);
  void accessToken().then(
    () => listener('INITIAL_SESSION', storedSession(), false),
    () => listener('INITIAL_SESSION', null, false), // it is over, and nobody says so
  );
  return () => {
    ends.abort();
    clearInterval(ticks);
    others?.close();
    endAnswering();
    listeners.delete(listener);
  };
}

/** Where tabs tell one another the account that signed out by hand. */
function signOuts(): BroadcastChannel | null {
  return 'BroadcastChannel' in window ? new BroadcastChannel('cc-saida') : null;
}

const lasts = ({ expires_at }: Session, ms: number): boolean => expires_at * 1000 - Date.now() > ms;

/** The access token, renewed when it is about to expire; null when signed out. Throws BackendError where it is over and cannot be renewed now. */
export async function accessToken(): Promise<string | null> {
  const session = storedSession();
  if (!session || lasts(session, hasJustFailed(session) ? 0 : MARGIN_MS))
    return session?.access_token ?? null;
  try {
    return (await renew(session))?.access_token ?? null;
  } catch (error) {
    if (!lasts(session, 0)) throw error;
    return storedSession() && session.access_token;
  }
}

/** Whether the back end still accepts this session; true also when it does not answer. */
export async function isSessionValid(): Promise<boolean> {
  const session = storedSession();
  return session !== null && renew(session).then(Boolean, (error) => !isRefusal(error));
}

const isRefusal = (error: unknown): boolean =>
  error instanceof BackendError && !noAnswer(error) && error.status !== 429;

let renewing: Promise<Session | null> | null = null;
/** The token that was not renewed last, and when: while the session lasts, that is not tried at each call. */
let failed = { token: '', at: 0 };
const hasJustFailed = ({ refresh_token }: Session) =>
  failed.token === refresh_token && Date.now() - failed.at < TICK_MS;

/** The session with new tokens, for all who ask meanwhile; null where it ended. Throws BackendError. */
function renew({ refresh_token }: Session): Promise<Session | null> {
  renewing ??= renewed(refresh_token).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewed(token: string): Promise<Session | null> {
  const isStill = () => storedSession()?.refresh_token === token; // or somebody left, or another tab renewed it
  try {
    const session = await newTokens(token);
    if (!isStill()) return storedSession();
    tellOtherTabs(session);
    return store(session, 'TOKEN_REFRESHED');
  } catch (error) {
    failed = { token, at: Date.now() };
    const stored = storedSession();
    if (!isRefusal(error) || !stored || !isStill() || lasts(stored, 0)) throw error;
    forgetSession();
    tell('SIGNED_OUT', null);
    return null;
  }
}

const newTokens = (refresh_token: string) =>
  callAccounts<Session>('POST', '/token?grant_type=refresh_token', { refresh_token });

/** Signs this tab in. Throws BackendError. */
export async function signIn(email: string, password: string): Promise<Session> {
  return store(await passwordSession(email, password), 'SIGNED_IN');
}

/** A session for a password, which is no tab's; `confirming` only confirms it for an act. Throws BackendError. */
export const passwordSession = (email: string, password: string, confirming = false) =>
  callAccounts<Session>('POST', `/token?grant_type=password${confirming ? '&confirmar' : ''}`, {
    email,
    password,
  });

function store(session: Session, event: SessionEvent): Session {
  storeSession(session);
  tell(event, session);
  return session;
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
export async function signOutByHand(): Promise<BackendError | null> {
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
): Promise<BackendError | null> {
  const session = storedSession();
  forgetSession();
  tell('SIGNED_OUT', null);
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
): Promise<BackendError | null> {
  const error = await endAtBackend(session, scope);
  if (error) setTimeout(() => endAtLast(session), TELL_AGAIN_MS);
  return error;
}

/** Null when the session is over there; an access token that is over too is renewed for it. */
async function endAtBackend(session: Session, scope: 'local' | 'global'): Promise<BackendError | null> {
  const answered = async () => {
    const { access_token } = lasts(session, 5_000) ? session : await newTokens(session.refresh_token);
    await callAccounts('POST', `/logout?scope=${scope}`, undefined, access_token);
    return null;
  };
  const silence = new BackendError(0, '', '');
  const timeout = new Promise<BackendError>((resolve) => setTimeout(resolve, LEAVE_TIMEOUT_MS, silence));
  const why = (error: unknown) => (isRefusal(error) ? null : error instanceof BackendError ? error : silence);
  return Promise.race([timeout, answered().catch(why)]);
}

/** How long signing out waits for an answer, and how often the back end is asked again. */
const LEAVE_TIMEOUT_MS = 5_000;
const TELL_AGAIN_MS = 30_000;

/** Whether a session is this tab's with later tokens; the former ones count as stolen when they are used late. */
function isOlderThan(session: Session): boolean {
  const stored = storedSession();
  const id = stored && sessionIdOf(stored);
  return id !== null && id === sessionIdOf(session) && session.expires_at >= (stored?.expires_at ?? 0);
}

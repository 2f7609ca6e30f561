import type { Session } from './stored-session.ts';

// A tab that was duplicated has the session of the first: both are one session of the back end.

/** How long other tabs have to say that they use a session. One that somebody works in answers at once. */
const ANSWER_MS = 1_000;

/** What tabs say to one another: an id of a session, asked for or in use; or one that has new tokens. */
type TabMessage = { asked?: string; inUse?: string; renewed?: Session };

const channel = (): BroadcastChannel | null =>
  'BroadcastChannel' in window ? new BroadcastChannel('cc-abas') : null;

/** The back end's id of a session, which stays when its tokens are renewed; null when its token has none. */
export function sessionIdOf(session: Pick<Session, 'access_token'>): string | null {
  try {
    const [, claims = ''] = session.access_token.split('.');
    const { session_id } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as {
      session_id?: string;
    };
    return session_id ?? null;
  } catch {
    return null;
  }
}

/** Answers other tabs that ask whether `current` is in use here, and hands on what they renewed; returns what ends that. */
export function answerOtherTabs(
  current: () => Session | null,
  onRenewed: (session: Session) => void,
): () => void {
  const tabs = channel();
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const session = current();
    if (data.renewed) onRenewed(data.renewed);
    if (session && data.asked !== undefined && data.asked === sessionIdOf(session))
      tabs.postMessage({ inUse: data.asked } satisfies TabMessage);
  });
  return () => tabs?.close();
}

/** Tells other tabs that a session has new tokens: those of before are used up. */
export function tellOtherTabs(renewed: Session): void {
  const tabs = channel();
  tabs?.postMessage({ renewed } satisfies TabMessage);
  tabs?.close();
}

/** Whether another tab of this browser has this session too. This tab has to have forgotten it before. */
export async function isInAnotherTab(session: Session): Promise<boolean> {
  const id = sessionIdOf(session);
  const tabs = id === null ? null : channel();
  if (!tabs) return false;
  const answer = new Promise<boolean>((resolve) => {
    tabs.addEventListener(
      'message',
      ({ data }: MessageEvent<TabMessage>) => data.inUse === id && resolve(true),
    );
    setTimeout(resolve, ANSWER_MS, false);
  });
  tabs.postMessage({ asked: id ?? '' } satisfies TabMessage);
  const used = await answer;
  tabs.close();
  return used;
}

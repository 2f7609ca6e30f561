import { SESSION_KEY } from './session-key.ts';

/** As the back end sends it; `expires_at` in seconds. */
export type Session = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { id: string; email?: string };
};

/** The session as this page stored it last, where the browser could not: it forbids that, or is full. */
let memory: string | null = null;

/** This tab's session as it was stored last; null when there is none. */
export function storedSession(): Session | null {
  try {
    return JSON.parse(memory ?? window.sessionStorage.getItem(SESSION_KEY) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

export function storeSession(session: Session): void {
  forgetSession(); // an older one is used up
  try {
    window.sessionStorage.setItem(SESSION_KEY, JSON.stringify(session));
  } catch {
    memory = JSON.stringify(session);
  }
}

export function forgetSession(): void {
  memory = null;
  try {
    window.sessionStorage.removeItem(SESSION_KEY);
  } catch {} // forbidden: there is none
}

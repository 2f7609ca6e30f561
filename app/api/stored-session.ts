import { SESSION_KEY } from './session-key.ts';

/** As the back end sends it; `expires_at` in seconds. */
export type Session = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { id: string; email?: string };
};

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

export const storeSession = (session: Session): void =>
  tabStorage.setItem(SESSION_KEY, JSON.stringify(session));

export const forgetSession = (): void => tabStorage.removeItem(SESSION_KEY);

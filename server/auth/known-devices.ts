import { createHmac, randomBytes } from 'node:crypto';
import type { AppContext } from '../core/context.ts';
import { sameText } from '../core/tokens.ts';

/** The cookie's name begins so; a keyed hash of the account follows, because several people may use one computer. */
const COOKIE = 'cc-aparelho';

/** How long a cookie is good. */
const COOKIE_SECONDS = 90 * 86_400;

export type DeviceCookie = { name: string; value: string; seconds: number };

/** Reads a cookie of the request by its name. */
export type Cookies = (name: string) => string | undefined;

/**
 * Recognises devices that have signed in before (OWASP's device cookie). Each has its own sign-in limit, so that
 * wrong passwords from elsewhere lock nobody out. `account` is any text that identifies the account.
 * Source: docs/contract.md §5.2; decision 90.
 */
export function knownDevices({ keys }: Pick<AppContext, 'keys'>) {
  const hash = (...parts: string[]) =>
    createHmac('sha256', keys.device).update(parts.join(' ')).digest('base64url');
  const nameOf = (account: string) => `${COOKIE}-${hash('account', account).slice(0, 16)}`;

  return {
    /** The random number of this account's cookie; null without one, or when it is forged or over. */
    find: (cookies: Cookies, account: string): string | null => {
      const [random = '', end = '', signature = ''] = (cookies(nameOf(account)) ?? '').split('.');
      if (!sameText(signature, hash('device', account, random, end))) return null;
      return Number.parseInt(end, 36) * 1000 > Date.now() ? random : null;
    },

    /** A new cookie for this account: a random number, its end and a signature. */
    make: (account: string): DeviceCookie => {
      const random = randomBytes(16).toString('base64url');
      const end = (Math.floor(Date.now() / 1000) + COOKIE_SECONDS).toString(36);
      const value = [random, end, hash('device', account, random, end)].join('.');
      return { name: nameOf(account), value, seconds: COOKIE_SECONDS };
    },
  };
}

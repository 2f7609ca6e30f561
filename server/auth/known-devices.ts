import { createHmac, randomBytes } from 'node:crypto';
import type { AppContext } from '../core/context.ts';
import { sameText } from '../core/tokens.ts';

/** The cookie's name begins so; a keyed hash of the account follows, because several people may use one computer. */
const COOKIE = 'cc-aparelho';

/** How long a cookie is good. */
const COOKIE_DAYS = 90;

/** For how long an address that somebody signed in from is known. */
const ADDRESS_DAYS = 30;

export type DeviceCookie = { name: string; value: string; seconds: number };

/** Reads a cookie of the request by its name. */
export type Cookies = (name: string) => string | undefined;

/**
 * Recognises devices that have signed in before (OWASP's device cookie, and addresses of the last thirty
 * days). Each has its own sign-in limit, so that wrong passwords from elsewhere lock nobody out. `account` is
 * any text that identifies the account. Source: docs/contract.md §5.2; decision 90.
 */
export function knownDevices({ keys, database, throttles }: AppContext) {
  const hash = (...parts: string[]) =>
    createHmac('sha256', keys.device).update(parts.join(' ')).digest('base64url');
  const nameOf = (account: string) => `${COOKIE}-${hash('account', account).slice(0, 16)}`;

  return {
    /** The random number of this account's cookie; null without one, or when it is forged, over or void. */
    find: async (cookies: Cookies, account: string): Promise<string | null> => {
      const [random = '', end = '', signature = ''] = (cookies(nameOf(account)) ?? '').split('.');
      if (!sameText(signature, hash('device', account, random, end))) return null;
      if (Number.parseInt(end, 36) * 1000 <= Date.now()) return null;
      return (await throttles.isReached('sign-in-device', random)) ? null : random;
    },

    /** A new cookie for this account: a random number, its end and a signature. */
    make: (account: string): DeviceCookie => {
      const seconds = COOKIE_DAYS * 86_400;
      const random = randomBytes(16).toString('base64url');
      const end = (Math.floor(Date.now() / 1000) + seconds).toString(36);
      const value = [random, end, hash('device', account, random, end)].join('.');
      return { name: nameOf(account), value, seconds };
    },

    /** Whether the account signed in from this address within thirty days. */
    isKnownAddress: async (account: string, address: string): Promise<boolean> => {
      const { rowCount } = await database.query(
        'select from servidor.enderecos_conhecidos where chave = $1 and ate > now()',
        [hash('address', account, address)],
      );
      return rowCount === 1;
    },

    addAddress: async (account: string, address: string): Promise<void> => {
      await database.queryWithoutFlush(
        `insert into servidor.enderecos_conhecidos values ($1, now() + make_interval(days => $2))
         on conflict (chave) do update set ate = excluded.ate`,
        [hash('address', account, address), ADDRESS_DAYS],
      );
    },
  };
}

/** Deletes addresses whose thirty days are over. */
export async function deleteOldAddresses({ database }: Pick<AppContext, 'database'>): Promise<void> {
  await database.query('delete from servidor.enderecos_conhecidos where ate < now()');
}

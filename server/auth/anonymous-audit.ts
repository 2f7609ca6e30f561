import type { Details } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Transaction } from '../core/database.ts';

/**
 * Limits the audit entries that anonymous callers can cause. Returns the details for the next entry, or null
 * when it must not be recorded: only the first thirty of each action in an hour are, counted for each
 * administrator's `account` and once for all other callers (null); the thirtieth entry says so. Call it
 * before the transaction that records, which it may have to wait for. Source: docs/security.md T14; decision
 * 94.
 */
export async function anonymousEntry(
  { throttles }: Pick<AppContext, 'throttles'>,
  action: string,
  account: string | null = null,
): Promise<Details | null> {
  const left = await throttles.add('anonymous-audit', `${action} ${account ?? ''}`);
  if (left < 0) return null;
  return left === 0 ? { ultima_da_hora: true } : {};
}

/** `anonymousEntry` for somebody who acts on their own account: not limited when that is an administrator's. */
export async function ownEntry(
  context: Pick<AppContext, 'throttles' | 'database'>,
  action: string,
  account: string,
): Promise<Details | null> {
  const isListed = await context.database.asOwner((tx) => isListedAdministrator(tx, account));
  return isListed ? {} : anonymousEntry(context, action);
}

/** Whether the account is an administrator's, also a disabled one's; false for null. */
export async function isListedAdministrator(tx: Transaction, account: string | null): Promise<boolean> {
  const { rowCount } = await tx.query('select from private.administradores where user_id = $1', [account]);
  return rowCount === 1;
}

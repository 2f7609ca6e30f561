import type { Details } from '../core/audit.ts';
import type { AppContext } from '../core/context.ts';
import type { Transaction } from '../core/database.ts';

/**
 * Details of the entry to record of what strangers may repeat for ever; null when nothing is to
 * be recorded. Of each action the first thirty of an hour are recorded, for each administrator
 * whom others try to be (`account`) and for all else together (null); the thirtieth says so.
 * Call it before the transaction that records: it may wait for one that does.
 * Source: docs/security.md T14; decision 94.
 */
export async function entryOfStranger(
  { throttles }: Pick<AppContext, 'throttles'>,
  action: string,
  account: string | null = null,
): Promise<Details | null> {
  const left = await throttles.add('strangers-entry', `${action} ${account ?? ''}`);
  if (left < 0) return null;
  return left === 0 ? { ultima_da_hora: true } : {};
}

/** The same for what somebody signed in does to their own account: administrators' acts are always recorded. */
export async function entryOfOwn(
  context: Pick<AppContext, 'throttles' | 'database'>,
  action: string,
  account: string,
): Promise<Details | null> {
  const isListed = await context.database.asOwner((tx) => isOnTheList(tx, account));
  return isListed ? {} : entryOfStranger(context, action);
}

/** Whether the account is an administrator's, also a disabled one's; false for null. */
export async function isOnTheList(tx: Transaction, account: string | null): Promise<boolean> {
  const { rowCount } = await tx.query('select from private.administradores where user_id = $1', [account]);
  return rowCount === 1;
}

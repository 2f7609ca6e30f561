import { accounts } from '../../content/accounts.ts';
import { BackendError } from '../api/client.ts';
import { deedFailed } from './deed-failed.ts';

/** What to say of a change of accounts or of an erasure that failed: the back end's own sentence where it has one. A session that is over ends here too. */
export function accountFailure(error: unknown): string {
  if (!(error instanceof BackendError)) return accounts.failed;
  if (error.code === 'not_admin') return accounts.notHere;
  if ([400, 404, 422].includes(error.status) && error.message) return error.message;
  return deedFailed(error);
}

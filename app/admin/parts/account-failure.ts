import { accounts } from '../../../content/accounts.ts';
import { BackendError } from '../../api/client.ts';
import { actionError } from './action-error.ts';

/** Error text of a failed account change or erasure: the back end's own sentence where it has one. Signs out when the session is over. */
export function accountFailure(error: unknown): string {
  if (!(error instanceof BackendError)) return accounts.failed;
  if (error.code === 'not_admin') return accounts.notHere;
  if ([400, 404, 422].includes(error.status) && error.message) return error.message;
  return actionError(error);
}

import { accounts, confirming } from '../../../content/accounts.ts';
import { BackendError } from '../../api/client.ts';
import { actionError, isOfAnotherVersion } from '../api/failure-text.ts';

/** GoTrue's own sentences, where Supabase keeps the accounts; our server's are Portuguese. */
const ENGLISH = /\bpassword\b/i;
const IN_PORTUGUESE: Record<string, string> = {
  current_password_invalid: accounts.own.currentWrong,
  same_password: accounts.own.same,
  weak_password: accounts.rules,
};

/** Error text of a failed account change or erasure: the back end's own sentence where it has one. Signs out when the session is over. */
export function accountFailure(error: unknown): string {
  if (!(error instanceof BackendError)) return accounts.failed;
  if (error.code === 'not_admin') return accounts.notHere;
  if (error.code === 'invalid_credentials') return confirming.wrong;
  if ([400, 404, 422].includes(error.status) && error.message && !isOfAnotherVersion(error))
    return ENGLISH.test(error.message) ? (IN_PORTUGUESE[error.code] ?? accounts.failed) : error.message;
  return actionError(error);
}

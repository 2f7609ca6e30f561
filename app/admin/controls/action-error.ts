import { endSession } from '../../api/auth.ts';
import { BackendError } from '../../api/client.ts';
import { failureText } from '../api/failure-text.ts';

/** Error text of a failed action. Signs out when the session is over. */
export function actionError(error: unknown): string {
  if (error instanceof BackendError && error.status === 401) void endSession();
  return failureText(error);
}

import { admin } from '../../../content/desk-screens.ts';
import { failures } from '../../../content/messages.ts';
import { endSession } from '../../api/auth.ts';
import { BackendError } from '../../api/client.ts';
import { showToast } from '../../ui/toast/toast.ts';

/** Whether asking again may help: only when the back end did not answer. */
export function mayRetry(error: unknown): boolean {
  return error instanceof BackendError && [0, 502, 503, 504].includes(error.status);
}

/** Whether a function, table or column is not there: page and database are of two versions. */
export const isOfAnotherVersion = ({ code }: BackendError): boolean => /^(PGRST20|42703)/.test(code);

/** The alert's text for a failed call: the back end's own sentence where it is fit to read. Source: SPEC §8, docs/ux.md §8.9. */
export function failureText(error: unknown): string {
  if (!(error instanceof BackendError)) return admin.listFailed;
  if (mayRetry(error)) return admin.noAnswer;
  if (error.status === 401) return admin.sessionOver;
  if (error.status === 403 || error.code === '42501')
    return [admin.otherRole, admin.confirmAgain].find((known) => known === error.message) ?? admin.forbidden;
  if (error.status === 429) return failures.tooMany;
  if (isOfAnotherVersion(error)) return admin.otherVersion;
  return error.message || admin.listFailed;
}

/** Error text of a failed action. Signs out when the session is over. */
export function actionError(error: unknown): string {
  if (error instanceof BackendError && error.status === 401) void endSession();
  return failureText(error);
}

/** Says in a toast what failed where its own place has gone from the screen; not of a session that is over, whose card would show the name. */
export function tellFailure(title: string, error: unknown, explain = actionError): void {
  const description = explain(error);
  if (error instanceof BackendError && error.status === 401) return;
  showToast({ title, description, tone: 'error' });
}

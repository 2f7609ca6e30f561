import { endSession } from '../api/auth.ts';
import { BackendError } from '../api/client.ts';
import { failureText } from './registrations.ts';

/** What to say of something that was asked for and failed; a session that is over ends here too. */
export function deedFailed(error: unknown): string {
  if (error instanceof BackendError && error.status === 401) void endSession();
  return failureText(error);
}

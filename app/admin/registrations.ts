import { admin, failures } from '../../content/messages.ts';
import { accessToken, sessionLives } from '../api/auth.ts';
import { BackendError, backend } from '../api/client.ts';

/** Whether the signed-in person is an administrator. Throws BackendError, with status 401 when the session is over. */
export async function isAdministrator(signal?: AbortSignal): Promise<boolean> {
  const { rest } = await backend(accessToken);
  const question = rest.rpc('sou_administrador');
  const answer = await (signal ? question.abortSignal(signal) : question);
  if (answer.error) throw failed(answer);
  if (answer.data === true) return true;
  if (!(await sessionLives())) throw new BackendError(401, '', ''); // ended elsewhere: no administrator either
  return false;
}

/** Whether asking again may help: only when nobody answered. */
export function mayRetry(error: unknown): boolean {
  return error instanceof BackendError && [0, 502, 503, 504].includes(error.status);
}

/** What the alert says of a failed call: the back end's sentence where it has one fit to read. Source: SPEC §8, ux.md §8.9. */
export function failureText(error: unknown): string {
  if (!(error instanceof BackendError)) return admin.listFailed;
  if (mayRetry(error)) return admin.noAnswer;
  if (error.status === 401) return admin.sessionOver;
  if (error.status === 403 || error.code === '42501') return admin.forbidden;
  if (error.status === 429) return failures.tooMany;
  return error.message || admin.listFailed;
}

/** The failure inside a postgrest-js answer. Its `details` may hold a stack or a row, so they are left behind. */
export function failed(answer: { status: number; error: { code?: string; message?: string } }): BackendError {
  const { code = '', message = '' } = answer.error;
  return new BackendError(answer.status, code, message.trimStart().startsWith('<') ? '' : message); // a proxy's HTML page is no sentence
}

import { accessToken } from '../api/auth.ts';
import { type Backend, BackendError, backend } from '../api/client.ts';
import { failed, isAdministrator } from './registrations.ts';

type Answer = PromiseLike<{
  status: number;
  data: unknown;
  error: { code?: string; message?: string } | null;
}>;

/** A question that can be called off while it is under way. */
type Question = Answer & { abortSignal: (signal: AbortSignal) => Answer };

/**
 * Reads rows as the signed-in person. Who may not read is told so by an error or
 * by no rows at all, and in both cases the session may have ended elsewhere: then
 * the error's status is 401. `signal` calls the question off. Throws BackendError.
 */
export async function tables<Data>(
  ask: (rest: Backend['rest']) => Question,
  signal?: AbortSignal,
): Promise<Data> {
  const data = await answerTo(ask, signal);
  if (Array.isArray(data) && data.length === 0 && !(await isAdministrator(signal)))
    throw new BackendError(403, '', '');
  return data as Data;
}

/** Calls one of the desk's functions, which refuse whom they do not know. Throws BackendError, with status 401 when the session is over. */
export async function call<Data>(
  name: string,
  values: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Data> {
  return (await answerTo((rest) => rest.rpc(name, values).retry(false), signal)) as Data;
}

async function answerTo(ask: (rest: Backend['rest']) => Question, signal?: AbortSignal): Promise<unknown> {
  const nobody = await accessToken().then(
    (token) => token === null,
    () => false, // what keeps it from being read fails the question too
  );
  if (nobody) throw new BackendError(401, '', '');
  const { rest } = await backend(accessToken);
  const question = ask(rest);
  const answer = await (signal ? question.abortSignal(signal) : question);
  if (!answer.error) return answer.data;
  const error = failed({ status: answer.status, error: answer.error });
  if (error.status === 403) await isAdministrator(signal); // throws 401 when the session is over
  throw error;
}

import type { FunctionName } from '../../../domain/functions.ts';
import { mayDo, type Role, roleOf } from '../../../domain/roles.ts';
import { accessToken, isSessionValid } from '../../api/auth.ts';
import { BackendError, connection, tableError, tablesOf } from '../../api/client.ts';

type RestAnswer = PromiseLike<{
  status: number;
  data: unknown;
  error: { code?: string; message?: string } | null;
}>;

type Tables = ReturnType<typeof tablesOf>;
type CancellableRequest = RestAnswer & { abortSignal: (signal: AbortSignal) => RestAnswer };

/**
 * Reads rows as the signed-in person. Who may not read gets an error or no rows at
 * all, so no rows are checked: throws BackendError, with status 401 when the session
 * has ended and 403 when the person may not read.
 */
export async function readRows<Data>(
  request: (rest: Tables) => CancellableRequest,
  signal?: AbortSignal,
): Promise<Data> {
  const data = await send(request, signal);
  if (Array.isArray(data) && data.length === 0 && !mayDo(await ownRole(signal), 'ler'))
    throw new BackendError(403, '', '');
  return data as Data;
}

/** Calls one of the desk's SQL functions. Throws BackendError, with status 401 when the session has ended. */
export async function callFunction<Data>(
  name: FunctionName,
  values: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Data> {
  return (await send((rest) => rest.rpc(name, values).retry(false), signal)) as Data;
}

/** The signed-in person's role; null without one. Throws BackendError, with status 401 when the session has ended. */
export async function ownRole(signal?: AbortSignal): Promise<Role | null> {
  const rest = tablesOf(await connection(accessToken));
  const request = rest.rpc('meu_papel');
  const answer = await (signal ? request.abortSignal(signal) : request);
  if (answer.error) throw tableError(answer);
  const role = roleOf(answer.data);
  if (role) return role;
  if (!(await isSessionValid())) throw new BackendError(401, '', ''); // ended elsewhere: the answer is about nobody
  return null;
}

async function send(request: (rest: Tables) => CancellableRequest, signal?: AbortSignal): Promise<unknown> {
  const signedOut = await accessToken().then(
    (token) => token === null,
    () => false, // a token that cannot be read makes the request below fail
  );
  if (signedOut) throw new BackendError(401, '', '');
  const rest = tablesOf(await connection(accessToken));
  const sent = request(rest);
  const answer = await (signal ? sent.abortSignal(signal) : sent);
  if (!answer.error) return answer.data;
  const error = tableError({ status: answer.status, error: answer.error });
  if (error.status === 403) await ownRole(signal); // throws 401 when the session has ended
  throw error;
}

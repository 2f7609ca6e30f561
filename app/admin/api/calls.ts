import { queryOptions } from '@tanstack/react-query';
import type { FunctionName } from '../../../domain/functions.ts';
import { mayDo, type Role, roleOf } from '../../../domain/roles.ts';
import { accessToken, isSessionValid } from '../../api/auth.ts';
import { BackendError, connection, tableError, tablesOf } from '../../api/client.ts';
import { mayRetry } from './failure-text.ts';

type RestAnswer = PromiseLike<{
  status: number;
  data: unknown;
  error: { code?: string; message?: string; hint?: string } | null;
}>;

type Tables = ReturnType<typeof tablesOf>;
type CancellableRequest = RestAnswer & { abortSignal: (signal: AbortSignal) => RestAnswer };

/**
 * Reads rows as the signed-in person. Who may not read gets an error or no rows at
 * all, so no rows are checked: throws BackendError, with status 401 when the session
 * has ended and 403 when the person may not read.
 */
export async function readRows<Data>(request: (rest: Tables) => CancellableRequest, signal?: AbortSignal) {
  const data = await send(request, signal);
  if (Array.isArray(data) && data.length === 0 && !mayDo(await ownRole(signal), 'ler'))
    throw new BackendError(403, '', '');
  return data as Data;
}

/** Calls one of the desk's SQL functions. Throws BackendError, with status 401 when the session has ended. */
export async function callFunction<Data>(name: FunctionName, values: Values, signal?: AbortSignal) {
  return (await send((rest) => rest.rpc(name, values).retry(false), signal)) as Data;
}

export type Values = Record<string, unknown>;

/** A query of one of the desk's functions: its key is the function's name and what it is asked. */
export const queryOf = <Data>(name: FunctionName, values: Values = {}) =>
  queryOptions({
    queryKey: [name, values],
    queryFn: ({ signal }) => callFunction<Data>(name, values, signal),
  });

/** Calls that may have been made though no answer came, by function and what it is about; `sent`: with what. */
const unanswered = new Map<string, { sent: string; attempt: string }>();

/** As a uuid without hyphens: plain HTTP has no `randomUUID`. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** How many sessions ended in this tab. */
let ended = 0;

/** Called when the session ends: no call that still waits for its answer is made again. */
export function forgetAttempts(): void {
  unanswered.clear();
  ended += 1;
}

/** A call that may be made again later, but only while its session lasts: once that has ended it is not made, and its answer or failure reaches nobody. */
export function ofThisSession<Data>(call: () => Promise<Data>): () => Promise<Data> {
  const begun = ended;
  const never = new Promise<never>(() => {});
  return async () => {
    if (begun !== ended) return never;
    const made = call();
    await made.catch(() => {}); // thrown below
    return begun === ended ? made : never;
  };
}

/** Makes a call with its attempt: the same call again, after no answer came, is the same attempt, which is made once (decision 167). */
export async function once<Data>(name: FunctionName, values: Values, call: (all: Values) => Promise<Data>) {
  const key = JSON.stringify([name, Object.values(values)[0]]);
  const sent = JSON.stringify(values);
  const before = unanswered.get(key);
  const attempt = before?.sent === sent ? before.attempt : randomId();
  unanswered.set(key, { sent, attempt });
  // a later call about the same may stand in its place, which still waits
  const forget = () => unanswered.get(key)?.attempt === attempt && unanswered.delete(key);
  try {
    const answer = await call({ ...values, tentativa: attempt });
    forget();
    return answer;
  } catch (error) {
    if (!mayRetry(error)) forget();
    throw error;
  }
}

/** Calls a function that changes something, once. */
export const callOnce = <Data>(name: FunctionName, values: Values): Promise<Data> =>
  once(name, values, (all) => callFunction<Data>(name, all));

/** Before each further attempt; after the last the failure is told. */
const PAUSES_MS = [2_000, 5_000, 10_000, 10_000, 10_000];

type Call = () => Promise<unknown>;

/** The calls whose end nobody hears once the session is over: not of what this device keeps until it was sent. */
export const LOST_AT_THE_END = {
  predicate: ({ meta }: { meta?: { outlivesSession?: boolean } }) => !meta?.outlivesSession,
};

/** How a call that carries its attempt (decision 167) is made again where no answer came. */
export const UNTIL_ANSWERED = {
  mutationFn: (call: Call) => call(),
  retry: (failures: number, error: unknown) => failures < PAUSES_MS.length && mayRetry(error),
  retryDelay: (failures: number) => PAUSES_MS[failures] ?? 0,
  // The first attempt is made whatever the browser says of the network, for the server may be this computer; further ones once there is a network.
  networkMode: 'offlineFirst',
  gcTime: 60_000,
} as const;

/** The signed-in person's role; null without one. Throws BackendError, with status 401 when the session has ended. */
export async function ownRole(signal?: AbortSignal): Promise<Role | null> {
  const role = roleOf(await ask((rest) => rest.rpc('meu_papel'), signal));
  if (role) return role;
  if (!(await isSessionValid())) throw new BackendError(401, '', ''); // ended elsewhere: the answer is about nobody
  return null;
}

async function send(request: (rest: Tables) => CancellableRequest, signal?: AbortSignal): Promise<unknown> {
  try {
    return await ask(request, signal);
  } catch (error) {
    if (error instanceof BackendError && error.status === 403) await ownRole(signal); // throws 401 when the session has ended
    throw error;
  }
}

async function ask(request: (rest: Tables) => CancellableRequest, signal?: AbortSignal): Promise<unknown> {
  const token = await accessToken();
  if (token === null) throw new BackendError(401, '', '');
  const sent = request(tablesOf(await connection(async () => token)));
  const { status, data, error } = await (signal ? sent.abortSignal(signal) : sent);
  if (error) throw tableError({ status, error });
  return data;
}

import { PostgrestClient } from '@supabase/postgrest-js';
import { type UploadListener, uploadFetch } from './upload-fetch.ts';

/** /config.json: the back end's address and its public key; the same build works with every back end. */
export type Configuration = {
  supabaseUrl: string;
  supabaseKey: string;
};

/**
 * A failed call. `status`: the HTTP status, 0 without an answer; `code`: the back end's
 * own (a SQLSTATE, a PGRST code) or one of those below, '' for none; `message`: its
 * sentence, '' when there is none fit to show; `hint`: the database's, '' for none.
 */
export class BackendError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;

  constructor(status: number, code: string, message: string, hint = '') {
    super(message);
    this.name = 'BackendError';
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

let pending: Promise<Configuration> | null = null;

/** The configuration, fetched once; after a failure the next call fetches again. Throws BackendError. */
export function configuration(): Promise<Configuration> {
  pending ??= fetchConfiguration().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

async function fetchConfiguration(): Promise<Configuration> {
  const response = await fetch('/config.json').catch(() => null);
  if (!response) throw new BackendError(0, '', '');
  const body = (await response.json().catch(() => null)) as Configuration | null;
  if (!response.ok || !body?.supabaseUrl || !body.supabaseKey)
    throw new BackendError(response.status, '', '');
  return {
    supabaseUrl: body.supabaseUrl === '/' ? window.location.origin : body.supabaseUrl,
    supabaseKey: body.supabaseKey,
  };
}

/** Timeout of a call; uploads have a stall timeout of their own (upload-fetch.ts). */
const TIMEOUT_MS = 60_000;

/** `upload` follows uploads; `onAnswer` gets each response before the client reads it. */
export type CallListeners = { upload?: UploadListener; onAnswer?: (answer: Response) => void };

/** Where the back end is, and a `fetch` that adds the key and the token to each request. */
export type Connection = { url: string; send: typeof fetch };

/**
 * What an official client calls the back end with. `token` is called per request, so that a
 * refreshed access token is used; null means the public key. A timeout fails like a
 * call without an answer.
 */
export async function connection(
  token: () => Promise<string | null>,
  listeners: CallListeners = {},
): Promise<Connection> {
  const { supabaseUrl, supabaseKey } = await configuration();
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', supabaseKey);
    headers.set('Authorization', `Bearer ${(await token()) ?? supabaseKey}`);
    const request = { ...init, headers };
    const answer =
      listeners.upload && init?.body instanceof FormData
        ? await uploadFetch(String(input), request, listeners.upload)
        : // older browsers have no AbortSignal.timeout and wait as long as the network does
          await fetch(input, { ...request, signal: init?.signal ?? AbortSignal.timeout?.(TIMEOUT_MS) });
    listeners.onAnswer?.(answer);
    return answer;
  };
  return { url: supabaseUrl, send };
}

/** The official client for tables and functions. */
export const tablesOf = ({ url, send }: Connection) =>
  new PostgrestClient(`${url}/rest/v1`, { fetch: send, schema: 'public' });

/** `code` of a BackendError for a timeout. */
export const TIMED_OUT = 'timeout';
/** `code` of a BackendError of the file storage. */
export const STORAGE = 'storage';

/** The error of a postgrest-js answer, without its `details`: they may hold a stack or a row. */
export function tableError(answer: {
  status: number;
  error: { code?: string; message?: string; hint?: string | undefined };
}): BackendError {
  const { code = '', message = '', hint } = answer.error;
  if (answer.status === 0)
    return new BackendError(0, message.startsWith('TimeoutError') ? TIMED_OUT : '', '');
  return answeredError(answer.status, code, message, hint);
}

/** An HTML page is not the back end's answer but, say, a hotspot's: it counts as no answer unless its status says enough. */
export function answeredError(status: number, code: string, message: string, hint?: string): BackendError {
  const html = message.trimStart().startsWith('<');
  if (html && status < 500 && status !== 413 && status !== 429) return new BackendError(0, '', '');
  return new BackendError(
    status,
    code,
    html || /^(\{|\[|null$|HTTP \d+ error$)/.test(message) ? '' : message,
    hint,
  );
}

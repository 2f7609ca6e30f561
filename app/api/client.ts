import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient, type StorageError } from '@supabase/storage-js';
import { type UploadWatch, uploadFetch } from './upload-fetch.ts';

/** Where the back end is and the public key to call it with; the same build serves every home. */
export type Configuration = {
  supabaseUrl: string;
  supabaseKey: string;
  /** The switches of the form (domain/rules.ts), where the home tells them. */
  regras?: unknown;
};

/**
 * A call that did not succeed. `status` is the HTTP status, 0 when no answer
 * came; `code` the back end's own (a SQLSTATE, a PGRST code, storage's word), ''
 * when it gave none; `message` its sentence, '' when there is none fit to show.
 */
export class BackendError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'BackendError';
    this.status = status;
    this.code = code;
  }
}

let asked: Promise<Configuration> | null = null;

/** The configuration, asked for once; a failure is not remembered. Throws BackendError. */
export function configuration(): Promise<Configuration> {
  asked ??= fetchConfiguration().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
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
    regras: body.regras,
  };
}

/** How long a call may go without its answer; an upload may take any time as long as it moves. */
const PATIENCE_MS = 60_000;

/** What a caller may hear of its calls: how an upload goes, and every answer before the clients read it. */
type Ears = { upload?: UploadWatch; onAnswer?: (answer: Response) => void };

/**
 * The official clients for tables and for files. `token` gives the signed-in
 * person's access token, asked per request so that a refresh is picked up; null
 * means the public key. A call that gets no answer in time fails as one whose
 * answer never came.
 */
export async function backend(token: () => Promise<string | null> = async () => null, ears: Ears = {}) {
  const { supabaseUrl, supabaseKey } = await configuration();
  const call: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', supabaseKey);
    headers.set('Authorization', `Bearer ${(await token()) ?? supabaseKey}`);
    const asked = { ...init, headers };
    const answer =
      ears.upload && init?.body instanceof FormData
        ? await uploadFetch(String(input), asked, ears.upload)
        : // older browsers cannot time a signal; they wait as long as the network does
          await fetch(input, { ...asked, signal: init?.signal ?? AbortSignal.timeout?.(PATIENCE_MS) });
    ears.onAnswer?.(answer);
    return answer;
  };
  return {
    rest: new PostgrestClient(`${supabaseUrl}/rest/v1`, { fetch: call, schema: 'public' }),
    storage: new StorageClient(`${supabaseUrl}/storage/v1`, {}, call),
  };
}

export type Backend = Awaited<ReturnType<typeof backend>>;

/** `code` of a BackendError whose call got no answer in time. */
export const TIMED_OUT = 'timeout';
/** `code` of a BackendError whose upload the person gave up. */
export const CANCELLED = 'cancelled';
/** `code` of a BackendError that the file storage gave. */
export const STORAGE = 'storage';

/** The failure inside an answer of the tables' client. Its `details` may hold a stack or a row, so they are left behind. */
export function tableError(answer: {
  status: number;
  error: { code?: string; message?: string };
}): BackendError {
  const { code = '', message = '' } = answer.error;
  if (answer.status === 0)
    return new BackendError(0, message.startsWith('TimeoutError') ? TIMED_OUT : '', '');
  return answered(answer.status, code, message);
}

/** The failure that the files' client gave. Storage answers 400 to nearly everything; its own status is in the body. */
export function storageError(error: StorageError): BackendError {
  if (error.status === undefined) {
    const { originalError } = error as StorageError & { originalError?: unknown };
    const { name = '' } = (originalError ?? {}) as { name?: string };
    return new BackendError(0, { TimeoutError: TIMED_OUT, AbortError: CANCELLED }[name] ?? '', '');
  }
  return answered(Number(error.statusCode) || error.status, STORAGE, error.message);
}

/** A page of HTML is somebody else's answer, a hotspot's for one, unless it comes with a status that says enough. */
function answered(status: number, code: string, message: string): BackendError {
  const html = message.trimStart().startsWith('<');
  if (html && status < 500 && status !== 413 && status !== 429) return new BackendError(0, '', '');
  return new BackendError(
    status,
    code,
    html || /^(\{|\[|null$|HTTP \d+ error$)/.test(message) ? '' : message,
  );
}

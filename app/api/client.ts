import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';

/** Where the back end is and the public key to call it with; the same build serves every home. */
export type Configuration = { supabaseUrl: string; supabaseKey: string };

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
  };
}

/**
 * The official clients for tables and for files. `token` gives the signed-in
 * person's access token, asked per request so that a refresh is picked up; null
 * means the public key.
 */
export async function backend(token: () => Promise<string | null> = async () => null) {
  const { supabaseUrl, supabaseKey } = await configuration();
  const call: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', supabaseKey);
    headers.set('Authorization', `Bearer ${(await token()) ?? supabaseKey}`);
    return fetch(input, { ...init, headers });
  };
  return {
    rest: new PostgrestClient(`${supabaseUrl}/rest/v1`, { fetch: call, schema: 'public' }),
    storage: new StorageClient(`${supabaseUrl}/storage/v1`, {}, call),
  };
}

export type Backend = Awaited<ReturnType<typeof backend>>;

/** A site as its callers know it: the origin of its API, and its public key; `fetch` where it has no port. */
export type Site = { url: string; key: string; fetch?: typeof fetch };

/** The first administrator of every site that proofs, measurements and tests start. */
export const ADMIN = { email: 'administracao@example.com', password: 'uma senha só de teste' };

export type Account = typeof ADMIN;

/** `token` is a visitor's when it is left out. `body`: form, bytes and text go as they are, anything else as JSON. */
export type Call = {
  method?: string;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
};

/** One call of the API: GET without a body, POST with one, unless `method` says otherwise. */
export function call(
  site: Site,
  path: string,
  { method, body, token, headers }: Call = {},
): Promise<Response> {
  const asItIs = body instanceof FormData || body instanceof Uint8Array || typeof body === 'string';
  return (site.fetch ?? fetch)(site.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: site.key,
      Authorization: `Bearer ${token ?? site.key}`,
      ...(body !== undefined && !asItIs && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: asItIs ? (body as BodyInit) : JSON.stringify(body) }),
  });
}

/** What one call answers, null when nothing. Throws with the answer when it is refused. */
export async function ask<Answer = unknown>(site: Site, path: string, asked: Call = {}): Promise<Answer> {
  const answer = await call(site, path, asked);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : null) as Answer;
}

/** The site at this address, with the key and the origin that its pages call. */
export async function siteAt(url: string): Promise<Site> {
  const { supabaseUrl, supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabaseKey: string;
  };
  return { url: supabaseUrl === '/' ? url : supabaseUrl, key: supabaseKey };
}

/**
 * The public part of the centre's settings, as `domain` parses it; undefined where the back end does not give
 * it.
 */
export type PublicSettings = { regras?: unknown; prazos?: unknown; periodo?: unknown };

/**
 * Reads them from /config.json, where our server writes them, else (on Supabase) from the back end. Uses
 * plain `fetch`, so that reading pages need not load the official client. Rejects without an answer.
 */
export async function publicSettings(): Promise<PublicSettings> {
  const { supabaseUrl, supabaseKey, ...settings } = await json('/config.json');
  if (settings.periodo !== undefined) return settings;
  return json(`${supabaseUrl}/rest/v1/rpc/formulario`, { apikey: supabaseKey });
}

const json = async (address: string, headers?: Record<string, string>) =>
  (await fetch(address, { headers })).json();

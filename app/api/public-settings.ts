/** What the centre's settings tell everybody, as `domain` reads it; undefined where the back end does not say. */
export type PublicSettings = { regras?: unknown; prazos?: unknown; periodo?: unknown };

/**
 * As our server says it in /config.json; where it does not, as on Supabase, the back end is asked. Without
 * the official client, which pages that are read have no other use for. Rejects without an answer.
 */
export async function publicSettings(): Promise<PublicSettings> {
  const { supabaseUrl, supabaseKey, ...settings } = await json('/config.json');
  if (settings.periodo !== undefined) return settings;
  return json(`${supabaseUrl}/rest/v1/rpc/formulario`, { apikey: supabaseKey });
}

const json = async (address: string, headers?: Record<string, string>) =>
  (await fetch(address, { headers })).json();

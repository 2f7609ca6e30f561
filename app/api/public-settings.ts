/** The public part of the centre's settings, as `domain` parses each; undefined where the back end does not give it. */
type PublicSettings = { regras?: unknown; prazos?: unknown; periodo?: unknown; vagas?: unknown };

let pending: Promise<PublicSettings> | null = null;

/**
 * What the form obeys, when the enrolment is closed, which places are left, and how long is kept; asked for once, and
 * after a failure by the next call again. From /config.json where the back end writes it, as our own server does, else
 * from the function `formulario`. By plain `fetch`, so that reading pages need not load the official client.
 */
export function publicSettings(): Promise<PublicSettings> {
  pending ??= askSettings().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

async function askSettings(): Promise<PublicSettings> {
  const { supabaseUrl, supabaseKey, ...settings } = await json('/config.json');
  if (settings.periodo !== undefined) return settings;
  return json(`${supabaseUrl}/rest/v1/rpc/formulario`, { apikey: supabaseKey });
}

async function json(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

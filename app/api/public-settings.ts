import { startTransition, useEffect, useState } from 'react';
import type { GivenSettings } from '../../domain/setting-texts.ts';

let pending: Promise<GivenSettings> | null = null;

/**
 * What the form obeys, when the enrolment is closed, which places are left, and how long is kept; asked for once, and
 * after a failure by the next call again. From /config.json where the back end writes it, as our own server does, else
 * from the function `formulario`. By plain `fetch`, so that reading pages need not load the official client.
 */
export function publicSettings(): Promise<GivenSettings> {
  pending ??= askSettings().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

/** What the page may tell of them; null until they are there. Where they do not come, the database refuses by itself. */
export function usePublicSettings(): GivenSettings | null {
  const [given, setGiven] = useState<GivenSettings | null>(null);
  useEffect(() => {
    publicSettings().then(
      (settings) => startTransition(() => setGiven(settings)), // a transition: a whole form is drawn again
      () => {},
    );
  }, []);
  return given;
}

async function askSettings(): Promise<GivenSettings> {
  const { supabaseUrl, supabaseKey, ...settings } = await json('/config.json');
  if (settings.periodo !== undefined) return settings;
  return json(`${supabaseUrl}/rest/v1/rpc/formulario`, { apikey: supabaseKey });
}

async function json(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

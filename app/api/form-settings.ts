import { configuration, connection, tableError, tablesOf } from './client.ts';

/** As `readRules` of domain/enrolment/rules.ts, `readPeriod` of domain/period.ts and `placesInWords` of domain/places.ts read them. */
type FormSettings = { regras?: unknown; periodo?: unknown; vagas?: unknown };

let pending: Promise<FormSettings> | null = null;

/**
 * What the form obeys, when the enrolment is closed, and which places are left; asked for once, and after a failure by the
 * next call again. From /config.json where the back end writes it, as our own server does, else
 * from the function `formulario`. Throws BackendError.
 */
export function formSettings(): Promise<FormSettings> {
  pending ??= askSettings().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

async function askSettings(): Promise<FormSettings> {
  const { regras, periodo, vagas } = await configuration();
  if (periodo !== undefined) return { regras, periodo, vagas };
  const answer = await tablesOf(await connection(async () => null)).rpc('formulario', {}, { get: true });
  if (answer.error) throw tableError(answer);
  return answer.data as FormSettings;
}

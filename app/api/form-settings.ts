import { configuration, connection, tableError, tablesOf } from './client.ts';

/** As `readRules` of domain/enrolment/rules.ts and `readPeriod` of domain/period.ts read them. */
type FormSettings = { regras?: unknown; periodo?: unknown };

let pending: Promise<FormSettings> | null = null;

/**
 * What the form obeys, and when the enrolment is closed; asked for once, and after a failure by the
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
  const { regras, periodo } = await configuration();
  if (periodo !== undefined) return { regras, periodo };
  const answer = await tablesOf(await connection(async () => null)).rpc('formulario', {}, { get: true });
  if (answer.error) throw tableError(answer);
  return answer.data as FormSettings;
}

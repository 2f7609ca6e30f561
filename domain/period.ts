/** When the enrolment is closed, as `public.formulario()` and `/config.json` say it under `periodo`. Moments are ISO text. */
export type Period = {
  /** By the back end's clock. */
  closed: boolean;
  /** When it was closed, or will be. */
  from: string;
  /** When it opens again; null: nobody has said. */
  until: string | null;
  /** Until then a form that was begun before is still accepted. */
  takenUntil: string;
  /** What the owner says besides while it is closed; null: nothing. */
  sentence?: string | null;
};

/** Parses a period; null where the enrolment is open without an end, and for any other value. */
export function readPeriod(given: unknown): Period | null {
  if (typeof given !== 'object' || given === null) return null;
  const { fechada, de, ate, recebeAte, frase } = given as Record<string, unknown>;
  const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
  if (!isMoment(de) || !isMoment(recebeAte)) return null;
  return {
    closed: fechada === true,
    from: String(de),
    until: isMoment(ate) ? String(ate) : null,
    takenUntil: String(recebeAte),
    sentence: typeof frase === 'string' ? frase : null,
  };
}

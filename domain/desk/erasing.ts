import { team } from '../../content/desk-notices.ts';

/**
 * How many enrolments one account put away and how many accounts one disabled in 24 hours, as
 * `private.estado_da_equipe` gives it: each only when that is many. Source: decision 150.
 */
export type TeamState = { erased?: number; disabled?: number };

/** The state as a sentence without its end; null when there is nothing to tell. */
export function teamInWords({ erased, disabled }: TeamState): string | null {
  const { day, ...words } = team;
  const said = [
    erased !== undefined && words.erased(erased),
    disabled !== undefined && words.disabled(disabled),
  ].filter(Boolean);
  return said.length > 0 ? `${day} ${said.join(' e ')}` : null;
}

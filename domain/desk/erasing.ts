import { team } from '../../content/desk-notices.ts';

/**
 * How many enrolments one account put away and how many accounts one disabled in 24 hours, as
 * `private.estado_da_equipe` gives it: each only when that is many. Source: decision 150.
 */
export type TeamState = { apagou?: number; tirou_acesso?: number };

/** The state as a sentence without its end; null when there is nothing to tell. */
export function teamInWords({ apagou, tirou_acesso }: TeamState): string | null {
  const { day, ...words } = team;
  const said = [
    apagou !== undefined && words.apagou(apagou),
    tirou_acesso !== undefined && words.tirou_acesso(tirou_acesso),
  ].filter(Boolean);
  return said.length > 0 ? `${day} ${said.join(' e ')}` : null;
}

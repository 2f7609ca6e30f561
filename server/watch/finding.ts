/**
 * A result of the doctor: all right, something to do, or worth knowing. `says` is what was found and, if
 * needed, what to do.
 */
export type Finding = { level: 'ok' | 'todo' | 'note'; says: string };

/** A sentence; a falsy value where there is nothing to say. */
export type Sentence = string | false | null | undefined;

const findings =
  (level: Finding['level']) =>
  (...sentences: readonly Sentence[]): Finding[] =>
    sentences.flatMap((says) => (says ? [{ level, says }] : []));

export const ok = findings('ok');
export const todo = findings('todo');
export const note = findings('note');

/** A `todo` for each sentence of `wrong` that is there; `ok` with `fine` when none is. */
export function unless(fine: string, wrong: readonly Sentence[]): Finding[] {
  const found = todo(...wrong);
  return found.length > 0 ? found : ok(fine);
}

/** The message of an error whose class has messages for the owner, else `otherwise`. */
export function inWords(error: unknown, otherwise: string): string {
  const { name, message } = error as Error;
  return ['Refused', 'ConfigError', 'OtherVersion', 'AlreadyOwned'].includes(name) ? message : otherwise;
}

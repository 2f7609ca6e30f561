/** What was looked at: all right, something to do, or worth knowing. `says` is one sentence, or what is and what to do. */
export type Finding = { level: 'ok' | 'todo' | 'note'; says: string };

/** A sentence, or that there is nothing to say. */
export type Sentence = string | false | null | undefined;

const findings =
  (level: Finding['level']) =>
  (...sentences: readonly Sentence[]): Finding[] =>
    sentences.flatMap((says) => (says ? [{ level, says }] : []));

export const ok = findings('ok');
export const todo = findings('todo');
export const note = findings('note');

/** `todo` for each that holds; `fine` when none does. */
export function unless(fine: string, wrong: readonly Sentence[]): Finding[] {
  const found = todo(...wrong);
  return found.length > 0 ? found : ok(fine);
}

/** The message of an error whose class is made to be read, else a plain sentence. */
export function inWords(error: unknown, otherwise: string): string {
  const { name, message } = error as Error;
  return ['Refused', 'ConfigError', 'OtherVersion', 'AlreadyOwned'].includes(name) ? message : otherwise;
}

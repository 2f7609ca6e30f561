/** What was looked at: all right, something to do, or worth knowing. `says` is one sentence, or what is and what to do. */
export type Finding = { level: 'ok' | 'todo' | 'note'; says: string };

export const ok = (says: string): Finding => ({ level: 'ok', says });
export const todo = (says: string): Finding => ({ level: 'todo', says });
export const note = (says: string): Finding => ({ level: 'note', says });

/** `todo` for each that holds; `fine` when none does. */
export function unless(fine: string, wrong: readonly (string | false | null | undefined)[]): Finding[] {
  const found = wrong.filter((each): each is string => typeof each === 'string');
  return found.length > 0 ? found.map(todo) : [ok(fine)];
}

/** The message of an error whose class is made to be read, else a plain sentence. */
export function inWords(error: unknown, otherwise: string): string {
  const { name, message } = error as Error;
  return ['Refused', 'ConfigError', 'OtherVersion', 'AlreadyOwned'].includes(name) ? message : otherwise;
}

/**
 * What a start or a command will not do with what it found. The message says in Portuguese
 * what that is, that nothing was changed, and what to do; the exit code is 3.
 */
export class Refused extends Error {
  override name = 'Refused';
}

/** A version behind its words: its number and the command that brings it; '' where it is not known. Source: docs/operar.md. */
export function named(version: string | null): string {
  return version === null ? '' : ` (a ${version}: git fetch --tags && git checkout v${version})`;
}

/**
 * A start or a command declines to act on the data that it found. The message says in Portuguese what was
 * found, that nothing was changed, and what to do; the exit code is 3.
 */
export class Refused extends Error {
  override name = 'Refused';
}

/**
 * A version in parentheses, with the command that fetches it, to stand in a sentence; '' when it is unknown.
 * Source: docs/operar.md.
 */
export function named(version: string | null): string {
  return version === null ? '' : ` (a ${version}: git fetch --tags && git checkout v${version})`;
}

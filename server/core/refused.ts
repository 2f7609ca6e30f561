/**
 * What a start or a command will not do with what it found. The message says in Portuguese
 * what that is, that nothing was changed, and what to do; the exit code is 3.
 */
export class Refused extends Error {
  override name = 'Refused';
}

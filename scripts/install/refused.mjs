/** What a script may not do or has not got; the message is the one sentence that people read. */
export class Refused extends Error {
  /** @override */
  name = 'Refused';
}

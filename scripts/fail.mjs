// How a script begins and ends; one that did not do what it should in one line, where that is enough.

import { ensureNode } from './install/node.mjs';

/** Refusals, whose message says all that a person needs. */
export const EXPECTED = [
  'ConfigError',
  'AlreadyOwned',
  'CopyUnderWay',
  'Refused',
  'OtherVersion',
  'MigrationFailed',
  'ContentError',
  'NoBrowser',
];

/** What may go well by itself when it is tried again; its message is enough too. */
const LATER = 'NotAnswering';

/**
 * Does the work of a script on a Node.js that the project runs on.
 * @param {() => Promise<void>} work
 * @param {(error: any) => never} end
 */
export const begin = (work, end = fail) => ensureNode().then(work).catch(end);

/**
 * Ends with one line where that is enough (a wrong setting, a folder in use), else with the stack. Exit codes: 3, what was found is
 * refused; 1, a fault. 2 is for wrong arguments.
 * @param {any} error
 * @param {boolean} [isCommand] then never a stack
 * @returns {never}
 */
export function fail(error, isCommand = false) {
  const expected = EXPECTED.includes(error?.name);
  const noSpace = error?.code === 'ENOSPC' || /No space left on device/.test(error?.message); // also of PostgreSQL
  const full = noSpace && 'o disco está cheio; libere espaço e rode de novo';
  const fault = isCommand
    ? `Não deu certo: ${full || (error?.message ?? error)}`
    : full || (error?.stack ?? error);
  console.error(expected || error?.name === LATER ? error.message : String(fault));
  process.exit(expected ? 3 : 1);
}

/**
 * `fail` for commands.
 * @param {any} error
 */
export const failInWords = (error) => fail(error, true);

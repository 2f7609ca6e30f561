// How a script ends that did not do what it should: in one line where that is enough.

/** Refusals, whose message says all that a person needs. */
export const EXPECTED = [
  'ConfigError',
  'AlreadyOwned',
  'CopyUnderWay',
  'Refused',
  'OtherVersion',
  'MigrationFailed',
  'PhotoError',
  'ContentError',
  'NotBuilt',
  'NoBrowser',
  'NoNode',
];

/** What may go well by itself when it is tried again; its message is enough too. */
const LATER = 'NotAnswering';

/** Exit codes: what was found is refused; a fault. 2 is for wrong arguments. */
const REFUSED = 3;
const FAULT = 1;

/**
 * Ends with one line where that is enough (a wrong setting, a folder in use), else with the stack.
 * @param {any} error
 * @returns {never}
 */
export function fail(error) {
  const expected = EXPECTED.includes(error?.name);
  const enough = expected || error?.name === LATER;
  console.error(fullDisk(error) ?? (enough ? error.message : (error?.stack ?? String(error))));
  process.exit(expected ? REFUSED : FAULT);
}

/**
 * `fail` for commands: never a stack.
 * @param {any} error
 * @returns {never}
 */
export function failInWords(error) {
  const expected = EXPECTED.includes(error?.name);
  const enough = expected || error?.name === LATER;
  console.error(enough ? error.message : `Não deu certo: ${fullDisk(error) ?? error?.message ?? error}`);
  process.exit(expected ? REFUSED : FAULT);
}

/** @param {any} error */
function fullDisk(error) {
  return error?.code === 'ENOSPC' ? 'o disco está cheio; libere espaço e rode de novo' : null;
}

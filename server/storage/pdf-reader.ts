import { type PdfStructure, pdfStructure } from '../../domain/document/pdf-structure.ts';
import { boundedQueue } from '../core/queue.ts';
import { thread } from '../core/thread.ts';

/** The most files that wait, so that none waits longer than 16 s. */
const WAITING_MAX = 32;
/** Of one network at most so many, read and waiting, as for passwords. */
const OF_ONE_NETWORK = 4;

/** A hostile file ends its worker, not the server; an honest one of 5 MB needs some 30 MB. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };

/** Of a file that was not read to its end, for whatever reason. */
const UNREAD: PdfStructure = { whole: true, active: ['nao-conferido'] };

/** What the worker runs: it answers `[descriptor, size]` with a PdfStructure. Text: a worker of so little memory strips no types. */
const WORKER = `
  const { readSync } = require('node:fs');
  const { parentPort } = require('node:worker_threads');
  const { constants, inflateSync } = require('node:zlib');
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 4 * 1024 * 1024 };
  parentPort.on('message', ([file, size]) => {
    const bytes = Buffer.alloc(size);
    readSync(file, bytes, 0, size, 0);
    const inflate = (at) => {
      try {
        return inflateSync(bytes.subarray(at), options).latin1Slice();
      } catch {
        return null; // encrypted, or too large
      }
    };
    parentPort.postMessage((${pdfStructure})(bytes.latin1Slice(), inflate));
  });`;

/**
 * Reads PDFs, one at a time, on one thread. Gives a function from the descriptor of a file, its size in bytes and the
 * network that sent it; it never throws: over `budgetMs` of reading, behind too many or after a fault a PDF is
 * 'nao-conferido'.
 */
export function pdfReader({ budgetMs = 500, waitingMax = WAITING_MAX, source = WORKER } = {}) {
  const reader = thread<PdfStructure>(source, { resourceLimits: MEMORY });
  const oneAtATime = boundedQueue(1, waitingMax, OF_ONE_NETWORK);
  return async (file: number, size: number, network: string): Promise<PdfStructure> =>
    (await oneAtATime(() => reader.ask([file, size], budgetMs), network).catch(() => null)) ?? UNREAD;
}

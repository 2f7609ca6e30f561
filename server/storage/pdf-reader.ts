import { Worker } from 'node:worker_threads';
import { type PdfStructure, pdfStructure } from '../../domain/document/pdf-structure.ts';
import { boundedQueue } from '../core/queue.ts';
import { answerOf } from '../core/worker-answer.ts';

/** The most files that wait, so that none waits longer than 16 s. */
const WAITING_MAX = 32;

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
 * Reads PDFs, one at a time and in turns by network, in one worker that is started for the first and again
 * after it ended. Gives a function from the descriptor of a file, its size in bytes and the network that sent
 * it; it never throws: over `budgetMs` of reading, behind too many of its own network or after a fault a PDF is
 * 'nao-conferido'.
 */
export function pdfReader({ budgetMs = 500, waitingMax = WAITING_MAX, source = WORKER } = {}) {
  let worker: Promise<Worker | null> | null = null;
  const oneAtATime = boundedQueue(1, waitingMax);

  const read = async (file: number, size: number): Promise<PdfStructure> => {
    worker ??= started(source, () => {
      worker = null;
    });
    const reader = await worker;
    const answer = reader && (await answerOf<PdfStructure>(reader, [file, size], budgetMs));
    if (!answer) await reader?.terminate(); // before the file is closed
    return answer ?? UNREAD;
  };

  return (file: number, size: number, network: string): Promise<PdfStructure> =>
    oneAtATime(() => read(file, size), network).catch(() => UNREAD); // too many wait
}

/** A worker that runs: starting is not counted as reading. Null when there can be none. */
function started(source: string, onEnd: () => void): Promise<Worker | null> {
  return new Promise((resolve) => {
    const end = () => {
      onEnd();
      resolve(null);
    };
    try {
      const worker = new Worker(source, { eval: true, resourceLimits: MEMORY });
      worker.on('error', () => {}); // it exits then
      worker.once('online', () => resolve(worker)).once('exit', end);
    } catch {
      setImmediate(end); // no memory, no thread: tried again with the next file
    }
  });
}

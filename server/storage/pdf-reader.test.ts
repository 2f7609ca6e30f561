import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { pdfOf } from '../../kit/document-bytes.ts';
import { TEST_FOLDER } from '../../tests/support/test-folder.ts';
import { pdfReader } from './pdf-reader.ts';

const UNREAD = { whole: true, active: ['nao-conferido'] };
const PROGRAM = { whole: true, active: ['programa', 'acao-ao-abrir'] };

describe('the reader of PDFs', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  /** A file's descriptor and size. */
  const fileOf = (text: string): [number, number] => {
    const path = join(TEST_FOLDER, `reader-${ends.length}.pdf`);
    writeFileSync(path, text, 'latin1');
    const file = openSync(path, 'r');
    ends.push(() => {
      closeSync(file);
      rmSync(path);
    });
    return [file, text.length];
  };
  const program = () => fileOf(pdfOf({ catalogue: '/AA<</O<</S/JavaScript>>>>' }));
  /** A worker that does `act` with the first question and answers the others with its own number. */
  const sourceOf = (act: string, answer = 'threadId') => `
    const { parentPort, threadId } = require('node:worker_threads');
    let asked = 0;
    parentPort.on('message', ([file]) => {
      asked += 1;
      if (file === 7) { ${act} }
      parentPort.postMessage(${answer});
    });`;

  test('finds, refuses and accepts', async () => {
    const read = pdfReader({ budgetMs: 60_000 });
    expect(await read(...program(), '')).toEqual(PROGRAM);
    expect(await read(...fileOf(pdfOf()), '')).toEqual({ whole: true, active: [] });
    expect(await read(...fileOf('%PDF-1.4 ...'), '')).toEqual({ whole: false, active: [] });
  });

  // On the thread of the caller the first of these would hold this test up for ever.
  test.each([
    ['never ends', 'for (;;);'],
    ['fails', 'throw new Error()'],
    ['ends its worker', 'process.exit(1)'],
    ['wants all memory', 'const all = []; for (;;) all.push(Array(1e5).fill(0));'],
  ])('a file whose reading %s is not checked, and a new worker reads the next', async (_what, act) => {
    // the next reading has the same budget, and its worker starts in it
    const read = pdfReader({ budgetMs: act.includes('(;;);') ? 2_000 : 60_000, source: sourceOf(act) });
    const before = await read(1, 1, '');
    const [stuck, next] = await Promise.all([read(7, 1, ''), read(1, 1, '')]);
    expect(stuck).toEqual(UNREAD);
    expect(next).toEqual(expect.any(Number));
    expect(next).not.toBe(before);
  });

  test('a worker that ended by itself is started again', async () => {
    const read = pdfReader({
      budgetMs: 60_000,
      source: sourceOf('', '(setImmediate(() => process.exit()), threadId)'),
    });
    const first = await read(1, 1, '');
    let next: unknown = first;
    while (next === first || typeof next !== 'number') next = await read(1, 1, ''); // asked before or while it ends
  });

  test('behind too many others a file is not checked, and none of them fails; all are read by one worker', async () => {
    const read = pdfReader({ waitingMax: 2, source: sourceOf('') });
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(1, 1, '')));
    const [worker] = answers;
    expect(answers).toEqual([expect.any(Number), worker, worker, UNREAD, UNREAD]);
    expect(await read(1, 1, '')).toBe(worker);
  });

  test('one network has four places, and the file of another is read behind them', async () => {
    const read = pdfReader({ source: sourceOf('', 'asked') });
    const hostile = Array.from({ length: 20 }, () => read(1, 1, '2001:db8:1::/48'));
    expect(await read(1, 1, '203.0.113.0/24')).toBe(5);
    const answers: unknown[] = await Promise.all(hostile);
    expect(answers.filter((answer) => typeof answer !== 'number')).toEqual(Array(16).fill(UNREAD));
  });

  test.each<[string, string, string[]]>([
    ['beginnings of a program', '/Jav'.repeat(1_250_000), []],
    [
      'object streams',
      '<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n'.repeat(90_000),
      ['nao-conferido'],
    ],
    ['numbers', '1 1 '.repeat(1_200_000), []],
  ])('five megabytes of %s are read, or not checked', async (_what, text, active) => {
    const read = pdfReader();
    const answer = await read(...fileOf(`%PDF-1.5\n${text}\n${pdfOf()}`), '');
    expect([UNREAD, { whole: true, active }]).toContainEqual(answer);
  });
});

import { expect, test } from 'vitest';
import { thread } from './thread.ts';

test('a thread that is being ended is not asked: another answers', async () => {
  const { ask, end } = thread<number>(
    `const { parentPort, threadId } = require('node:worker_threads'); parentPort.on('message', () => parentPort.postMessage(threadId));`,
  );
  const first = await ask('');
  const ending = end();
  const second = await ask('');
  await ending;
  expect([second, await ask('')]).toEqual([expect.any(Number), second]);
  expect(second).not.toBe(first);
  await end();
});

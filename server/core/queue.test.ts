import { expect, test } from 'vitest';
import { boundedQueue, keyedQueue } from './queue.ts';

/** Tasks that run until `endOne`. */
function tasks() {
  const ends: (() => void)[] = [];
  const began: number[] = [];
  return {
    began,
    task: (number: number) => async () => {
      began.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    },
    endOne: () => ends.shift()?.(),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a queue runs some at once, the others in order, and refuses too many', async () => {
  const run = boundedQueue(2, 1);
  const { task, began, endOne } = tasks();
  const [first, second, third] = [run(task(1)), run(task(2)), run(task(3))];
  await expect(run(task(4))).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  expect(began).toEqual([1, 2]);
  endOne();
  await settle();
  expect(began).toEqual([1, 2, 3]);
  endOne();
  endOne();
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
});

test('one key has so many tasks, running and waiting, and none waits for more of another', async () => {
  const run = boundedQueue(1, 4, 2);
  const { task, began, endOne } = tasks();
  const all = [run(task(1), 'one'), run(task(2), 'one'), run(task(3), 'other')];
  await expect(run(task(4), 'one')).rejects.toMatchObject({ status: 503 });
  for (let turns = 0; turns < 3; turns += 1) {
    endOne();
    await settle();
  }
  expect([began, await Promise.all(all)]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  const later = run(task(5), 'one');
  endOne();
  expect(await later).toBe(5);
});

test('a task that fails makes room for the next', async () => {
  const run = boundedQueue(1, 1);
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('tasks of one key wait for each other, those of another do not', async () => {
  const inQueue = keyedQueue();
  const { task, began, endOne } = tasks();
  const all = [inQueue('a', task(1)), inQueue('a', task(2)), inQueue('b', task(3))];
  await settle();
  expect(began).toEqual([1, 3]);
  endOne();
  await settle();
  expect(began).toEqual([1, 3, 2]);
  endOne();
  endOne();
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

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
  await expect(run(task(4))).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  expect(began).toEqual([1, 2]);
  endOne();
  await settle();
  expect(began).toEqual([1, 2, 3]);
  endOne();
  endOne();
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
});

test('those that wait take turns by key, one key has so many tasks, and the longest line makes room', async () => {
  const run = boundedQueue(1, 4, 4);
  const { task, began, endOne } = tasks();
  const ofOne = [1, 2, 3, 4].map((number) => run(task(number), 'one'));
  const refused = { status: 503 };
  await expect(run(task(5), 'one')).rejects.toMatchObject(refused); // it has four
  const ofOther = [6, 7].map((number) => run(task(number), 'other'));
  await expect(ofOne[3]).rejects.toMatchObject(refused); // the line was the longest
  await expect(run(task(8), 'one')).rejects.toMatchObject(refused);
  for (let turns = 0; turns < 5; turns += 1) {
    endOne();
    await settle();
  }
  expect(began).toEqual([1, 2, 6, 3, 7]);
  expect(await Promise.all([...ofOne.slice(0, 3), ...ofOther])).toEqual([1, 2, 3, 6, 7]);
  const later = run(task(9), 'one');
  await settle();
  endOne();
  expect(await later).toBe(9);
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

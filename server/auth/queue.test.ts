import { expect, test } from 'vitest';
import { boundedQueue, lanes } from './queue.ts';

/** Works that run until they are told to end. */
function works() {
  const ends: (() => void)[] = [];
  const began: number[] = [];
  return {
    began,
    work: (number: number) => async () => {
      began.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    },
    endOne: () => ends.shift()?.(),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a queue runs some at once, the others in order, and refuses what is too much', async () => {
  const run = boundedQueue(2, 1);
  const { work, began, endOne } = works();
  const [first, second, third] = [run(work(1)), run(work(2)), run(work(3))];
  await expect(run(work(4))).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  expect(began).toEqual([1, 2]);
  endOne();
  await settle();
  expect(began).toEqual([1, 2, 3]);
  endOne();
  endOne();
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3]);
});

test('a work that fails makes room for the next', async () => {
  const run = boundedQueue(1, 1);
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('who shares a lane waits, and who does not never does', async () => {
  const inLane = lanes(10);
  const { work, began, endOne } = works();
  const all = [inLane('a', work(1)), inLane('a', work(2)), inLane('b', work(3))];
  await settle();
  expect(began).toEqual([1, 3]);
  endOne();
  await settle();
  expect(began).toEqual([1, 3, 2]);
  endOne();
  endOne();
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

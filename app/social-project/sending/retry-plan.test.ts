import { describe, expect, test } from 'vitest';
import { BackendError, TIMED_OUT } from '../../api/client.ts';
import { nextRetry, RETRY_DELAYS_MS, retryAfterOf } from './retry-plan.ts';
import { UNREADABLE } from './submit-enrolment.ts';

const failed = (status: number, code = '') => new BackendError(status, code, '');

describe('the page retries automatically', () => {
  test.each([0, 408, 429, 502, 503, 504])('after status %i, three times, waiting longer', (status) => {
    const plan = [0, 1, 2, 3].map((done) => nextRetry(failed(status), done, 0));
    expect(plan).toEqual([...RETRY_DELAYS_MS.map((delayMs, at) => ({ number: at + 1, delayMs })), null]);
  });

  test('after a stalled upload', () => {
    expect(nextRetry(failed(0, TIMED_OUT), 0, 0)?.number).toBe(1);
  });

  test.each([
    failed(400, '23514'),
    failed(401, '42501'),
    failed(413),
    failed(500),
    failed(507),
    failed(0, UNREADABLE),
    new Error('x'),
    null,
  ])('but not after %s', (error) => {
    expect(nextRetry(error, 0, 0)).toBeNull();
  });

  test('not before Retry-After, and not at all when that is too long', () => {
    expect(nextRetry(failed(429), 0, 30_000)?.delayMs).toBe(30_000);
    expect(nextRetry(failed(429), 2, 3_000)?.delayMs).toBe(10_000);
    expect(nextRetry(failed(429), 0, 3_600_000)).toBeNull();
  });
});

test.each([
  [undefined, 0],
  ['3', 3000],
  ['Thu, 01 Jan 1970 00:00:10 GMT', 9000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['logo', 0],
  ['-3', 0],
])('Retry-After %j is %i milliseconds', (value, wait) => {
  expect(retryAfterOf(new Response('', { headers: value ? { 'Retry-After': value } : {} }), 1000)).toBe(wait);
});

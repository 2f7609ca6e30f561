import { BackendError, CANCELLED } from '../api/client.ts';
import { UNREADABLE } from './submit-enrolment.ts';

/** How long to wait before each attempt that the page makes by itself. Source: ux.md §6.1. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 5000, 10_000];

/** Longest wait a back end may ask for; after more than that a person presses again. */
const LONGEST_MS = 120_000;

/** An attempt that the page makes by itself: the how-many-eth it is, and after how long. */
export type Retry = { number: number; delayMs: number };

/**
 * The attempt that follows a failed one, or null when waiting helps nothing or
 * the page has tried often enough. `done` counts its own attempts so far;
 * `askedMs` is what the back end's Retry-After asks for, 0 for nothing.
 */
export function nextRetry(error: unknown, done: number, askedMs: number): Retry | null {
  const delay = RETRY_DELAYS_MS[done];
  if (delay === undefined || askedMs > LONGEST_MS || !passes(error)) return null;
  return { number: done + 1, delayMs: Math.max(delay, askedMs) };
}

function passes(error: unknown): boolean {
  if (!(error instanceof BackendError)) return false;
  const { status, code } = error;
  if (status === 0) return code !== UNREADABLE && code !== CANCELLED;
  return status === 408 || status === 429 || (status >= 502 && status <= 504);
}

/** Milliseconds that an answer's Retry-After asks to wait, as seconds or as a date; 0 when it asks nothing readable. */
export function askedWait({ headers }: Response, now: number): number {
  const asked = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  return /^[A-Z]/i.test(asked) ? Math.max(0, Date.parse(asked) - now) || 0 : 0;
}

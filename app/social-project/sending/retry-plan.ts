import { BackendError } from '../../api/client.ts';
import { UNREADABLE } from './submit-enrolment.ts';

/** Delays before the automatic attempts. Source: docs/ux.md §6.1. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 5000, 10_000];

/** After a longer Retry-After there is no automatic attempt. */
const MAX_RETRY_AFTER_MS = 120_000;

/** An automatic attempt: its number, from 1, and its delay. */
export type Retry = { number: number; delayMs: number };

/**
 * The automatic attempt after a failed one; null when waiting does not help or all are
 * used up. `done`: automatic attempts so far; `retryAfterMs`: the answer's Retry-After,
 * 0 for none.
 */
export function nextRetry(error: unknown, done: number, retryAfterMs: number): Retry | null {
  const delay = RETRY_DELAYS_MS[done];
  if (delay === undefined || retryAfterMs > MAX_RETRY_AFTER_MS || !isTemporary(error)) return null;
  return { number: done + 1, delayMs: Math.max(delay, retryAfterMs) };
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof BackendError)) return false;
  const { status, code } = error;
  if (status === 0) return code !== UNREADABLE;
  return status === 408 || status === 429 || (status >= 502 && status <= 504);
}

/** A response's Retry-After, in seconds or as a date, in milliseconds from `now`; 0 when missing or malformed. */
export function retryAfterOf({ headers }: Response, now: number): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  return /^[A-Z]/i.test(value) ? Math.max(0, Date.parse(value) - now) || 0 : 0;
}

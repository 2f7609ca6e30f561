import { ApiError } from '../core/errors.ts';
import type { Query } from './query.ts';

/** `offset` rows are skipped; `limit` is at most `ROWS_MAX`. */
export type Page = { offset: number; limit: number };

/** A longer list is truncated without an error, as on a hosted project. Source: docs/contract.md §1. */
export const ROWS_MAX = 1_000;

/**
 * The intersection of `limit`/`offset` and the `Range` header; values that are no whole
 * number are ignored. Throws 416 PGRST103 for a negative limit or an empty range.
 */
export function pageOf({ limit, offset }: Pick<Query, 'limit' | 'offset'>, range: string | undefined): Page {
  const count = integer(limit);
  if (count !== null && count < 0) throw notSatisfiable('Limit should be greater than or equal to zero.');
  const start = integer(offset) ?? 0;
  const [, lower = '0', upper = ''] = /^(\d+)-(\d*)$/.exec(range?.trim() ?? '') ?? [];
  if (upper !== '' && Number(upper) < Number(lower))
    throw notSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  const first = Math.max(0, start, integer(lower) ?? 0);
  const last = Math.min(count === null ? Infinity : start + count - 1, integer(upper) ?? Infinity);
  if (last - first < -1 && count !== 0)
    throw notSatisfiable('The lower boundary must be lower than or equal to the upper boundary.');
  return { offset: first, limit: Math.max(0, Math.min(last - first + 1, ROWS_MAX)) };
}

/** `Content-Range`: first and last row of the page (`*` for none) and the total (null: not counted). */
export function contentRange(offset: number, shown: number, total: number | null): string {
  const rows = shown > 0 && total !== 0 ? `${offset}-${offset + shown - 1}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** 206 when the page is not the whole list; 200 when it is or nothing was counted. Throws 416 for an offset beyond the total. */
export function pageStatus(offset: number, shown: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total)
    throw notSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'Content-Range': contentRange(offset, 0, total),
    });
  return shown < total ? 206 : 200;
}

function notSatisfiable(details: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });
}

/** Null for text that is no whole number; clamped to JavaScript's safe integers. */
function integer(text: string | null): number | null {
  if (text === null || !/^\s*[+-]?\d+\s*$/.test(text)) return null;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER));
}

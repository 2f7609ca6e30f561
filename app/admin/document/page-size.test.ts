import { expect, test } from 'vitest';
import { canvasFor, isPossible } from './page-size.ts';

test.each([
  [595, 842, 1200, 1698], // A4
  [14_400, 14_400, 1200, 1200],
  [1, 14_400, 1200, 3600], // with margins beside it
  [14_400, 1, 1200, 1],
])('a page of %i by %i points is whole on a canvas of %i by %i pixels', (width, height, wide, high) => {
  const { scale, ...canvas } = canvasFor({ width, height });
  expect(canvas).toEqual({ width: wide, height: high });
  expect(width * scale).toBeLessThanOrEqual(wide * (1 + 1e-9));
  expect(height * scale).toBeLessThanOrEqual(high * (1 + 1e-9));
});

test.each([
  [595, 842, true],
  [14_400, 14_400, true],
  [14_401, 842, false],
  [1e9, 1e9, false],
  [595, 0.5, false],
  [Number.NaN, 842, false],
  [595, Number.POSITIVE_INFINITY, false],
])('%d by %d points can be a page: %s', (width, height, possible) => {
  expect(isPossible({ width, height })).toBe(possible);
});

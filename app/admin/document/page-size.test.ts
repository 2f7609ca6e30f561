import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canvasFor, isPossible, MAX_CANVAS_PIXELS } from './page-size.ts';

const A4 = { width: 595, height: 842 };

test('an A4 page is as wide as it is wanted, in its own shape', () => {
  const canvas = canvasFor(A4, 800);
  expect(canvas).toMatchObject({ width: 800, height: 1132 });
  expect(canvas.scale).toBeCloseTo(800 / 595, 2);
});

test('no page and no window make a canvas above the limits, and the whole page is on it', () => {
  const side = fc.double({ min: 1, max: 14_400, noNaN: true });
  fc.assert(
    fc.property(side, side, fc.double({ min: 0, max: 1e6, noNaN: true }), (width, height, wanted) => {
      const canvas = canvasFor({ width, height }, wanted);
      expect(canvas.width * canvas.height).toBeLessThanOrEqual(MAX_CANVAS_PIXELS);
      expect(MAX_CANVAS_PIXELS).toBeLessThanOrEqual(20_000_000);
      expect(Math.min(canvas.width, canvas.height)).toBeGreaterThanOrEqual(1);
      expect(Number.isInteger(canvas.width) && Number.isInteger(canvas.height)).toBe(true);
      expect(canvas.height).toBeLessThanOrEqual(canvas.width * 3);
      expect(width * canvas.scale).toBeLessThanOrEqual(canvas.width * (1 + 1e-9));
      expect(height * canvas.scale).toBeLessThanOrEqual(canvas.height * (1 + 1e-9));
    }),
  );
});

test.each([
  [A4, true],
  [{ width: 14_400, height: 14_400 }, true],
  [{ width: 14_401, height: 842 }, false],
  [{ width: 1e9, height: 1e9 }, false],
  [{ width: 595, height: 0.5 }, false],
  [{ width: Number.NaN, height: 842 }, false],
  [{ width: 595, height: Number.POSITIVE_INFINITY }, false],
])('%o can be a page: %s', (size, possible) => {
  expect(isPossible(size)).toBe(possible);
});

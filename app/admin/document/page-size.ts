/** How large a page of a PDF is drawn, decided before there is a canvas. */

/** Width and height in points of 1/72 inch, as its reader sees the page. */
export type PageSize = { width: number; height: number };

/** Points: a page with a longer side says something that cannot be true (ISO 32000-1, annex C). */
const LONGEST_SIDE = 14_400;

/** Of one canvas: the most that phones draw, and below the 20 megapixels of docs/ux.md §8.4. */
export const MAX_CANVAS_PIXELS = 16_777_216;
const MAX_CANVAS_SIDE = 8_192;

/** A page that is longer than this many times its width gets margins beside it instead. */
const TALLEST = 3;

export function isPossible({ width, height }: PageSize): boolean {
  return [width, height].every((side) => side >= 1 && side <= LONGEST_SIDE);
}

/** Pixels of the canvas for a page that is `wanted` pixels wide, or fewer, and pixels to a point. */
export function canvasFor({ width, height }: PageSize, wanted: number): PageSize & { scale: number } {
  const tall = Math.min(height / width, TALLEST);
  const wide = Math.max(
    1,
    Math.floor(
      Math.min(wanted, MAX_CANVAS_SIDE, MAX_CANVAS_SIDE / tall, Math.sqrt(MAX_CANVAS_PIXELS / tall)),
    ),
  );
  const high = Math.max(1, Math.floor(wide * tall));
  return { width: wide, height: high, scale: Math.min(wide / width, high / height) };
}

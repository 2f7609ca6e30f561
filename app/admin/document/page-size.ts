/** How large a page of a PDF is drawn, decided before there is a canvas. */

/** Width and height in points of 1/72 inch, as its reader sees the page. */
export type PageSize = { width: number; height: number };

/** Points: a page with a longer side says something that cannot be true (ISO 32000-1, annex C). */
const LONGEST_SIDE = 14_400;

/** Pixels that a page is wide: a line of small print can be read in a whole window. */
export const PAGE_WIDTH = 1_200;
/** A page that is longer than this many times its width gets margins beside it instead. */
const TALLEST = 3;

export function isPossible({ width, height }: PageSize): boolean {
  return [width, height].every((side) => side >= 1 && side <= LONGEST_SIDE);
}

/** Pixels of the canvas for a page, and pixels to a point. */
export function canvasFor({ width, height }: PageSize): PageSize & { scale: number } {
  const high = Math.max(1, Math.floor(PAGE_WIDTH * Math.min(height / width, TALLEST)));
  return { width: PAGE_WIDTH, height: high, scale: Math.min(PAGE_WIDTH / width, high / height) };
}

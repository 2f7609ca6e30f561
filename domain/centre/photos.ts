import { centrePhotos } from '../../content/centre.ts';
import type { SitePhoto } from '../../content/site-photos.ts';
import { type Field, line, wrongIf } from './kinds.ts';

/**
 * Most bytes of a file: what keeps the first screen within 30 KB and the home page within 110 KB, of those of content/photos.json.
 * Mirrors private.fotos_do_site.
 */
export const PHOTO_MAX_BYTES = 30_000;

const FILE = /^[\da-f]{64}\.(webp|jpg)$/;

/** The words for who does not see a photo. */
export const alt = line(160);

/** A photo in one of the site's places. */
export const photo: Field = {
  ...{ control: 'photo', most: alt.most },
  problems: (value) => {
    const { alt: said, y, files, ...more } = Object(value) as Record<string, unknown>;
    const widths = Object.entries(Object(files) as object);
    const isRight =
      Object.keys(more).length === 0 &&
      [...Array(101).keys()].includes(y as number) &&
      widths.length > 0 &&
      widths.every(([width, file]) => /^\d{3,4}$/.test(width) && FILE.test(String(file)));
    return isRight ? alt.problems(said) : wrongIf('confira esta foto');
  },
  show: (value) => {
    const { alt: said, files = {} } = (value ?? {}) as Partial<SitePhoto>;
    return said ? centrePhotos.named(said, Object.values(files)[0]?.slice(0, 4) ?? '') : centrePhotos.drawing;
  },
  read: (typed) => typed,
};

type Size = { width: number; height: number };
/** In points of a photo, from its upper left corner. */
export type Point = { x: number; y: number };
export type Box = Size & Point;

/** What a page shows of a photo: it is cut to a proportion, as a file, and may be shown in a lower frame. Width through height. */
export type Frame = { file: number; shown: number };

/** The largest part of this proportion whose middle is nearest to a point. */
function partOf(whole: Box, ratio: number, middle: Point): Box {
  const width = Math.min(whole.width, whole.height * ratio);
  const height = width / ratio;
  return {
    x: within(middle.x - width / 2, whole.x, whole.x + whole.width - width),
    y: within(middle.y - height / 2, whole.y, whole.y + whole.height - height),
    ...{ width, height },
  };
}

/** What becomes a file, what is seen of it, and where that lies in its height, in percent, around a point of the photo. */
export function cutOf({ width, height }: Size, { file, shown }: Frame, focus: Point) {
  const cut = partOf({ x: 0, y: 0, width, height }, file, focus);
  const seen = partOf(cut, shown, focus);
  const room = cut.height - seen.height;
  return { cut, seen, y: room > 0.5 ? Math.round((100 * (seen.y - cut.y)) / room) : 50 };
}

/** The point around which a photo is cut after what is seen in a frame was moved by so many of its points, as far as there is photo. */
export function movedFocus(size: Size, frame: Frame, focus: Point, by: Point): Point {
  const { seen } = cutOf(size, frame, focus);
  const moved = (was: number, from: number, length: number, whole: number, step: number) =>
    whole - length < 1 ? was : within(from + length / 2 - step, length / 2, whole - length / 2);
  return {
    x: moved(focus.x, seen.x, seen.width, size.width, by.x),
    y: moved(focus.y, seen.y, seen.height, size.height, by.y),
  };
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

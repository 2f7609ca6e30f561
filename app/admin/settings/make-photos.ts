import { centrePhotos as words } from '../../../content/centre.ts';
import { documentTexts } from '../../../content/document.ts';
import shapes from '../../../content/photos.json';
import { roomPhotos, type SitePhoto, type sitePhotos, teacherPhotos } from '../../../content/site-photos.ts';
import { cutOf, type Frame, PHOTO_MAX_BYTES, type Point } from '../../../domain/centre/photos.ts';
import { sha256 } from '../../../domain/sha256.ts';
import { drawUpright, expectTrue, pictureOf, release } from '../../document/canvas.ts';
import { prepareDocument } from '../../document/prepare.ts';

/** A photo's name on the site, how a page shows it on one kind of screen, and the files that it becomes. */
type NamedFrame = Frame & { name: string; at: string; files: Shape['files'] };
type Shape = { width: number; height: number; files: readonly { width: number; bytes: number }[] };

/** A place of the site for one photo. */
export type Place = readonly [NamedFrame, ...NamedFrame[]];

const frame = (at: keyof typeof words.at, name: string, shape: Shape, shown: number): NamedFrame => ({
  ...{ name, at: words.at[at], shown, file: shape.width / shape.height },
  files: shape.files.filter(({ bytes }) => bytes <= PHOTO_MAX_BYTES),
});
const place = (name: string, shape: Shape, computer: number, phone: number): Place => [
  frame('computer', name, shape, computer),
  frame('phone', name, shape, phone),
];

/** Proportions as hero.css, modalities.css and social-project.css have them. */
export const PLACES: readonly Place[] = [
  [
    frame('computer', 'hero', shapes.hero, 16 / 10),
    frame('behindWords', 'hero-retrato', shapes['hero-retrato'], 1080 / 2220),
  ],
  ...['jiu-jitsu', 'muay-thai', 'personal-fight'].map((name) => place(name, shapes.card, 4 / 3, 8 / 3)),
  place('projeto-social', shapes['projeto-social'], 16 / 9, 7),
  ...roomPhotos.map((name): Place => [frame('both', name, shapes.card, 4 / 3)]),
];

/** Of a teacher: where their photo is, or an empty place, or else one of nobody who is among these `names`. */
export function teacherPlace(photos: typeof sitePhotos, name: string, names: readonly string[]): Place {
  const isOf = (slot: string) => photos[slot]?.alt === name;
  const isFree = (slot: string) => !names.includes(photos[slot]?.alt ?? '');
  const isEmpty = (slot: string) => !photos[slot];
  const [slot = ''] = [isOf, isEmpty, isFree].flatMap((is) => teacherPhotos.find(is) ?? []);
  return [frame('both', slot, shapes.portrait, 4 / 5)];
}

/** A smaller photo would be seen enlarged. */
const MIN_SIDE = 600;

/** A photo as it was chosen, upright, on a canvas that a cheap phone has memory for. Throws a sentence about one that does not serve. */
export async function openPhoto(source: File): Promise<HTMLCanvasElement> {
  const { broken, hidden, vast } = documentTexts.refusals;
  const prepared = await prepareDocument(source).catch(() => ({ refusal: broken }));
  if ('refusal' in prepared)
    throw new Error([broken, hidden, vast].find((text) => text === prepared.refusal) ?? words.noPhoto);
  if (!prepared.picture) throw new Error(words.noPhoto);
  const canvas = await drawUpright(prepared.file, 0).catch(() => {
    throw new Error(broken);
  });
  await expectTrue().catch(() => {
    throw new Error(hidden);
  });
  if (Math.min(canvas.width, canvas.height) >= MIN_SIDE) return canvas;
  release(canvas);
  throw new Error(words.small(MIN_SIDE));
}

/** What is published of a photo in its place, around a point of it, and the files' bytes as base64. */
export async function filesOf(photo: HTMLCanvasElement, frames: Place, focus: Point, alt: string) {
  const photos: Record<string, SitePhoto> = {};
  const sent: string[] = [];
  for (const { name, files, ...around } of frames) {
    const { cut, y } = cutOf(photo, around, focus);
    const named: Record<number, string> = { ...photos[name]?.files };
    for (const { width, bytes } of files) {
      if (named[width]) continue; // of another frame of the same file
      const picture = await pictureOf(photo, cut, width, bytes);
      const content = new Uint8Array(await picture.arrayBuffer());
      const digest = Array.from(sha256(content), (byte) => byte.toString(16).padStart(2, '0')).join('');
      named[width] = `${digest}.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`;
      sent.push(btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join('')));
    }
    photos[name] = { alt, y, files: named };
  }
  return { photos, sent };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLACES, teacherPlace } from '../../app/admin/settings/make-photos.ts';
import { sitePhotos, teacherPhotos } from '../../content/site-photos.ts';
import { changesOf, factProblems } from './facts.ts';
import { cutOf, movedFocus } from './photos.ts';

const NAME = `${'0a'.repeat(32)}.webp`;
const PHOTO = { alt: 'A sala', y: 50, files: { 480: NAME } };

test.each<[what: string, place: string, photo: unknown]>([
  ['of another place', 'og', PHOTO],
  ['without words', 'hero', { ...PHOTO, alt: ' ' }],
  ['with many words', 'hero', { ...PHOTO, alt: 'a'.repeat(161) }],
  ['seen beyond its end', 'hero', { ...PHOTO, y: 101 }],
  ['seen between two points', 'hero', { ...PHOTO, y: '1}' }],
  ['without a file', 'hero', { ...PHOTO, files: {} }],
  ['with a file of elsewhere', 'hero', { ...PHOTO, files: { 480: `https://a.com/${NAME}` } }],
  ['with a file of another kind', 'hero', { ...PHOTO, files: { 480: NAME.replace('webp', 'svg') } }],
  ['of a width that is none', 'hero', { ...PHOTO, files: { '480w, /x': NAME } }],
  ['with more', 'hero', { ...PHOTO, media: 'x' }],
  ['that is none', 'hero', null],
])('a photo %s is refused with a sentence', (_, place, photo) => {
  expect(factProblems('fotos', { hero: PHOTO })).toEqual({});
  expect(factProblems('fotos', { [place]: photo })).toEqual({
    [place]: expect.stringMatching(/^[A-Z].*\.$/),
  });
});

test('what a publication changes is said by the words of its photos, also where they are the same', () => {
  const other = { ...PHOTO, files: { 480: NAME.replace('0a0a', 'ffff') } };
  expect(changesOf('fotos', { hero: PHOTO }, { hero: other, 'jiu-jitsu': PHOTO })).toEqual([
    'Topo da página inicial: de «A sala (foto 0a0a)» para «A sala (foto ffff)»',
    'Jiu-Jitsu: de «nenhuma foto sua» para «A sala (foto 0a0a)»',
  ]);
});

test('the first screen has at most 30 KB of photos, the home page 110 KB before the room and the teachers, which come as they are scrolled to, and one publication is within the 100 kB of a body', () => {
  const most = (name: string) =>
    Math.max(
      ...PLACES.flatMap((frames) =>
        frames.filter((frame) => frame.name === name).flatMap(({ files }) => files.map(({ bytes }) => bytes)),
      ),
    );
  const cards = ['jiu-jitsu', 'muay-thai', 'personal-fight'].map(most);
  for (const first of ['hero', 'hero-retrato', 'projeto-social']) {
    expect(most(first)).toBeLessThanOrEqual(30_000);
    expect(cards.reduce((sum, bytes) => sum + bytes, most(first))).toBeLessThanOrEqual(110_000);
  }
  expect(Object.keys(sitePhotos).sort()).toEqual(
    [...new Set([...PLACES.flat().map(({ name }) => name), ...teacherPhotos])].sort(),
  );
  for (const frames of [...PLACES, teacherPlace({}, 'Ana', [])]) {
    const files = new Map(
      frames.flatMap(({ name, files }) => files.map((file) => [name + file.width, file.bytes])),
    );
    const bytes = [...files.values()].reduce((sum, one) => sum + one, 0);
    expect((bytes * 4) / 3 + 6_000).toBeLessThan(100 * 1024);
  }
});

test('a photo is cut as large as it can be, around its point, and what is seen lies in the cut', () => {
  const [photo, card] = [
    { width: 2000, height: 1500 },
    { file: 4 / 3, shown: 8 / 3 },
  ];
  expect(cutOf(photo, card, { x: 1000, y: 750 })).toMatchObject({
    cut: { x: 0, y: 0, width: 2000, height: 1500 },
    seen: { x: 0, y: 375, width: 2000, height: 750 },
    y: 50,
  });
  expect(cutOf(photo, card, { x: 0, y: 1500 })).toMatchObject({ seen: { y: 750 }, y: 100 });
  const portrait = { file: 1080 / 2220, shown: 1080 / 2220 };
  expect(cutOf(photo, portrait, { x: 1900, y: 0 })).toMatchObject({
    cut: { x: 2000 - 1500 * portrait.file, width: 1500 * portrait.file },
    y: 50,
  });
  fc.assert(
    fc.property(
      fc.record({ width: fc.integer({ min: 600, max: 4000 }), height: fc.integer({ min: 600, max: 4000 }) }),
      fc.constantFrom(...PLACES.flat()),
      fc.record({ x: fc.integer({ min: -50, max: 4050 }), y: fc.integer({ min: -50, max: 4050 }) }),
      (size, frame, focus) => {
        const { cut, seen, y } = cutOf(size, frame, focus);
        for (const [inner, outer] of [
          [cut, { x: 0, y: 0, ...size }],
          [seen, cut],
        ] as const) {
          expect(inner.x).toBeGreaterThanOrEqual(outer.x - 0.01);
          expect(inner.y).toBeGreaterThanOrEqual(outer.y - 0.01);
          expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 0.01);
          expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + 0.01);
        }
        expect(cut.width / cut.height).toBeCloseTo(frame.file);
        expect(Math.min(size.width - cut.width, size.height - cut.height)).toBeCloseTo(0);
        expect(y >= 0 && y <= 100).toBe(true);
      },
    ),
  );
});

test('dragging moves what is seen with the finger, as far as there is photo, and only where there is room', () => {
  const [photo, card] = [
    { width: 2000, height: 1500 },
    { file: 4 / 3, shown: 8 / 3 },
  ];
  const middle = { x: 1000, y: 750 };
  const moved = movedFocus(photo, card, middle, { x: 90, y: 100 });
  expect(moved).toEqual({ x: 1000, y: 650 });
  expect(cutOf(photo, card, moved).seen.y).toBe(275);
  const far = movedFocus(photo, card, middle, { x: 0, y: -9_000 });
  expect(far).toEqual({ x: 1000, y: 1125 });
  expect(movedFocus(photo, card, far, { x: 0, y: 10 })).toEqual({ x: 1000, y: 1115 }); // at once, without a dead way back
});

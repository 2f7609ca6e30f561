import { describe, expect, test } from 'vitest';
import { jpeg, png } from '../../kit/photo-samples.ts';
import { foreignKindOf, pictureHeader, uprightSize } from './photo-header.ts';

const ascii = (text: string) => new Uint8Array([...text].map((letter) => letter.charCodeAt(0)));

describe('a kind that is not accepted', () => {
  test.each([
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'avif'],
    ['\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'avif'],
    ['\0\0\0\x18ftypqt  \0\0\0\0qt  ', null], // a film
    ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
    ['RIFF\0\0\0\0WAVEfmt ', null],
    ['GIF89a', 'gif'],
    ['PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'docx'],
    ['PK\x03\x04\x14\0\x06\0mimetype', null],
    ['<html>', null],
    ['', null],
  ])('%j is %j', (bytes, kind) => {
    expect(foreignKindOf(ascii(bytes))).toBe(kind);
  });
});

describe('the header of a picture', () => {
  test('of a JPEG holds size and orientation, in either byte order', () => {
    expect(pictureHeader(jpeg({ orientation: 6 }))).toEqual({ width: 4000, height: 3000, orientation: 6 });
    expect(pictureHeader(jpeg({ orientation: 3, little: true }))).toMatchObject({ orientation: 3 });
  });

  test('without EXIF, or with an unknown orientation, is upright', () => {
    expect(pictureHeader(jpeg({}))).toMatchObject({ orientation: 1 });
    expect(pictureHeader(jpeg({ orientation: 9 }))).toMatchObject({ orientation: 1 });
  });

  test('of a PNG holds the size, also one that would fill the memory', () => {
    expect(pictureHeader(png({ width: 30_000, height: 30_000 }))).toEqual({
      width: 30_000,
      height: 30_000,
      orientation: 1,
    });
  });

  test.each([0, 1, 2, 3, 20, 40])('is missing when only %i bytes are there', (length) => {
    expect(pictureHeader(jpeg({ orientation: 6 }).subarray(0, length))).toBeNull();
    expect(pictureHeader(png({}).subarray(0, Math.min(length, 20)))).toBeNull();
  });

  test.each([
    [1, 40, 30],
    [3, 40, 30],
    [6, 30, 40],
    [8, 30, 40],
  ])('a picture of orientation %i is seen as %i by %i', (orientation, width, height) => {
    expect(uprightSize({ width: 40, height: 30, orientation })).toEqual({ width, height });
  });
});

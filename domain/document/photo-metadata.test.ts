import { describe, expect, test } from 'vitest';
import { comment, GPS, jpeg, png } from '../../kit/photo-samples.ts';
import { pictureHeader } from './photo-header.ts';
import { withoutMetadata } from './photo-metadata.ts';
import { isWhole } from './whole-photo.ts';

const latin = (bytes: Uint8Array) => String.fromCharCode(...bytes);

describe('the metadata of a photo', () => {
  test('is removed from a JPEG, and the orientation stays', () => {
    const clean = withoutMetadata(jpeg({ orientation: 6, extra: comment }));
    expect(latin(clean)).not.toContain(GPS);
    expect(latin(clean)).toContain('ICC_PROFILE');
    expect(pictureHeader(clean)).toEqual({ width: 4000, height: 3000, orientation: 6 });
  });

  test('is removed with the second picture that cameras hide after the first', () => {
    const clean = withoutMetadata(jpeg({ after: [...jpeg({ orientation: 1 })] }));
    expect(clean).toEqual(jpeg({}));
  });

  test('is removed from a PNG', () => {
    expect(withoutMetadata(png({ notes: true }))).toEqual(png({}));
  });

  test.each<[string, number[]]>([
    ['one stray byte', [0]],
    ['three stray bytes', [0x0d, 0x0a, 0]],
    ['a zero after a mark', [0xff, 0]],
    ['fill bytes', [0xff, 0xff, 0xff]],
    ['a note of no length', [0xff, 0xe5, 0, 0]],
    ['a note of length one', [0xff, 0xfe, 0, 1]],
    ['a mark without a length', [0xff, 0x01]],
    ['a second beginning', [0xff, 0xd8]],
  ])('is removed with %s between the parts of a JPEG', (_what, extra) => {
    const odd = jpeg({ orientation: 6, extra: [...extra, ...comment, ...extra] });
    expect(pictureHeader(odd)).toEqual({ width: 4000, height: 3000, orientation: 6 });
    expect(isWhole(odd)).toBe(true);
    expect(isWhole(odd.subarray(0, -2))).toBe(false);
    expect(withoutMetadata(odd)).toEqual(withoutMetadata(jpeg({ orientation: 6 })));
  });

  test('a file without metadata, or an incomplete one, is returned unchanged', () => {
    for (const bytes of [jpeg({}), png({}), jpeg({ orientation: 6 }).slice(0, 70), png({}).slice(0, 40)])
      expect(withoutMetadata(bytes)).toBe(bytes);
  });
});

test('a picture is complete when it reaches its end', () => {
  expect(isWhole(jpeg({}))).toBe(true);
  expect(isWhole(jpeg({}).subarray(0, -2))).toBe(false);
  expect(isWhole(png({}))).toBe(true);
  expect(isWhole(png({}).subarray(0, -5))).toBe(false);
});

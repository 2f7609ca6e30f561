import { describe, expect, test } from 'vitest';
import { keyOf } from './object-path.ts';

const at = (path: string) => keyOf(`http://casa.test/storage/v1/object/b/${path}`);

describe('the key in an address', () => {
  test.each<[string, string | null, string]>([
    ['public/um.pdf', 'public/um.pdf', 'plain'],
    ['public/com%20espa%C3%A7o.pdf', null, 'an accent'],
    ['public/com%20espaco.pdf', 'public/com espaco.pdf', 'a space'],
    [
      "public/d'agua%20(1),%20b&c@d$e=f;g:h+i!j*.pdf",
      "public/d'agua (1), b&c@d$e=f;g:h+i!j*.pdf",
      'the allowed signs',
    ],
    ['public/um%3F.pdf', 'public/um?.pdf', 'an encoded question mark'],
    ['public/um%252e.pdf', null, 'encoded twice: decoded once, a percent sign stays'],
    ['public%2Fum.pdf', null, 'an encoded slash'],
    ['public/..%2F..%2Fetc%2Fpasswd', null, 'an encoded way up'],
    ['public/%5Cum.pdf', null, 'a backslash'],
    ['public/um%00.pdf', null, 'NUL'],
    ['public/um%0d%0aX-A:b.pdf', null, 'a line break'],
    ['public/%E0%A4', null, 'no UTF-8'],
    ['public/um%zz.pdf', null, 'a percent sign that begins nothing'],
    ['public//um.pdf', null, 'an empty segment'],
    ['public/um.pdf/', null, 'a slash at the end'],
    ['', null, 'nothing'],
    [`public/${'a'.repeat(256)}`, null, 'a segment above 255 bytes'],
    [`public/${'a'.repeat(255)}`, `public/${'a'.repeat(255)}`, 'a segment of 255 bytes'],
    [Array(6).fill('a'.repeat(200)).join('/'), null, 'above 1024 bytes in all'],
    ['public/%22aspas%22.pdf', null, 'double quotes'],
    ['public/%F0%9F%93%84.pdf', null, 'an emoji'],
  ])('%s is read as %s: %s', (path, key) => {
    expect(at(path)).toBe(key);
  });

  test('a dot segment, even encoded, is resolved before parsing', () => {
    expect(keyOf('http://casa.test/storage/v1/object/b/x/%2e%2e/%2e%2e/%2e%2e/%2e%2e/y')).toBeNull();
  });
});

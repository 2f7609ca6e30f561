import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test('the hash is SHA-256 for every length around the ends of blocks', () => {
  for (const length of [0, 1, 30, 46, 54, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = randomBytes(length);
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

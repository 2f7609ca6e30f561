import { expect, test } from 'vitest';
import { addressToCopy } from './InsideAppNote.tsx';

test.each([
  ['https://x.test/projeto-social', 'https://x.test/projeto-social'],
  ['https://x.test/projeto-social#formulario', 'https://x.test/projeto-social'],
  [
    'https://x.test/projeto-social/situacao#0123456789abcdef0123456789abcdef',
    'https://x.test/projeto-social/situacao#0123456789abcdef0123456789abcdef',
  ],
  [
    'https://x.test/projeto-social/situacao#0123456789ABCDEF0123456789ABCDEF',
    'https://x.test/projeto-social/situacao#0123456789ABCDEF0123456789ABCDEF',
  ],
])('of %s the address for another browser is %s', (href, address) => {
  expect(addressToCopy(href)).toBe(address);
});

import { expect, test } from 'vitest';
import { isCrossSite } from './cross-site.ts';

const SITE = 'https://www.exemplo.com.br';

test.each<[boolean, string, Record<string, string>]>([
  [false, 'a program, which sends neither', {}],
  [false, 'our page', { 'sec-fetch-site': 'same-origin', origin: SITE }],
  [
    false,
    'our page at an address that nobody configured',
    { 'sec-fetch-site': 'same-origin', origin: 'https://x' },
  ],
  [false, 'the person', { 'sec-fetch-site': 'none' }],
  [true, 'another site', { 'sec-fetch-site': 'cross-site', origin: SITE }],
  [true, 'a neighbour below the same domain', { 'sec-fetch-site': 'same-site' }],
  [true, 'what no browser says', { 'sec-fetch-site': '' }],
  [false, 'our page in an older browser', { origin: SITE, host: 'interno:3000' }],
  [false, 'our page by its host', { origin: 'http://192.168.0.5:3000', host: '192.168.0.5:3000' }],
  [
    false,
    'our page behind a proxy',
    { origin: 'https://x.test', host: 'a', 'x-forwarded-host': 'b, X.test' },
  ],
  [true, 'another site in an older browser', { origin: 'https://outro.example', host: 'www.exemplo.com.br' }],
  [true, 'another port', { origin: 'http://casa.test:81', host: 'casa.test' }],
  [true, 'a page without an origin', { origin: 'null', host: 'null' }],
  [true, 'an empty origin', { origin: '', host: '' }],
])('%s: %s', (foreign, _who, headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(isCrossSite(method, new Headers(headers), SITE)).toBe(foreign);
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(isCrossSite(method, new Headers(headers), SITE)).toBe(false);
});

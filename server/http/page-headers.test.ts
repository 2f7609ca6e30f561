import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileHeaders } from './page-headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('of a page that was drawn with what the desk published, only the scripts that were built may run', () => {
  const built = '<!doctype html><script>one()</script><!--head--><!--body-->';
  const drawn = built.replace('<!--head-->', '<style>.a{}</style><script>two()</script>');
  const policy = fileHeaders('/', drawn, null, built)['Content-Security-Policy'];
  expect(policy).toContain(`script-src 'self' ${hashOf('one()')};`);
  expect(policy).toContain(`style-src 'self' ${hashOf('.a{}')};`);
  expect(fileHeaders('/', built, null)['Content-Security-Policy']).toContain(hashOf('one()'));
});

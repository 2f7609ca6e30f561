import { expect, test } from 'vitest';
import { pdfState } from './pdf-lock.ts';

const bytes = (text: string) => new Uint8Array([...text].map((letter) => letter.charCodeAt(0)));

const table = (trailer: string, body = '') => {
  const head = `%PDF-1.4\n${body}`;
  return bytes(`${head}xref\n0 1\ntrailer\n<<${trailer}>>\nstartxref\n${head.length}\n%%EOF\n`);
};

const stream = (dictionary: string) => {
  const head = '%PDF-1.5\n';
  return bytes(
    `${head}5 0 obj\n<</Type/XRef${dictionary}>>\nstream\nx\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF`,
  );
};

test.each([
  ['a trailer with a key is encrypted', table('/Size 1/Encrypt 7 0 R'), 'encrypted'],
  ['a trailer without is open', table('/Size 1/Root 1 0 R'), 'open'],
  ['the word in the text of a page is ignored', table('/Size 1', '(/Encrypt 7 0 R)\n'), 'open'],
  ['a stream with a key is encrypted', stream('/Encrypt 7 0 R'), 'encrypted'],
  ['a stream without is open', stream('/Size 9'), 'open'],
  [
    'a trailer that startxref misses is found',
    bytes('%PDF-1.4\nxref\ntrailer <</Encrypt<</V 1>>>>\nstartxref\n99999\n%%EOF'),
    'encrypted',
  ],
  ['one that breaks off is cut', bytes('%PDF-1.4\n1 0 obj'), 'cut'],
  ['nothing is cut', bytes(''), 'cut'],
] as const)('%s', (_title, pdf, state) => {
  expect(pdfState(pdf)).toBe(state);
});

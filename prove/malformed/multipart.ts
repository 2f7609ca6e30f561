import fc from 'fast-check';
import { mostly } from './attempt.ts';

/** The smallest whole PDF, and a PNG's beginning. Plainly artificial. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
);
export const PNG = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
]);

const BOUNDARY = 'limite';
const DISPOSITION = 'Content-Disposition: form-data; name=""; filename="blob"';
const PDF_TYPE = 'Content-Type: application/pdf';

/** A form's content type and bytes. */
export type Form = { type: string; bytes: Buffer };

const typeOf = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
const part = (headers: readonly string[], content: Buffer | string, end = '\r\n') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}${end}${headers.join(end)}${end}${end}`, 'latin1'),
    Buffer.from(content),
    Buffer.from(end),
  ]);
const file = part([DISPOSITION, PDF_TYPE], PDF);
const field = part(['Content-Disposition: form-data; name="cacheControl"'], '3600');
const close = Buffer.from(`--${BOUNDARY}--\r\n`);
const formOf = (...parts: Buffer[]): Form => ({
  type: typeOf(BOUNDARY),
  bytes: Buffer.concat([...parts, close]),
});

/** Headers of a part that hide the file, or say that it is something else. */
const WRONG_HEADERS: readonly (readonly string[])[] = [
  [],
  [PDF_TYPE],
  ['Content-Disposition: form-data; name="cacheControl"', PDF_TYPE],
  ['Content-Disposition: attachment; filename="x.pdf"', PDF_TYPE],
  ['Content-Disposition', PDF_TYPE],
  [' Content-Disposition: form-data; name=""; filename="blob"', PDF_TYPE],
  [DISPOSITION, 'Content-Type: text/html'],
  [DISPOSITION, 'Content-Type: image/svg+xml; charset="'],
  [DISPOSITION, 'Content-Type: '],
  ["Content-Disposition: form-data; name*=utf-8''%ff; filename*=x", 'Content-Type: /'],
  [`X: ${'y'.repeat(17_000)}`, DISPOSITION, PDF_TYPE],
  ['\u0000: \u0001', DISPOSITION, PDF_TYPE],
];
const TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=outro',
  'multipart/form-data;;;',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/form-data; boundary="limite',
  'multipart/form-data; charset=utf-16; boundary=x',
];

/** A form out of which no whole PDF comes: not one of them may be stored. */
export const faultyForm: fc.Arbitrary<Form> = mostly<Form>(
  [
    4,
    fc
      .nat(field.length + file.length + 2)
      .map(
        (length): Form => ({ type: typeOf(BOUNDARY), bytes: formOf(field, file).bytes.subarray(0, length) }),
      ),
  ],
  [3, fc.constantFrom(...WRONG_HEADERS).map((headers) => formOf(field, part(headers, PDF)))],
  [2, fc.constantFrom(...TYPES).map((type): Form => ({ type, bytes: formOf(field, file).bytes }))],
  [1, fc.integer({ min: 11, max: 40 }).map((many) => formOf(...Array<Buffer>(many).fill(field), file))],
  [
    1,
    fc.constantFrom(formOf(file, file), formOf(field), formOf(), formOf(part([DISPOSITION, PDF_TYPE], ''))),
  ],
  [1, fc.constantFrom('\n', '\r', '').map((end) => formOf(part([DISPOSITION, PDF_TYPE], PDF, end)))],
  [1, fc.constant(formOf(part(['Content-Disposition: form-data; name="contentType"'], 'text/html'), file))],
  [
    1,
    fc.constant(
      formOf(
        part(['Content-Disposition: form-data; name="a"'], 'a'.repeat(70_000)),
        file,
        Buffer.alloc(5_300_000, 0x20),
      ),
    ),
  ],
  [
    2,
    fc
      .uint8Array({ maxLength: 400 })
      .map((bytes): Form => ({ type: typeOf(BOUNDARY), bytes: Buffer.from(bytes) })),
  ],
  [
    1,
    fc
      .tuple(fc.nat(file.length - 1), fc.constantFrom('\r\n--limite--', '\r\n--limite\r\n', '\r\n--limite'))
      .map(([at, text]) =>
        formOf(
          part(
            [DISPOSITION, PDF_TYPE],
            Buffer.concat([
              PDF.subarray(0, at % (PDF.length - 10)),
              Buffer.from(text),
              PDF.subarray(at % PDF.length),
            ]),
          ),
        ),
      ),
  ],
);

import fc from 'fast-check';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { type Attempt, type Header, listOf, mostly, request, type Setting } from './attempt.ts';
import { badAuthorization, caller, oddHeaders } from './callers.ts';
import { faultyForm, PDF, PNG } from './multipart.ts';

const WRONG_KEYS = [
  '',
  ...listOf(`public/x.pdf private/{id}_x.pdf {id}_x.pdf public/{id}_x.exe public/{id}_x.pdf.html public/{id}_x public/{id}_.svg
    public/../{id}_x.pdf public/%2e%2e/{id}_x.pdf public/..%2f{id}_x.pdf public%2f{id}_x.pdf public//{id}_x.pdf public/{id}_x.pdf/
    public/{id}_a%2fb.pdf public/{id}_x%00.pdf public/{id}_x%0d%0a.pdf public/{id}_%E0%A4%A.pdf public/{id}_%ff.pdf public/{id}_ç.pdf
    public/{id}_%C3%A7.pdf public/{id}_%25.pdf public/{id}_x?.pdf%3F /etc/passwd .. %2e public/{id}_ public\\{id}_x.pdf
    public/00000000-0000-4000-8000-00000000000g_x.pdf public/{id}-_x.pdf`),
  `public/{id}_${'a'.repeat(81)}.pdf`,
  `public/{id}_${'a/'.repeat(600)}x.pdf`,
];
const uuid = fc.uuid({ version: 4 });

/** A path that an applicant may create, and one that nobody may. */
export const goodKey = uuid.map((id) => `public/${id}_x.pdf`);
export const wrongKey = fc
  .tuple(fc.constantFrom(...WRONG_KEYS), uuid)
  .map(([path, id]) => path.replace('{id}', id));

/** Buckets that do not exist, and no names of buckets at all. */
export const WRONG_BUCKETS = [
  '',
  ...listOf(`outro .. %00 %ff __proto__ ${DOCUMENT_BUCKET}%00 ${DOCUMENT_BUCKET}%2f`),
  DOCUMENT_BUCKET.toUpperCase(),
  'a'.repeat(300),
];

const WRONG_TYPES = [
  '',
  ...listOf(
    'text/html image/svg+xml application/octet-stream image/png application/PDFx application/pdf; */*',
  ),
  'multipart/mixed; boundary=x',
  'x'.repeat(500),
];

/** Bytes that are no whole document of the declared kind. */
const wrongBytes = mostly<Buffer>(
  [2, fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from([0, ...bytes]))],
  [2, fc.integer({ min: 0, max: PDF.length - 12 }).map((length) => PDF.subarray(0, length))],
  [
    1,
    fc
      .constantFrom('', '%PDF-', '%PDF-1.4\n%%EOF', '<html>', '<svg onload=alert(1)>', 'PK\u0003\u0004')
      .map((text) => Buffer.from(text)),
  ],
  [1, fc.constant(PNG)],
  [1, fc.constantFrom(70_000, 400_000).map((size) => Buffer.alloc(size, '%'))],
);

/** Uploads of which none is whole, allowed and new all at once. */
export function uploads(setting: Setting): fc.Arbitrary<Attempt> {
  const asked = fc.tuple(caller(setting), oddHeaders).map(([{ headers }, odd]) => [...headers, ...odd]);
  const pdfType: Header = ['Content-Type', 'application/pdf'];
  const upload = (path: string, headers: readonly Header[], body: Buffer, bucket: string = DOCUMENT_BUCKET) =>
    request('storage', 'POST', `/storage/v1/object/${bucket}/${path}`, { headers, body, refused: true });

  return mostly<Attempt>(
    [3, fc.tuple(asked, wrongKey).map(([headers, path]) => upload(path, [...headers, pdfType], PDF))],
    [
      3,
      fc
        .tuple(asked, goodKey, wrongBytes)
        .map(([headers, path, bytes]) => upload(path, [...headers, pdfType], bytes)),
    ],
    [
      2,
      fc
        .tuple(asked, goodKey, fc.constantFrom(...WRONG_TYPES))
        .map(([headers, path, type]) => upload(path, [...headers, ['Content-Type', type]], PDF)),
    ],
    [
      1,
      fc
        .tuple(asked, goodKey, fc.constantFrom(...WRONG_BUCKETS))
        .map(([headers, path, bucket]) => upload(path, [...headers, pdfType], PDF, bucket)),
    ],
    [
      1,
      fc
        .tuple(badAuthorization(setting), goodKey)
        .map(([header, path]) => upload(path, [header, pdfType], PDF)),
    ],
    [
      1,
      fc
        .tuple(asked, goodKey)
        .map(([headers, path]) => upload(path, [...headers, pdfType, ['x-upsert', 'true']], PDF)),
    ],
    [1, asked.map((headers) => upload(setting.document, [...headers, pdfType], PDF))],
    [
      6,
      fc
        .tuple(asked, goodKey, faultyForm)
        .map(([headers, path, { type, bytes }]) => upload(path, [...headers, ['Content-Type', type]], bytes)),
    ],
    [
      1,
      fc
        .tuple(asked, fc.constantFrom('PUT', 'PATCH', 'OPTIONS', 'TRACE', 'COPY'), goodKey)
        .map(([headers, method, path]) =>
          request('storage', method, `/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
            headers: [...headers, pdfType],
            body: PDF,
            refused: true,
          }),
        ),
    ],
  );
}

import fc from 'fast-check';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { pdfOf, pngOf } from '../../kit/document-bytes.ts';
import {
  at,
  type Endpoint,
  type Header,
  listOf,
  mostly,
  type Piece,
  type Setting,
  text,
  utf8,
  type What,
} from './attempt.ts';
import { badAuthorization } from './callers.ts';

const PDF = Buffer.from(pdfOf());

const WRONG_KEYS = [
  '',
  ...listOf(`public/x.pdf private/{id}_x.pdf {id}_x.pdf public/{id}_x.exe public/{id}_x.pdf.html public/{id}_x public/{id}_.svg
    public/../{id}_x.pdf public/%2e%2e/{id}_x.pdf public/..%2f{id}_x.pdf public%2f{id}_x.pdf public//{id}_x.pdf public/{id}_x.pdf/
    public/{id}_a%2fb.pdf public/{id}_x%00.pdf public/{id}_x%0d%0a.pdf public/{id}_%E0%A4%A.pdf public/{id}_%ff.pdf public/{id}_ç.pdf
    public/{id}_%C3%A7.pdf public/{id}_%25.pdf public/{id}_x?.pdf%3F /etc/passwd .. %2e public/{id}_ public\\{id}_x.pdf
    public/00000000-0000-4000-8000-00000000000g_x.pdf public/{id}-_x.pdf public/{id}_${'a'.repeat(81)}.pdf
    public/{id}_${'a/'.repeat(600)}x.pdf`),
];
const uuid = fc.uuid({ version: 4 });

/** A path that an applicant may create, and one that nobody may. */
export const goodKey = text('public/', uuid, '_x.pdf');
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
  ...['', 'multipart/mixed; boundary=x', 'x'.repeat(500)],
  ...listOf(
    'text/html image/svg+xml application/octet-stream image/png application/PDFx application/pdf; */*',
  ),
];

/** Bytes that are no whole document of the declared kind. */
const wrongBytes = mostly<Buffer>(
  [2, fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from([0, ...bytes]))],
  [2, fc.integer({ min: 0, max: PDF.length - 12 }).map((length) => PDF.subarray(0, length))],
  [1, utf8(text(['', '%PDF-', '%PDF-1.4\n%%EOF', '<html>', '<svg onload=alert(1)>', 'PK\u0003\u0004']))],
  [1, fc.constant(Buffer.from(pngOf()))],
  [1, fc.constantFrom(70_000, 400_000).map((size) => Buffer.alloc(size, '%'))],
);

/** Uploads of which none is whole, allowed and new all at once. */
export function uploads(setting: Setting): Endpoint[] {
  const to = (
    path: Piece,
    { bucket = DOCUMENT_BUCKET as Piece, bytes = fc.constant<Buffer>(PDF), headers = [] as Header[] } = {},
  ) => at(['/object/', bucket, '/', path], bytes, { type: 'application/pdf', headers });
  const sent = fc.tuple(to(goodKey), fc.constantFrom(...WRONG_TYPES), badAuthorization(setting), faultyForm);
  const otherType = sent.map(([asked, type]) => ({ ...asked, type }));
  const otherCaller = sent.map(([asked, , by]) => ({ ...asked, headers: [by] }));
  const asForm = sent.map(([asked, , , form]) => ({ ...asked, ...form }));
  const kinds: [weight: number, what: fc.Arbitrary<What>, more?: Partial<Endpoint>][] = [
    [3, to(wrongKey)],
    [3, to(goodKey, { bytes: wrongBytes })],
    [2, otherType],
    [1, to(goodKey, { bucket: WRONG_BUCKETS })],
    [1, otherCaller, { unnamed: true }],
    [1, to(goodKey, { headers: [['x-upsert', 'true']] })],
    [1, to(setting.document)],
    [6, asForm],
    [1, to(goodKey), { methods: 'PUT PATCH OPTIONS TRACE COPY' }],
  ];
  return kinds.map(([weight, what, more]) => ({ weight, methods: 'POST', what, refused: true, ...more }));
}

const BOUNDARY = 'limite';
const DISPOSITION = 'Content-Disposition: form-data; name=""; filename="blob"';
const PDF_TYPE = 'Content-Type: application/pdf';

/** A form's content type and bytes. */
type Form = { type: string; body: Buffer };

const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (headers: readonly string[], content: Buffer | string, end = '\r\n') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}${end}${headers.join(end)}${end}${end}`, 'latin1'),
    Buffer.from(content as string),
    Buffer.from(end),
  ]);
const field = (name: string, content: string) =>
  part([`Content-Disposition: form-data; name="${name}"`], content);
const file = part([DISPOSITION, PDF_TYPE], PDF);
const cache = field('cacheControl', '3600');
const formOf = (...parts: Buffer[]): Form => ({
  type: FORM_TYPE,
  body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
});
const whole = formOf(cache, file);

/** Headers of a part that hide the file, or say that it is something else. */
const WRONG_HEADERS = [
  [],
  [PDF_TYPE],
  ['Content-Disposition: form-data; name="cacheControl"', PDF_TYPE],
  ['Content-Disposition: attachment; filename="x.pdf"', PDF_TYPE],
  ['Content-Disposition', PDF_TYPE],
  [` ${DISPOSITION}`, PDF_TYPE],
  ...['text/html', 'image/svg+xml; charset="', ''].map((type) => [DISPOSITION, `Content-Type: ${type}`]),
  ["Content-Disposition: form-data; name*=utf-8''%ff; filename*=x", 'Content-Type: /'],
  [`X: ${'y'.repeat(17_000)}`, DISPOSITION, PDF_TYPE],
  ['\u0000: \u0001', DISPOSITION, PDF_TYPE],
];
const FORM_TYPES = [
  ...['', ';;;', '; charset=utf-16; boundary=x'],
  ...['', '"', 'outro', '"limite', 'x'.repeat(300)].map((boundary) => `; boundary=${boundary}`),
].map((end) => `multipart/form-data${end}`);
/** One too few, too many, or one that says what the file is. */
const PARTS = [
  formOf(),
  formOf(cache),
  formOf(file, file),
  formOf(part([DISPOSITION, PDF_TYPE], '')),
  formOf(field('contentType', 'text/html'), file),
  formOf(field('a', 'a'.repeat(70_000)), file, Buffer.alloc(5_300_000, 0x20)),
  ...['\n', '\r', ''].map((end) => formOf(part([DISPOSITION, PDF_TYPE], PDF, end))),
];

/** A form out of which no whole PDF comes: not one of them may be stored. */
const faultyForm: fc.Arbitrary<Form> = mostly<Form>(
  [
    4,
    fc
      .nat(whole.body.length - BOUNDARY.length - 4)
      .map((end) => ({ ...whole, body: whole.body.subarray(0, end) })),
  ],
  [3, fc.constantFrom(...WRONG_HEADERS).map((headers) => formOf(cache, part(headers, PDF)))],
  [2, fc.constantFrom(...FORM_TYPES).map((type) => ({ ...whole, type }))],
  [1, fc.integer({ min: 11, max: 40 }).map((many) => formOf(...Array<Buffer>(many).fill(cache), file))],
  [4, fc.constantFrom(...PARTS)],
  [2, fc.uint8Array({ maxLength: 400 }).map((bytes) => ({ type: FORM_TYPE, body: Buffer.from(bytes) }))],
  [
    1, // a boundary within the file
    fc
      .tuple(fc.nat(PDF.length - 11), fc.constantFrom('\r\n--limite--', '\r\n--limite\r\n', '\r\n--limite'))
      .map(([place, inside]) => [PDF.subarray(0, place), Buffer.from(inside), PDF.subarray(place)])
      .map((pieces) => formOf(part([DISPOSITION, PDF_TYPE], Buffer.concat(pieces)))),
  ],
);

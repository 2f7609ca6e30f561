import fc from 'fast-check';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { type Attempt, listOf, mostly, request, type Setting } from './attempt.ts';
import { badAuthorization, bodyType, caller, oddHeaders } from './callers.ts';
import { brokenBody, deepJson, jsonValue, objectOf } from './json.ts';
import { goodKey, uploads, WRONG_BUCKETS, wrongKey } from './uploads.ts';

const RANGES = [
  ...listOf('bytes=0-0 bytes=-1 bytes=-0 bytes=5-2 bytes=99999999- bytes=0-99999999999999999999 bytes=a-b'),
  ...listOf('bytes=-99999999999999999999 bytes=0-1,3-4 items=0-1 bytes= bytes=--1 bytes=1e3-2e3 bytes=0- x'),
];
/** What stands between `object/` and the bucket. */
const ROUTES = [
  '',
  ...listOf(
    'authenticated/ authenticated/ info/ info/authenticated/ public/ info/public/ sign/ upload/sign/ list/ render/',
  ),
];
const SEARCHES = ['', ...listOf('?download= ?download=%00%ff ?download=../../x ?download=ç.pdf ?token= ?%')];
const ELSEWHERE = [
  '',
  ...listOf(`/ /bucket /bucket/x /bucket/%00 /object/move /object/copy /upload/resumable /s3/x /render/image/x /object /object/
    /health /../../x /object/list /object/info/x /object/sign/x /%2e%2e/x`),
];
const FIELDS = ['', ...listOf('prefix limit sortBy expiresIn prefixes __proto__')];
const ODD_FIELDS = [
  '{"column":"name; drop","order":{}}',
  '1e300',
  '0.5',
  '["a","b\\u0000"]',
  '["public/x.pdf",1]',
];

const fields = fc
  .array(
    fc.tuple(fc.constantFrom(...FIELDS), mostly<string>([2, jsonValue], [1, fc.constantFrom(...ODD_FIELDS)])),
    { maxLength: 4 },
  )
  .map(objectOf);
const body = mostly<Buffer>(
  [6, fields.map((text) => Buffer.from(text))],
  [3, brokenBody(fields)],
  [1, deepJson.map((text) => Buffer.from(`{"prefix":${text}}`))],
  [1, fc.constant(Buffer.from(`{"prefix":"${'a'.repeat(120_000)}"}`))],
);

/** Requests to /storage/v1: uploads that are refused, and calls that name nothing that is stored where they would remove it. */
export function storageAttempts(setting: Setting): fc.Arbitrary<Attempt> {
  const { document, key, token } = setting;
  const asked = fc.tuple(caller(setting), oddHeaders, bodyType).map(([{ headers, who }, odd, type]) => ({
    readable: who === 'administrator',
    headers: [...headers, ...odd],
    withBody: [...headers, ...odd, ...type],
  }));
  const anyKey = mostly<string>(
    [2, fc.constant(document)],
    [2, wrongKey],
    [1, goodKey],
    [1, fc.string({ unit: 'binary', maxLength: 40 })],
  );
  const bucket = mostly<string>([6, fc.constant(DOCUMENT_BUCKET)], [1, fc.constantFrom(...WRONG_BUCKETS)]);
  const range = fc.option(fc.constantFrom(...RANGES));

  const reading = fc
    .tuple(
      asked,
      fc.constantFrom(...ROUTES),
      fc.tuple(bucket, anyKey).map((path) => path.join('/')),
      fc.constantFrom('GET', 'HEAD'),
      range,
      fc.constantFrom(...SEARCHES),
    )
    .map(([{ headers, readable }, route, path, method, bytes, search]) =>
      request('storage', method, `/storage/v1/object/${route}${path}${search}`, {
        headers: bytes ? [...headers, ['Range', bytes]] : headers,
        refused: !readable,
      }),
    );
  const wrongToken = mostly<string>(
    [4, badAuthorization(setting).map(([, bearer]) => bearer.replace(/^\S+\s+/, ''))],
    [1, fc.constantFrom('', key, token)],
  );
  const opening = fc.tuple(wrongToken, anyKey).map(([link, path]) =>
    request('storage', 'GET', `/storage/v1/object/sign/${DOCUMENT_BUCKET}/${path}?token=${link}`, {
      refused: true,
    }),
  );
  const listing = fc
    .tuple(asked, body, bucket)
    .map(([{ withBody }, sent, name]) =>
      request('storage', 'POST', `/storage/v1/object/list/${name}`, { headers: withBody, body: sent }),
    );
  const signing = fc
    .tuple(asked, body, bucket, mostly<string>([2, wrongKey], [3, goodKey]))
    .map(([{ withBody }, sent, name, path]) =>
      request('storage', 'POST', `/storage/v1/object/sign/${name}/${path}`, {
        headers: withBody,
        body: sent,
        refused: true,
      }),
    );
  const removing = fc
    .tuple(asked, body, bucket, mostly<string>([2, fc.constant('')], [2, wrongKey], [1, goodKey]))
    .map(([{ withBody }, sent, name, path]) =>
      request('storage', 'DELETE', `/storage/v1/object/${name}${path && `/${path}`}`, {
        headers: withBody,
        body: sent,
      }),
    );
  const elsewhere = fc
    .tuple(
      asked,
      body,
      fc.constantFrom(...listOf('GET POST PUT DELETE PATCH HEAD')),
      fc.constantFrom(...ELSEWHERE),
    )
    .map(([{ withBody }, sent, method, path]) =>
      request('storage', method, `/storage/v1${path}`, {
        headers: withBody,
        body: method === 'GET' || method === 'HEAD' ? null : sent,
      }),
    );
  return mostly<Attempt>(
    [10, uploads(setting)],
    [5, reading],
    [2, opening],
    [3, listing],
    [2, signing],
    [2, removing],
    [1, elsewhere],
  );
}

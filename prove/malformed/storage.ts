import fc from 'fast-check';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { at, type Endpoint, listOf, type Setting, usually } from './attempt.ts';
import { badBearer } from './callers.ts';
import { bodyOf, jsonValue } from './json.ts';
import { goodKey, uploads, WRONG_BUCKETS, wrongKey } from './uploads.ts';

/** What stands between `object/` and the bucket. */
const ROUTES = [
  '',
  ...listOf(`authenticated/ authenticated/ info/ info/authenticated/ public/ info/public/ sign/ upload/sign/
  list/ render/`),
];
const SEARCHES = ['', ...listOf('?download= ?download=%00%ff ?download=../../x ?download=ç.pdf ?token= ?%')];
const ELSEWHERE = [
  '',
  ...listOf(`/ /bucket /bucket/x /bucket/%00 /object/move /object/copy /upload/resumable /s3/x
  /render/image/x /object /object/ /health /../x /object/list /object/info/x /object/sign/x /%2e%2e/x`),
];

const FIELDS = ['', ...listOf('prefix limit sortBy expiresIn prefixes __proto__')];
const VALUES = listOf('{"column":"name;","order":{}} 1e300 0.5 ["a","b\\u0000"] ["public/x.pdf",1]');
const body = bodyOf(FIELDS, 'prefix', usually(2, jsonValue, VALUES));

/** Requests to /storage/v1: uploads that are refused, and removals that name nothing stored. */
export function storageEndpoints(setting: Setting): Endpoint[] {
  const { document, key, token } = setting;
  const anyKey = usually(
    2,
    [document, document],
    wrongKey,
    wrongKey,
    goodKey,
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const bucket = usually(6, DOCUMENT_BUCKET, WRONG_BUCKETS);
  const nothing = usually(2, wrongKey, goodKey);
  const read = at(['/object/', ROUTES, bucket, '/', anyKey, SEARCHES]);
  const link = usually(4, badBearer(setting), ['', key, token]);
  const opened = at([`/object/sign/${DOCUMENT_BUCKET}/`, anyKey, '?token=', link]);
  const named = (route: string) => at([`/object/${route}`, bucket, '/', nothing], body);
  return [
    ...uploads(setting),
    { weight: 2, methods: 'GET HEAD', what: read, refused: true },
    { weight: 2, methods: 'GET', what: opened, refused: true, unnamed: true },
    { weight: 2, methods: 'POST', what: named('sign/'), refused: true },
    { weight: 1, methods: 'DELETE', what: at(['/object/', bucket], body), refused: false },
    { weight: 1, methods: 'DELETE', what: named(''), refused: true },
    { weight: 1, methods: 'GET HEAD', what: at([ELSEWHERE]), refused: false },
    { weight: 2, methods: 'POST PUT DELETE PATCH', what: at([ELSEWHERE], body), refused: false },
  ];
}

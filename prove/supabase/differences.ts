import type { Module } from './parts.ts';
import type { ComparedRequest } from './reading-requests.ts';

/** The parts of an answer that clients look at; the body of an error is compared without its message. */
export type ComparedAnswer = {
  status: number;
  headers: Record<string, string | null>;
  code: string | null;
  body: unknown;
};

/** The headers that clients of this API read. */
export const HEADERS = [
  'content-type',
  'content-range',
  'content-location',
  'location',
  'preference-applied',
  'retry-after',
] as const;

export type Difference = {
  /** The requests that it is about. */
  of: (asked: ComparedRequest) => boolean;
  /** What may differ: 'status', 'code', 'body' or a header. */
  in: readonly string[];
  /** docs/contract.md says it too. */
  why: string;
  /** Of a stack that has this module of PostgreSQL. */
  only?: 'safeupdate';
};

const header = (name: string, value: RegExp) => (asked: ComparedRequest) =>
  value.test(asked.headers?.[name] ?? '');
const to = (method: RegExp, path: RegExp) => (asked: ComparedRequest) =>
  method.test(asked.method) && path.test(asked.path);
const differs = (why: string, of: Difference['of'], what: string, only?: 'safeupdate'): Difference => ({
  of,
  in: what === 'everything' ? ['status', 'code', 'body', ...HEADERS] : what.split(' '),
  why,
  ...(only && { only }),
});

const UNSERVED =
  /select=(numero:|rg::|rg,private|count\(\))|=(eq\(any\)|like\(all\)|i?match|fts|isdistinct)[.(]?/;
const NOT_ONE_OBJECT = /^(\[\]|"x"|1|true|\{\}|\[\{\}\])$/;

/** Every difference that is meant, between PostgREST 12.0.2 and our server; each is used by a request, or the test fails. */
const DIFFERENCES: readonly Difference[] = [
  // What only newer versions of PostgREST have.
  differs('is.not_null came after PostgREST 12', to(/GET/, /=is\.not_null/), 'everything'),
  differs('PGRST303 was PGRST301 before PostgREST 14', ({ who }) => who === 'expired', 'code'),
  differs('an empty bearer was nobody before PostgREST 14', ({ who }) => who === 'empty', 'status code'),
  differs(
    'PGRST205 was 42P01, and of a POST without a code, before PostgREST 14',
    to(/GET|POST/, /^\/(segredo|nada|configuracao)/),
    'code body',
  ),
  differs(
    'PGRST125 came after PostgREST 12',
    to(/GET/, /^\/a\/b|^\/rpc\/a\/b|^\/rpc\/$/),
    'code body content-type',
  ),

  // Where our server is stricter, or serves less.
  differs(
    'embeds, aliases, casts, aggregates, any and all, regular expressions and full text are not served',
    to(/GET/, UNSERVED),
    'everything',
  ),
  differs(
    'conditions in groups are not served, and no key that would do nothing',
    to(/GET/, /&(or|and|not\.and|on_conflict)=/),
    'everything',
  ),
  differs(
    'a count is exact; planned and estimated ones are not served',
    header('prefer', /count=(planned|estimated)/),
    'everything',
  ),
  differs(
    'of an added row all or nothing is given back, never its address alone',
    header('prefer', /headers-only/),
    'everything',
  ),
  differs(
    'an upsert is not served, though it would only add a row',
    (asked) => asked.who === 'administrator' && header('prefer', /ignore-duplicates/)(asked),
    'everything',
  ),
  differs('lists are JSON alone', header('accept', /text\/csv|application\/xml/), 'everything'),
  differs(
    'two roles and one audience exist for us',
    ({ who }) => who === 'service_role' || who === 'other audience',
    'everything',
  ),
  differs('the API is not described', to(/GET/, /^\/$/), 'everything'),
  differs(
    'a function that may change something is never called by GET',
    to(/GET/, /^\/rpc\/nada$/),
    'everything',
  ),
  differs('what a function gives is neither counted nor cut', to(/GET|POST/, /^\/rpc\/pares/), 'everything'),
  differs(
    'a function that the caller may not execute has no name',
    to(/POST/, /^\/rpc\/secreta/),
    'status code',
  ),
  differs('what a function gets wrong is XX000', to(/POST/, /^\/rpc\/responde/), 'code'),
  differs('PUT is 405 before its body is read', to(/PUT/, /./), 'status code'),
  differs(
    'the right to change is asked before the body is read',
    ({ method, body }) => method === 'PATCH' && body === '',
    'status code',
  ),
  differs(
    'the right to change is asked before a filter is missed',
    to(/PATCH|DELETE/, /^\/inscricoes_projeto$/),
    'status code',
    'safeupdate',
  ),
  differs(
    'an enrolment is one object that says something; nothing is stored of less, and no second one is',
    (asked) =>
      to(/POST/, /^\/inscricoes/)(asked) &&
      (Array.isArray(asked.body) || NOT_ONE_OBJECT.test(String(asked.body))),
    'everything',
  ),
  differs(
    'a body of another declared type is not read',
    header('content-type', /text\/plain|urlencoded/),
    'status code',
  ),

  // Headers that no client of ours reads.
  differs(
    'a refused page tells of nothing that was honoured',
    (asked) =>
      to(/GET|HEAD/, /offset=9/)(asked) ||
      (header('range', /^5-9$/)(asked) && header('prefer', /count/)(asked)),
    'content-location preference-applied',
  ),
  differs(
    'every moment is told in UTC, and what is usual is not confirmed',
    header('prefer', /handling=lenient|timezone=/),
    'preference-applied body',
  ),
];

/** What two answers to one request differ in. */
export function differing(ours: ComparedAnswer, theirs: ComparedAnswer): string[] {
  return [
    ...(ours.status === theirs.status ? [] : ['status']),
    ...(ours.code === theirs.code ? [] : ['code']),
    ...HEADERS.filter((name) => !sameHeader(name, ours.headers[name] ?? null, theirs.headers[name] ?? null)),
    // an error is compared by its code, and by its words where they are our functions' own
    ...(ours.code !== null && theirs.code !== null ? [] : same(ours.body, theirs.body) ? [] : ['body']),
  ];
}

/** Those that hold for a stack with or without the modules of PostgreSQL. */
export function differencesOf(modules: readonly Module[]): readonly Difference[] {
  return DIFFERENCES.filter(({ only }) => only === undefined || modules.includes(only));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** PostgREST repeats the parameters in the order of their names, and writes more of them in percent. */
function sameHeader(name: string, ours: string | null, theirs: string | null): boolean {
  if (name !== 'content-location' || ours === null || theirs === null) return ours === theirs;
  const pairs = (address: string) =>
    [...new URL(address, 'http://x').searchParams]
      .map((pair) => pair.join('='))
      .sort()
      .join('&');
  return pairs(ours) === pairs(theirs) || /rg=eq\.1&rg=eq\.2/.test(ours); // which it joins by a comma
}

import type { Module } from './parts.ts';
import type { Asked } from './reading-requests.ts';

/** Of an answer what the clients look at. `rows` is the body, an error's without its words. */
export type Heard = {
  status: number;
  headers: Record<string, string | null>;
  code: string | null;
  body: unknown;
};

/** Headers that a client of this API reads. Who may read an address is told by the status. */
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
  of: (asked: Asked) => boolean;
  /** What may differ: 'status', 'code', 'body' or a header. */
  in: readonly string[];
  /** docs/contract.md says it too. */
  why: string;
  /** Of a stack that has this module of PostgreSQL. */
  only?: 'safeupdate';
};

const header = (name: string, value: RegExp) => (asked: Asked) => value.test(asked.headers?.[name] ?? '');
const to = (method: RegExp, path: RegExp) => (asked: Asked) =>
  method.test(asked.method) && path.test(asked.path);
const EVERYTHING = ['status', 'code', 'body', ...HEADERS];

/** Every difference that is meant, between PostgREST 12.0.2 and our server; each is used by a request, or the test fails. */
const DIFFERENCES: readonly Difference[] = [
  // What only newer versions of PostgREST have.
  { of: to(/GET/, /=is\.not_null/), in: EVERYTHING, why: 'is.not_null came after PostgREST 12' },
  { of: ({ who }) => who === 'expired', in: ['code'], why: 'PGRST303 was PGRST301 before PostgREST 14' },
  {
    of: ({ who }) => who === 'empty',
    in: ['status', 'code'],
    why: 'an empty bearer was nobody before PostgREST 14',
  },
  {
    of: to(/GET|POST/, /^\/(segredo|nada|configuracao)/),
    in: ['code', 'body'],
    why: 'PGRST205 was 42P01, and of a POST without a code, before PostgREST 14',
  },
  {
    of: to(/GET/, /^\/a\/b|^\/rpc\/a\/b|^\/rpc\/$/),
    in: ['code', 'body', 'content-type'],
    why: 'PGRST125 came after PostgREST 12',
  },

  // Where our server is stricter, or serves less.
  {
    of: to(
      /GET/,
      /select=(numero:|rg::|rg,private|count\(\))|=(eq\(any\)|like\(all\)|i?match|fts|isdistinct)[.(]?/,
    ),
    in: EVERYTHING,
    why: 'embeds, aliases, casts, aggregates, any and all, regular expressions and full text are not served',
  },
  {
    of: to(/GET/, /&(or|and|not\.and|on_conflict)=/),
    in: EVERYTHING,
    why: 'conditions in groups are not served, and no key that would do nothing',
  },
  {
    of: header('prefer', /count=(planned|estimated)/),
    in: EVERYTHING,
    why: 'a count is exact; planned and estimated ones are not served',
  },
  {
    of: header('prefer', /headers-only/),
    in: EVERYTHING,
    why: 'of an added row all or nothing is given back, never its address alone',
  },
  {
    of: (asked) => asked.who === 'administrator' && header('prefer', /ignore-duplicates/)(asked),
    in: EVERYTHING,
    why: 'an upsert is not served, though it would only add a row',
  },
  { of: header('accept', /text\/csv|application\/xml/), in: EVERYTHING, why: 'lists are JSON alone' },
  {
    of: ({ who }) => who === 'service_role' || who === 'other audience',
    in: EVERYTHING,
    why: 'two roles and one audience exist for us',
  },
  { of: to(/GET/, /^\/$/), in: EVERYTHING, why: 'the API is not described' },
  {
    of: to(/GET/, /^\/rpc\/nada$/),
    in: EVERYTHING,
    why: 'a function that may change something is never called by GET',
  },
  {
    of: to(/GET|POST/, /^\/rpc\/pares/),
    in: EVERYTHING,
    why: 'what a function gives is neither counted nor cut',
  },
  {
    of: to(/POST/, /^\/rpc\/secreta/),
    in: ['status', 'code'],
    why: 'a function that the caller may not execute has no name',
  },
  { of: to(/POST/, /^\/rpc\/responde/), in: ['code'], why: 'what a function gets wrong is XX000' },
  { of: to(/PUT/, /./), in: ['status', 'code'], why: 'PUT is 405 before its body is read' },
  {
    of: ({ method, body }) => method === 'PATCH' && body === '',
    in: ['status', 'code'],
    why: 'the right to change is asked before the body is read',
  },
  {
    of: to(/PATCH|DELETE/, /^\/inscricoes_projeto$/),
    in: ['status', 'code'],
    why: 'the right to change is asked before a filter is missed',
    only: 'safeupdate',
  },
  {
    of: ({ method, path, body }) =>
      method === 'POST' &&
      path.startsWith('/inscricoes') &&
      (Array.isArray(body) || /^(\[\]|"x"|1|true|\{\}|\[\{\}\])$/.test(String(body))),
    in: EVERYTHING,
    why: 'an enrolment is one object that says something; nothing is stored of less, and no second one is',
  },
  {
    of: header('content-type', /text\/plain|urlencoded/),
    in: ['status', 'code'],
    why: 'a body of another declared type is not read',
  },

  // Headers that no client of ours reads.
  {
    of: ({ method, path }) => (method === 'GET' || method === 'HEAD' ? /offset=9/.test(path) : false),
    in: ['content-location', 'preference-applied'],
    why: 'a refused page tells of nothing that was honoured',
  },
  {
    of: (asked) => header('range', /^5-9$/)(asked) && header('prefer', /count/)(asked),
    in: ['content-location', 'preference-applied'],
    why: 'a refused page tells of nothing that was honoured',
  },
  {
    of: header('prefer', /handling=lenient|timezone=/),
    in: ['preference-applied', 'body'],
    why: 'every moment is told in UTC, and what is usual is not confirmed',
  },
];

/** What two answers to one request differ in. */
export function differing(ours: Heard, theirs: Heard): string[] {
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

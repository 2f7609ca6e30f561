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
export const HEADERS = ['content-type', 'content-range', 'retry-after'] as const;

export type Difference = {
  /** The requests that it is about. */
  of: (asked: ComparedRequest) => boolean;
  /** What may differ: 'status', 'code', 'body' or a header. */
  in: readonly string[];
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

const NOT_ONE_OBJECT = /^(\[\]|"x"|1|true|\{\}|\[\{\}\])$/;

/** Every difference that is meant, between PostgREST 12.0.2 and our server; each is used by a request, or the test fails. */
const DIFFERENCES: readonly Difference[] = [
  // What only newer versions of PostgREST have.
  differs('PGRST303 was PGRST301 before PostgREST 14', ({ who }) => who === 'expired', 'code'),
  differs('an empty bearer was nobody before PostgREST 14', ({ who }) => who === 'empty', 'status code'),
  differs(
    'PGRST125 came after PostgREST 12',
    to(/GET/, /^\/a\/b|^\/rpc\/a\/b|^\/rpc\/$/),
    'code body content-type',
  ),

  // Where our server is stricter, or serves less.
  differs(
    'of a list are served columns, equal values, order and page; anything else is 400',
    to(/GET/, /select=(numero:|rg::|rg,private|count\(\))|=(in|not|gt|ilike)\.|&or=|limit=(-1|x)/),
    'everything',
  ),
  differs(
    'one table is served, any other path is none',
    to(/./, /^\/(segredo|nada|configuracao|fechada)/),
    'everything',
  ),
  differs(
    'of an added row nothing is given back',
    (asked) => asked.who === 'administrator' && header('prefer', /representation/)(asked),
    'everything',
  ),
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
  differs('a function is called by GET only without arguments', to(/GET/, /^\/rpc\/soma/), 'everything'),
  differs('what a function gives has no range', to(/GET|POST/, /^\/rpc\//), 'content-range'),
  differs('what an added row is one of is not told', to(/POST/, /^\/inscricoes/), 'content-range'),
  differs(
    'a function that the caller may not execute has no name',
    to(/POST/, /^\/rpc\/secreta/),
    'status code',
  ),
  differs('what a function gets wrong is XX000', to(/POST/, /^\/rpc\/responde/), 'code'),
  differs('PUT is refused as a change', to(/PUT/, /./), 'status code'),
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
  differs('an enrolment comes alone in its address', to(/POST/, /\?select=/), 'everything'),
  differs(
    'a body of another declared type is not read',
    header('content-type', /text\/plain|urlencoded/),
    'status code',
  ),
];

/** What two answers to one request differ in. */
export function differing(ours: ComparedAnswer, theirs: ComparedAnswer): string[] {
  return [
    ...(ours.status === theirs.status ? [] : ['status']),
    ...(ours.code === theirs.code ? [] : ['code']),
    ...HEADERS.filter((name) => (ours.headers[name] ?? null) !== (theirs.headers[name] ?? null)),
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

import { expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

// Supabase loads the module safeupdate for every API request. It refuses each UPDATE and
// DELETE without WHERE, also in a CTE and in a security-definer function.
// Source: docs/contract.md §12.

type Token = { text: string; line: number; inside?: string };

/** Words in lower case, signs one by one; comments left out. A quoted body or text is one token, with what is `inside`. */
function tokensOf(sql: string): Token[] {
  const pattern = /--[^\n]*|\/\*.*?\*\/|(\$\w*\$)(.*?)\1|'((?:[^']|'')*)'|"[^"]*"|[\p{L}_][\p{L}\w$]*|\S/gsu;
  return [...sql.matchAll(pattern)]
    .filter(([text]) => !/^(--|\/\*)/.test(text))
    .map(({ 0: text, 2: body, 3: literal, index }) => ({
      text: body === undefined && literal === undefined ? text.toLowerCase() : '',
      line: sql.slice(0, index).split('\n').length,
      inside: body ?? literal?.replaceAll("''", "'"),
    }));
}

/** The first word and the line of every UPDATE and DELETE that has no WHERE of its own. */
function withoutWhere(sql: string, firstLine = 1): { word: string; line: number }[] {
  const tokens = tokensOf(sql);
  return tokens.flatMap((token, at) => {
    if (token.inside !== undefined) return withoutWhere(token.inside, firstLine + token.line - 1);
    if (!beginsWrite(tokens, at)) return [];
    return hasWhere(tokens, at) ? [] : [{ word: token.text, line: firstLine + token.line - 1 }];
  });
}

/** `delete from …` or `update … set`; not `for update`, `on delete`, `before update` or `do update set`. */
function beginsWrite(tokens: Token[], at: number): boolean {
  const next = tokens.slice(at + 1).map(({ text }) => text);
  if (tokens[at]?.text === 'delete') return next[0] === 'from';
  if (tokens[at]?.text !== 'update' || tokens[at - 1]?.text === 'on') return false;
  const set = next.findIndex((text) => text === 'set' || text === ';' || text === '(' || text === ')');
  return set > 0 && next[set] === 'set';
}

/** Whether a WHERE stands between this token and the statement's end, in no parentheses of its own. */
function hasWhere(tokens: Token[], at: number): boolean {
  let depth = 0;
  for (const { text } of tokens.slice(at)) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && text === ';')) return false;
    if (depth === 0 && text === 'where') return true;
  }
  return false;
}

test.each([
  'update t set a = 1',
  'delete from only s.t returning *',
  'update t set a = (select b from u where true)',
  'update t set a = b from (select b from u where true) as u',
  'with gone as (delete from t returning *) select * from gone where true',
  'with found as (select 1 as a where true) update t set a = 1',
  `create function f() returns void language plpgsql as $$ begin update t set a = 1; perform 1 from t where true; end $$;`,
  `create function f() returns void language sql begin atomic; delete from t; select a from t where true; end;`,
  `do $do$ begin execute 'delete from t'; end $do$`,
  'update t set a = 1 -- where true',
])('refused there: %s', (sql) => {
  expect(withoutWhere(sql)).toHaveLength(1);
});

test.each([
  'update t as x set a = 1 where a = 2',
  'delete from t where true',
  'with gone as (delete from t where true returning *) select * from gone',
  'with found as (select 1 as a) update t set a = 1 from found where true',
  'insert into t values (1) on conflict (a) do update set a = excluded.a',
  'select a from t for update',
  'select a from t for no key update skip locked',
  'create trigger g before update or delete on t for each row execute function f()',
  'create table v (a integer references t on update cascade on delete set null)',
  'grant select, update, delete on t to u',
  'truncate t',
  `select 'update of the list' -- update t set a = 1`,
])('accepted there: %s', (sql) => {
  expect(withoutWhere(sql)).toEqual([]);
});

const files = sources(['supabase', 'server/platform'], /\.sql$/);

test('each update and delete in a file of SQL says where', () => {
  expect(files.length).toBeGreaterThan(25);
  expect(
    files.flatMap(({ path, text }) => withoutWhere(text).map(({ word, line }) => `${path}:${line}: ${word}`)),
  ).toEqual([]);
});

// From 21:00 on it is another day in UTC, and no test runs at each hour.
test('a day in a file of SQL is the centre’s', () => {
  const zone =
    /at time zone '+([^']*)|(?<!Sao_Paulo'|years'|day'|->> '\w+'|', p\.dia|', mes|limit 1)\)::date|(?:_em|momento|quando)::date|trunc\('\w+', now\(\)\)|::timestamp(?!tz| at time zone)|current_date|localtime/g;
  const found = files.flatMap(({ path, text }) =>
    [...text.replaceAll(/--.*/g, '').matchAll(zone)].map(([said, name]) => `${path}: ${name ?? said}`),
  );
  expect(found.filter((one) => !one.endsWith(': America/Sao_Paulo'))).toEqual([
    'supabase/schemas/17_situacao.sql: UTC', // a moment in an answer
  ]);
});

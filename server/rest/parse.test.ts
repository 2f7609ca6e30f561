import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused } from '../../tests/support/refused.ts';
import { ApiError } from '../core/errors.ts';
import type { Table } from './catalogue.ts';
import { parseQuery, refuseLongAddress } from './query.ts';
import { callStatement, listStatement } from './sql.ts';

const columns = ['id', 'nome', 'criado em', 'a"b', '__proto__'].map((name) => ({
  name,
  type: 'text',
}));
const TABLE: Table = {
  name: 'gente',
  columns: new Map(columns.map((column) => [column.name, column])),
  privileges: { anon: [], authenticated: [] },
};

/** The condition that a query string becomes, and its values. */
function sqlOf(search: string) {
  const page = { offset: 0, limit: 1 };
  const { text, values } = listStatement(TABLE, { ...parseQuery(search), page, counted: false });
  return { where: /where (.*?)\s+limit/s.exec(text)?.[1]?.trim(), values: values.slice(0, -2), text };
}

describe('a query string', () => {
  test.each([
    ['?nome=eq.Ana', '(target."nome" = $1)', ['Ana']],
    ['?nome=not.neq.Ana', 'not (target."nome" <> $1)', ['Ana']],
    ['?nome=eq.', '(target."nome" = $1)', ['']],
    ['?nome=eq."Ana"', '(target."nome" = $1)', ['"Ana"']],
    ['?nome=eq.a%2Bb+c', '(target."nome" = $1)', ['a+b c']],
    ['?nome=ilike.*ana*', '(target."nome" ilike $1)', ['%ana%']],
    ['?nome=is.null&id=is.not_null', '(target."nome" is null) and (target."id" is not null)', []],
    ['?nome=in.(a,"b,\\"c",)', '(target."nome" = any($1))', [['a', 'b,"c', '']]],
    ['?nome=in.()', '(target."nome" = any($1))', [[]]],
    ['?nome=is.true&id=not.is.unknown', '(target."nome" is true) and not (target."id" is unknown)', []],
    ['?"criado em"=gt.1', '(target."criado em" > $1)', ['1']],
    ['?%22a%5C%22b%22=eq.1', '(target."a""b" = $1)', ['1']],
    ['?__proto__=eq.1', '(target."__proto__" = $1)', ['1']],
    [`?nome=eq.');drop table x;--`, '(target."nome" = $1)', [`');drop table x;--`]],
    ['?apikey=k&nome=eq.1', '(target."nome" = $1)', ['1']],
  ])('%s becomes %s', (search, where, values) => {
    const sql = sqlOf(search);
    expect(sql.where).toBe(where);
    expect(sql.values).toEqual(values);
  });

  test.each([
    ['?nome=match.^a', 'regular expressions'],
    ['?nome=imatch(any).{a}', 'regular expressions'],
    ['?nome=fts.a', 'full text search'],
    ['?nome=cs.{a}', 'containment'],
    ['?nome=isdistinct.a', 'an operator outside the contract'],
    ['?nome=like(any).{a}', 'any'],
    ['?nome=gte(all).{a}', 'all'],
    ['?nome=Ana', 'no operator'],
    ['?nome=is.maybe', 'no such state'],
    ['?nome=in.a,b', 'no brackets'],
    ['?nome=in.(a,b', 'not closed'],
    ['?nome=in.(a)b', 'more behind the list'],
    [`?${'nome=eq.1&'.repeat(51)}`, '51 conditions'],
    [`?nome=in.(${'1,'.repeat(100)}1)`, '101 values'],
    ['?select=nome,', 'an empty column'],
    ['?select="nome', 'a quote not closed'],
    ['?order=nome.up', 'no such direction'],
    ['?order=nome.nullsfirst.desc', 'the wrong order of words'],
    ['?columns=', 'no column'],
    ['?nome=eq.%00', 'NUL'],
    ['?nome=eq.%ff', 'not UTF-8'],
    ['?nome=eq.%', 'a lone percent sign'],
  ])('a query with $1 is refused', (search) => {
    expect(refused(() => parseQuery(search))).toEqual({ status: 400, code: 'PGRST100' });
  });

  test.each([
    ['?or=(nome.eq.1,id.eq.2)', 'a group', /one request for each alternative/],
    ['?and=(nome.eq.1)', 'a group', /All filters hold together/],
    ['?nome=eq.1&not.or=(id.eq.2)', 'a group', /one request for each/],
    ['?not.and=(nome.eq.1)', 'a group', /one request for each/],
    ['?on_conflict=id', 'an upsert', /Insert without it/],
    ['?outra.nome=eq.1', 'a filter on an embedded table', /by its own columns/],
    ['?nome->>a=eq.1', 'a path into JSON', /the whole column/],
    ['?select=nome,outra(*)', 'an embedded table', /each table by itself/],
    ['?select=nome::text', 'a cast', /as it is stored/],
    ['?select=a:nome', 'an alias', /by its own name/],
    ['?select=count()', 'an aggregate', /count=exact/],
    ['?order=outra(nome)', 'order by an embedded table', /each table by itself/],
  ])('%s, which is %s, is refused with what to ask for instead', (search, _what, hint) => {
    expect(() => parseQuery(search)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST100', hint: expect.stringMatching(hint) }),
    );
  });

  test('an unknown column is refused as PostgreSQL would', () => {
    expect(refused(() => sqlOf('?idade=eq.1'))).toEqual({ status: 400, code: '42703' });
    expect(refused(() => sqlOf('?select=idade'))).toEqual({ status: 400, code: '42703' });
    expect(refused(() => sqlOf('?order=constructor'))).toEqual({ status: 400, code: '42703' });
  });

  test('an address over 8 kB is refused', () => {
    expect(refused(() => refuseLongAddress(`/${'a'.repeat(8_192)}`))).toMatchObject({ status: 414 });
    expect(() => refuseLongAddress(`/${'a'.repeat(8_191)}`)).not.toThrow();
  });

  test('columns and order become names out of the catalogue', () => {
    const { text } = sqlOf('?select=nome, id,nome&order=id.desc.nullslast,"criado em"');
    expect(text).toContain('select target."nome", target."id" from public."gente"');
    expect(text).toContain('order by target."id" desc nulls last, target."criado em" asc');
  });

  const words = ['eq.', 'not.', 'and', 'or', '(', ')', '{', '}', ',', '"', '\\', 'in.', 'is.', 'like(any).'];
  const keys = ['nome', 'or', 'and', 'not.or', 'select', 'order', 'limit', 'offset', 'columns'];
  const soup = fc.array(fc.oneof(fc.constantFrom(...words, 'nome', 'id', '*', '%', '+', '\0'), fc.string()));

  test('any text is parsed or refused, and never becomes SQL', () => {
    const one = fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string()), soup);
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.boolean(), (pairs, encode) => {
        const written = (text: string) =>
          encode ? new URLSearchParams({ '': text }).toString().slice(1) : text;
        const search = `?${pairs.map(([key, parts]) => `${written(key)}=${written(parts.join(''))}`).join('&')}`;
        try {
          const { text, values } = listStatement(TABLE, {
            ...parseQuery(search),
            page: { offset: 0, limit: 1 },
            counted: true,
          });
          // Everything that is neither our words, the table's names nor a parameter would be a caller's.
          const rest = text
            .replaceAll(/"(?:gente|id|nome|criado em|a""b|__proto__)"/g, '')
            .replaceAll(/\$\d+/g, '')
            .replaceAll(OUR_WORDS, '');
          expect(rest).toMatch(/^[\s().,*='[\]:<>]*$/);
          expect(Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)))).toBe(
            values.length,
          );
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect(error.status).toBeGreaterThanOrEqual(400);
          expect(error.status).toBeLessThan(500);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

const OUR_WORDS =
  /\b(with|page|as|select|from|public|target|where|and|or|not|is|null|true|false|unknown|any|all|like|ilike|order|by|asc|desc|nulls|first|last|limit|offset|coalesce|json_agg|text|body|count|integer|shown|float8|total)\b/g;

test('a function is called with its own argument names and one bound value', () => {
  const given = [{ name: 'a', type: 'integer' }];
  expect(callStatement('so"ma', 'value', '{"a":1}', given)).toEqual({
    text: `select called.*, nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers from (select to_json(public."so""ma"("a" => sent."a"))::text as body from json_to_record($1::json) as sent ("a" integer) offset 0) as called`,
    values: ['{"a":1}'],
  });
});

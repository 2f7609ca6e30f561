import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused } from '../../tests/support/refused.ts';
import { ApiError } from '../core/errors.ts';
import { COLUMNS, parseQuery, refuseLongAddress, TABLE } from './query.ts';
import { callStatement, listStatement } from './sql.ts';

describe('a query string', () => {
  test('becomes names of columns and bound values', () => {
    const { text, values } = listStatement(
      parseQuery(
        `?select=cpf,id,cpf&order=created_at.desc,id&cidade=eq.a%2Bb+c&rg=eq.');drop table x;--&apikey=k&limit=5000&offset=7`,
      ),
      true,
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      '(select row_to_json(chosen) from (select target.cpf, target.id) as chosen) as item, target.id ' +
        'from public.inscricoes_projeto as target where target.cidade = $1 and target.rg = $2 ' +
        'order by target.created_at desc, target.id asc limit $3 offset $4)',
    );
    expect(values).toEqual(['a+b c', `');drop table x;--`, 1000, 7]);
  });

  test.each([
    ...['?rg=neq.1', '?rg=not.eq.1', '?rg=in.(1,2)', '?rg=1', '?nome_completo=ilike.*a*', '?rg=is.null'],
    ...[
      '?or=(rg.eq.1)',
      '?on_conflict=id',
      '?select=a:cpf',
      '?select=cpf::text',
      '?select=outra(*)',
      '?select="cpf"',
    ],
    ...['?order=cpf.up', '?order=cpf.desc.nullslast', '?limit=-1', '?limit=x', '?offset=1.5', '?offset=1e3'],
    ...['?a->>b=eq.1', '?rg=eq.%00', '?rg=eq.%ff', '?%=eq.1', '?constructor()=eq.1'],
  ])('%s is not served', (search) => {
    expect(refused(() => parseQuery(search))).toEqual({ status: 400, code: 'PGRST100' });
  });

  test.each(['?nada=eq.1', '?select=nada', '?order=constructor', '?__proto__=eq.1', '?select='])(
    '%s names no column',
    (search) => {
      expect(refused(() => parseQuery(search)).status).toBe(400);
    },
  );

  test('an address over 8 kB is refused', () => {
    expect(refused(() => refuseLongAddress(`/${'a'.repeat(8_192)}`))).toMatchObject({ status: 414 });
    expect(() => refuseLongAddress(`/${'a'.repeat(8_191)}`)).not.toThrow();
  });

  const words = ['eq.', 'not.', '(', ')', ',', '"', '\\', '.desc', '.asc', 'rg', 'id', '*', '%', '+', '\0'];
  const keys = ['rg', 'or', 'select', 'order', 'limit', 'offset', 'columns'];
  const one = fc.tuple(
    fc.oneof(fc.constantFrom(...keys), fc.string()),
    fc.array(fc.oneof(fc.constantFrom(...words), fc.string())),
  );

  test('any text is parsed or refused, and never becomes SQL', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.boolean(), (pairs, encode) => {
        const written = (text: string) =>
          encode ? new URLSearchParams({ '': text }).toString().slice(1) : text;
        const search = `?${pairs.map(([key, parts]) => `${written(key)}=${written(parts.join(''))}`).join('&')}`;
        try {
          const { text, values } = listStatement(parseQuery(search), true);
          // Everything that is neither our words, the table's names nor a parameter would be a caller's.
          const rest = text
            .replaceAll(/\$\d+/g, '')
            .replaceAll(/\w+/g, (word) => (OURS.has(word) || COLUMNS.has(word) ? '' : word));
          expect(rest).toMatch(/^[\s().,*='[\]:]*$/);
          expect(Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)))).toBe(
            values.length,
          );
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect([400, 414]).toContain(error.status);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

const OURS = new Set(
  `with page as select from public target where and order by asc desc limit offset coalesce json_agg text body
  count integer shown float8 total row_to_json chosen item ids array_agg 1 10 ${TABLE}`.split(/\s+/),
);

test('a function is called with its own argument names and one bound value', () => {
  const given = [{ name: 'a', type: 'integer' }];
  expect(callStatement('soma', 'value', '{"a":1}', given)).toEqual({
    text: `select called.*, nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers from (select to_json(public.soma(a => sent.a))::text as body from json_to_record($1::json) as sent (a integer) offset 0) as called`,
    values: ['{"a":1}'],
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refused } from '../../tests/support/refused.ts';
import { ApiError } from '../core/errors.ts';
import { COLUMNS, parseQuery, TABLE } from './query.ts';
import { listStatement } from './sql.ts';

describe('a query string', () => {
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
    ...['?a->>b=eq.1', '?rg=eq.%00', '?rg=eq.%ff', '?%=eq.1', '?constructor()=eq.1', '?select='],
    ...['?nada=eq.1', '?select=nada', '?order=constructor', '?__proto__=eq.1'],
  ])('%s is not served', (search) => {
    const code = /nada|=constructor|__/.test(search) ? '42703' : 'PGRST100'; // names no column
    expect(refused(() => parseQuery(search))).toEqual({ status: 400, code });
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
          expect(error.status).toBe(400);
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

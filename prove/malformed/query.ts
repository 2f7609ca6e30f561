import fc from 'fast-check';
import { listOf, mostly, PERSONAL } from './attempt.ts';

// Query strings of /rest/v1: what is served, what PostgREST has beyond it, and what nobody has.

const COLUMNS = listOf(
  `id created_at nome_completo data_nascimento idade peso altura cpf protocolo cadastro_unico_url *`,
);
const ODD_COLUMNS = listOf(
  `nada __proto__ "id" "a\\"b" id::text apelido:id outra(*) id->>x count() id.sum() xmin ctid tableoid " 日 id%00 -`,
);
const OPERATORS = listOf('eq neq gt gte lt lte like ilike is in not.eq not.in not.is not.ilike');
const ODD_OPERATORS = listOf(
  'not.not.eq match imatch fts plfts(english) cs cd ov sl adj eq(any) like(all) isdistinct EQ constructor = .',
);
const VALUES = [
  ...listOf(
    `null true NULL x 1 1e400 -1 2147483648 2026-02-30 2012-03-05 infinity now 00000000-0000-4000-8000-000000000000`,
  ),
  ...listOf(`(1,2) () ( ) (a,"b,c") (" " "\\" \\ % * %00 %ff %u0041 %F0%9F%A5%8B {1,2} [1,2] 𝟙 %_\\ 1;`),
  "' or 1=1 --",
  '',
  ...PERSONAL,
];

const column = mostly<string>(
  [12, fc.constantFrom(...COLUMNS)],
  [3, fc.constantFrom('', ' ', ...ODD_COLUMNS)],
  [1, fc.string({ unit: 'binary', maxLength: 12 })],
);
const operator = mostly<string>(
  [6, fc.constantFrom(...OPERATORS)],
  [1, fc.constantFrom('', ...ODD_OPERATORS)],
);
const value = mostly<string>(
  [8, fc.constantFrom(...VALUES)],
  [1, fc.string({ unit: 'binary', maxLength: 30 })],
);
const list = fc.array(value, { maxLength: 6 }).map((items) => `(${items.join(',')})`);
const longList = fc.integer({ min: 90, max: 110 }).map((many) => `(${'1,'.repeat(many)}1)`);
const test = fc
  .tuple(operator, mostly<string>([8, value], [2, list], [1, longList]))
  .map(([name, text]) => `${name}.${text}`);

/** Groups of conditions, which are not served: some deep, some not closed. */
const GROUPS = listOf('(id.eq.1,peso.gt.2) (or(id.eq.1,not.and(id.in.(1 (( ) () (id.eq.%ff) id.eq.1');
const deepGroup = fc
  .integer({ min: 3, max: 200 })
  .map((depth) => `${'(and'.repeat(depth)}(id.eq.1)${')'.repeat(depth)}`);
const group = mostly<string>([4, fc.constantFrom(...GROUPS)], [1, deepGroup]);
const groups = fc.tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or', 'not', 'and.not'), group);

const direction = mostly<string>(
  [4, fc.constantFrom('', '.asc', '.desc.nullslast')],
  [1, fc.constantFrom('.up', '.desc.desc', '.')],
);
const order = fc.array(
  fc.tuple(column, direction).map((term) => term.join('')),
  { maxLength: 4 },
);
const number = mostly<string>(
  [3, fc.constantFrom('0', '1', '-1', '5', '1e3', '99999999999999999999', '1.5', '+1', ' ')],
  [1, value],
);

const parameter = mostly<string>(
  [3, fc.tuple(column, test).map((pair) => pair.join('='))],
  [2, fc.array(column, { maxLength: 5 }).map((names) => `select=${names.join(',')}`)],
  [2, order.map((terms) => `order=${terms.join(',')}`)],
  [2, fc.tuple(fc.constantFrom('limit', 'offset'), number).map((pair) => pair.join('='))],
  [1, fc.tuple(fc.constantFrom('columns', 'on_conflict'), column).map((pair) => pair.join('='))],
  [1, groups.map((pair) => pair.join('='))],
  [
    1,
    mostly<string>(
      [1, value],
      [1, value.map((text) => `apikey=${text}`)],
      [1, value.map((text) => `=${text}`)],
    ),
  ],
);

const huge = fc.constantFrom(
  `?nome_completo=eq.${'a'.repeat(8_100)}`,
  `?nome_completo=eq.${'a'.repeat(8_300)}`,
  `?order=${'id,'.repeat(1_700)}id`,
  ...[49, 51].map((many) => `?${'peso=gt.1&'.repeat(many)}`),
);

/** A query string with its question mark, or nothing. */
export const query: fc.Arbitrary<string> = mostly<string>(
  [3, fc.constant('')],
  [20, fc.array(parameter, { minLength: 1, maxLength: 4 }).map((parts) => `?${parts.join('&')}`)],
  [1, huge],
);

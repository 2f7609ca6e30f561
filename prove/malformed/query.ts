import fc from 'fast-check';
import { listOf, mostly, PERSONAL, text, usually } from './attempt.ts';

// Query strings of /rest/v1: what is served, what PostgREST has beyond it, and what nobody has.

const COLUMNS = listOf(
  'id created_at nome_completo data_nascimento idade peso altura cpf protocolo cadastro_unico_url *',
);
const ODD_COLUMNS = listOf(
  `nada __proto__ "id" "a\\"b" id::text apelido:id outra(*) id->>x count() id.sum() xmin ctid tableoid " 日 id%00 -`,
);
const OPERATORS = listOf('eq eq eq eq eq eq neq like is in not.eq');
const ODD_OPERATORS = listOf(
  'not.not.eq match imatch fts plfts(english) cs cd ov sl adj eq(any) like(all) isdistinct EQ constructor = .',
);
const VALUES = [
  ...listOf(`null true NULL x 1 1e400 -1 2147483648 2026-02-30 2012-03-05 infinity now 00000000-0000-4000-8000-000000000000
    (1,2) () ( ) (a,"b,c") (" " "\\" \\ % * %00 %ff %u0041 %F0%9F%A5%8B {1,2} [1,2] 𝟙 %_\\ 1;`),
  "' or 1=1 --",
  '',
  ...PERSONAL,
];

const column = mostly<string>(
  [12, fc.constantFrom(...COLUMNS)],
  [3, fc.constantFrom('', ' ', ...ODD_COLUMNS)],
  [1, fc.string({ unit: 'binary', maxLength: 12 })],
);
const value = usually(8, VALUES, fc.string({ unit: 'binary', maxLength: 30 }));
const separated = (items: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(items, { maxLength }).map((all) => all.join(','));
const given = mostly<string>([8, value], [1, text('(', separated(value, 6), ')')]);
const test = text(usually(6, OPERATORS, ['', ...ODD_OPERATORS]), '.', given);

const direction = usually(4, ['', '.asc', '.desc'], ['.up', '.desc.nullslast', '.']);
const number = usually(3, ['0', '1', '-1', '5', '1e3', '99999999999999999999', '1.5', '+1', ' '], value);
const parameter = mostly<string>(
  [3, text(column, '=', test)],
  [2, text('select=', separated(column, 5))],
  [2, text('order=', separated(text(column, direction), 4))],
  [2, text(['limit', 'offset'], '=', number)],
  [1, text(['columns', 'on_conflict'], '=', column)],
  [1, text(['and', 'or', 'not.or'], '=', ['(id.eq.1,peso.gt.2)', '(or(id.eq.1,not.and(id.in.(1', ')'])],
  [1, text(['', 'apikey=', '='], value)],
);

const huge = [
  ...[8_100, 8_300].map((letters) => `?nome_completo=eq.${'a'.repeat(letters)}`),
  `?order=${'id,'.repeat(1_700)}id`,
  `?${'peso=eq.1&'.repeat(90)}`,
];

/** A query string with its question mark, or nothing. */
export const query: fc.Arbitrary<string> = mostly<string>(
  [3, fc.constant('')],
  [20, fc.array(parameter, { minLength: 1, maxLength: 4 }).map((parts) => `?${parts.join('&')}`)],
  [1, fc.constantFrom(...huge)],
);

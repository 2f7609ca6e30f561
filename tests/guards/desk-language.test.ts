import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { LEFT_BECAUSE } from '../../domain/desk/attendance.ts';
import { FILTERS } from '../../domain/desk/filter.ts';
import { CRITERIA, OF_GUARDIAN, SITUATIONS } from '../../domain/desk/situations.ts';
import { FIELDS } from '../../domain/enrolment/fields.ts';
import { FUNCTIONS } from '../../domain/functions.ts';
import { ROLES } from '../../domain/roles.ts';
import { sources } from '../support/sources.ts';

// The desk has one language: the functions of the database that answer it do so in English, app/admin/api
// gives them their arguments by the database's names, and above it there is none of these. What is stored
// (`'nova'`, `'situacao'`) is a value and stays. SPEC's field names are the form's state, here as there.

const sql = sources(['supabase'], /\.sql$/)
  .map(({ text }) => text.replace(/--.*$/gm, ''))
  .join('\n');

/** Names of columns and arguments in the schemas. */
function wireWords(): Set<string> {
  const columns = [
    ...sql.matchAll(/create (?:table|view) (?:if not exists )?[\w.]+ \(([\s\S]*?)\n\);/g),
  ].flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+) /gm)].map(([, name = '']) => name));
  const lists = [...sql.matchAll(/function [\w.]+ ?\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => /^\s*(?:out |in |inout )?(\w+)/.exec(one)?.[1] ?? ''),
  );
  const answers = FIELDS.map(({ column }) => column);
  return new Set([...columns, ...lists, ...answers]);
}

/** SPEC's field names, codes that are stored (keys of their tables, in `CRITERIA` and the like), and words that are English too. */
const OURS = new Set<string>([
  ...FIELDS.map(({ name }) => name),
  ...Object.values(FILTERS).flatMap((filter) => ('options' in filter ? Object.keys(filter.options) : [])),
  ...Object.keys({ ...SITUATIONS, ...CRITERIA, ...OF_GUARDIAN, ...LEFT_BECAUSE }),
  ...ROLES,
  ...'bytes check code details hint id message pdf text total'.split(' '),
]);

const files = sources(['app/admin', 'domain/desk'], /(?<!\.test)\.tsx?$/).filter(
  ({ path }) => !path.startsWith('app/admin/api/'),
);

type Node = { type?: string; name?: string; id?: Node; init?: { properties?: { value?: Node }[] } };

/** Every name in a file: of a variable, a property, a type. Words inside quotes are none, nor are the codes by which a table (`WORDS`) is read. */
function namesIn(path: string, text: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, name, id, init } = node as Node;
    if (type === 'Identifier' && name) names.add(name);
    const table = /^[A-Z_]+$/.test(id?.name ?? '') ? init?.properties : undefined;
    for (const part of table?.map(({ value }) => value) ?? Object.values(node)) visit(part);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
  return names;
}

test('above app/admin/api no name at the desk is a word of the wire', () => {
  const wire = wireWords();
  for (const known of ['situacao', 'versao', 'nome_completo', 'primeiro_dia', 'inscricao', 'motivo'])
    expect(wire, 'what the schemas name').toContain(known);
  const found = files.flatMap(({ path, text }) =>
    [...namesIn(path, text)]
      .filter((name) => wire.has(name) && !OURS.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('the tables that functions of the database give the desk have English columns', () => {
  const wire = wireWords();
  const tables = [...sql.matchAll(/create function private\.(\w+)\([^)]*\)\s+returns table \(([^)]*)\)/g)];
  const found = tables
    .filter(([, name = '']) => Object.hasOwn(FUNCTIONS, name))
    .flatMap(([, name, list = '']) => list.split(',').map((one) => `${name}: ${/\w+/.exec(one)?.[0]}`));
  expect(found).toContain('lista_de_contas: disabledAt');
  expect(
    found.filter((one) => wire.has(one.split(' ')[1] ?? '') && !OURS.has(one.split(' ')[1] ?? '')),
  ).toEqual([]);
});

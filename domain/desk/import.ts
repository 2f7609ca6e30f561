import { imported as words } from '../../content/import.ts';
import { laterDay, readDate } from '../dates.ts';
import { ageAfter } from '../enrolment/answers.ts';
import { EMPTY_ENROLMENT, findProblems } from '../enrolment/enrolment.ts';
import type { Field } from '../enrolment/fields.ts';
import type { Rules } from '../enrolment/rules.ts';
import { classInWords, type DeskClass } from './classes.ts';
import { CORRECTABLE, type Correctable, storedByColumn } from './typed-answers.ts';

/** Who trains already, from a spreadsheet: the form's questions, with class and first day. */

/** The most people of one spreadsheet; `private.importar_participantes` says the same. */
export const MOST_ROWS = 500;

/** A column of the spreadsheet: a question, or `className` or `firstDay`. */
type Column = { name: string; title: string; required: boolean; field?: Correctable };

/** In the model's order. The e-mail may be missing. */
const COLUMNS: readonly Column[] = [
  ...CORRECTABLE.map((field) => ({
    name: field.name,
    title: field.label.replace(/ \*$/, ''),
    required: Boolean(field.required) && field.name !== 'email',
    field,
  })),
  { name: 'className', title: words.class, required: true },
  { name: 'firstDay', title: words.firstDay, required: true },
];

/** The model's headings; in brackets how it is written. */
export const MODEL_HEADINGS: readonly string[] = COLUMNS.map(({ name, title, field }) => {
  const how = field?.options ? Object.values(field.options).join('; ') : null;
  const isDay = field?.control === 'date' || name === 'firstDay';
  return how || isDay ? `${title} (${how ?? words.day})` : title;
});

/** Other titles of a column in lists that people keep. */
const ALSO: Readonly<Record<string, string>> = {
  nomeCompleto: 'nome|aluno|aluna|nome do aluno|nome da crianca|participante',
  dataNascimento: 'nascimento|data nascimento|data de nasc|nasc|dn',
  orgaoExpedidor: 'orgao emissor',
  cidade: 'municipio',
  enderecoCompleto: 'endereco',
  telefoneWhatsapp: 'telefone|celular|whatsapp|fone|contato',
  nomeResponsavel: 'responsavel|mae|nome da mae|pai ou mae',
  telefoneResponsavel: 'celular do responsavel|telefone da mae|fone do responsavel',
  contatoRecados: 'recados|recado',
  nivelEscolaridade: 'grau de instrucao',
  serieAno: 'serie|ano',
  rendaFamiliar: 'renda',
  condicaoMedica: 'condicao medica|problema de saude',
  condicaoMedicaDetalhes: 'qual condicao|detalhes da condicao medica',
  className: 'classe|horario',
  firstDay: 'inicio|data de inicio|desde|comecou em|entrada|data de entrada',
};

/** Letters and digits without marks and case, words between single spaces. */
const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const TITLES = new Map(
  COLUMNS.flatMap((column) => {
    const { sheetLabel = '', column: stored = '' } = column.field ?? {};
    const all = [column.title, column.title.replace(/[(,].*/, ''), sheetLabel, stored, column.name];
    return [...all, ...(ALSO[column.name] ?? '').split('|')].map((title) => [keyOf(title), column] as const);
  }).filter(([title]) => title !== ''),
);

const columnOf = (heading: string): Column | undefined =>
  TITLES.get(keyOf(heading.replace(/\(.*/s, ''))) ?? TITLES.get(keyOf(heading));

/** A person of the spreadsheet: the line, what is wrong, and what is stored where nothing is (answers by their columns). */
export type ImportedRow = {
  line: number;
  name: string;
  problems: readonly string[];
  classId: string;
  className: string;
  firstDay: string;
  answers: Readonly<Record<string, string | number | null>>;
};

/** What a spreadsheet holds, with the titles that say nothing to us; or why it is not read. */
export type Import = { rows: ImportedRow[]; ignored: string[] } | { refused: string };

type Around = { classes: readonly DeskClass[]; rules: Rules; today: string };

/** Reads the lines of a spreadsheet, each cell as text; titles may stand below others. `today` is an ISO day. */
export function readImport(lines: readonly (readonly string[])[], around: Around): Import {
  const at = lines.slice(0, 20).findIndex((cells) => {
    const known = cells.map((cell) => columnOf(cell)?.name);
    return known.includes('nomeCompleto') && new Set(known).size > 3;
  });
  if (at < 0) return { refused: words.noTitles };
  const titles = lines[at] ?? [];
  const places = new Map<Column, number>();
  const ignored: string[] = [];
  titles.forEach((title, place) => {
    const column = columnOf(title);
    if (column && !places.has(column)) places.set(column, place);
    else if (title.trim()) ignored.push(title.trim());
  });
  const missing = COLUMNS.filter((column) => column.required && !places.has(column));
  if (missing.length > 0) return { refused: words.missingColumns(missing.map(({ title }) => title)) };
  const people = lines.flatMap((cells, index) =>
    index > at && cells.some((cell) => cell.trim()) ? [{ cells, line: index + 1 }] : [],
  );
  if (people.length === 0) return { refused: words.nobody };
  if (people.length > MOST_ROWS) return { refused: words.tooMany };
  const rows = people.map(({ cells, line }) => {
    const cell = (column: Column) => cells[places.get(column) ?? -1] ?? '';
    return readRow(line, Object.fromEntries(COLUMNS.map((column) => [column.name, cell(column)])), around);
  });
  return { rows, ignored };
}

function readRow(
  line: number,
  typed: Readonly<Record<string, string>>,
  { classes, rules, today }: Around,
): ImportedRow {
  const answers = Object.fromEntries(
    CORRECTABLE.map((field) => [field.name, asTyped(field, typed[field.name] ?? '')]),
  ) as Record<Correctable['name'], string>;
  if (answers.condicaoMedica === 'nao') answers.condicaoMedicaDetalhes = 'Nenhuma';
  const idade = ageAfter(answers.dataNascimento, today);
  const form = { ...EMPTY_ENROLMENT, ...answers, idade };
  const found = findProblems(form, today, { ...rules, emailObrigatorio: false });
  const formula = COLUMNS.find(({ name }) => /^\s*[=@]/.test(typed[name] ?? ''));
  const group = classOf(typed.className ?? '', classes);
  const day = readDate(dayAsTyped(typed.firstDay ?? ''));
  const firstDay = typeof day === 'string' && day >= '1950-01-01' && day <= laterDay(today, 366) ? day : '';
  const problems = found.flatMap(({ field, message }) =>
    field === 'cadastroUnico' || field === 'idade' ? [] : [message],
  );
  if (!group) problems.push(words.noClass(typed.className?.trim() ?? '', classes.map(classInWords)));
  if (!firstDay) problems.push(words.noFirstDay);
  if (formula) problems.push(words.formula(formula.title));
  return {
    ...{ line, name: answers.nomeCompleto.trim(), problems, firstDay },
    ...{ classId: group?.id ?? '', className: group?.name ?? '' },
    answers: storedByColumn(answers),
  };
}

/** A cell as it would be typed into the form. */
function asTyped({ control, options }: Field, cell: string): string {
  const text = cell.trim();
  if (control === 'date') return dayAsTyped(text);
  if (control === 'cpf') return /^\d{8,10}$/.test(text) ? text.padStart(11, '0') : text; // a number has no zeros before it
  if (!options || text === '') return text;
  const key = keyOf(text);
  const begins = (words: string) => keyOf(words).startsWith(key);
  const codes = Object.entries(options);
  const [code] = codes.find((pair) => pair.some((one) => keyOf(one) === key)) ?? [];
  const likely = codes.filter((pair) =>
    pair.some((one) => begins(one) || begins(one.replace(/^(Ensino|De) /, ''))),
  );
  return code ?? (likely.length === 1 ? likely[0]?.[0] : undefined) ?? text;
}

/** A day that a spreadsheet counts as a number, or whose first zero it lost, as people write it. */
function dayAsTyped(cell: string): string {
  const text = cell.trim();
  if (/^[1-6]\d{4}$/.test(text)) return laterDay('1899-12-30', Number(text));
  return /^\d{7}$/.test(text) ? `0${text}` : text;
}

/** The class that a cell names, alone: by its name, by all its words, or by how these begin. */
function classOf(cell: string, classes: readonly DeskClass[]): DeskClass | undefined {
  const key = keyOf(cell);
  if (key === '') return;
  const exact = classes.filter((one) => [one.name, classInWords(one)].some((said) => keyOf(said) === key));
  const likely = classes.filter((one) => keyOf(classInWords(one)).startsWith(`${key} `));
  const found = exact.length > 0 ? exact : likely;
  return found.length === 1 ? found[0] : undefined;
}

import { imported as words } from '../../content/import.ts';
import { laterDay, readDate, writtenDay } from '../dates.ts';
import { ageAfter } from '../enrolment/answers.ts';
import { EMPTY_ENROLMENT, findProblems } from '../enrolment/enrolment.ts';
import type { Field } from '../enrolment/fields.ts';
import type { Rules } from '../enrolment/rules.ts';
import { classInWords } from '../timetable.ts';
import type { DeskClass } from './classes.ts';
import { CORRECTABLE, type Correctable, storedByColumn } from './typed-answers.ts';

/** Who trains already, from a spreadsheet: the form's questions, with class and first day. */

/** The most people of one spreadsheet; `private.importar_participantes` says the same. */
export const MOST_ROWS = 500;

/** A column of the spreadsheet: a question, or `className` or `firstDay`. */
type Column = { name: string; title: string; required: boolean; field?: Correctable };

const shortOf = ({ title }: Column) => title.replace(/ ?[(,].*/, '');

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

/** The titles without which nothing is read. */
export const NEEDED: readonly string[] = COLUMNS.flatMap((one) => (one.required ? [shortOf(one)] : []));

/** Other titles of a column in lists that people keep. */
const ALSO: Readonly<Record<string, string>> = {
  nomeCompleto: 'nome|aluno|aluna|participante',
  dataNascimento: 'nascimento|dn',
  enderecoCompleto: 'endereco',
  telefoneWhatsapp: 'telefone|celular|whatsapp|contato',
  nomeResponsavel: 'responsavel|mae|nome da mae',
  rendaFamiliar: 'renda',
  className: 'horario',
  firstDay: 'inicio|data de inicio|desde|entrada',
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
    const { title, name, field } = column;
    const all = [title, shortOf(column), field?.sheetLabel ?? '', field?.column ?? '', name];
    return [...all, ...(ALSO[name] ?? '').split('|')].map((said) => [keyOf(said), column] as const);
  }),
);

TITLES.delete('');

/** The column that a title names, with or without what stands in brackets. */
const columnOf = (heading: string): Column | undefined =>
  TITLES.get(keyOf(heading.replace(/\(.*/s, ''))) ?? TITLES.get(keyOf(heading));

/** A person of the spreadsheet: who it is, by the line, what is wrong, or with which class and day it is stored (answers by their columns); null: something is wrong. */
export type ImportedRow = {
  line: number;
  who: string;
  says: string;
  stored: { classId: string; firstDay: string; answers: ReturnType<typeof storedByColumn> } | null;
};

/** What a spreadsheet holds, and what is said about it; or why it is not read, '' where it is. */
export type Import = { rows: ImportedRow[]; notes: string[]; refused: string };

export const refusal = (refused: string): Import => ({ rows: [], notes: [], refused });

type Around = { classes: readonly DeskClass[]; rules: Rules; today: string };

/** Reads the lines of a spreadsheet, each cell as text; titles may stand below others. `today` is an ISO day. */
export function readImport(lines: readonly (readonly string[])[], around: Around): Import {
  const at = lines.slice(0, 20).findIndex((cells) => {
    const known = cells.map((cell) => columnOf(cell)?.name);
    return known.includes('nomeCompleto') && new Set(known).size > 3;
  });
  const titles = lines[at];
  if (!titles) return refusal(words.noTitles);
  const columns = titles.map(columnOf);
  const missing = COLUMNS.filter((column) => column.required && !columns.includes(column));
  if (missing.length > 0) return refusal(words.missingColumns(missing.map(({ title }) => title)));
  const people = lines.flatMap((cells, index) =>
    index > at && cells.some((cell) => cell.trim()) ? [{ cells, line: index + 1 }] : [],
  );
  if (people.length === 0) return refusal(words.nobody);
  if (people.length > MOST_ROWS) return refusal(words.tooMany);
  const rows = people.map(({ cells, line }) => {
    const typed = COLUMNS.map((column) => [column.name, cells[columns.indexOf(column)]?.trim() ?? '']);
    return readRow(line, Object.fromEntries(typed), around);
  });
  const isRead = (place: number) => columns[place] && columns.indexOf(columns[place]) === place;
  const ignored = titles.filter((title, place) => title.trim() && !isRead(place));
  return { rows, notes: ignored.length > 0 ? [words.ignored(ignored)] : [], refused: '' };
}

function readRow(
  line: number,
  typed: Readonly<Record<string, string>>,
  { classes, rules, today }: Around,
): ImportedRow {
  /** After its column and what stands there; of an empty cell the sentence alone, which names the column. */
  const inCell = (name: string, problem: string) => {
    const column = typed[name] && COLUMNS.find((one) => one.name === name);
    return column ? words.cell(shortOf(column), typed[name] ?? '', problem) : problem;
  };
  const given = Object.fromEntries(
    CORRECTABLE.map((field) => [field.name, asTyped(field, typed[field.name] ?? '')]),
  ) as Record<Correctable['name'], string>;
  if (given.condicaoMedica === 'nao') given.condicaoMedicaDetalhes = 'Nenhuma';
  const form = { ...EMPTY_ENROLMENT, ...given, idade: ageAfter(given.dataNascimento, today) };
  const problems = findProblems(form, today, { ...rules, emailObrigatorio: false }).flatMap(
    ({ field, message }) => (field === 'cadastroUnico' || field === 'idade' ? [] : [inCell(field, message)]),
  );
  const group = classOf(typed.className ?? '', classes);
  if (!group) problems.push(inCell('className', words.noClass(classes.map(classInWords))));
  const day = readDate(dayAsTyped(typed.firstDay ?? ''));
  const isDay = typeof day === 'string' && day >= '1950-01-01' && day <= laterDay(today, 366);
  if (!isDay) problems.push(inCell('firstDay', words.noFirstDay));
  const who = words.who(line, given.nomeCompleto);
  if (!group || !isDay || problems.length > 0) return { line, who, says: problems.join(' '), stored: null };
  const answers = storedByColumn(given);
  const says = `${group.name}, ${writtenDay(day)}`;
  return { line, who, says, stored: { classId: group.id, firstDay: day, answers } };
}

/** A cell as it would be typed into the form: of options the code, where the cell is how one alone begins. */
function asTyped({ control, options }: Field, cell: string): string {
  if (control === 'date') return dayAsTyped(cell);
  if (control === 'cpf') return /^\d{8,10}$/.test(cell) ? cell.padStart(11, '0') : cell; // a number has no zeros before it
  const begins = (words: string) => optionKey(words).startsWith(optionKey(cell));
  const codes = Object.entries(cell && options ? options : {}).filter((pair) => pair.some(begins));
  return codes.length === 1 ? (codes[0]?.[0] ?? '') : cell;
}

const optionKey = (words: string) => keyOf(words).replace(/^(ensino|de) /, '');

/** A day that a spreadsheet counts as a number, or whose first zero it lost, as people write it. */
function dayAsTyped(cell: string): string {
  if (/^[1-6]\d{4}$/.test(cell)) return laterDay('1899-12-30', Number(cell));
  return /^\d{7}$/.test(cell) ? `0${cell}` : cell;
}

/** The class that a cell names, alone: by its name, or by how all its words begin. */
function classOf(cell: string, classes: readonly DeskClass[]): DeskClass | undefined {
  const key = keyOf(cell);
  const likely = classes.filter((one) => `${keyOf(classInWords(one))} `.startsWith(`${key} `));
  const exact = likely.filter(({ name }) => keyOf(name) === key);
  const [found, another] = exact.length > 0 ? exact : likely;
  return another ? undefined : found;
}

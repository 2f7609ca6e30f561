import { writtenPhone } from '../contact.ts';
import { writtenDay } from '../dates.ts';
import { type ColumnName, FIELDS, type Field } from '../enrolment/fields.ts';
import { isCompared, isHealthOrIncome } from '../enrolment/privacy.ts';

/** A row of `inscricoes_projeto`: the answers (SPEC §3) and the columns the database fills. */
export type StoredEnrolment = Record<ColumnName, string | number | null> & {
  id: string;
  created_at: string | null;
  protocolo: string | null;
};

/** Whether the person is under 18; false without an age. */
export function isMinor({ idade }: StoredEnrolment): boolean {
  return typeof idade === 'number' && idade < 18;
}

/** Whether the answers are of somebody under 18 and have no guardian's telephone. */
export function lacksGuardianPhone(enrolment: StoredEnrolment): boolean {
  return isMinor(enrolment) && String(enrolment.telefone_responsavel ?? '').trim() === '';
}

export type SheetSection = { title: string; cells: readonly SheetCell[] };

/** An answer in words. `sensitive`: about health or income. */
export type SheetCell = { column: ColumnName; label: string; value: string; sensitive: boolean };

export const NOT_GIVEN = 'Não informado';

/** Titles of the sheet's sections, one for each part of the form. Source: SPEC §2. */
const TITLES = [
  'Dados Pessoais',
  'Documentos',
  'Contato',
  'Responsáveis',
  'Educação',
  'Informações Sociais e de Saúde',
];

/** Sections of the sheet and the columns each prints, in order. */
export const SECTIONS: readonly (readonly [title: string, columns: readonly ColumnName[]])[] = TITLES.map(
  (title, index) => [title, columnsOfPart(index + 1)],
);

function columnsOfPart(part: number): ColumnName[] {
  const fields = (FIELDS as readonly SheetField[]).filter(
    (field) => field.part === part && field.control !== 'hidden',
  );
  const follow = (before?: string): ColumnName[] =>
    fields
      .filter(({ sheetAfter }) => sheetAfter === before)
      .flatMap(({ name, column }) => [column, ...follow(name)]);
  return follow();
}

type SheetField = Field & { column: ColumnName };

/** The answers by which similar enrolments are compared. */
export const COMPARED_COLUMNS: readonly ColumnName[] = FIELDS.filter(isCompared).map(({ column }) => column);

/** The sheet of one enrolment, section by section; empty answers read 'Não informado'. Source: SPEC §2. */
export function sheetOf(enrolment: StoredEnrolment, { discreet = false } = {}): SheetSection[] {
  return SECTIONS.map(([title, columns]) => ({
    title,
    cells: columns
      .filter((column) => answered(column, enrolment) && !(discreet && isHealthOrIncome(fieldOf(column))))
      .map((column) => ({
        column,
        label: fieldOf(column).sheetLabel,
        value: written(column, enrolment[column]),
        sensitive: isHealthOrIncome(fieldOf(column)),
      })),
  })).filter(({ cells }) => cells.length > 0);
}

/** Whether a column is shown: the medical details only with a medical condition. Source: SPEC §2. */
export function answered(column: ColumnName, enrolment: StoredEnrolment): boolean {
  return column !== 'condicao_medica_detalhes' || isYes(enrolment.condicao_medica);
}

/** The document title while printing: `Ficha-` and the name with spaces as underscores. Source: SPEC §2. */
export function printTitle(name: string | number | null): string {
  const safe = String(name ?? '')
    .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/\s+/g, '_');
  return safe === '' ? 'Ficha-inscricao' : `Ficha-${safe}`;
}

/** Stored as `sim`, tested as `Sim` (SPEC §3): letter case and spaces are ignored. */
function isYes(answer: string | number | null): boolean {
  return typeof answer === 'string' && answer.trim().toLowerCase() === 'sim';
}

/** One stored answer in words. */
export function written(column: ColumnName, value: string | number | null): string {
  const text = String(value ?? '').trim();
  if (column === 'cadastro_unico_url') return text === '' ? 'Não' : 'Sim (arquivo anexado)';
  const { options, control, range } = fieldOf(column);
  if (text === '' || text === 'null' || (range && Number(text) === 0)) return NOT_GIVEN;
  if (options) {
    const code = text.toLowerCase();
    return (Object.hasOwn(options, code) && options[code]) || text; // an unknown code is shown as it is
  }
  if (control === 'date') return writtenDay(text);
  if (control === 'tel') return writtenPhone(text);
  return range ? writtenNumber(text, range) : text;
}

/** `52.5` → `52,5 kg`; text that is not a number unchanged. */
function writtenNumber(text: string, { unit, step }: NonNullable<Field['range']>): string {
  const places = placesOf(step);
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  return `${number.toLocaleString('pt-BR', { minimumFractionDigits: places, maximumFractionDigits: places })} ${unit}`;
}

/** Decimal places of a step: 0.01 → 2. */
export function placesOf(step: number): number {
  return Math.round(-Math.log10(step));
}

/** The field that a column stores. Throws for a column that no field has. */
export function fieldOf(column: ColumnName): Field {
  const field = FIELDS.find((candidate) => candidate.column === column);
  if (!field) throw new Error(`no field stores ${column}`);
  return field;
}

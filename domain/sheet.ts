import { writtenPhone } from './contact.ts';
import { writtenDay } from './dates.ts';
import { type ColumnName, FIELDS, type Field } from './enrolment-fields.ts';

/** A row as the back end gives it: SPEC §3's columns, and what the database adds. */
export type Registration = Record<ColumnName, string | number | null> & {
  id: string;
  created_at: string | null;
  protocolo: string | null;
};

/** Whether somebody under 18 is registered; who gave no age is not taken for one. */
export function isMinor({ idade }: Registration): boolean {
  return typeof idade === 'number' && idade < 18;
}

export type SheetSection = { title: string; cells: readonly SheetCell[] };

/** An answer as it is read. `sensitive`: of health or income. */
export type SheetCell = { column: ColumnName; label: string; value: string; sensitive: boolean };

export const NOT_GIVEN = 'Não informado';

/** Health and income: what may be left off paper that lies on a counter, and is off in a spreadsheet unless asked for. */
export const HEALTH_AND_INCOME: readonly ColumnName[] = [
  'renda_familiar',
  'cadastro_unico_url',
  'peso',
  'altura',
  'condicao_medica',
  'condicao_medica_detalhes',
];

/** Sections of the sheet and the columns each prints, in order. Source: SPEC §2. */
export const SECTIONS: readonly (readonly [string, readonly ColumnName[]])[] = [
  ['Dados Pessoais', ['nome_completo', 'data_nascimento', 'idade', 'sexo']],
  ['Documentos', ['cpf', 'rg', 'orgao_expedidor']],
  ['Contato', ['cidade', 'endereco_completo', 'telefone_whatsapp', 'email']],
  ['Responsáveis', ['nome_responsavel', 'telefone_responsavel', 'contato_recados']],
  ['Educação', ['nivel_escolaridade', 'escola', 'serie_ano']],
  ['Informações Sociais e de Saúde', HEALTH_AND_INCOME],
];

/** The sheet of one registration, section by section; empty answers read 'Não informado'. Source: SPEC §2. */
export function sheetOf(registration: Registration, { discreet = false } = {}): SheetSection[] {
  return SECTIONS.map(([title, columns]) => ({
    title,
    cells: columns
      .filter((column) => answered(column, registration) && !(discreet && HEALTH_AND_INCOME.includes(column)))
      .map((column) => ({
        column,
        label: fieldOf(column).sheetLabel,
        value: written(column, registration[column]),
        sensitive: HEALTH_AND_INCOME.includes(column),
      })),
  })).filter(({ cells }) => cells.length > 0);
}

/** Whether a column has something to say: details only belong to a condition. Source: SPEC §2. */
export function answered(column: ColumnName, registration: Registration): boolean {
  return column !== 'condicao_medica_detalhes' || isYes(registration.condicao_medica);
}

/** The document title while printing: `Ficha-` and the name with spaces as underscores. Source: SPEC §2. */
export function printTitle(name: string | number | null): string {
  const safe = String(name ?? '')
    .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/\s+/g, '_');
  return safe === '' ? 'Ficha-inscricao' : `Ficha-${safe}`;
}

/** Stored as `sim`, tested as `Sim` (SPEC §3): letter case and spaces do not count. */
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
    return (Object.hasOwn(options, code) && options[code]) || text; // an unknown code is shown, never hidden
  }
  if (control === 'date') return writtenDay(text);
  if (control === 'tel') return writtenPhone(text);
  return range ? writtenNumber(text, range) : text;
}

/** `52.5` → `52,5 kg`; what is no number as it is. */
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

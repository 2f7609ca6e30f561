import { chatLink, isSamePhone, writtenPhone } from '../contact.ts';
import { ageOn, brazilianDay, todayInBrazil, writtenDay } from '../dates.ts';
import { type ColumnName, FIELDS, type Field, type FieldName } from '../enrolment/fields.ts';
import { isHealthOrIncome } from '../enrolment/privacy.ts';

/** The answers of an enrolment by SPEC's field names; null where nothing is stored. */
export type Answers = Record<FieldName, string | number | null>;

/** An enrolment as it is stored: the answers, and what the database fills. `arrivedAt`: ISO moment. */
export type StoredEnrolment = Answers & {
  id: string;
  arrivedAt: string | null;
  protocol: string | null;
};

/** What became of the document: the address of the newest that came later, when the first was erased by its term (ISO moment), and whether none was asked for. */
export type DocumentFacts = Partial<{
  newestDocument: string | null;
  documentErasedAt: string | null;
  imported: boolean;
}>;

/** The address of the document that is kept, the newest of several; null for none. */
export const storedDocument = ({ cadastroUnico, newestDocument, documentErasedAt }: DocumentAnswer) =>
  newestDocument ?? (documentErasedAt ? null : cadastroUnico);

type DocumentAnswer = Pick<Answers, 'cadastroUnico'> & DocumentFacts;

/** Whether there is a document, in words. */
export function documentInWords(answers: DocumentAnswer): string {
  if (String(storedDocument(answers) ?? '').trim()) return 'Sim (arquivo anexado)';
  if (answers.imported) return NOT_GIVEN;
  return answers.documentErasedAt
    ? `Sim (arquivo apagado em ${brazilianDay(answers.documentErasedAt)})`
    : 'Não';
}

/** The answers in a row of `inscricoes_projeto`. */
export function answersOf(row: Readonly<Partial<Record<ColumnName, string | number | null>>>): Answers {
  return Object.fromEntries(FIELDS.map(({ name, column }) => [name, row[column]])) as Answers;
}

export const NOT_GIVEN = 'Não informado';

type Named = Pick<Answers, 'nomeCompleto' | 'nomeSocial'>;

/** The name in a person's documents; 'Não informado' without one. Everywhere else they are called by `nameOf`. */
export const fullNameOf = ({ nomeCompleto }: Pick<Answers, 'nomeCompleto'>): string =>
  String(nomeCompleto ?? '').trim() || NOT_GIVEN;

/** What a person is called: the name that they chose, else the full one. `private.nome_de` says the same. */
export const nameOf = (person: Named): string => String(person.nomeSocial ?? '').trim() || fullNameOf(person);

/** The first word of what a person is called; '' without a name. */
export function firstNameOf(person: Named): string {
  const name = nameOf(person);
  return name === NOT_GIVEN ? '' : (name.split(/\s+/)[0] ?? '');
}

type Born = Pick<Answers, 'dataNascimento'>;

/**
 * Full years today (ISO day) at the centre; null without a birth date. `idade` is what they were when it was
 * sent: shown as declared, and nothing is decided by it. `private.idade` says the same.
 */
export const ageOf = ({ dataNascimento }: Born, today = todayInBrazil()): number | null =>
  ageOn(String(dataNascimento ?? ''), today);

/** Whether the person is under 18 today; false without a birth date. */
export function isMinor(person: Born, today?: string): boolean {
  return (ageOf(person, today) ?? 18) < 18;
}

/** Whether the answers are of somebody under 18 and have no guardian's telephone. */
export function lacksGuardianPhone(enrolment: Answers, today?: string): boolean {
  return isMinor(enrolment, today) && String(enrolment.telefoneResponsavel ?? '').trim() === '';
}

/** What is known of a minor's guardian besides the answers. */
export type Guarded = StoredEnrolment & {
  guardianConfirmed?: boolean;
  guardianPhone?: string | null;
  guardianName?: string | null;
};

/** Whether the person is under 18 today (ISO day) and nobody confirmed or named a guardian with a telephone. */
export function isGuardianMissing(enrolment: Guarded, today?: string): boolean {
  const { nomeResponsavel, telefoneResponsavel, guardianPhone, guardianName } = enrolment;
  const given = [guardianName ?? nomeResponsavel, guardianPhone ?? telefoneResponsavel];
  return (
    isMinor(enrolment, today) &&
    !enrolment.guardianConfirmed &&
    given.some((answer) => String(answer ?? '').trim() === '')
  );
}

/** The number to call that the family gave later; null for none, and for the guardian's of who is of age by now. */
export const newPhoneOf = (
  person: Born & { newPhone: string | null; guardianPhone?: string | null },
  today?: string,
): string | null =>
  person.newPhone !== person.guardianPhone || isMinor(person, today) ? person.newPhone : null;

/** A number to write to: whose it is, and whether the family gave it later. */
export type ChatNumber = { to: 'responsavel' | 'pessoa'; phone: string; isNew: boolean };

/** The numbers that a message about somebody may go to, each once, in the order in which they are tried. */
export function chatNumbersOf(
  person: Answers & { newPhone: string | null; guardianPhone: string | null },
  today: string,
): ChatNumber[] {
  const { guardianPhone, telefoneResponsavel, telefoneWhatsapp } = person;
  const minor = isMinor(person, today);
  const ofChild = lacksGuardianPhone(person, today) && !guardianPhone;
  const all: [ChatNumber['to'], unknown, isNew?: boolean][] = [
    [minor && !ofChild ? 'responsavel' : 'pessoa', newPhoneOf(person, today), true],
    ['responsavel', minor && guardianPhone, true],
    ['responsavel', minor && telefoneResponsavel],
    ['pessoa', telefoneWhatsapp],
  ];
  const numbers = all.map(([to, given, isNew = false]) => ({ to, phone: String(given || ''), isNew }));
  return numbers.filter(
    ({ phone }, at) => chatLink(phone) && numbers.findIndex((one) => isSamePhone(one.phone, phone)) === at,
  );
}

export type SheetSection = { title: string; cells: readonly SheetCell[] };

/** An answer in words. */
export type SheetCell = { name: FieldName; label: string; value: string };

/** Titles of the sheet's sections, one for each part of the form. Source: SPEC §2. */
const TITLES = [
  'Dados Pessoais',
  'Documentos',
  'Contato',
  'Responsáveis',
  'Educação',
  'Informações Sociais e de Saúde',
];

/** Sections of the sheet and the fields each prints, in order. */
export const SECTIONS: readonly (readonly [title: string, names: readonly FieldName[]])[] = TITLES.map(
  (title, index) => [title, fieldsOfPart(index + 1)],
);

function fieldsOfPart(part: number): FieldName[] {
  const fields = (FIELDS as readonly SheetField[]).filter(
    (field) => field.part === part && field.control !== 'hidden',
  );
  const follow = (before?: string): FieldName[] =>
    fields.filter(({ sheetAfter }) => sheetAfter === before).flatMap(({ name }) => [name, ...follow(name)]);
  return follow();
}

type SheetField = Field & { name: FieldName };

/** The sheet of one enrolment, section by section; empty answers read 'Não informado'. Source: SPEC §2. */
export function sheetOf(answers: Answers & DocumentFacts, { discreet = false } = {}): SheetSection[] {
  return SECTIONS.map(([title, names]) => ({
    title,
    cells: names
      .filter((name) => answered(name, answers) && !(discreet && isHealthOrIncome(fieldOf(name))))
      .map((name) => ({
        name,
        label: fieldOf(name).sheetLabel,
        value: name === 'cadastroUnico' ? documentInWords(answers) : written(name, answers[name]),
      })),
  })).filter(({ cells }) => cells.length > 0);
}

/** Whether an answer is shown: the medical details only with a medical condition (SPEC §2), a chosen name only where there is one. */
export function answered(name: FieldName, answers: Answers): boolean {
  if (name === 'nomeSocial') return String(answers.nomeSocial ?? '').trim() !== '';
  return name !== 'condicaoMedicaDetalhes' || isYes(answers.condicaoMedica);
}

/** The document title while printing: `Ficha-` (or another `title`) and the name with spaces as underscores. Source: SPEC §2. */
export function printTitle(name: string | number | null, title = 'Ficha'): string {
  const safe = String(name ?? '')
    .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/\s+/g, '_');
  return safe === '' ? 'Ficha-inscricao' : `${title.replaceAll(' ', '_')}-${safe}`;
}

/** Stored as `sim`, tested as `Sim` (SPEC §3): letter case and spaces are ignored. */
export function isYes(answer: string | number | null): boolean {
  return typeof answer === 'string' && answer.trim().toLowerCase() === 'sim';
}

/** One stored answer in words. */
export function written(name: FieldName, value: string | number | null): string {
  const text = String(value ?? '').trim();
  const { options, control, range } = fieldOf(name);
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

/** The field of a name. Throws where there is none. */
export function fieldOf(name: FieldName): Field {
  const field = FIELDS.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field is called ${name}`);
  return field;
}

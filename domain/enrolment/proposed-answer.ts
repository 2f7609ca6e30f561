import { writtenPhone } from '../contact.ts';
import { writtenDay } from '../dates.ts';
import { normalisedAnswer } from './answers.ts';
import { EMPTY_ENROLMENT, findProblems } from './enrolment.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';
import { DEFAULT_RULES } from './rules.ts';

/** A field whose answer somebody may propose anew: not the age, which follows from the birth date, nor the document. */
export type ProposedField = Field & { name: Exclude<FieldName, 'cadastroUnico' | 'idade'> };

/** Answers as they are typed, by field. */
export type Typed = Partial<Record<FieldName, string>>;

const isProposed = (field: Field): field is ProposedField =>
  field.name !== 'cadastroUnico' && field.name !== 'idade';

/** The fields that are asked together with one: the medical question and its details, else it alone; none for what nobody proposes. */
export function proposedWith(name: string): ProposedField[] {
  const together = MEDICAL.includes(name) ? MEDICAL : [name];
  return (FIELDS as readonly Field[]).filter(isProposed).filter((field) => together.includes(field.name));
}

const MEDICAL: readonly string[] = ['condicaoMedica', 'condicaoMedicaDetalhes'];

/** A stored answer as it stands in its input: `1,62`, `05/03/2012`. */
export function typedAnswer({ control, range }: Field, stored: string | number | null): string {
  const text = String(stored ?? '');
  if (range) return text.replace('.', ',');
  if (control === 'date') return writtenDay(text);
  return control === 'tel' ? writtenPhone(text) : text;
}

/** What the form's strict rules say against these answers alone; empty when nothing. `today` is an ISO day. */
export function proposalProblems(typed: Typed, today: string): Typed {
  const whole = { ...EMPTY_ENROLMENT, dataNascimento: writtenDay(today), ...typed, cadastroUnico: null };
  const strict = { ...DEFAULT_RULES, validacaoEstrita: true };
  const problems = findProblems(whole, today, strict).map(({ field, message }) => [field, message]);
  return Object.fromEntries(problems.filter(([name = '']) => Object.hasOwn(typed, name)));
}

/** The answers that are others than the stored ones, by column, as the columns take them; empty when none is. Medical details go with a yes. */
export function changesIn(
  typed: Typed,
  stored: Partial<Record<FieldName, string | number | null>>,
): Record<string, string | number | null> {
  const isNo = typed.condicaoMedica === 'nao';
  const answers = Object.keys(typed).flatMap((name) => {
    const field = (FIELDS as readonly Field[]).find((one) => one.name === name);
    if (!field || (isNo && name === 'condicaoMedicaDetalhes')) return [];
    return [{ field, answer: normalisedAnswer(field, typed[name as FieldName] ?? '') }];
  });
  const other = answers.filter(
    ({ field, answer }) => String(answer ?? '') !== String(stored[field.name as FieldName] ?? ''),
  );
  // a yes needs its details beside it
  const sent = other.some(({ field }) => field.name === 'condicaoMedica') ? answers : other;
  return Object.fromEntries(sent.map(({ field, answer }) => [field.column, answer]));
}

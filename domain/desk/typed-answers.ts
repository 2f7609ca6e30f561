import { writtenPhone } from '../contact.ts';
import { writtenDay } from '../dates.ts';
import { ageAfter, detailsAfter, normalisedAnswer } from '../enrolment/answers.ts';
import { EMPTY_ENROLMENT, findProblems } from '../enrolment/enrolment.ts';
import { FIELDS, type Field, type FieldName } from '../enrolment/fields.ts';
import type { Rules } from '../enrolment/rules.ts';
import type { Answers } from './sheet.ts';

/** A field whose answer the desk corrects; it has an input in the form. */
export type Correctable = Field & { name: Exclude<FieldName, 'cadastroUnico'> };

/** In form order: all but the age, which follows, the document, and answers without an input. */
export const CORRECTABLE: readonly Correctable[] = (FIELDS as readonly Field[]).filter(
  (field): field is Correctable => !['age', 'file', 'hidden'].includes(field.control),
);

/**
 * The fields to show when one field is corrected: the medical question together with its details, any other
 * alone; none for a field that is not correctable.
 */
export function correctedWith(name: string): readonly Correctable[] {
  const medical = ['condicaoMedica', 'condicaoMedicaDetalhes'];
  return CORRECTABLE.filter((field) => (medical.includes(name) ? medical : [name]).includes(field.name));
}

/** Answers by their columns. */
export const byColumn = (answers: Partial<Answers>): Record<string, string | number | null> =>
  Object.fromEntries(
    CORRECTABLE.flatMap(({ name, column }) => (name in answers ? [[column, answers[name] ?? null]] : [])),
  );

/** New answers as typed, by field; untouched fields are absent. */
export type Typed = Partial<Record<FieldName, string>>;

/** Answers as they are typed into the form, by their columns, as these store them. */
export const storedByColumn = (typed: Typed) =>
  byColumn(
    Object.fromEntries(CORRECTABLE.map((one) => [one.name, normalisedAnswer(one, typed[one.name] ?? '')])),
  );

/** A stored answer as it stands in its input. */
export function typedOf({ control, options, range }: Field, stored: string | number | null): string {
  const text = String(stored ?? '').trim();
  if (control === 'date') return writtenDay(text);
  if (control === 'tel') return writtenPhone(text);
  if (range) return text.replace('.', ',');
  return options && Object.hasOwn(options, text.toLowerCase()) ? text.toLowerCase() : text;
}

/** `typed` with a new value of one field; the medical details follow the medical question. */
export function typedWith(stored: Answers, typed: Typed, name: FieldName, value: string): Typed {
  const now: Typed = { ...typed, [name]: value };
  if (name === 'condicaoMedica')
    now.condicaoMedicaDetalhes = detailsAfter(
      value,
      typed.condicaoMedicaDetalhes ?? String(stored.condicaoMedicaDetalhes ?? ''),
    );
  return now;
}

/** False for the details of the medical question while its answer is not yes; true for every other field. */
export const isAsked = ({ control }: Field, stored: Answers, typed: Typed): boolean =>
  control !== 'details' || (typed.condicaoMedica ?? stored.condicaoMedica) === 'sim';

/** The answers as they would be, each as it stands in its input. */
export const typedAll = (stored: Answers, typed: Typed): Record<Correctable['name'], string> =>
  Object.fromEntries(
    CORRECTABLE.map((field) => [field.name, typed[field.name] ?? typedOf(field, stored[field.name])]),
  ) as Record<Correctable['name'], string>;

/**
 * The answers that change, as their columns store them. Without a medical condition the database resets its
 * details itself.
 */
export function changesOf(stored: Answers, typed: Typed): Partial<Answers> {
  const all = typedAll(stored, typed);
  const changed = CORRECTABLE.filter((field) => {
    if (field.control === 'details' && all.condicaoMedica === 'nao') return false;
    const before = typedOf(field, stored[field.name]);
    const now = all[field.name];
    return now !== before && (now.trim() !== '' || before !== '') && !isSame(field, now, before);
  });
  return Object.fromEntries(changed.map((field) => [field.name, normalisedAnswer(field, all[field.name])]));
}

/** Whether both are stored the same; what cannot be stored is another. */
function isSame(field: Field, now: string, before: string): boolean {
  const stored = normalisedAnswer(field, now);
  return stored !== null && stored === normalisedAnswer(field, before);
}

/**
 * The form's problems with the answers that change, by field; problems of unchanged answers are ignored.
 * `today` is an ISO day.
 */
export function problemsOf(
  stored: Answers,
  typed: Typed,
  today: string,
  rules: Rules,
): Partial<Record<FieldName, string>> {
  const all = typedAll(stored, typed);
  const changes = changesOf(stored, typed);
  const checked = new Set<string>(Object.keys(changes));
  if ('condicaoMedica' in changes) checked.add('condicaoMedicaDetalhes');
  if ('dataNascimento' in changes)
    for (const name of ['nomeResponsavel', 'telefoneResponsavel']) checked.add(name);
  const problems = findProblems(
    { ...EMPTY_ENROLMENT, ...all, idade: ageAfter(all.dataNascimento, today) },
    today,
    rules,
  );
  return Object.fromEntries(
    problems.filter(({ field }) => checked.has(field)).map(({ field, message }) => [field, message]),
  );
}

import { type Enrolment, findProblems } from './enrolment.ts';
import { FIELDS, type FieldName } from './fields.ts';

/** Colours of the belt, from the first to the last: how much of the form is answered, nothing about the person. */
export const BELTS = ['branca', 'azul', 'roxa', 'marrom', 'preta'] as const;
export type Belt = (typeof BELTS)[number];

/** Progress of the form: valid required answers (`good`) of `total`, and the numbers of the complete parts. */
export type Progress = { good: number; total: number; belt: Belt; complete: readonly number[] };

const requiredOf = ({ condicaoMedica }: Pick<Enrolment, 'condicaoMedica'>) =>
  FIELDS.filter(
    (field) => 'required' in field || (field.name === 'condicaoMedicaDetalhes' && condicaoMedica === 'sim'),
  );

/** The progress of an empty form, without validating anything. */
export const NOTHING_YET: Progress = {
  good: 0,
  total: requiredOf({ condicaoMedica: '' }).length,
  belt: 'branca',
  complete: [],
};

/** The medical details count once the medical question is answered with sim (SPEC §5). `today` is an ISO day. */
export function progressOf(enrolment: Enrolment, today: string): Progress {
  const wrong = new Set<FieldName>(findProblems(enrolment, today).map(({ field }) => field));
  const required = requiredOf(enrolment);
  const good = required.filter(({ name }) => !wrong.has(name)).length;
  const parts = [...new Set(required.map(({ part }) => part))];
  return {
    good,
    total: required.length,
    belt: BELTS[Math.floor((good / required.length) * (BELTS.length - 1))] ?? 'branca',
    complete: parts.filter((part) =>
      required.every((field) => field.part !== part || !wrong.has(field.name)),
    ),
  };
}

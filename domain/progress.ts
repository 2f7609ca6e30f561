import { type Enrolment, findProblems } from './enrolment.ts';
import { FIELDS, type FieldName } from './enrolment-fields.ts';

/** Colours of the belt, from the first to the last. They stand for how much is answered, never for who answers. */
export const BELTS = ['branca', 'azul', 'roxa', 'marrom', 'preta'] as const;
export type Belt = (typeof BELTS)[number];

/** How far an enrolment has come: required answers that are good, of how many, and the parts with none left to give. */
export type Progress = { good: number; total: number; belt: Belt; complete: readonly number[] };

const requiredOf = ({ condicaoMedica }: Pick<Enrolment, 'condicaoMedica'>) =>
  FIELDS.filter(
    (field) => 'required' in field || (field.name === 'condicaoMedicaDetalhes' && condicaoMedica === 'sim'),
  );

/** Where every form begins, known without judging an answer. */
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

import { type Enrolment, findProblems } from './enrolment.ts';
import { FIELDS, type FieldName } from './fields.ts';

/** Colours of the belt, from the first to the last: how much of the form is answered, nothing about the person. */
export const BELTS = ['branca', 'azul', 'roxa', 'marrom', 'preta'] as const;
export type Belt = (typeof BELTS)[number];

/** Progress of the form: valid required answers (`good`) of `total`, and for each part how many it lacks; null where it requires none. */
export type Progress = { good: number; total: number; belt: Belt; missing: readonly (number | null)[] };

const requiredOf = ({ condicaoMedica }: Pick<Enrolment, 'condicaoMedica'>) =>
  FIELDS.filter(
    (field) => 'required' in field || (field.name === 'condicaoMedicaDetalhes' && condicaoMedica === 'sim'),
  );

/** The progress of an empty form, without validating anything. */
export const NOTHING_YET: Progress = progressWith(requiredOf({ condicaoMedica: '' }), () => true);

/** The medical details count once the medical question is answered with sim (SPEC §5). `today` is an ISO day. */
export function progressOf(enrolment: Enrolment, today: string): Progress {
  const wrong = new Set<FieldName>(findProblems(enrolment, today).map(({ field }) => field));
  return progressWith(requiredOf(enrolment), (name) => wrong.has(name));
}

function progressWith(
  required: ReturnType<typeof requiredOf>,
  isMissing: (name: FieldName) => boolean,
): Progress {
  const good = required.filter(({ name }) => !isMissing(name)).length;
  const parts = Array.from({ length: FIELDS.at(-1)?.part ?? 0 }, (_, at) =>
    required.filter(({ part }) => part === at + 1),
  );
  return {
    good,
    total: required.length,
    belt: BELTS[Math.floor((good / required.length) * (BELTS.length - 1))] ?? 'branca',
    missing: parts.map((fields) =>
      fields.length === 0 ? null : fields.filter(({ name }) => isMissing(name)).length,
    ),
  };
}

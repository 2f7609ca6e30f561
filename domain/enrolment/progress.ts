import { ageAfter, cleaned } from './answers.ts';
import { type Enrolment, findProblems, isMinorAge } from './enrolment.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { DEFAULT_RULES, questionsUnder, type Rules } from './rules.ts';

/** Colours of the belt, from the first to the last: how much of the form is answered, nothing about the person. */
export const BELTS = ['branca', 'azul', 'roxa', 'marrom', 'preta'] as const;
export type Belt = (typeof BELTS)[number];

/** Number of the guardians' part. */
export const GUARDIANS = 4;

/** Progress of the form: valid required answers (`good`) of `total`, and for each part how many it lacks; null where it asks for none. */
export type Progress = {
  good: number;
  total: number;
  belt: Belt;
  missing: readonly (number | null)[];
  /** Name and telephone of the guardian are there. */
  hasGuardian: boolean;
};

const requiredOf = ({ condicaoMedica }: Pick<Enrolment, 'condicaoMedica'>, rules: Rules) =>
  questionsUnder(rules).filter(
    ({ name, required }) => required || (name === 'condicaoMedicaDetalhes' && condicaoMedica === 'sim'),
  );

/** The progress of an empty form, without validating anything. */
export const nothingYet = (rules: Rules = DEFAULT_RULES): Progress =>
  progressWith(requiredOf({ condicaoMedica: '' }, rules), () => true);

/**
 * The medical details count once the medical question is answered with sim (SPEC §5). The
 * guardians' part of somebody under 18 lacks the telephone that nobody has to give, but
 * without which the enrolment is erased; the name too where the rules require it. `today` is an ISO day.
 */
export function progressOf(enrolment: Enrolment, today: string, rules: Rules = DEFAULT_RULES): Progress {
  const strict = { ...rules, responsavelObrigatorio: true };
  const wrong = new Set<FieldName>(findProblems(enrolment, today, strict).map(({ field }) => field));
  const age = ageAfter(enrolment.dataNascimento, today);
  const guardians = questionsUnder(rules).filter(
    ({ name }) =>
      name === 'telefoneResponsavel' || (name === 'nomeResponsavel' && rules.responsavelObrigatorio),
  );
  const hasGuardian = [enrolment.nomeResponsavel, enrolment.telefoneResponsavel].every((one) => cleaned(one));
  const isMissing = (name: FieldName) => wrong.has(name);
  return {
    ...progressWith(requiredOf(enrolment, rules), isMissing, isMinorAge(age) ? guardians : []),
    hasGuardian,
  };
}

/** `optional`: answers that a part lacks although they are not required. */
function progressWith(
  required: ReturnType<typeof requiredOf>,
  isMissing: (name: FieldName) => boolean,
  optional: ReturnType<typeof requiredOf> = [],
): Progress {
  const good = required.filter(({ name }) => !isMissing(name)).length;
  const parts = Array.from({ length: FIELDS.at(-1)?.part ?? 0 }, (_, at) =>
    [...required, ...optional].filter(({ part }) => part === at + 1),
  );
  return {
    good,
    total: required.length,
    hasGuardian: false,
    belt: BELTS[Math.floor((good / required.length) * (BELTS.length - 1))] ?? 'branca',
    missing: parts.map((fields) =>
      fields.length === 0 ? null : fields.filter(({ name }) => isMissing(name)).length,
    ),
  };
}

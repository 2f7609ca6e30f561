import type { Mark } from '../../../domain/desk/attendance.ts';
import { callFunction, queryOf } from './calls.ts';

/** The list of a class and day. `takenAt`: when the newest mark was set, once everybody has one. Whose they are, `peopleQuery` says. */
export type Roll = {
  day: string;
  takenAt: string | null;
  takenBy: string | null;
  mayChange: boolean;
  /** `before`: the mark that stood before. */
  pupils: { id: string; mark: Mark | null; before: Mark | null }[];
};

export const rollQuery = (turma: string, dia: string) => queryOf<Roll>('chamada_da_turma', { turma, dia });

/** Marks of a list by enrolment, null to take one away; `done`: whoever has none yet was present; `attempt`: that of sending them. */
export type Marks = {
  marks: Readonly<Record<string, Mark | null>>;
  done?: boolean | undefined;
  attempt?: string | undefined;
};

/** Stores marks, once; null where that was done before. Throws BackendError. */
export const takeRoll = (turma: string, dia: string, { marks, done = false, attempt }: Marks) =>
  callFunction<Roll | null>('fazer_chamada', {
    ...{ turma, dia, marcas: marks, pronta: done, tentativa: attempt },
  });

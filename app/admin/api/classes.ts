import type { LineKind } from '../../../content/dated-lines.ts';
import type { Mark } from '../../../domain/desk/attendance.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import type { RunsOut } from '../../../domain/desk/dated-lines.ts';
import { BackendError } from '../../api/client.ts';
import { callFunction, queryOf } from './calls.ts';

/** All classes, the active ones first. */
export const classesQuery = queryOf<DeskClass[]>('lista_de_turmas');

/** A class of the signed-in person. */
export type OwnClass = Pick<DeskClass, 'id' | 'name' | 'days' | 'time' | 'places' | 'pupils'>;

/** The active classes of the signed-in person, for a professor's page. */
export const ownClassesQuery = queryOf<OwnClass[]>('turmas_do_professor');

/** The enrolment that is first on a class's waiting list; null where nobody waits. Throws BackendError. */
export const nextWaiting = (id: string, signal?: AbortSignal): Promise<string | null> =>
  callFunction('proxima_da_espera', { turma: id }, signal);

/** The same, read again whenever the classes are. */
export const nextWaitingQuery = (id: string) => ({
  queryKey: [...classesQuery.queryKey, 'next', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => nextWaiting(id, signal),
});

/** Whether a call was refused because the class has no place left. */
export const isClassFull = (error: unknown): boolean =>
  error instanceof BackendError && error.hint === 'turma-cheia';

/** A person on a class's list. `idade` is today's; `marks`: of the month that was asked for, by ISO day. The rest is of who is in the class today; `health` (the medical condition) is null unless asked for. */
export type ClassMember = {
  id: string;
  marks: Readonly<Record<string, Mark>>;
  /** What they are called. */
  name: string;
  idade: number;
  nomeResponsavel?: string | null;
  telefoneResponsavel?: string | null;
  contatoRecados?: string | null;
  telefoneWhatsapp?: string;
  /** The number to call, where the family gave another one. */
  newPhone?: string | null;
  /** The guardian came by the family's link, and nobody has confirmed it. */
  isUnconfirmed?: boolean;
  health?: string | null;
  /** No picture of them is allowed. */
  noImage?: boolean;
  /** Whom else to call, and who may fetch them, by the kinds of `LINE_KINDS`. */
  lines?: Partial<Record<LineKind, string>> | null;
  /** For a professor a medical certificate alone, once it ran out. */
  runsOut?: RunsOut | null;
};

/**
 * The people of a class, ordered by name, and who has a mark in the month of an ISO day; a professor gets those of
 * their own classes only. The back end records each as printed before it answers. Throws BackendError.
 */
export const classList = (id: string, day: string): Promise<ClassMember[]> =>
  callFunction('folha_da_turma', { turma: id, mes: day });

/** The same, with health, for the list of a day; read once a month. */
export const peopleQuery = (id: string, day: string) =>
  queryOf<ClassMember[]>('folha_da_turma', { turma: id, com_saude: true, mes: `${day.slice(0, 7)}-01` });

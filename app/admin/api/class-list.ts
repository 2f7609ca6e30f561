import { callFunction } from './calls.ts';

/** A class that somebody was approved for, in the timetable's words, and how many. */
export type ClassSize = { turma: string; alunos: number };

/** A person on a class's list. `idade` is today's; weight, height and `saude` (the medical condition) are null unless asked for. */
export type ClassMember = {
  nome: string;
  idade: number;
  peso: number | null;
  altura: number | null;
  nomeResponsavel: string | null;
  telefoneResponsavel: string | null;
  contatoRecados: string | null;
  telefone: string;
  /** The number to call, where the family gave another one. */
  telefoneNovo: string | null;
  saude: string | null;
};

/** Throws BackendError. */
export function classesWithPeople(signal?: AbortSignal): Promise<ClassSize[]> {
  return callFunction('turmas_com_alunos', {}, signal);
}

/** The people of a class, by name; the back end records each as printed before it answers. Throws BackendError. */
export function classList(turma: string, com_saude: boolean): Promise<ClassMember[]> {
  return callFunction('lista_da_turma', { turma, com_saude });
}

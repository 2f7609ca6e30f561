import { callFunction } from './calls.ts';
import { eachNamed, type WireNames } from './named.ts';

/** A class that somebody was approved for, in the timetable's words, and how many. */
export type ClassSize = { className: string; people: number };

const SIZE: WireNames<ClassSize> = { className: 'turma', people: 'alunos' };

/** A person on a class's list. `idade` is today's; weight, height and `health` (the medical condition) are null unless asked for. */
export type ClassMember = {
  nomeCompleto: string;
  idade: number;
  peso: number | null;
  altura: number | null;
  nomeResponsavel: string | null;
  telefoneResponsavel: string | null;
  contatoRecados: string | null;
  telefoneWhatsapp: string;
  /** The number to call, where the family gave another one. */
  newPhone: string | null;
  health: string | null;
};

const MEMBER: WireNames<ClassMember> = {
  nomeCompleto: 'nome',
  idade: 'idade',
  peso: 'peso',
  altura: 'altura',
  nomeResponsavel: 'nomeResponsavel',
  telefoneResponsavel: 'telefoneResponsavel',
  contatoRecados: 'contatoRecados',
  telefoneWhatsapp: 'telefone',
  newPhone: 'telefoneNovo',
  health: 'saude',
};

/** Throws BackendError. */
export async function classesWithPeople(signal?: AbortSignal): Promise<ClassSize[]> {
  return eachNamed(await callFunction('turmas_com_alunos', {}, signal), SIZE);
}

/** The people of a class, by name; the back end records each as printed before it answers. Throws BackendError. */
export async function classList(className: string, health: boolean): Promise<ClassMember[]> {
  return eachNamed(await callFunction('lista_da_turma', { turma: className, com_saude: health }), MEMBER);
}

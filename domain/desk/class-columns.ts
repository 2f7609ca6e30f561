import type { DeskClass } from './classes.ts';

/** What is stored of a class, by its column in `private.turmas`. */
export const CLASS_COLUMNS: Readonly<Record<keyof Omit<DeskClass, 'pupils' | 'waiting' | 'free'>, string>> = {
  id: 'id',
  name: 'nome',
  modality: 'modalidade',
  days: 'dias',
  time: 'horario',
  ageFrom: 'idade_de',
  ageTo: 'idade_ate',
  places: 'vagas',
  ofProject: 'do_projeto',
  active: 'ativa',
  teacher: 'professor',
};

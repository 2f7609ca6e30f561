import type { Registration } from '../../domain/sheet.ts';
import type { Criterion, Situation } from '../../domain/situations.ts';
import { call } from './desk-calls.ts';

/** A change, as the history tells it: codes, never answers. `quem` is null for an account that is gone. */
export type Change = {
  quando: string;
  quem: string | null;
  acao: 'situacao' | 'criterio' | 'nota' | 'nota-corrigida' | 'repetida' | 'mensagem';
  de: string | null;
  para: string | null;
  motivo: string | null;
};

export type Note = {
  id: string;
  autor: string | null;
  texto: string;
  escritaEm: string;
  corrigidaEm: string | null;
  podeCorrigir: boolean;
};

export type Likeness = 'cpf' | 'nome' | 'telefone';

/** All that the desk knows of one registration. `versao` grows with each decision; newest notes and changes first. */
export type FollowUp = {
  situacao: Situation;
  motivo: string | null;
  versao: number;
  decididaEm: string | null;
  criterios: Record<Criterion, boolean>;
  repetidaDe: string | null;
  notas: Note[];
  historico: Change[];
  semelhantes: (Registration & { situacao: Situation; iguais: Likeness[] })[];
};

/** What of it stands in the list too. */
export const knownOf = ({ situacao, semelhantes, repetidaDe }: FollowUp) => ({
  situacao,
  repetida: semelhantes.length > 0,
  repetidaDe,
});

/** What came of a change: `aplicada` only where a decision was asked for, false when somebody was faster; the rest is how it stands now. */
export type Changed = FollowUp & { aplicada?: boolean };

/** Each gives the state as it is afterwards, null when the registration is gone, and throws BackendError. */
export const followUpOf = (inscricao: string, signal?: AbortSignal) =>
  call<FollowUp | null>('acompanhamento', { inscricao }, signal);

export const changeSituation = (inscricao: string, versao: number, situacao: Situation, motivo: string) =>
  call<Changed | null>('mudar_situacao', { inscricao, versao, situacao, motivo });

export const tickCriterion = (inscricao: string, versao: number, criterio: Criterion, cumprido: boolean) =>
  call<Changed | null>('marcar_criterio', { inscricao, versao, criterio, cumprido });

export const writeNote = (inscricao: string, texto: string) =>
  call<Changed | null>('escrever_nota', { inscricao, texto });

export const mendNote = (nota: string, texto: string) =>
  call<Changed | null>('corrigir_nota', { nota, texto });

export const compareWith = (inscricao: string, outra: string, mesma_pessoa: boolean) =>
  call<Changed | null>('comparar_inscricoes', { inscricao, outra, mesma_pessoa });

export const messagePrepared = (inscricao: string, modelo: string, para: 'responsavel' | 'pessoa') =>
  call<Changed | null>('preparar_mensagem', { inscricao, modelo, para });

import type { Criterion, Situation } from '../../../domain/desk/situations.ts';
import type { ActiveContent } from '../../../domain/document/pdf-structure.ts';
import { callFunction } from './calls.ts';

/** An entry of an enrolment's history: codes, never answers. `quem` is null for a deleted account and for the family. */
export type Change = {
  quando: string;
  quem: string | null;
  acao:
    | 'situacao'
    | 'situacao-desfeita'
    | 'criterio'
    | 'nota'
    | 'nota-corrigida'
    | 'repetida'
    | 'mensagem'
    | 'documento-novo'
    | 'pedido'
    | 'pedido-confirmado'
    | 'pedido-dispensado';
  de: string | null;
  para: string | null;
  motivo: string | null;
};

/** What a family asked for by its link and nobody has answered yet; `telefone` for that kind alone. */
export type Request = {
  id: string;
  tipo: 'desistir' | 'telefone';
  telefone: string | null;
  feitoEm: string;
};

export type Note = {
  id: string;
  autor: string | null;
  texto: string;
  escritaEm: string;
  corrigidaEm: string | null;
  podeCorrigir: boolean;
};

type Likeness = 'cpf' | 'nome' | 'telefone';

/** The desk's own data about one enrolment. `versao` grows with each decision; newest notes and changes first. */
export type FollowUp = {
  situacao: Situation;
  motivo: string | null;
  versao: number;
  criterios: Record<Criterion, boolean>;
  repetidaDe: string | null;
  /** Class, in the timetable's words, and first day (ISO) of an approved person, where given. */
  turma: string | null;
  primeiroDia: string | null;
  /** Until when the signed-in person may take back the last decision; null: not theirs, too late, or something was decided since. */
  desfazerAte: string | null;
  /** Whether the family was not yet told of the decision. */
  aAvisar: boolean;
  /** The family sent another document, and nobody has decided since. */
  documentoNovo: boolean;
  /** Documents that the family sent later: stored address, moment and what each may do by itself, the newest first. */
  documentosNovos: { endereco: string; recebidoEm: string; conteudoAtivo: ActiveContent[] }[];
  /** The family asked for something, and nobody has answered yet. */
  pedido: boolean;
  pedidos: Request[];
  /** The number to call, where the family gave another one and somebody confirmed it. */
  telefoneNovo: string | null;
  /** The guardian's telephone of a minor, where it came later; the answers have none then. */
  telefoneDoResponsavel: string | null;
  /** What the first document may do by itself; empty for most. */
  conteudoAtivo: ActiveContent[];
  notas: Note[];
  historico: Change[];
  semelhantes: { id: string; situacao: Situation; iguais: Likeness[] }[];
};

/** The part that the list shows too. */
export const summaryOf = ({
  criterios,
  semelhantes,
  situacao,
  repetidaDe,
  turma,
  primeiroDia,
  aAvisar,
  documentoNovo,
  documentosNovos,
  pedido,
  telefoneNovo,
  telefoneDoResponsavel,
}: FollowUp) => ({
  situacao,
  turma,
  primeiroDia,
  aAvisar,
  documentoNovo,
  pedido,
  telefoneNovo,
  telefoneDoResponsavel,
  ultimoDocumento: documentosNovos[0]?.endereco ?? null,
  responsavelConfirmou: criterios.responsavel,
  repetida: semelhantes.length > 0,
  repetidaDe,
});

/** Null when the enrolment is missing. The back end records each call as opening the sheet. */
export const followUpOf = (inscricao: string, signal?: AbortSignal) =>
  callFunction<FollowUp | null>('acompanhamento', { inscricao }, signal);

/** One query for the dialog and everything inside it. */
export const followUpQuery = (inscricao: string) => ({
  queryKey: ['acompanhamento', inscricao] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => followUpOf(inscricao, signal),
  gcTime: 0,
});

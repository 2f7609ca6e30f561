import { COMPARED_COLUMNS, type StoredEnrolment } from '../../../domain/desk/sheet.ts';
import type { Criterion, Situation } from '../../../domain/desk/situations.ts';
import type { ActiveContent } from '../../../domain/document/pdf-structure.ts';
import { callFunction, readRows } from './calls.ts';

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
  pedido: 'desistir' | 'telefone';
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

export type Likeness = 'cpf' | 'nome' | 'telefone';

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
}: FollowUp) => ({
  situacao,
  turma,
  primeiroDia,
  aAvisar,
  documentoNovo,
  pedido,
  telefoneNovo,
  ultimoDocumento: documentosNovos[0]?.endereco ?? null,
  responsavelConfirmou: criterios.responsavel,
  repetida: semelhantes.length > 0,
  repetidaDe,
});

/** The state after a change. `aplicada` exists for decisions alone: false when another administrator's came first. */
export type Changed = FollowUp & { aplicada?: boolean };

/** Null when the enrolment is missing. The back end records each call as opening the sheet. */
export const followUpOf = (inscricao: string, signal?: AbortSignal) =>
  callFunction<FollowUp | null>('acompanhamento', { inscricao }, signal);

/** One query for the dialog and everything inside it. */
export const followUpQuery = (inscricao: string) => ({
  queryKey: ['acompanhamento', inscricao] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => followUpOf(inscricao, signal),
  gcTime: 0,
});

/** The columns of an enrolment that is compared with another. */
const COMPARED = ['id', 'created_at', 'protocolo', ...COMPARED_COLUMNS];

/** An enrolment to compare with; recorded as opening its sheet. Null when it is missing. */
export const comparedQuery = (id: string) => ({
  queryKey: ['comparada', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [row] = await readRows<StoredEnrolment[]>(
      (rest) => rest.from('inscricoes_projeto').select(COMPARED.join(',')).eq('id', id).retry(false),
      signal,
    );
    return row ?? null;
  },
  gcTime: 0,
});

// Each resolves to the state afterwards, null when the enrolment is missing, and throws BackendError.

/** What a decision says beside the situation: the reason, and for an approved person class and first day (ISO). */
export type DecisionDetails = { motivo?: string; turma?: string | null; primeiroDia?: string | null };

export const changeSituation = (
  inscricao: string,
  versao: number,
  situacao: Situation,
  { motivo = '', turma = null, primeiroDia: primeiro_dia = null }: DecisionDetails = {},
) =>
  callFunction<Changed | null>('mudar_situacao', {
    inscricao,
    versao,
    situacao,
    motivo,
    turma,
    primeiro_dia,
  });

/** Takes back the last change of situation, within a minute and by who made it; throws what the back end says otherwise. */
export const undoDecision = (inscricao: string, versao: number) =>
  callFunction<Changed | null>('desfazer_decisao', { inscricao, versao });

export const tickCriterion = (inscricao: string, versao: number, criterio: Criterion, cumprido: boolean) =>
  callFunction<Changed | null>('marcar_criterio', { inscricao, versao, criterio, cumprido });

export const writeNote = (inscricao: string, texto: string) =>
  callFunction<Changed | null>('escrever_nota', { inscricao, texto });

export const correctNote = (nota: string, texto: string) =>
  callFunction<Changed | null>('corrigir_nota', { nota, texto });

export const compareWith = (inscricao: string, outra: string, mesma_pessoa: boolean) =>
  callFunction<Changed | null>('comparar_inscricoes', { inscricao, outra, mesma_pessoa });

export const recordPreparedMessage = (inscricao: string, modelo: string, para: 'responsavel' | 'pessoa') =>
  callFunction<Changed | null>('preparar_mensagem', { inscricao, modelo, para });

/** Confirms or dismisses a request; a confirmed withdrawal is a decision. */
export const answerRequest = (inscricao: string, versao: number, pedido: string, confirmado: boolean) =>
  callFunction<Changed | null>('responder_pedido', { inscricao, versao, pedido, confirmado });

/** The signed-in person's last three reasons for a situation, the newest first. Throws BackendError. */
export const recentReasons = (situacao: Situation, signal?: AbortSignal) =>
  callFunction<string[]>('motivos_recentes', { situacao }, signal);

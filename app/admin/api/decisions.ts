import { COMPARED_COLUMNS, type StoredEnrolment } from '../../../domain/desk/sheet.ts';
import type { Criterion, OF_GUARDIAN, Situation } from '../../../domain/desk/situations.ts';
import { callFunction, readRows } from './calls.ts';
import type { FollowUp } from './follow-up.ts';

// What an open enrolment calls besides its follow-up: apart from it, because the list is drawn without these.

/** The state after a change. `aplicada` exists for decisions alone: false when another administrator's came first. */
export type Changed = FollowUp & { aplicada?: boolean };

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

export const tickCriterion = (
  inscricao: string,
  versao: number,
  criterio: Criterion | keyof typeof OF_GUARDIAN,
  cumprido: boolean,
) => callFunction<Changed | null>('marcar_criterio', { inscricao, versao, criterio, cumprido });

export const writeNote = (inscricao: string, texto: string) =>
  callFunction<Changed | null>('escrever_nota', { inscricao, texto });

export const correctNote = (nota: string, texto: string) =>
  callFunction<Changed | null>('corrigir_nota', { nota, texto });

export const compareWith = (inscricao: string, outra: string, mesma_pessoa: boolean) =>
  callFunction<Changed | null>('comparar_inscricoes', { inscricao, outra, mesma_pessoa });

export const recordPreparedMessage = (inscricao: string, modelo: string, para: 'responsavel' | 'pessoa') =>
  callFunction<Changed | null>('preparar_mensagem', { inscricao, modelo, para });

/** The answer to a request. `doResponsavel`: whether a confirmed telephone is the guardian's, where that was asked. */
export type RequestAnswer = { confirmado: boolean; doResponsavel?: boolean };

/** Confirms or dismisses a request; a confirmed withdrawal is a decision. */
export const answerRequest = (
  inscricao: string,
  versao: number,
  pedido: string,
  { confirmado, doResponsavel: do_responsavel }: RequestAnswer,
) =>
  callFunction<Changed | null>('responder_pedido', {
    inscricao,
    versao,
    pedido,
    confirmado,
    ...(do_responsavel !== undefined && { do_responsavel }),
  });

/** The signed-in person's last three reasons for a situation, the newest first. Throws BackendError. */
export const recentReasons = (situacao: Situation, signal?: AbortSignal) =>
  callFunction<string[]>('motivos_recentes', { situacao }, signal);

import { isSituation, type Situation } from '../../../domain/desk/situations.ts';
import type { GuardianAnswer } from '../../../domain/enrolment/missing-guardian.ts';
import type { FunctionName } from '../../../domain/functions.ts';
import { BackendError, connection, tableError, tablesOf } from '../../api/client.ts';

/** What a family may ask for: the first two by its link, the others in 'Meus dados', all of them at the desk. */
export type RequestKind = 'desistir' | 'telefone' | 'corrigir' | 'apagar' | 'copia';

/**
 * What a family reads about its enrolment. Only by the link: `class` and `firstDay` (ISO) of an approved
 * person, and the `class` that somebody waits for; null where not decided.
 */
export type FamilySituation = {
  situation: Situation;
  /** ISO moment. */
  since: string;
  /** What the team wrote for the family; '' for nothing, and where the link was not used. */
  reason: string;
  class: string | null;
  firstDay: string | null;
  /** Since when the desk knows something that this link does not tell, and therefore no class (ISO moment); null: it tells all. */
  updatedAt: string | null;
  /** Another document may be sent now. */
  maySend: boolean;
  /** Requests that nobody has answered yet; null where the link was not used. */
  requests: readonly RequestKind[] | null;
  /** Whether the link is the family's own, which opens 'Meus dados' too; null where it was not asked. */
  isOwn: boolean | null;
  /** What is missing of the guardian, and the ISO day after which the enrolment is erased for it; empty and `''` for none, and where the link was not used. */
  lacks: readonly GuardianAnswer[];
  until: string;
};

/** Too many attempts; `until` is an ISO moment. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts';
  readonly until: string;

  constructor(until: string) {
    super();
    this.until = until;
  }
}

/** How an enrolment is named: by its personal code, or by protocol (eight digits) and birth date (ISO). */
export type Question = { code: string } | { protocol: string; birth: string };

/**
 * The situation; null for an unknown code or pair. Throws TooManyAttempts and BackendError. Sent by POST, so that no
 * address holds it.
 */
export async function askSituation(question: Question): Promise<FamilySituation | null> {
  const answer =
    'code' in question
      ? await call('situacao_da_inscricao', { codigo: question.code })
      : await call('situacao_por_protocolo', { protocolo: question.protocol, nascimento: question.birth });
  return readAnswer(answer);
}

/**
 * Parses the answer of a function of families; null for an unknown code or pair. Throws BackendError for
 * something else.
 */
export function readAnswer(given: unknown): FamilySituation | null {
  if (given === null) return null;
  const {
    situacao,
    desde,
    motivo,
    turma,
    primeiroDia,
    atualizadoEm,
    podeEnviarDocumento,
    pedidos,
    falta,
    faltaAte,
    proprio,
  } = given as Record<string, unknown>;
  if (!isSituation(situacao)) throw new BackendError(0, '', '');
  return {
    situation: situacao,
    since: String(desde),
    reason: typeof motivo === 'string' ? motivo.trim() : '',
    class: typeof turma === 'string' ? turma : null,
    firstDay: typeof primeiroDia === 'string' ? primeiroDia : null,
    updatedAt: typeof atualizadoEm === 'string' ? atualizadoEm : null,
    maySend: podeEnviarDocumento === true,
    requests: Array.isArray(pedidos) ? (pedidos as RequestKind[]) : null,
    isOwn: typeof proprio === 'boolean' ? proprio : null,
    lacks: Array.isArray(falta) ? (falta as GuardianAnswer[]) : [],
    until: typeof faltaAte === 'string' ? faltaAte : '',
  };
}

/**
 * The answer to something that a family sends. `answer`: the situation afterwards, null for an unknown code;
 * `received`: whether it is stored; `limited`: this link has reached today's limit.
 */
export type SendResult = { answer: FamilySituation | null; received: boolean; limited: boolean };

export function sendResultIn(given: unknown): SendResult {
  const { recebido, limite } = (given ?? {}) as { recebido?: unknown; limite?: unknown };
  return { answer: readAnswer(given), received: recebido === true, limited: limite === true };
}

/** Stores a request; `received`: whether it is open now. Throws TooManyAttempts and BackendError. */
export async function sendRequest(
  code: string,
  kind: RequestKind,
  telephone: string | null,
): Promise<SendResult> {
  return sendResultIn(await call('pedir_pela_familia', { codigo: code, tipo: kind, telefone: telephone }));
}

/** Gives the guardian that is missing; null leaves an answer out. `received` as above. Throws TooManyAttempts and BackendError. */
export async function sendGuardian(
  code: string,
  name: string | null,
  telephone: string | null,
): Promise<SendResult> {
  return sendResultIn(await call('enviar_responsavel', { codigo: code, nome: name, telefone: telephone }));
}

/** Calls a function of families. Throws TooManyAttempts and BackendError. */
export async function call(
  name: FunctionName,
  values: Record<string, unknown>,
  connected?: ReturnType<typeof tablesOf>,
): Promise<unknown> {
  const rest = connected ?? tablesOf(await connection(async () => null));
  const answer = await rest.rpc(name, values).retry(false);
  if (!answer.error) return answer.data;
  const { details } = answer.error;
  if (answer.status === 429 && !Number.isNaN(Date.parse(details))) throw new TooManyAttempts(details);
  throw tableError({ status: answer.status, error: answer.error });
}

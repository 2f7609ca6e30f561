import { isSituation, type Situation } from '../../../domain/desk/situations.ts';
import type { GuardianAnswer } from '../../../domain/enrolment/missing-guardian.ts';
import { protocolOf } from '../../../domain/enrolment/protocol.ts';
import type { FunctionName } from '../../../domain/functions.ts';
import { uploadIdOf } from '../../../domain/personal-code.ts';
import { BackendError, connection, tableError, tablesOf } from '../../api/client.ts';

/** What a family may ask for: the first two by its link, the others in 'Meus dados', all of them at the desk. */
export type RequestKind = 'desistir' | 'telefone' | 'corrigir' | 'apagar' | 'copia';

/** What a family reads about its enrolment, as the database tells it; all but the first two by the link alone. Moments and days are ISO text. */
export type FamilySituation = {
  situacao: Situation;
  desde: string;
  /** What the team wrote for the family. */
  motivo?: string | null;
  /** Of an approved person, or what somebody waits for. */
  turma?: string | null;
  primeiroDia?: string | null;
  /** Since when the desk knows something that this link does not tell, and therefore no class; null: it tells all. */
  atualizadoEm?: string | null;
  /** Another document may be sent now. */
  podeEnviarDocumento?: boolean;
  /** What the family answered whether somebody goes on, which is asked ('pedida'); null: it is not. */
  renovacao?: 'pedida' | 'sim' | 'nao' | null;
  /** Requests that nobody has answered yet; missing where the link was not used. */
  pedidos?: readonly RequestKind[] | null;
  /** Whether the link is the family's own, which opens 'Meus dados' too; missing where it was not asked. */
  proprio?: boolean | null;
  /** What is missing of the guardian, and the day after which the enrolment is erased for it. */
  falta?: readonly GuardianAnswer[] | null;
  faltaAte?: string | null;
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

/** The protocol of what was asked for: typed, or of the code of the enrolment's own link; null by another link. */
export const protocolIn = (question: Question, answer: FamilySituation): string | null =>
  'code' in question ? (answer.proprio ? protocolOf(uploadIdOf(question.code)) : null) : question.protocol;

/** The answer of a function of families; null for an unknown code or pair. Throws BackendError for something else. */
export function readAnswer(given: unknown): FamilySituation | null {
  const answer = given as FamilySituation | null;
  if (answer !== null && !isSituation(answer?.situacao)) throw new BackendError(0, '', '');
  return answer;
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

/** Stores a request, with another telephone or answer (by column) for their kinds; `received`: whether it is open now. Throws TooManyAttempts and BackendError. */
export const sendRequest = async (code: string, kind: RequestKind, given: object): Promise<SendResult> =>
  sendResultIn(await call('pedir_pela_familia', { codigo: code, tipo: kind, ...given }));

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

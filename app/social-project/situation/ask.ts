import { isSituation, type Situation } from '../../../domain/desk/situations.ts';
import { BackendError, connection, tableError, tablesOf } from '../../api/client.ts';

/** What a family is told; `class` and `firstDay` (ISO) only by the link, of an approved person, where given. */
export type Answer = {
  situation: Situation;
  /** ISO moment. */
  since: string;
  class: string | null;
  firstDay: string | null;
};

/** Too many attempts; `until` is an ISO moment. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly until: string;

  constructor(until: string) {
    super();
    this.until = until;
  }
}

/** How an enrolment is named: by its personal code, or by protocol (eight digits) and birth date (ISO). */
export type Question = { code: string } | { protocol: string; birth: string };

/** The situation; null when code or pair is nobody's. Throws TooMany and BackendError. Sent by POST, so that no address holds it. */
export async function askSituation(question: Question): Promise<Answer | null> {
  const answer =
    'code' in question
      ? await call('situacao_da_inscricao', { codigo: question.code })
      : await call('situacao_por_protocolo', { protocolo: question.protocol, nascimento: question.birth });
  if (typeof answer !== 'object' || answer === null) return null;
  const { situacao, desde, turma = null, primeiroDia = null } = answer as Record<string, string | null>;
  if (!isSituation(situacao)) throw new BackendError(0, '', '');
  return { situation: situacao, since: desde ?? '', class: turma, firstDay: primeiroDia };
}

async function call(name: string, values: Record<string, unknown>): Promise<unknown> {
  const rest = tablesOf(await connection(async () => null, {}));
  const answer = await rest.rpc(name, values).retry(false);
  if (!answer.error) return answer.data;
  const { details } = answer.error;
  if (answer.status === 429 && !Number.isNaN(Date.parse(details))) throw new TooMany(details);
  throw tableError({ status: answer.status, error: answer.error });
}

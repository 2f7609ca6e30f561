import type { CorrectionReason } from '../../../content/corrections.ts';
import type { Accepted } from '../../../content/counter.ts';
import { desk } from '../../../content/desk.ts';
import { admin } from '../../../content/desk-screens.ts';
import { type FamilyMessage, familyMessages } from '../../../content/family-messages.ts';
import type { LeftBecause } from '../../../domain/desk/attendance.ts';
import type { DatedLine } from '../../../domain/desk/dated-lines.ts';
import { type OwnMessages, settingOf } from '../../../domain/desk/own-message.ts';
import type { Answers, StoredEnrolment } from '../../../domain/desk/sheet.ts';
import type { Criterion, OF_GUARDIAN, Situation } from '../../../domain/desk/situations.ts';
import { byColumn } from '../../../domain/desk/typed-answers.ts';
import { FIELDS } from '../../../domain/enrolment/fields.ts';
import { isHealthOrIncome } from '../../../domain/enrolment/privacy.ts';
import type { FunctionName } from '../../../domain/functions.ts';
import { BackendError } from '../../api/client.ts';
import { callFunction, callOnce, readRows } from './calls.ts';
import { enrolmentOf, type WireRow } from './enrolment-row.ts';
import { type Changed, followUpIn, type Request } from './follow-up.ts';

// What an open enrolment calls besides its follow-up: apart from it, because the list is drawn without these.

/** The columns of an enrolment that is compared with another: none of health or income. */
const COLUMNS = [
  'id',
  'created_at',
  'protocolo',
  ...FIELDS.filter((field) => !isHealthOrIncome(field)).map(({ column }) => column),
];

/** An enrolment to compare with; recorded as opening its sheet. Null when it is missing. */
export const comparedQuery = (id: string) => ({
  queryKey: ['compared', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<StoredEnrolment | null> => {
    const [row] = await readRows<WireRow[]>(
      (rest) => rest.from('inscricoes_projeto').select(COLUMNS.join(',')).eq('id', id).retry(false),
      signal,
    );
    return row ? enrolmentOf(row) : null;
  },
  gcTime: 0,
  staleTime: 'static' as const, // one look, however often it is unfolded
});

/** The messages to families that the direção wrote in place of the usual. */
export const ownMessagesQuery = {
  queryKey: ['own messages'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnMessages> => {
    const stored = await callFunction<Record<string, string>>('mensagens', {}, signal);
    const models = Object.keys(familyMessages) as FamilyMessage[];
    return Object.fromEntries(
      models.flatMap((model) => (settingOf(model) in stored ? [[model, stored[settingOf(model)]]] : [])),
    );
  },
};

/** Calls a function that changes an enrolment. Resolves to the state afterwards, null when it is missing. Throws BackendError. */
async function changeFollowUp(name: FunctionName, values: Record<string, unknown>): Promise<Changed | null> {
  const sent = await callOnce<Changed | null>(name, values);
  return sent && followUpIn(sent);
}

/**
 * What goes with a situation: a reason, for an approved person a class and its first day (ISO), or the class that
 * is waited for. '' is none. `beyondPlaces`: also into a full class, which is refused otherwise; `onRequest`: the
 * family withdrew in person; `lastDay`, `why`: of an approved person, who leaves.
 */
export type DecisionDetails = {
  reason?: string;
  classId?: string;
  firstDay?: string;
  beyondPlaces?: boolean;
  onRequest?: boolean;
  lastDay?: string;
  why?: LeftBecause | '';
};

export const changeSituation = (
  enrolment: string,
  version: number,
  situation: Situation,
  given: DecisionDetails,
) =>
  changeFollowUp('decidir_situacao', {
    inscricao: enrolment,
    versao: version,
    situacao: situation,
    motivo: given.reason ?? '',
    turma: given.classId || null,
    primeiro_dia: given.firstDay || null,
    ...(given.beyondPlaces && { alem_das_vagas: true }),
    ...(given.onRequest && { a_pedido: true }),
    ...(given.lastDay && { ultimo_dia: given.lastDay, porque: given.why }),
  });

/** Notes that who was missing comes again: the absences until now count no more. */
export const cameBack = (enrolment: string) => changeFollowUp('voltou', { inscricao: enrolment });

/** Corrects answers, as their columns store them, `onRequest`: it answers what a family asked for in person; null when the enrolment is missing. */
export const correctAnswers = (
  enrolment: string,
  version: number,
  answers: Partial<Answers>,
  reason: CorrectionReason,
  onRequest: boolean,
) =>
  changeFollowUp('corrigir_respostas', {
    inscricao: enrolment,
    versao: version,
    mudancas: byColumn(answers),
    motivo: reason,
    ...(onRequest && { a_pedido: true }),
  });

/** Enrols who came in person, under this uuid, with answers as their columns store them. */
export const enrolAtCounter = (nova: string, respostas: object, declaracao: Accepted | '') =>
  changeFollowUp('inscrever_no_balcao', { nova, respostas, declaracao });

/** Attaches an uploaded document by its public address. */
export const attachDocument = (enrolment: string, address: string) =>
  changeFollowUp('juntar_documento', { inscricao: enrolment, endereco: address });

/** Takes back the last change of situation or correction, within a minute and by who made it; throws what the back end says otherwise. */
export const undoDecision = (enrolment: string, version: number) =>
  changeFollowUp('voltar_decisao', { inscricao: enrolment, versao: version });

export const tickCriterion = (
  enrolment: string,
  version: number,
  criterion: Criterion | 'protegido' | 'renovacao' | keyof typeof OF_GUARDIAN,
  met: boolean,
) =>
  changeFollowUp('conferir_criterio', {
    inscricao: enrolment,
    versao: version,
    criterio: criterion,
    cumprido: met,
  });

/** Notes a dated line, of an enrolment or (null) of the team; nothing at all takes it away. */
export const noteLine = (inscricao: string | null, line: DatedLine, conta: string | null = null) =>
  changeFollowUp('marcar', {
    ...{
      inscricao,
      especie: line.kind,
      texto: line.text,
      dia: line.day || null,
      ate: line.until || null,
      conta,
    },
  });

/** `request`: what the family asked for in person, which is to be answered later. */
export const writeNote = (enrolment: string, text: string, request?: Request['kind']) =>
  changeFollowUp('nova_nota', { inscricao: enrolment, texto: text, ...(request && { pedido: request }) });

export const compareWith = (enrolment: string, other: string, samePerson: boolean) =>
  changeFollowUp('comparar_pessoas', { inscricao: enrolment, outra: other, mesma_pessoa: samePerson });

export const recordPreparedMessage = (enrolment: string, model: string, to: 'responsavel' | 'pessoa') =>
  changeFollowUp('anotar_mensagem', { inscricao: enrolment, modelo: model, para: to });

/**
 * A link that was made for a family: its code, which is shown only once, and the ISO day until which it
 * opens.
 */
export type MadeLink = { code: string; until: string };

/** Makes a link and hands it to `keep`. */
export async function makeLink(enrolment: string, keep: (made: MadeLink) => void): Promise<Changed | null> {
  const made = await callOnce<(Changed & MadeLink) | null>('fazer_link', { inscricao: enrolment });
  if (!made) return null;
  if (!made.code) throw new BackendError(409, '', admin.linkUnsaid); // of an attempt without an answer
  keep({ code: made.code, until: made.until });
  return followUpIn(made);
}

/** Ends every link of an enrolment. */
export const endLinks = (enrolment: string) => changeFollowUp('fechar_links', { inscricao: enrolment });

/** Whether a call was refused because the enrolment is missing. */
export const isMissingError = (error: unknown): boolean =>
  error instanceof BackendError && error.message === desk.missing;

/** The answer to a request. `isGuardians`: whether a confirmed telephone is the guardian's, where that was asked; `sentence`: why not, for the family. */
export type RequestAnswer = { confirmed: boolean; isGuardians?: boolean; sentence?: string };

/** Confirms or dismisses a request; a confirmed withdrawal is a decision, and so is a confirmed correction. */
export const answerRequest = (
  enrolment: string,
  version: number,
  request: string,
  { confirmed, isGuardians, sentence }: RequestAnswer,
) =>
  changeFollowUp('atender_pedido', {
    inscricao: enrolment,
    versao: version,
    pedido: request,
    confirmado: confirmed,
    ...(isGuardians !== undefined && { do_responsavel: isGuardians }),
    ...(sentence && { resposta: sentence }),
  });

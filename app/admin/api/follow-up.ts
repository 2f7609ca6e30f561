import type { Answers } from '../../../domain/desk/sheet.ts';
import { FIELDS } from '../../../domain/enrolment/fields.ts';
import type { FunctionName } from '../../../domain/functions.ts';
import { callFunction, readRows } from './calls.ts';
import { enrolmentOf, type WireRow } from './enrolment-row.ts';
import type { ListedEnrolment } from './enrolments.ts';
import {
  type Change,
  type Changed,
  type Correction,
  type FollowUp,
  type FollowUpSummary,
  type LaterDocument,
  type Note,
  type Request,
  SHARED,
  type Similar,
} from './follow-up-shape.ts';
import { eachNamed, named, type WireNames } from './named.ts';

const CHANGE: WireNames<Change> = {
  at: 'quando',
  by: 'quem',
  action: 'acao',
  from: 'de',
  to: 'para',
  reason: 'motivo',
  className: 'turmaNome',
};

const REQUEST: WireNames<Request> = {
  id: 'id',
  kind: 'tipo',
  phone: 'telefone',
  askedAt: 'feitoEm',
  number: 'numero',
  changes: 'mudancas',
  until: 'prazo',
  atDesk: 'noBalcao',
};

const NOTE: WireNames<Note> = {
  id: 'id',
  author: 'autor',
  text: 'texto',
  writtenAt: 'escritaEm',
  correctedAt: 'corrigidaEm',
  mayCorrect: 'podeCorrigir',
};

const LATER: WireNames<LaterDocument> = {
  address: 'endereco',
  receivedAt: 'recebidoEm',
  activeContent: 'conteudoAtivo',
  fromDesk: 'daEquipe',
  attachedBy: 'anexadoPor',
};

const CORRECTION: WireNames<Correction> = {
  field: 'campo',
  before: 'antes',
  reason: 'motivo',
  at: 'quando',
  by: 'quem',
};

const SIMILAR: WireNames<Similar> = { id: 'id', situation: 'situacao', sameIn: 'iguais' };

/** The summary of a follow-up, with the answers that were corrected. */
export function summaryOf(followUp: FollowUp): FollowUpSummary & Partial<Answers> {
  const { criteria, similar, laterDocuments, answers } = followUp;
  return {
    ...answers,
    ...named<Pick<FollowUp, keyof typeof SHARED>>(followUp, OWN_NAMES),
    guardianConfirmed: criteria.responsavel,
    mayBeRepeated: similar.length > 0,
    newestDocument: laterDocuments[0]?.address ?? null,
  };
}

const OWN_NAMES = Object.fromEntries(Object.keys(SHARED).map((name) => [name, name])) as typeof SHARED;

const FOLLOW_UP: WireNames<FollowUp> = {
  ...SHARED,
  reason: 'motivo',
  criteria: 'criterios',
  undoUntil: 'desfazerAte',
  laterDocuments: 'documentosNovos',
  requests: 'pedidos',
  dataClosedUntil: 'dadosFechadosAte',
  activeContent: 'conteudoAtivo',
  notes: 'notas',
  corrections: 'correcoes',
  answers: 'respostas',
  history: 'historico',
  similar: 'semelhantes',
};

const fieldOfColumn = (column: string) => FIELDS.find((field) => field.column === column);

/** The state that the back end sends, with the desk's names also in its nested objects. */
export function followUpIn(wire: object): Changed {
  const state = named<Changed>(wire, { ...FOLLOW_UP, applied: 'aplicada' });
  return {
    ...state,
    laterDocuments: eachNamed(state.laterDocuments, LATER),
    requests: eachNamed(state.requests, REQUEST),
    notes: eachNamed(state.notes, NOTE),
    corrections: eachNamed(state.corrections, CORRECTION).map((one) => ({
      ...one,
      field: fieldOfColumn(one.field)?.name ?? one.field,
    })),
    answers: Object.fromEntries(
      Object.entries(state.answers).map(([column, value]) => [fieldOfColumn(column)?.name, value]),
    ),
    history: eachNamed(state.history, CHANGE),
    similar: eachNamed(state.similar, SIMILAR),
  };
}

/** Calls a function that answers with the follow-up of an enrolment; null when it is missing. Throws BackendError. */
export async function callFollowUp(
  name: FunctionName,
  values: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Changed | null> {
  const wire = await callFunction<object | null>(name, values, signal);
  return wire && followUpIn(wire);
}

/** Null when the enrolment is missing. The back end records each call as opening the sheet. */
export const followUpOf = (enrolment: string, signal?: AbortSignal): Promise<FollowUp | null> =>
  callFollowUp('acompanhamento', { inscricao: enrolment }, signal);

/** One query for the dialog and everything inside it. */
export const followUpQuery = (enrolment: string) => ({
  queryKey: ['follow-up', enrolment] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => followUpOf(enrolment, signal),
  gcTime: 0,
});

/** One enrolment by its id, null when it is missing. Throws BackendError. */
export async function findEnrolment(id: string, signal?: AbortSignal): Promise<ListedEnrolment | null> {
  const [[row], state] = await Promise.all([
    readRows<WireRow[]>(
      (rest) => rest.from('inscricoes_projeto').select('*').eq('id', id).retry(false),
      signal,
    ),
    followUpOf(id, signal),
  ]);
  return row && state ? { ...enrolmentOf(row), ...summaryOf(state) } : null;
}

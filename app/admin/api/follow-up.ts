import type { Criterion, Situation } from '../../../domain/desk/situations.ts';
import type { ActiveContent } from '../../../domain/document/pdf-structure.ts';
import { callFunction } from './calls.ts';
import { eachNamed, named, type WireNames } from './named.ts';

/** An entry of an enrolment's history: codes, never answers. `by` is null for a deleted account and for the family. */
export type Change = {
  at: string;
  by: string | null;
  action:
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
  from: string | null;
  to: string | null;
  reason: string | null;
};

const CHANGE: WireNames<Change> = {
  at: 'quando',
  by: 'quem',
  action: 'acao',
  from: 'de',
  to: 'para',
  reason: 'motivo',
};

/** What a family asked for by its link and nobody has answered yet; `phone` for that kind alone. */
export type Request = {
  id: string;
  kind: 'desistir' | 'telefone';
  phone: string | null;
  askedAt: string;
};

const REQUEST: WireNames<Request> = { id: 'id', kind: 'tipo', phone: 'telefone', askedAt: 'feitoEm' };

export type Note = {
  id: string;
  author: string | null;
  text: string;
  writtenAt: string;
  correctedAt: string | null;
  mayCorrect: boolean;
};

const NOTE: WireNames<Note> = {
  id: 'id',
  author: 'autor',
  text: 'texto',
  writtenAt: 'escritaEm',
  correctedAt: 'corrigidaEm',
  mayCorrect: 'podeCorrigir',
};

/** A document that the family sent later; `activeContent`: what it may do by itself. */
export type LaterDocument = { address: string; receivedAt: string; activeContent: ActiveContent[] };

const LATER: WireNames<LaterDocument> = {
  address: 'endereco',
  receivedAt: 'recebidoEm',
  activeContent: 'conteudoAtivo',
};

/** Another enrolment that may be of the same person, and what is the same in both. */
export type Similar = { id: string; situation: Situation; sameIn: ('cpf' | 'nome' | 'telefone')[] };

const SIMILAR: WireNames<Similar> = { id: 'id', situation: 'situacao', sameIn: 'iguais' };

/** The desk's own data about one enrolment. `version` grows with each decision; newest notes and changes first. */
export type FollowUp = {
  situation: Situation;
  reason: string | null;
  version: number;
  criteria: Record<Criterion, boolean>;
  repeatedOf: string | null;
  /** Class, in the timetable's words, and first day (ISO) of an approved person, where given. */
  className: string | null;
  firstDay: string | null;
  /** Until when the signed-in person may take back the last decision; null: not theirs, too late, or something was decided since. */
  undoUntil: string | null;
  /** Whether the family was not yet told of the decision. */
  toNotify: boolean;
  /** The family sent another document, and nobody has decided since. */
  hasNewDocument: boolean;
  /** The newest first. */
  laterDocuments: LaterDocument[];
  /** The family asked for something, and nobody has answered yet. */
  hasRequest: boolean;
  requests: Request[];
  /** The number to call, where the family gave another one and somebody confirmed it. */
  newPhone: string | null;
  /** The guardian's telephone of a minor, where it came later; the answers have none then. */
  guardianPhone: string | null;
  /** What the first document may do by itself; empty for most. */
  activeContent: ActiveContent[];
  notes: Note[];
  history: Change[];
  similar: Similar[];
};

/** What the list shows as the open enrolment has it. */
const SHARED = {
  situation: 'situacao',
  repeatedOf: 'repetidaDe',
  className: 'turma',
  firstDay: 'primeiroDia',
  toNotify: 'aAvisar',
  hasNewDocument: 'documentoNovo',
  hasRequest: 'pedido',
  newPhone: 'telefoneNovo',
  guardianPhone: 'telefoneDoResponsavel',
} as const satisfies Partial<WireNames<FollowUp>>;

/** The part of an enrolment's follow-up that the list shows. */
export type FollowUpSummary = Pick<FollowUp, keyof typeof SHARED> & {
  guardianConfirmed: boolean;
  /** Whether another enrolment may be of the same person. */
  mayBeRepeated: boolean;
  /** The stored address of the document that the family sent last; null while there is only the first. */
  newestDocument: string | null;
};

export const SUMMARY: WireNames<FollowUpSummary> = {
  ...SHARED,
  guardianConfirmed: 'responsavelConfirmou',
  mayBeRepeated: 'repetida',
  newestDocument: 'ultimoDocumento',
};

/** The summary of a follow-up. */
export function summaryOf(followUp: FollowUp): FollowUpSummary {
  const { criteria, similar, laterDocuments } = followUp;
  return {
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
  version: 'versao',
  criteria: 'criterios',
  undoUntil: 'desfazerAte',
  laterDocuments: 'documentosNovos',
  requests: 'pedidos',
  activeContent: 'conteudoAtivo',
  notes: 'notas',
  history: 'historico',
  similar: 'semelhantes',
};

/** The state after a change. `applied` exists for decisions alone: false when another administrator's came first. */
export type Changed = FollowUp & { applied?: boolean };

/** The state that the back end sends, in the desk's words all the way down. */
export function followUpIn(wire: object): Changed {
  const state = named<Changed>(wire, { ...FOLLOW_UP, applied: 'aplicada' });
  return {
    ...state,
    laterDocuments: eachNamed(state.laterDocuments, LATER),
    requests: eachNamed(state.requests, REQUEST),
    notes: eachNamed(state.notes, NOTE),
    history: eachNamed(state.history, CHANGE),
    similar: eachNamed(state.similar, SIMILAR),
  };
}

/** Calls a function that answers with the follow-up of an enrolment; null when it is missing. Throws BackendError. */
export async function callFollowUp(
  name: string,
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

import type { Mark } from '../../../domain/desk/attendance.ts';
import { type Answers, answersOf } from '../../../domain/desk/sheet.ts';
import { call, type FamilySituation, readAnswer } from './situation-api.ts';

/** What is asked for in 'Meus dados', or by a link alone ('telefone'). */
export type OwnRequestKind = 'desistir' | 'telefone' | 'corrigir' | 'apagar' | 'copia';

/** A request as its family reads it; moments are ISO text, `until` is a day. `changes`: column → proposed answer. */
export type OwnRequest = {
  number: number;
  kind: OwnRequestKind;
  phone: string | null;
  changes: Readonly<Record<string, string | number | null>> | null;
  askedAt: string;
  until: string;
  atDesk: boolean;
  answeredAt: string | null;
  taken: boolean;
  sentence: string;
  /** Since when what it asks for is known at the desk, and not told here; null: it is told. */
  updatedAt: string | null;
};

/** Everything of an enrolment; days and moments as ISO text, `''` and null for none. */
export type OwnData = {
  answers: Answers;
  /** Of the answers, and of the telephone that came later, those that are not told here: column → since when the desk has another. */
  updated: Readonly<Record<string, string>>;
  /** When this link opened it, the newest first. */
  openings: readonly string[];
  arrivedAt: string;
  protocol: string | null;
  newPhone: string | null;
  guardianName: string | null;
  guardianPhone: string | null;
  /** Newest first. */
  corrections: readonly { column: string; before: string | null; at: string }[];
  documents: readonly { name: string; receivedAt: string }[];
  /** The days on which all of it, or the document, is erased. */
  /** When the first document was erased by its term (ISO moment); null: it was not. */
  documentErasedAt: string | null;
  eraseOn: string | null;
  eraseDocumentOn: string | null;
  /** Newest first. */
  attendance: readonly { day: string; mark: Mark }[];
  /** How often people of the desk opened it, by day and role. */
  looks: readonly { day: string; role: string; times: number }[];
  requests: readonly OwnRequest[];
  /** As it was sent: what a copy in a file holds. */
  sent: object;
};

/**
 * The result of entering a CPF. `data`: null unless it was right; `triesLeft`: how many tries are left;
 * `closedUntil`: until when none is accepted (ISO moment). These three are null when the link has ended or
 * was made by the desk. `answer`: the present situation.
 */
export type Opened = {
  answer: FamilySituation | null;
  data: OwnData | null;
  triesLeft: number | null;
  closedUntil: string | null;
};

/** Asks for something; resolves to what went wrong, `''` for nothing. */
export type Ask = (kind: OwnRequestKind, changes?: OwnRequest['changes']) => Promise<string>;

/** Opens 'Meus dados'. Throws TooManyAttempts and BackendError. */
export const openOwnData = async (code: string, cpf: string): Promise<Opened> =>
  openedIn(await call('meus_dados', { codigo: code, cpf }));

/**
 * Asks for something: `number` is the request's, null where it was not taken; `limited`: this link has
 * reached today's limit. Throws TooManyAttempts and BackendError.
 */
export async function askOfOwnData(
  code: string,
  cpf: string,
  kind: OwnRequestKind,
  changes: OwnRequest['changes'] = null,
): Promise<Opened & { number: number | null; limited: boolean }> {
  const given = await call('pedir_dos_dados', {
    codigo: code,
    cpf,
    tipo: kind,
    ...(changes && { mudancas: changes }),
  });
  const { pedido, limite } = (given ?? {}) as { pedido?: unknown; limite?: unknown };
  return {
    ...openedIn(given),
    number: typeof pedido === 'number' ? pedido : null,
    limited: limite === true,
  };
}

function openedIn(given: unknown): Opened {
  const { dados, restam, fechadoAte } = (given ?? {}) as Record<string, unknown>;
  return {
    answer: readAnswer(given),
    data: dados ? dataIn(dados as Wire) : null,
    triesLeft: typeof restam === 'number' ? restam : null,
    closedUntil: typeof fechadoAte === 'string' ? fechadoAte : null,
  };
}

/** As the database names them. */
type Wire = {
  respostas: Parameters<typeof answersOf>[0];
  atualizadas?: Record<string, string>;
  abertaEm?: string[];
  recebidaEm: string;
  protocolo: string | null;
  telefoneNovo: string | null;
  nomeDoResponsavel: string | null;
  telefoneDoResponsavel: string | null;
  correcoes: { campo: string; antes: string | null; quando: string }[];
  documentos: { nome: string; recebidoEm: string }[];
  documentoApagadoEm?: string | null;
  guarda: { apagarEm: string | null; documentoEm: string | null } | null;
  /** Missing before 2.0. */
  presencas?: { dia: string; marca: Mark }[];
  aberturas: { dia: string; papel: string; vezes: number }[];
  pedidos: {
    numero: number;
    tipo: OwnRequestKind;
    telefone: string | null;
    mudancas: OwnRequest['changes'];
    feitoEm: string;
    prazo: string;
    noBalcao: boolean;
    respondidoEm: string | null;
    confirmado: boolean | null;
    resposta: string | null;
    atualizadoEm?: string | null;
  }[];
};

const dataIn = (wire: Wire): OwnData => ({
  answers: answersOf(wire.respostas),
  updated: wire.atualizadas ?? {},
  openings: wire.abertaEm ?? [],
  arrivedAt: wire.recebidaEm,
  protocol: wire.protocolo,
  newPhone: wire.telefoneNovo,
  guardianName: wire.nomeDoResponsavel,
  guardianPhone: wire.telefoneDoResponsavel,
  corrections: wire.correcoes.map(({ campo, antes, quando }) => ({
    column: campo,
    before: antes,
    at: quando,
  })),
  documents: wire.documentos.map(({ nome, recebidoEm }) => ({ name: nome, receivedAt: recebidoEm })),
  documentErasedAt: wire.documentoApagadoEm ?? null,
  eraseOn: wire.guarda?.apagarEm ?? null,
  eraseDocumentOn: wire.guarda?.documentoEm ?? null,
  attendance: (wire.presencas ?? []).map(({ dia, marca }) => ({ day: dia, mark: marca })),
  looks: wire.aberturas.map(({ dia, papel, vezes }) => ({ day: dia, role: papel, times: vezes })),
  requests: wire.pedidos.map((request) => ({
    number: request.numero,
    kind: request.tipo,
    phone: request.telefone,
    changes: request.mudancas,
    askedAt: request.feitoEm,
    until: request.prazo,
    atDesk: request.noBalcao,
    answeredAt: request.respondidoEm,
    taken: request.confirmado === true,
    sentence: request.resposta ?? '',
    updatedAt: request.atualizadoEm ?? null,
  })),
  sent: wire,
});

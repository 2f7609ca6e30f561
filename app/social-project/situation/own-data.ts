import type { LineKind } from '../../../content/dated-lines.ts';
import type { Mark, Renewal } from '../../../domain/desk/attendance.ts';
import type { answersOf } from '../../../domain/desk/sheet.ts';
import { call, type FamilySituation, type RequestKind, readAnswer } from './situation-api.ts';

/** A request as the database tells it to its family; moments are ISO text, `prazo` is a day. `mudancas`: column → proposed answer. */
export type OwnRequest = {
  numero: number;
  tipo: RequestKind;
  telefone: string | null;
  mudancas: Readonly<Record<string, string | number | null>> | null;
  feitoEm: string;
  prazo: string;
  noBalcao: boolean;
  respondidoEm: string | null;
  confirmado: boolean | null;
  resposta: string | null;
  /** Since when what it asks for is known at the desk, and not told here; null: it is told. */
  atualizadoEm?: string | null;
};

/** Everything of an enrolment, as the database tells it; days and moments as ISO text. Lists have the newest first. */
export type OwnData = {
  respostas: Parameters<typeof answersOf>[0];
  /** Of the answers, and of the telephone that came later, those that are not told here: column → since when the desk has another. */
  atualizadas?: Readonly<Record<string, string>>;
  /** When this link opened it. */
  abertaEm?: readonly string[];
  recebidaEm: string;
  protocolo: string | null;
  telefoneNovo: string | null;
  nomeDoResponsavel: string | null;
  telefoneDoResponsavel: string | null;
  correcoes: readonly { campo: string; antes: string | null; quando: string }[];
  documentos: readonly { nome: string; recebidoEm: string }[];
  /** When the first document was erased by its term; null: it was not. */
  documentoApagadoEm?: string | null;
  /** The days on which all of it, or the document, is erased. */
  guarda: { apagarEm: string | null; documentoEm: string | null } | null;
  /** Missing before 2.0. */
  presencas?: readonly { dia: string; marca: Mark }[];
  /** Whether somebody goes on, as it was asked or answered last; missing where nobody asked. */
  renovacao?: { resposta: Renewal; em: string; cadunico: boolean | null } | null;
  /** `text` null: nothing, or the names and telephones of others. */
  linhas?: readonly { especie: LineKind; texto: string | null; dia: string | null; ate: string | null }[];
  /** How often people of the desk opened it, by day and role. */
  aberturas: readonly { dia: string; papel: string; vezes: number }[];
  pedidos: readonly OwnRequest[];
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
  kind: RequestKind,
  changes: OwnRequest['mudancas'] = null,
): Promise<Opened & { number: number | null; limited: boolean }> {
  const given = await call('pedir_dos_dados', {
    codigo: code,
    cpf,
    tipo: kind,
    ...(changes && { mudancas: changes }),
  });
  const { pedido, limite } = (given ?? {}) as { pedido?: number | null; limite?: boolean };
  return { ...openedIn(given), number: pedido ?? null, limited: limite === true };
}

function openedIn(given: unknown): Opened {
  const { dados, restam, fechadoAte } = (given ?? {}) as {
    dados?: OwnData | null;
    restam?: number | null;
    fechadoAte?: string | null;
  };
  return {
    answer: readAnswer(given),
    data: dados ?? null,
    triesLeft: restam ?? null,
    closedUntil: fechadoAte ?? null,
  };
}

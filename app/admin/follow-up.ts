import type { Registration } from '../../domain/sheet.ts';
import type { Criterion, Situation } from '../../domain/situations.ts';
import { call, tables } from './desk-calls.ts';

/** A change, as the history tells it: codes, never answers. `quem` is null for an account that is gone. */
export type Change = {
  quando: string;
  quem: string | null;
  acao: 'situacao' | 'criterio' | 'nota' | 'nota-corrigida' | 'repetida' | 'mensagem';
  de: string | null;
  para: string | null;
  motivo: string | null;
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

/** All that the desk knows of one registration. `versao` grows with each decision; newest notes and changes first. */
export type FollowUp = {
  situacao: Situation;
  motivo: string | null;
  versao: number;
  criterios: Record<Criterion, boolean>;
  repetidaDe: string | null;
  notas: Note[];
  historico: Change[];
  semelhantes: { id: string; situacao: Situation; iguais: Likeness[] }[];
};

/** What of it stands in the list too. */
export const knownOf = ({ situacao, criterios, semelhantes, repetidaDe }: FollowUp) => ({
  situacao,
  responsavelConfirmou: criterios.responsavel,
  repetida: semelhantes.length > 0,
  repetidaDe,
});

/** What came of a change: `aplicada` only where a decision was asked for, false when somebody was faster; the rest is how it stands now. */
export type Changed = FollowUp & { aplicada?: boolean };

/** Null when it is gone. Asking for it is opening the sheet, which the back end notes. */
export const followUpOf = (inscricao: string, signal?: AbortSignal) =>
  call<FollowUp | null>('acompanhamento', { inscricao }, signal);

/** The dialog asks once, and what is in it shares the answer. */
export const followUpQuery = (inscricao: string) => ({
  queryKey: ['acompanhamento', inscricao] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => followUpOf(inscricao, signal),
  gcTime: 0,
});

/** The answers that tell one person from another. */
const COMPARED =
  'id,created_at,protocolo,nome_completo,data_nascimento,idade,sexo,cpf,rg,orgao_expedidor,cidade,endereco_completo,telefone_whatsapp,email,nome_responsavel,telefone_responsavel,contato_recados';

/** Another registration, to be compared: a look at its sheet, which the back end notes. Null when it is gone. */
export const comparedQuery = (id: string) => ({
  queryKey: ['comparada', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [row] = await tables<Registration[]>(
      (rest) => rest.from('inscricoes_projeto').select(COMPARED).eq('id', id).retry(false),
      signal,
    );
    return row ?? null;
  },
  gcTime: 0,
});

/** Each gives the state as it is afterwards, null when the registration is gone, and throws BackendError. */
export const changeSituation = (inscricao: string, versao: number, situacao: Situation, motivo: string) =>
  call<Changed | null>('mudar_situacao', { inscricao, versao, situacao, motivo });

export const tickCriterion = (inscricao: string, versao: number, criterio: Criterion, cumprido: boolean) =>
  call<Changed | null>('marcar_criterio', { inscricao, versao, criterio, cumprido });

export const writeNote = (inscricao: string, texto: string) =>
  call<Changed | null>('escrever_nota', { inscricao, texto });

export const mendNote = (nota: string, texto: string) =>
  call<Changed | null>('corrigir_nota', { nota, texto });

export const compareWith = (inscricao: string, outra: string, mesma_pessoa: boolean) =>
  call<Changed | null>('comparar_inscricoes', { inscricao, outra, mesma_pessoa });

export const messagePrepared = (inscricao: string, modelo: string, para: 'responsavel' | 'pessoa') =>
  call<Changed | null>('preparar_mensagem', { inscricao, modelo, para });

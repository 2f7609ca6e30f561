import type { AuditAction } from '../content/audit.ts';

/** A function of `public`, as the database has it. */
export type ApiFunction = {
  /** Name and SQL type of each, in order; a name that ends in `?` has a default. */
  arguments: string;
  /** Who may call it; whoever is signed in counts as anybody and as a family too. */
  allowedTo: 'anybody' | 'family' | 'signed in' | 'administrator';
  /** Stable in SQL: it changes nothing, not even the audit log, and GET may call it too. */
  reads: boolean;
  returns: 'nothing' | 'value' | 'values' | 'rows';
} & Audited;

/** What a call leaves in the audit log (null: nothing), and who writes it: our server, before the answer, or the function itself. */
type Audited =
  | { audit: AuditAction | null; auditBy: 'itself' }
  | { audit: 'viu_lista' | 'viu_ficha'; auditBy: 'server' };

const OF_ANYBODY = {
  allowedTo: 'anybody',
  reads: true,
  returns: 'value',
  audit: null,
  auditBy: 'itself',
} as const;
const OF_FAMILY = { ...OF_ANYBODY, allowedTo: 'family', reads: false } as const;
// Of the desk: each asks for an administrator before it looks at any argument.
const READS = { ...OF_ANYBODY, allowedTo: 'administrator' } as const;
const CHANGES = { ...READS, reads: false } as const;

/**
 * Every function that the API serves, below `/rest/v1/rpc`. Their routes, the audit of reads, the tests of
 * rights and the list of docs/contract.md §4.6 derive from it; `tests/database/rights.test.ts` compares it
 * with the database.
 */
export const FUNCTIONS = {
  formulario: { ...OF_ANYBODY, arguments: '' },
  versao_do_banco: { ...OF_ANYBODY, arguments: '' },
  sou_administrador: { ...OF_ANYBODY, allowedTo: 'signed in', arguments: '' },

  situacao_da_inscricao: { ...OF_FAMILY, arguments: 'codigo text' },
  situacao_por_protocolo: { ...OF_FAMILY, arguments: 'protocolo text, nascimento date' },
  enviar_outro_documento: { ...OF_FAMILY, arguments: 'codigo text, endereco text', audit: 'mudou' },
  pedir_pela_familia: { ...OF_FAMILY, arguments: 'codigo text, tipo text, telefone? text', audit: 'mudou' },

  auditoria: {
    ...READS,
    arguments: 'antes? bigint, pessoa? uuid, dia? date, quantas? integer',
    returns: 'rows',
  },
  buscar_inscricoes: { ...READS, arguments: 'filtro? jsonb', audit: 'viu_lista', auditBy: 'server' },
  chegaram_depois: { ...READS, arguments: 'momento timestamp with time zone' },
  cidades_das_inscricoes: { ...READS, arguments: '', returns: 'values' },
  enxurradas: { ...READS, arguments: '', returns: 'rows' },
  freio_da_equipe: { ...READS, arguments: '' },
  freio_dos_prazos: { ...READS, arguments: '' },
  listar_administradores: { ...READS, arguments: '', returns: 'rows' },
  motivos_recentes: { ...READS, arguments: 'situacao text' },
  prazos_de_guarda: { ...READS, arguments: 'inscricoes uuid[]', returns: 'rows' },
  turmas_com_alunos: { ...READS, arguments: '', returns: 'rows' },
  ultima_retencao: { ...READS, arguments: '', returns: 'rows' },
  ultimas_copias: { ...READS, arguments: '', returns: 'rows' },

  acompanhamento: { ...CHANGES, arguments: 'inscricao uuid', audit: 'viu_ficha' },
  anotar_acesso: {
    ...CHANGES,
    arguments: 'acao text, inscricao? uuid, linhas? integer, colunas? text[]',
    returns: 'nothing',
    audit: 'exportou',
  },
  anotar_impressao: { ...CHANGES, arguments: 'inscricoes uuid[]', returns: 'nothing', audit: 'imprimiu' },
  apagar_enxurrada: {
    ...CHANGES,
    arguments: 'origem text, hora timestamp with time zone, confirmacao text',
    audit: 'apagou_enxurrada',
  },
  apagar_inscricao: {
    ...CHANGES,
    arguments: 'inscricao uuid, confirmacao text, motivo text',
    audit: 'apagou',
  },
  aplicar_prazos: { ...CHANGES, arguments: '', audit: 'apagou_pelo_prazo' },
  comparar_inscricoes: {
    ...CHANGES,
    arguments: 'inscricao uuid, outra uuid, mesma_pessoa boolean',
    audit: 'mudou',
  },
  concluir_prazos: {
    ...CHANGES,
    arguments: 'inscricoes integer, documentos integer, envios integer',
    returns: 'nothing',
    audit: 'retencao',
  },
  confirmar_data: { ...CHANGES, arguments: 'dia date', audit: 'liberou_retencao' },
  contar_inscricoes: { ...CHANGES, arguments: 'filtro? jsonb', audit: 'viu_lista', auditBy: 'server' },
  corrigir_nota: { ...CHANGES, arguments: 'nota uuid, texto text', audit: 'escreveu_nota' },
  desfazer_decisao: { ...CHANGES, arguments: 'inscricao uuid, versao integer', audit: 'mudou' },
  escrever_nota: { ...CHANGES, arguments: 'inscricao uuid, texto text', audit: 'escreveu_nota' },
  lista_da_turma: { ...CHANGES, arguments: 'turma text, com_saude? boolean', audit: 'imprimiu_turma' },
  marcar_criterio: {
    ...CHANGES,
    arguments: 'inscricao uuid, versao integer, criterio text, cumprido boolean',
    audit: 'mudou',
  },
  mudar_acesso: {
    ...CHANGES,
    arguments: 'conta uuid, com_acesso boolean',
    returns: 'nothing',
    audit: 'tirou_acesso',
  },
  mudar_situacao: {
    ...CHANGES,
    arguments: 'inscricao uuid, versao integer, situacao text, motivo? text, turma? text, primeiro_dia? date',
    audit: 'mudou',
  },
  preparar_mensagem: {
    ...CHANGES,
    arguments: 'inscricao uuid, modelo text, para text',
    audit: 'preparou_mensagem',
  },
  responder_pedido: {
    ...CHANGES,
    arguments: 'inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel? boolean',
    audit: 'mudou',
  },
} as const satisfies Readonly<Record<string, ApiFunction>>;

export type FunctionName = keyof typeof FUNCTIONS;

/** A function's arguments in their order; an optional one may be left out. */
export function argumentsOf(fn: ApiFunction): { name: string; type: string; optional: boolean }[] {
  return [...fn.arguments.matchAll(/(\w+)(\??) ([^,]+)/g)].map(([, name = '', mark, type = '']) => ({
    name,
    type,
    optional: mark === '?',
  }));
}

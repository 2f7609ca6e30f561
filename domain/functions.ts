import type { AuditAction } from '../content/audit.ts';
import { ACTS, type Act } from './roles.ts';

/** A function of `public`, as the database has it. */
export type ApiFunction = {
  /** Name and SQL type of each, in order; a name that ends in `?` has a default. */
  arguments: string;
  /**
   * Who may call it. `signed in` includes every role, and callers who are signed in may also call what
   * anybody or a family may; an act: the roles that may do it.
   */
  allowedTo: 'anybody' | 'family' | 'signed in' | Act;
  /** Stable in SQL: it changes nothing, not even the audit log, and GET may call it too. */
  reads: boolean;
  returns: 'nothing' | 'value' | 'rows';
  /** Takes `tentativa? uuid` as its last argument: an attempt that was made is not made again (decision 167). */
  once?: boolean;
  /** Its arguments may be ten times as large as others: the lines of a spreadsheet. */
  takesLines?: true;
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
// Of the desk: each asks for its act before it looks at any other argument.
const reads = <Allowed extends Act>(allowedTo: Allowed) => ({ ...OF_ANYBODY, allowedTo });
// `AGAIN`: may be made again as it is, since it reads with an audit entry, is called until nothing is left, or by no page.
const AGAIN = { once: false };
const writes = <Allowed extends Act>(allowedTo: Allowed, { once } = { once: true }) =>
  ({ ...OF_ANYBODY, allowedTo, reads: false, once }) as const;

/**
 * Every function that the API serves, below `/rest/v1/rpc`. Their routes, the audit of reads and the tests of rights
 * derive from it; `tests/database/rights.test.ts` compares it with the database.
 */
export const FUNCTIONS = {
  formulario: { ...OF_ANYBODY, arguments: '' },
  versao_do_banco: { ...OF_ANYBODY, arguments: '' },
  fatos_do_centro: { ...OF_ANYBODY, arguments: '' },
  meu_papel: { ...OF_ANYBODY, allowedTo: 'signed in', arguments: '' },

  situacao_da_inscricao: { ...OF_FAMILY, arguments: 'codigo text' },
  situacao_por_protocolo: { ...OF_FAMILY, arguments: 'protocolo text, nascimento date' },
  enviar_outro_documento: { ...OF_FAMILY, arguments: 'codigo text, endereco text', audit: 'mudou' },
  enviar_responsavel: { ...OF_FAMILY, arguments: 'codigo text, nome? text, telefone? text', audit: 'mudou' },
  pedir_pela_familia: { ...OF_FAMILY, arguments: 'codigo text, tipo text, telefone? text', audit: 'mudou' },
  meus_dados: { ...OF_FAMILY, arguments: 'codigo text, cpf text', audit: 'meus_dados' },
  pedir_dos_dados: {
    ...OF_FAMILY,
    arguments: 'codigo text, cpf text, tipo text, mudancas? jsonb',
    audit: 'mudou',
  },

  lista_de_ajustes: { ...reads('ver_ajustes'), arguments: '' },
  lista_do_centro: { ...reads('ver_ajustes'), arguments: '' },
  registro_de_acessos: {
    ...reads('ver_registro'),
    arguments: 'antes? bigint, pessoa? uuid, dia? date, quantas? integer, tipo? text',
    returns: 'rows',
  },
  alerta_da_equipe: { ...reads('ver_freios'), arguments: '' },
  lista_de_inscricoes: { ...reads('ler'), arguments: 'filtro? jsonb', audit: 'viu_lista', auditBy: 'server' },
  lista_de_enxurradas: { ...reads('ver_enxurradas'), arguments: '', returns: 'rows' },
  limpeza_parada: { ...reads('ver_freios'), arguments: '' },
  lista_de_contas: { ...reads('ver_contas'), arguments: '', returns: 'rows' },
  mensagens: { ...reads('decidir'), arguments: '' },
  turmas_do_professor: { ...reads('ler_turma'), arguments: '', returns: 'rows' },
  chamada_da_turma: { ...reads('ler_turma'), arguments: 'turma uuid, dia date' },
  dias_de_guarda: { ...reads('ler'), arguments: 'inscricoes uuid[]', returns: 'rows' },
  proxima_da_espera: { ...reads('decidir'), arguments: 'turma uuid' },
  lista_de_importacoes: { ...reads('decidir'), arguments: '', returns: 'rows' },
  lista_de_turmas: { ...reads('ler'), arguments: '', returns: 'rows' },
  estado_das_copias: { ...reads('ver_copias'), arguments: '', returns: 'rows' },

  ficha: { ...writes('ler', AGAIN), arguments: 'inscricao uuid', audit: 'viu_ficha' },
  anotar_acesso: {
    ...writes('exportar'),
    arguments: 'acao text, inscricao? uuid, linhas? integer, colunas? text[], motivo? text',
    returns: 'nothing',
    audit: 'exportou',
  },
  anotar_impressao: {
    ...writes('imprimir'),
    arguments: 'inscricoes uuid[], a_pedido? boolean',
    returns: 'nothing',
    audit: 'imprimiu',
  },
  juntar_documento: { ...writes('decidir'), arguments: 'inscricao uuid, endereco text', audit: 'mudou' },
  lista_da_lixeira: { ...writes('devolver', AGAIN), arguments: '', returns: 'rows', audit: 'viu_lista' },
  recolher_enxurrada: {
    ...writes('apagar_enxurradas', AGAIN),
    arguments: 'origem text, hora timestamp with time zone, confirmacao text',
    audit: 'apagou_enxurrada',
  },
  apagar_inscricao: {
    ...writes('apagar_a_pedido'),
    arguments: 'inscricao uuid, confirmacao text, motivo text',
    audit: 'apagou',
  },
  importar_participantes: {
    ...writes('decidir'),
    takesLines: true,
    arguments: 'linhas jsonb, guardar boolean',
    audit: 'importou',
  },
  inscrever_no_balcao: {
    ...writes('decidir'),
    arguments: 'nova uuid, respostas jsonb, declaracao text',
    audit: 'mudou',
  },
  desfazer_importacao: { ...writes('decidir'), arguments: 'importacao uuid', audit: 'apagou' },
  limpar_vencidas: { ...writes('aplicar_prazos', AGAIN), arguments: '', audit: 'apagou_pelo_prazo' },
  comparar_pessoas: {
    ...writes('decidir'),
    arguments: 'inscricao uuid, outra uuid, mesma_pessoa boolean',
    audit: 'mudou',
  },
  concluir_prazos: {
    ...writes('aplicar_prazos', AGAIN),
    arguments: 'inscricoes integer, documentos integer, envios integer',
    returns: 'nothing',
    audit: 'retencao',
  },
  confirmar_dia: { ...writes('soltar_freios'), arguments: 'dia date', audit: 'liberou_retencao' },
  contagem_de_inscricoes: {
    ...writes('ler', AGAIN),
    arguments: 'filtro? jsonb',
    audit: 'viu_lista',
    auditBy: 'server',
  },
  corrigir_respostas: {
    ...writes('decidir'),
    arguments: 'inscricao uuid, versao integer, mudancas jsonb, motivo text, a_pedido? boolean',
    audit: 'mudou',
  },
  devolver_apagada: {
    ...writes('devolver'),
    arguments: 'inscricao uuid',
    returns: 'nothing',
    audit: 'devolveu',
  },
  devolver_tudo: {
    ...writes('desfazer_correcoes', AGAIN),
    arguments: 'conta uuid, desde timestamp with time zone',
    audit: 'devolveu',
  },
  reverter_correcoes: {
    ...writes('desfazer_correcoes', AGAIN),
    arguments: 'conta uuid, desde timestamp with time zone',
    audit: 'mudou',
  },
  voltar_decisao: { ...writes('decidir'), arguments: 'inscricao uuid, versao integer', audit: 'mudou' },
  fechar_links: { ...writes('mudar_links'), arguments: 'inscricao uuid', audit: 'mudou' },
  terminar_turma: { ...writes('mudar_turmas'), arguments: 'turma uuid, para? uuid', audit: 'mudou_turma' },
  nova_nota: {
    ...writes('decidir'),
    arguments: 'inscricao uuid, texto text, pedido? text',
    audit: 'escreveu_nota',
  },
  salvar_turma: { ...writes('mudar_turmas'), arguments: 'turma jsonb', audit: 'mudou_turma' },
  folha_da_turma: {
    ...writes('ler_turma', AGAIN),
    arguments: 'turma uuid, com_saude? boolean, mes? date',
    audit: 'imprimiu_turma',
  },
  conferir_criterio: {
    ...writes('decidir'),
    arguments: 'inscricao uuid, versao integer, criterio text, cumprido boolean',
    audit: 'mudou',
  },
  mudar_acesso: {
    ...writes('mudar_contas'),
    arguments: 'conta uuid, com_acesso boolean',
    returns: 'nothing',
    audit: 'tirou_acesso',
  },
  guardar_ajuste: {
    ...writes('mudar_ajustes'),
    arguments: 'nome text, valor jsonb',
    audit: 'mudou_configuracao',
  },
  publicar_centro: {
    ...writes('mudar_ajustes'),
    arguments: 'secao text, depois_de integer, fatos jsonb',
    audit: 'mudou_configuracao',
  },
  mudar_papel: {
    ...writes('mudar_contas'),
    arguments: 'conta uuid, papel text, nome? text',
    returns: 'nothing',
    audit: 'tirou_acesso',
  },
  decidir_situacao: {
    ...writes('decidir'),
    arguments:
      'inscricao uuid, versao integer, situacao text, motivo? text, turma? uuid, primeiro_dia? date, alem_das_vagas? boolean, a_pedido? boolean, ultimo_dia? date, porque? text',
    audit: 'mudou',
  },
  fazer_chamada: {
    ...writes('ler_turma'),
    arguments: 'turma uuid, dia date, marcas jsonb, pronta? boolean',
    audit: 'mudou',
  },
  voltou: { ...writes('decidir'), arguments: 'inscricao uuid', audit: 'mudou' },
  fazer_link: { ...writes('mudar_links'), arguments: 'inscricao uuid', audit: 'mudou' },
  anotar_mensagem: {
    ...writes('decidir'),
    arguments: 'inscricao uuid, modelo text, para text',
    audit: 'preparou_mensagem',
  },
  atender_pedido: {
    ...writes('decidir'),
    arguments:
      'inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel? boolean, resposta? text',
    audit: 'mudou',
  },
} as const satisfies Readonly<Record<string, ApiFunction>>;

export type FunctionName = keyof typeof FUNCTIONS;

/** Whether a function is the desk's alone. */
export const isOfTheDesk = ({ allowedTo }: ApiFunction): boolean => Object.hasOwn(ACTS, allowedTo);

/** The arguments of a function of `public` in their order; an optional one may be left out. */
export function argumentsOf(fn: ApiFunction): { name: string; type: string; optional: boolean }[] {
  return [...`${fn.arguments}${fn.once ? ', tentativa? uuid' : ''}`.matchAll(/(\w+)(\??) ([^,]+)/g)].map(
    ([, name = '', mark, type = '']) => ({ name, type, optional: mark === '?' }),
  );
}

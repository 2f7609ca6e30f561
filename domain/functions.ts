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
type Audited = { audit: AuditAction | null; auditBy: 'itself' } | { audit: 'viu_lista'; auditBy: 'server' };

const OF_ANYBODY = {
  allowedTo: 'anybody',
  reads: true,
  returns: 'value',
  audit: null,
  auditBy: 'itself',
} as const;
const family = (args: string, audit: AuditAction | null = null) =>
  ({ ...OF_ANYBODY, allowedTo: 'family', reads: false, arguments: args, audit }) as const;
// Of the desk: each asks for its act before it looks at any other argument. What it returns is a value, or as `more` says.
const reads = <More extends object>(allowedTo: Act, args = '', more?: More) =>
  ({ ...OF_ANYBODY, allowedTo, arguments: args, ...more }) as const;
const writes = <More extends object>(allowedTo: Act, args: string, audit: AuditAction, more?: More) =>
  ({ ...OF_ANYBODY, allowedTo, reads: false, once: true, arguments: args, audit, ...more }) as const;
const NOTHING = { returns: 'nothing' } as const;
const ROWS = { returns: 'rows' } as const;
// May be made again as it is, since it reads with an audit entry, is called until nothing is left, or by no page.
const AGAIN = { once: false };
const BY_SERVER = { audit: 'viu_lista', auditBy: 'server' } as const;

/**
 * Every function that the API serves, below `/rest/v1/rpc`. Their routes, the audit of reads and the tests of rights
 * derive from it; `tests/database/rights.test.ts` compares it with the database.
 */
export const FUNCTIONS = {
  formulario: { ...OF_ANYBODY, arguments: '' },
  versao_do_banco: { ...OF_ANYBODY, arguments: '' },
  fatos_do_centro: { ...OF_ANYBODY, arguments: '' },
  foto_do_site: { ...OF_ANYBODY, arguments: 'nome text' },
  meu_papel: { ...OF_ANYBODY, allowedTo: 'signed in', arguments: '' },

  situacao_da_inscricao: family('codigo text'),
  situacao_por_protocolo: family('protocolo text, nascimento date'),
  enviar_outro_documento: family('codigo text, endereco text', 'mudou'),
  enviar_responsavel: family('codigo text, nome? text, telefone? text', 'mudou'),
  pedir_pela_familia: family('codigo text, tipo text, telefone? text, mudancas? jsonb', 'mudou'),
  responder_renovacao: family('codigo text, continua boolean, cadunico? boolean', 'mudou'),
  meus_dados: family('codigo text, cpf text', 'meus_dados'),
  pedir_dos_dados: family('codigo text, cpf text, tipo text, mudancas? jsonb', 'mudou'),

  lista_de_ajustes: reads('ver_ajustes'),
  lista_do_centro: reads('ver_ajustes'),
  registro_de_acessos: reads(
    'ver_registro',
    'antes? bigint, pessoa? uuid, dia? date, quantas? integer, tipo? text',
    ROWS,
  ),
  alerta_da_equipe: reads('ver_freios'),
  lista_de_inscricoes: reads('ler', 'filtro? jsonb', BY_SERVER),
  lista_de_enxurradas: reads('ver_enxurradas', '', ROWS),
  limpeza_parada: reads('ver_freios'),
  certidoes: reads('ver_contas', '', ROWS),
  lista_de_contas: reads('ver_contas', '', ROWS),
  mensagens: reads('decidir'),
  turmas_do_professor: reads('ler_turma', '', ROWS),
  chamada_da_turma: reads('ler_turma', 'turma uuid, dia date'),
  dias_de_guarda: reads('ler', 'inscricoes uuid[]', ROWS),
  proxima_da_espera: reads('decidir', 'turma uuid'),
  lista_de_importacoes: reads('decidir', '', ROWS),
  lista_de_turmas: reads('ler', '', ROWS),
  estado_das_copias: reads('ver_copias', '', ROWS),
  numeros_do_periodo: reads('exportar', 'de date, ate date'),

  ficha: writes('ler', 'inscricao uuid', 'viu_ficha', AGAIN),
  anotar_acesso: writes(
    'exportar',
    'acao text, inscricao? uuid, linhas? integer, colunas? text[], motivo? text',
    'exportou',
    NOTHING,
  ),
  participantes_do_periodo: writes('exportar', 'de date, ate date, motivo text', 'exportou', AGAIN),
  anotar_impressao: writes('imprimir', 'inscricoes uuid[], a_pedido? boolean', 'imprimiu', NOTHING),
  juntar_documento: writes('decidir', 'inscricao uuid, endereco text', 'mudou'),
  lista_da_lixeira: writes('devolver', '', 'viu_lista', { ...AGAIN, ...ROWS }),
  recolher_enxurrada: writes(
    'apagar_enxurradas',
    'origem text, hora timestamp with time zone, confirmacao text',
    'apagou_enxurrada',
    AGAIN,
  ),
  apagar_inscricao: writes('apagar_a_pedido', 'inscricao uuid, confirmacao text, motivo text', 'apagou'),
  importar_participantes: writes('decidir', 'linhas jsonb, guardar boolean', 'importou', {
    takesLines: true,
  }),
  inscrever_no_balcao: writes('decidir', 'nova uuid, respostas jsonb, declaracao text', 'mudou'),
  desfazer_importacao: writes('decidir', 'importacao uuid', 'apagou'),
  limpar_vencidas: writes('aplicar_prazos', '', 'apagou_pelo_prazo', AGAIN),
  comparar_pessoas: writes('decidir', 'inscricao uuid, outra uuid, mesma_pessoa boolean', 'mudou'),
  concluir_prazos: writes(
    'aplicar_prazos',
    'inscricoes integer, documentos integer, envios integer',
    'retencao',
    { ...AGAIN, ...NOTHING },
  ),
  confirmar_dia: writes('soltar_freios', 'dia date', 'liberou_retencao'),
  contagem_de_inscricoes: writes('ler', 'filtro? jsonb', 'viu_lista', { ...AGAIN, ...BY_SERVER }),
  corrigir_respostas: writes(
    'decidir',
    'inscricao uuid, versao integer, mudancas jsonb, motivo text, a_pedido? boolean',
    'mudou',
  ),
  devolver_apagada: writes('devolver', 'inscricao uuid', 'devolveu', NOTHING),
  devolver_tudo: writes(
    'desfazer_correcoes',
    'conta uuid, desde timestamp with time zone',
    'devolveu',
    AGAIN,
  ),
  reverter_correcoes: writes(
    'desfazer_correcoes',
    'conta uuid, desde timestamp with time zone',
    'mudou',
    AGAIN,
  ),
  voltar_decisao: writes('decidir', 'inscricao uuid, versao integer', 'mudou'),
  fechar_links: writes('mudar_links', 'inscricao uuid', 'mudou'),
  terminar_turma: writes('mudar_turmas', 'turma uuid, para? uuid', 'mudou_turma'),
  perguntar_quem_continua: writes('mudar_turmas', 'turma? uuid', 'mudou_turma'),
  nova_nota: writes('decidir', 'inscricao uuid, texto text, pedido? text', 'escreveu_nota'),
  mostrar_turmas: writes('mudar_turmas', 'arquivo jsonb', 'mudou_configuracao', NOTHING),
  salvar_turma: writes('mudar_turmas', 'turma jsonb', 'mudou_turma'),
  folha_da_turma: writes('ler_turma', 'turma uuid, com_saude? boolean, mes? date', 'imprimiu_turma', AGAIN),
  conferir_criterio: writes(
    'decidir',
    'inscricao uuid, versao integer, criterio text, cumprido boolean',
    'mudou',
  ),
  mudar_acesso: writes('mudar_contas', 'conta uuid, com_acesso boolean', 'tirou_acesso', NOTHING),
  guardar_ajuste: writes('mudar_ajustes', 'nome text, valor jsonb', 'mudou_configuracao'),
  publicar_centro: writes(
    'mudar_ajustes',
    'secao text, depois_de integer, fatos jsonb, fotos? text[]',
    'mudou_configuracao',
  ),
  mudar_papel: writes('mudar_contas', 'conta uuid, papel text, nome? text', 'tirou_acesso', NOTHING),
  decidir_situacao: writes(
    'decidir',
    'inscricao uuid, versao integer, situacao text, motivo? text, turma? uuid, primeiro_dia? date, alem_das_vagas? boolean, a_pedido? boolean, ultimo_dia? date, porque? text',
    'mudou',
  ),
  fazer_chamada: writes('ler_turma', 'turma uuid, dia date, marcas jsonb, pronta? boolean', 'mudou'),
  voltou: writes('decidir', 'inscricao uuid', 'mudou'),
  marcar: writes(
    'decidir',
    'inscricao uuid, especie text, texto? text, dia? date, ate? date, conta? uuid',
    'mudou',
  ),
  fazer_link: writes('mudar_links', 'inscricao uuid', 'mudou'),
  anotar_mensagem: writes('decidir', 'inscricao uuid, modelo text, para text', 'preparou_mensagem'),
  atender_pedido: writes(
    'decidir',
    'inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel? boolean, resposta? text',
    'mudou',
  ),
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

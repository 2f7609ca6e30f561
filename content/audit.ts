/** Every action of the record of accesses, by the code the database keeps, in the words administrators read. Source: ux.md §8.8. */
export const auditActions = {
  entrou: 'entrou',
  saiu: 'saiu',
  falha_de_login: 'falha de login',
  viu_lista: 'viu a lista',
  viu_ficha: 'viu ficha',
  abriu_documento: 'abriu documento',
  baixou_documento: 'documento baixado pelo link',
  imprimiu: 'imprimiu',
  exportou: 'exportou',
  preparou_mensagem: 'mensagem preparada',
  mudou: 'mudou inscrição',
  escreveu_nota: 'escreveu nota',
  apagou: 'apagou inscrição',
  apagou_documento: 'apagou documento',
  apagou_pelo_prazo: 'inscrição apagada pelo prazo',
  apagou_documento_pelo_prazo: 'documento apagado pelo prazo',
  retencao: 'limpeza do dia',
  criou_conta: 'criou conta',
  deu_acesso: 'deu acesso',
  tirou_acesso: 'tirou acesso',
  trocou_senha: 'trocou senha',
  mudou_configuracao: 'mudou configuração',
  levantou_incidente: 'levantou dados de um incidente',
} as const;

export type AuditAction = keyof typeof auditActions;

/** The same where the line says in what, by the code of the desk's history. */
export const auditChanges: Record<string, string> = {
  situacao: 'mudou situação',
  criterio: 'mudou critério',
  repetida: 'julgou possível repetida',
  'nota-corrigida': 'corrigiu nota',
};

/** Settings of the house, by their columns. */
export const auditSettings: Record<string, string> = {
  consentimento: 'autorização',
  responsavel_obrigatorio: 'responsável obrigatório',
  validacao_estrita: 'CPF e telefone conferidos',
  versao_declaracao: 'versão da declaração',
  guardar_documento_dias: 'prazo do documento',
  guardar_nao_aprovada_meses: 'prazo de quem não foi aprovado ou desistiu',
  guardar_espera_meses: 'prazo da lista de espera',
  guardar_participante_meses: 'prazo de quem participou',
  guardar_sem_responsavel_dias: 'prazo de menor sem responsável',
  guardar_auditoria_meses: 'prazo deste registro',
};

/** The page that shows the record. */
export const auditPage = {
  intro: 'Quem fez o quê, e quando. Nada aqui se altera. Não há nomes de famílias: só o protocolo.',
  person: 'Pessoa',
  everybody: 'Todas as pessoas',
  day: 'Dia',
  caption: 'Acessos, do mais novo para o mais antigo',
  columns: ['Quando', 'Quem', 'O que fez', 'Inscrição'],
  loading: 'Carregando o registro…',
  empty: 'Nenhum acesso anotado com estes filtros.',
  older: 'Mostrar mais antigos',
  nobody: 'sem entrar',
  system: 'o sistema',
  gone: 'conta que não existe mais',
  link: 'quem tinha o link',
  setting: 'o que',
  details: {
    linhas: 'linhas',
    colunas: 'colunas',
    motivo: 'motivo',
    inscricoes: 'inscrições',
    documentos: 'documentos',
    envios: 'arquivos',
    para: 'para',
  } as Record<string, string>,
} as const;

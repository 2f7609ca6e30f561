/**
 * What an action shows or changes of the answers, for the report of an incident: rows of the list or of a
 * spreadsheet (the entry does not say whose), a sheet, a document, a change. Null: nothing of any enrolment,
 * or nothing that was not shown before.
 */
export type ActionData = 'list' | 'spreadsheet' | 'sheet' | 'document' | 'change' | null;

/**
 * Every action of the audit log: the code of `private.auditoria`, whose CHECK
 * tests/database/code-tables.test.ts compares, and the words of the page. Source: docs/ux.md §8.8.
 */
export const auditActions = {
  entrou: { words: 'entrou', data: null },
  saiu: { words: 'saiu', data: null },
  falha_de_login: { words: 'falha de login', data: null },
  viu_lista: { words: 'viu a lista', data: 'list' },
  viu_ficha: { words: 'viu ficha', data: 'sheet' },
  abriu_documento: { words: 'abriu documento', data: 'document' },
  baixou_documento: { words: 'documento baixado pelo link', data: 'document' },
  imprimiu: { words: 'imprimiu', data: 'sheet' },
  imprimiu_turma: { words: 'viu ou imprimiu na lista da turma', data: 'sheet' },
  exportou: { words: 'exportou', data: 'spreadsheet' },
  preparou_mensagem: { words: 'mensagem preparada', data: null },
  importou: { words: 'importou quem já treina', data: 'change' },
  mudou: { words: 'mudou inscrição', data: 'change' },
  escreveu_nota: { words: 'escreveu nota', data: 'change' },
  apagou: { words: 'apagou inscrição', data: 'change' },
  devolveu: { words: 'devolveu inscrição apagada', data: 'change' },
  apagou_enxurrada: { words: 'apagou enxurrada', data: 'change' },
  apagou_documento: { words: 'apagou documento', data: 'change' },
  apagou_pelo_prazo: { words: 'inscrição apagada pelo prazo', data: null },
  apagou_documento_pelo_prazo: { words: 'documento apagado pelo prazo', data: null },
  retencao: { words: 'limpeza do dia', data: null },
  liberou_retencao: { words: 'confirmou a data, para a limpeza continuar', data: null },
  liberou_equipe: { words: 'liberou a equipe para apagar e tirar acessos', data: null },
  errou_senha: { words: 'errou a própria senha', data: null },
  criou_conta: { words: 'criou conta', data: null },
  deu_acesso: { words: 'deu acesso', data: null },
  tirou_acesso: { words: 'tirou acesso', data: null },
  trocou_senha: { words: 'trocou senha', data: null },
  mudou_configuracao: { words: 'mudou configuração', data: null },
  mudou_turma: { words: 'mudou turma', data: null },
  restaurou: { words: 'voltou uma cópia de segurança', data: null },
  levantou_incidente: { words: 'levantou dados de um incidente', data: null },
  meus_dados: { words: 'a família em «Meus dados»', data: null },
} as const satisfies Record<string, { words: string; data: ActionData }>;

export type AuditAction = keyof typeof auditActions;

/** The actions that only look and change nothing: nearly all entries. Mirrored by `private.acoes_de_ver`. */
export const LOOKS: readonly AuditAction[] = [
  'entrou',
  'saiu',
  'viu_lista',
  'viu_ficha',
  'abriu_documento',
  'baixou_documento',
];

/** Words instead of the action's where the entry's detail `que` names what was changed. */
export const auditChanges: Record<string, string> = {
  pediu_prazo: 'pediu um prazo mais curto',
  desfez_prazo: 'desfez o pedido de um prazo mais curto',
  centro: 'publicou o que o site diz do centro',
  'nova-turma': 'fez uma turma',
  'turma-encerrada': 'encerrou uma turma',
  situacao: 'mudou situação',
  'situacao-desfeita': 'desfez decisão',
  criterio: 'mudou critério',
  repetida: 'julgou possível repetida',
  'nota-corrigida': 'corrigiu nota',
  correcao: 'corrigiu respostas',
  'correcao-desfeita': 'desfez correção',
  'documento-anexado': 'anexou documento',
  'documento-novo': 'a família mandou outro documento',
  responsavel: 'a família mandou o responsável',
  nome: 'mudou o nome',
  'no-balcao': 'inscreveu no balcão',
  linha: 'anotou do participante',
  certidao: 'anotou a data de uma certidão',
  voltou: 'anotou que a pessoa voltou às aulas',
  chamada: 'fez a chamada',
  'renovacao-pedida': 'perguntou quem continua',
  renovacao: 'a família respondeu se continua',
  'novo-link': 'fez um link para a família',
  'links-encerrados': 'encerrou os links da família',
  pedido: 'a família fez um pedido',
  'pedido-confirmado': 'confirmou pedido da família',
  'pedido-dispensado': 'dispensou pedido da família',
  'pedido-no-balcao': 'anotou um pedido feito no balcão',
  'pedido-reaberto': 'abriu de novo um pedido da família',
  'meus-dados-abertos': 'a família abriu «Meus dados»',
  'meus-dados-copiados': 'a família baixou uma cópia dos seus dados',
  'meus-dados-fechados': 'cinco CPFs errados fecharam «Meus dados»',
};

/** Codes of the actions that show or change this kind of data. */
export const actionsThat = (...kinds: ActionData[]): string[] =>
  Object.entries(auditActions).flatMap(([code, { data }]) => (kinds.includes(data) ? code : []));

/** The page that shows the audit log. */
export const auditPage = {
  intro: 'Quem fez o quê, e quando. Nada aqui se altera. Não há nomes de famílias: só o protocolo.',
  all: 'Tudo, linha por linha',
  done: 'Só o que foi feito',
  enrolments: (number: number) => `${number} inscrições`,
  person: 'Pessoa',
  personMissing: 'Escolha a pessoa.',
  choosePerson: 'Escolha a pessoa',
  everybody: 'Todas as pessoas',
  day: 'Dia',
  caption: 'Acessos, do mais novo para o mais antigo',
  loading: 'Carregando o registro…',
  empty: 'Nenhum acesso anotado com estes filtros.',
  older: 'Mostrar mais antigos',
  oldest: 'Não há mais antigos.',
  /** What a stolen session corrected and answered. */
  takeBack: {
    open: 'Desfazer correções',
    title: 'Desfazer correções desta pessoa',
    text: 'As respostas que ela corrigiu desde então voltam ao que eram, e os pedidos das famílias que respondeu esperam resposta de novo. O que outra pessoa corrigiu depois fica.',
    since: 'Desde quando',
    sinceMissing: 'Escolha o dia e a hora.',
    hint: 'Se alguém usou a conta dela, tire antes o acesso, em «Contas e senha». Foi engano? Escolha a sua própria conta e desfaça isto do mesmo jeito.',
    busy: 'Desfazendo…',
    done: ({ answers, requests, changedSince }: Record<'answers' | 'requests' | 'changedSince', number>) =>
      answers + requests + changedSince === 0
        ? 'Não havia nada a desfazer desde então.'
        : [
            `Voltaram ao que eram: ${answers} ${answers === 1 ? 'resposta' : 'respostas'}.`,
            ...(requests > 0
              ? [`Esperam resposta de novo: ${requests} ${requests === 1 ? 'pedido' : 'pedidos'}.`]
              : []),
            ...(changedSince > 0
              ? [`Ficaram como estão, porque outra pessoa as corrigiu depois: ${changedSince}.`]
              : []),
          ].join(' '),
  },
  /** Words that differ from `takeBack`. */
  giveBack: {
    open: 'Devolver apagadas',
    title: 'Devolver o que esta pessoa apagou',
    text: 'Voltam para a lista, inteiras, as inscrições que ela apagou desde então e ainda estão em Apagadas há pouco, também as de enxurradas e as que famílias pediram para apagar.',
    hint: 'Se alguém usou a conta dela, tire antes o acesso, em «Contas e senha».',
    busy: 'Devolvendo…',
    done: (count: number) =>
      count === 0
        ? 'Não havia nada a devolver desde então.'
        : count === 1
          ? '1 inscrição voltou para a lista.'
          : `${count} inscrições voltaram para a lista.`,
  },
  nobody: 'sem entrar',
  link: 'quem tinha o link',
  family: 'a família, pelo link',
  /** By itself, or by a command of the owner. */
  system: 'no servidor',
  missingAccount: 'conta que não existe mais',
  setting: 'o que',
  /** A setting, from what to what. */
  settingChanged: (name: string, from: string, to: string) => `${name}: de ${from} para ${to}`,
  /** A text of one's own that became another. */
  reworded: (name: string) => `${name}: outro texto`,
  /** What a message to families held. */
  messageCodes: { nada: 'texto do site', texto: 'texto próprio' } as Record<string, string>,
  /** What a day of the closed time was when there was none. */
  noDay: 'nenhum dia',
  /** What a setting held that is no number, by its code in the entry. */
  settingCodes: {
    nunca: 'sem fim',
    nada: 'nada',
    texto: 'um texto',
    caixa: 'caixas de marcar',
    declaracao: 'declaração',
  } as Record<string, string>,
  /** The closed time of the form, which is no setting of the desk. */
  period: {
    fecha_em: 'quando as inscrições fecham',
    abre_em: 'quando as inscrições abrem',
    volta_a_fechar_em: 'quando as inscrições fecham de novo',
  } as Record<string, string>,
  /** What is said of a class, by its column. */
  classes: {
    nome: 'nome',
    modalidade: 'modalidade',
    dias: 'dias',
    horario: 'horário',
    idade_de: 'idade a partir de',
    idade_ate: 'idade até',
    vagas: 'vagas',
    do_projeto: 'do projeto',
    ativa: 'ativa',
    professor: 'professor',
  } as Record<string, string>,
  requests: {
    desistir: 'desistir da vaga',
    telefone: 'outro telefone',
    corrigir: 'corrigir uma resposta',
    apagar: 'apagar tudo',
    copia: 'uma cópia dos dados',
    'telefone-do-responsavel': 'outro telefone, do responsável',
  } as Record<string, string>,
  yes: 'sim',
  no: 'não',
  details: {
    linhas: 'linhas',
    colunas: 'colunas',
    filtrada: 'com filtro',
    tudo: 'tudo de todos',
    motivo: 'motivo',
    inscricoes: 'inscrições',
    documentos: 'documentos',
    envios: 'arquivos',
    apagadas: 'apagados de novo',
    documento: 'documento',
    pedido: 'pedido',
    para: 'para',
    ultima_da_hora: 'última anotada nesta hora',
    saude: 'com saúde',
    papel: 'papel',
    turma: 'turma',
    dia: 'dia',
    marcas: 'marcas',
    inicio: 'de',
    fim: 'até',
  } as Record<string, string>,
} as const;

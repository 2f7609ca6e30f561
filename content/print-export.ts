/** Words of documents, printed sheets and spreadsheets on the enrolments page. Source: docs/ux.md §8.3, §8.4, §8.7. */

export const documentView = {
  title: 'Documento',
  none: 'Esta inscrição não tem documento.',
  picture: 'Foto do documento.',
  pdf: 'Documento em PDF.',
  show: 'Ver documento',
  hide: 'Esconder',
  opening: 'Abrindo…',
  turn: 'Girar',
  enlarge: 'Ampliar',
  shrink: 'Reduzir',
  full: 'Tela inteira',
  beside: 'Mostrar o documento ao lado',
  download: 'Baixar',
  alt: 'Documento enviado com a inscrição',
  /** Where the family sent others later. */
  which: 'Qual documento',
  first: 'O da inscrição',
  later: (moment: string) => `Mandado em ${moment}`,
  broken: 'Este arquivo não abre como foto nem como PDF. Baixe para ver.',
  vast: 'Esta foto tem pontos demais para aparecer aqui. Baixe para ver.',
  page: (number: number, of: number) => `página ${number} de ${of}`,
  drawing: 'Abrindo o PDF…',
  /** Instead of a PDF, by the reason. */
  pdfRefused: {
    reader: 'O leitor de PDF não carregou. Confira a internet e tente de novo, ou baixe para ver.',
    locked: 'Este PDF pede uma senha e não aparece aqui. Baixe para ver, ou peça outro à família.',
    long: 'Este PDF tem mais de 20 páginas e não aparece aqui. Baixe para ver.',
    vast: 'Este PDF diz ter páginas de um tamanho impossível e não aparece aqui. Baixe para ver.',
    broken: 'Este PDF não pôde ser mostrado aqui. Baixe para ver.',
  },
  /** Instead of a page, and below one with defects. */
  pageBroken: 'Esta página não pôde ser mostrada aqui. Baixe para ver.',
  pagePartly: 'Esta página tem defeitos e pode estar incompleta aqui. Na dúvida, baixe para ver.',
  /** Above the document, when it may do something by itself. */
  active: (what: readonly string[]) =>
    `Atenção: este PDF ${what.join(', ')}. Um comprovante não precisa disso. Veja só aqui, onde nada disso acontece, ou peça outro à família.`,
  activeWhat: {
    programa: 'traz um programa dentro',
    'abre-programa': 'tenta abrir outro programa',
    'arquivo-dentro': 'traz outro arquivo dentro',
    'acao-ao-abrir': 'faz algo sozinho ao abrir',
    'nao-conferido': 'tem partes não conferidas',
  },
} as const;

export const printing = {
  options: 'Opções de impressão',
  discreet: 'Sem dados de saúde e renda',
  signatures: 'Com linhas para assinatura',
  isDiscreet: 'Impressa sem dados de saúde e renda.',
  signatureOf: { person: 'Assinatura de quem vai treinar ou do responsável', team: 'Assinatura da equipe' },
  placeAndDay: 'Local e data',
  failed: 'A ficha não foi impressa.',
  place: (number: number, of: number) => `Ficha ${number} de ${of}`,
  cannotPrint: 'Este navegador não imprime. Abra esta página em outro.',
} as const;

export const printAndExport = {
  label: 'Imprimir e exportar',
  select: (name: string) => `Marcar inscrição de ${name}`,
  selectAll: 'Marcar todas',
  deselectAll: 'Desmarcar todas',
  deselect: 'Desmarcar',
  printPage: 'Imprimir as fichas desta página',
  print: 'Imprimir',
  printing: 'Imprimindo…',
  blankForm: 'Imprimir ficha em branco',
  selected: (rows: number) => (rows === 1 ? '1 marcada' : `${rows} marcadas`),
  selectionHint: 'As marcas valem só para esta página da lista.',
  export: 'Exportar planilha',
  exportAll: 'Exportar',
  /** Asked before more than five sheets. */
  question: (sheets: number) => `Imprimir ${sheets} fichas?`,
  onPaper: 'As fichas saem com os dados de saúde e renda.',
  notOnPaper: 'As fichas saem sem os dados de saúde e renda.',
  paperHint: 'Papel com dados das famílias fica em lugar fechado. O que sobrar, rasgue.',
  cancel: 'Cancelar',
} as const;

export const exporting = {
  title: 'Exportar planilha',
  counting: 'Contando…',
  /** `exact` false: the number is an estimate. */
  count: (total: number, exact: boolean) =>
    `${exact ? '' : 'Cerca de '}${total.toLocaleString('pt-BR')} ${total === 1 ? 'inscrição' : 'inscrições'}, ${total === 1 ? 'a' : 'as'} do filtro de agora.`,
  countSelected: (rows: number) =>
    rows === 1 ? '1 inscrição, a marcada.' : `${rows} inscrições, as marcadas.`,
  nothing: 'Nada para exportar com esses filtros.',
  format: 'Tipo de arquivo',
  xlsx: 'Planilha do Excel (.xlsx)',
  csv: 'CSV, para outros programas',
  csvHint: 'No CSV, um apóstrofo (’) vem na frente do que a planilha poderia trocar ou executar.',
  columns: 'Colunas',
  sensitive: 'Dados sensíveis',
  sensitiveHint: 'Marque só o que vai usar. Fica registrado.',
  noColumns: 'Marque ao menos uma coluna.',
  /** Asked of a secretaria; by the codes of `private.motivos_de_exportar()`. */
  reason: 'Para que é a planilha?',
  reasons: {
    turmas: 'Organizar turmas e horários',
    contato: 'Falar com as famílias',
    prestacao_de_contas: 'Prestação de contas',
    outro: 'Outro motivo',
  },
  reasonMissing: 'Escolha para que é a planilha.',
  warning:
    'Este arquivo tem dados pessoais. Guarde onde só a equipe abre e apague depois de usar. Não mande por WhatsApp.',
  start: 'Exportar',
  preparing: 'Preparando…',
  progress: (done: number, total: number) =>
    `Preparando… ${done.toLocaleString('pt-BR')} de ${Math.max(done, total).toLocaleString('pt-BR')}`,
  cancel: 'Parar',
  cancelled: 'Você parou. Nenhum arquivo foi feito.',
  close: 'Fechar',
  done: (name: string, rows: number) =>
    `${name} está pronto, com ${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'inscrição' : 'inscrições'}.`,
  failed: 'Não deu certo. Tente de novo.',
  moved: 'A lista mudou enquanto a planilha era feita. Tente de novo.',
  sheet: 'Inscrições',
} as const;

/** Its link; the rest stands beside it where there is room. */
export const manual = { link: 'Manual', rest: ' da secretaria' } as const;

/** The list of a class for its teacher. */
export const classList = {
  title: 'Lista da turma',
  loading: 'Carregando…',
  none: 'Nenhuma turma tem alunos ainda. A turma se escolhe ao aprovar.',
  className: 'Turma',
  option: (name: string, people: number) => `${name} (${people} ${people === 1 ? 'aluno' : 'alunos'})`,
  health: 'Com dados de saúde',
  healthHint: 'Peso, altura e condição médica. Marque só para o professor da turma. Fica registrado.',
  warning: 'Entregue só ao professor. Depois de usar, devolva à secretaria.',
  print: 'Imprimir lista',
  preparing: 'Preparando…',
  close: 'Fechar',
  printed: (people: number) =>
    `Lista enviada para impressão: ${people === 1 ? '1 aluno' : `${people} alunos`}.`,
  emptied: 'Esta turma não tem mais alunos. Feche e abra de novo.',
  columns: {
    number: 'Nº',
    name: 'Nome',
    age: 'Idade',
    size: 'Peso e altura',
    guardian: 'Responsável',
    contacts: 'Aluno e recados',
  },
  condition: 'Condição médica:',
  newPhone: (phone: string) => `Novo: ${phone}`,
  withHealth: 'Com dados de saúde, como a família declarou: sem a linha em negrito, nenhuma condição médica.',
  withoutHealth: 'Sem dados de saúde.',
} as const;

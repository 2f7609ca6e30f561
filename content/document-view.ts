/** Words of documents on the enrolments page, apart from those of the list, which come with it. Source: docs/ux.md §8.3. */

export const documentView = {
  title: 'Documento',
  none: 'Esta inscrição não tem documento.',
  show: 'Ver documento',
  turn: 'Girar',
  enlarge: 'Ampliar',
  download: 'Baixar',
  alt: 'Documento enviado com a inscrição',
  /** Where others came later. */
  which: 'Qual documento',
  first: 'O da inscrição',
  later: (moment: string) => `Mandado em ${moment}`,
  /** Of one that somebody at the desk attached. */
  attached: (moment: string, who: string) => `Anexado em ${moment} por ${who}`,
  broken: 'Este arquivo não abre como foto nem como PDF. Baixe para ver.',
  vast: 'Esta foto tem pontos demais para aparecer aqui. Baixe para ver.',
  page: (number: number, of: number) => `página ${number} de ${of}`,
  drawing: 'Abrindo o PDF…',
  onlyFirst: (shown: number, of: number) => `Mostradas ${shown} de ${of} páginas. Baixe para ver o resto.`,
  /** Instead of a PDF, by the reason. */
  pdfRefused: {
    reader: 'O leitor de PDF não carregou. Confira a internet e tente de novo, ou baixe para ver.',
    locked: 'Este PDF pede uma senha e não aparece aqui. Baixe para ver, ou peça outro à família.',
    vast: 'Este PDF diz ter páginas de um tamanho impossível e não aparece aqui. Baixe para ver.',
    broken: 'Este PDF não pôde ser mostrado aqui. Baixe para ver.',
  },
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

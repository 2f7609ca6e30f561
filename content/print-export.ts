/** Words of printed sheets and lists on the enrolments page. Source: docs/ux.md §8.4, §8.7. */

export const printing = {
  options: 'Opções de impressão',
  discreet: 'Sem dados de saúde e renda',
  /** What the desk does at once for a family that asks for it in person. */
  onRequest: 'A pedido da família, com a identidade conferida',
  signatures: 'Com linhas para assinatura',
  isDiscreet: 'Impressa sem dados de saúde e renda.',
  signatureOf: { person: 'Assinatura de quem vai treinar ou do responsável', team: 'Assinatura da equipe' },
  placeAndDay: 'Local e data',
  failed: 'A ficha não foi impressa.',
  place: (number: number, of: number) => `Ficha ${number} de ${of}`,
  cannotPrint: 'Este navegador não imprime. Abra esta página em outro.',
} as const;

/** What is done with ticked rows, as it stands beside them: the rest is in to-do.ts. */
export const bulk = {
  label: 'O que fazer com as marcadas',
  approveIn: 'Aprovar em…',
  class: 'Turma…',
  tell: 'Avisar…',
  tellFamilies: (rows: number) => (rows === 1 ? 'Avisar 1 família' : `Avisar ${rows} famílias`),
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
  question: (sheets: number) => `Imprimir ${sheets} fichas?`,
  onPaper: 'As fichas saem com os dados de saúde e renda.',
  notOnPaper: 'As fichas saem sem os dados de saúde e renda.',
  blankForm: 'Imprimir ficha em branco',
  selected: (rows: number) => (rows === 1 ? '1 marcada' : `${rows} marcadas`),
  export: 'Exportar planilha',
  exportAll: 'Exportar',
  classList: 'Lista da turma',
} as const;

/** The link to the manual. */
export const manual = { link: 'Manual' } as const;

/** Words of printed sheets and lists on the enrolments page. Source: docs/ux.md §8.4, §8.7. */

export const printing = {
  options: 'Opções de impressão',
  discreet: 'Sem dados de saúde e renda',
  /** What the desk does at once for a family that asks for it in person. */
  onRequest: 'A pedido da família, com a identidade conferida',
  isDiscreet: 'Impressa sem dados de saúde e renda.',
  failed: 'A ficha não foi impressa.',
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
  blankForm: 'Imprimir ficha em branco',
  selected: (rows: number) => (rows === 1 ? '1 marcada' : `${rows} marcadas`),
  export: 'Exportar planilha',
  exportAll: 'Exportar',
} as const;

/** The link to the manual; `rest` completes its text where there is room. */
export const manual = { link: 'Manual', rest: ' da secretaria' } as const;

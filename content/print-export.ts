/** Words of printed sheets and lists on the enrolments page. Source: docs/ux.md §8.4, §8.7. */

export const printing = {
  ways: {
    discreet: 'Imprimir sem dados de saúde e renda',
    onRequest: 'Imprimir a pedido da família, com a identidade conferida',
  },
  /** What the desk does at once for a family that asks for it in person. */
  onRequest: 'A pedido da família, com a identidade conferida',
  isDiscreet: 'Impressa sem dados de saúde e renda.',
  failed: 'A ficha não foi impressa.',
  cannotPrint: 'Este navegador não imprime. Abra esta página em outro.',
} as const;

export const printAndExport = {
  enrol: 'Nova inscrição',
  blankForm: 'Imprimir ficha em branco',
  export: 'Exportar planilha',
  import: 'Importar quem já treina',
} as const;

/** The link to the manual. */
export const manual = { link: 'Manual' } as const;

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

export const printAndExport = {
  blankForm: 'Imprimir ficha em branco',
  export: 'Exportar planilha',
  classList: 'Lista da turma',
} as const;

/** The link to the manual. */
export const manual = { link: 'Manual' } as const;

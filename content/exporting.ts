/** Words of spreadsheets, which come with their dialog. Source: docs/ux.md §8.7. */

export const exporting = {
  title: 'Exportar planilha',
  counting: 'Contando…',
  count: (total: number) =>
    total === 0
      ? exporting.nothing
      : `${total.toLocaleString('pt-BR')} ${total === 1 ? 'inscrição' : 'inscrições'}, ${total === 1 ? 'a' : 'as'} do filtro de agora.`,
  nothing: 'Nada para exportar com esses filtros.',
  basic: 'O básico: tudo o que não é sensível.',
  choose: 'Escolher colunas',
  csv: 'Em CSV, para outros programas',
  csvHint: 'No CSV, um apóstrofo (’) vem na frente do que a planilha poderia trocar ou executar.',
  columns: 'Colunas',
  sensitive: 'Dados sensíveis',
  sensitiveHint: 'Marque só o que vai usar. Fica registrado.',
  /** Asked of a secretaria; by the codes of `private.motivos_de_exportar()`. */
  reason: 'Para que é a planilha?',
  reasons: {
    turmas: 'Organizar turmas e horários',
    contato: 'Falar com as famílias',
    prestacao_de_contas: 'Prestação de contas',
    copa: 'Copa ou Seel',
    outro: 'Outro motivo',
  },
  reasonMissing: 'Escolha para que é a planilha.',
  columnMissing: 'Marque pelo menos uma coluna.',
  warning:
    'Este arquivo tem dados pessoais. Guarde onde só a equipe abre e apague depois de usar. Não mande por WhatsApp.',
  start: 'Exportar',
  preparing: 'Preparando…',
  done: (name: string, rows: number) =>
    `${name} está pronto, com ${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'inscrição' : 'inscrições'}.`,
  moved: 'A lista mudou enquanto a planilha era feita. Tente de novo.',
  sheet: 'Inscrições',
} as const;

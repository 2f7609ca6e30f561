/** The list of a class for its teacher. */
export const classList = {
  month: 'Mês',
  warning: 'Entregue só ao professor. Depois de usar, devolva à secretaria.',
  preparing: 'Preparando…',
  printed: (people: number) =>
    `Lista enviada para impressão: ${people === 1 ? '1 aluno' : `${people} alunos`}.`,
  emptied: 'Esta turma não tem alunos agora.',
  when: 'Aulas',
  teacher: 'Professor(a)',
  pupils: 'Alunos',
  columns: { number: 'Nº', age: 'Idade' },
  /** From Sunday on. */
  weekdays: ['D', 'S', 'T', 'Q', 'Q', 'S', 'S'],
  guardian: 'Resp.:',
  person: 'Tel.:',
  newPhone: (phone: string) => `Novo: ${phone}`,
  withoutHealth: 'Sem dados de saúde.',
  letters: 'P presente, F falta, J falta justificada.',
  signature: 'Assinatura e data:',
} as const;

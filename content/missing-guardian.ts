/** What an enrolment without a guardian's data lacks, on the pages after sending. Source: docs/ux.md §4.5. */
export const missingGuardian = {
  /** `lacks` in words, joined by `and`, then `of`. */
  text: (what: string) =>
    `A inscrição chegou sem ${what}. Sem isso, não conseguimos confirmar a vaga. Não precisa se inscrever de novo.`,
  lacks: { nomeResponsavel: 'o nome', telefoneResponsavel: 'o telefone' },
  and: ' e ',
  of: ' do responsável',
} as const;

/** The three steps of an enrolment, after sending and on the page of its situation. Source: docs/ux.md §6.2, §6.5. */
export const answerSteps = {
  title: 'Andamento da inscrição',
  received: 'Recebida',
  reading: 'Em\u00a0análise',
  /** `day` is dd/mm. */
  readingUntil: (day: string) => `Em\u00a0análise até\u00a0${day}`,
  answer: 'Resposta',
  /** For the ear, after a step that is behind. */
  done: '(pronto)',
} as const;

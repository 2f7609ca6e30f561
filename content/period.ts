/** Words for when the enrolment is closed, or will be. Source: docs/ux.md §4.10. */
export const period = {
  title: 'Inscrições fechadas',
  /** Days are dd/mm/aaaa. */
  since: (day: string) => `As inscrições estão fechadas desde ${day}.`,
  opens: (day: string) => `Elas voltam em ${day}.`,
  ask: 'Quer saber quando abrem de novo? Fale no WhatsApp.',
  chat: 'Falar no WhatsApp',
  chatMessage: 'Olá! Quando abrem as inscrições do Projeto Construindo Campeões?',
  /** For who had begun before it was closed. */
  begun: (time: string) => `Você já tinha começado: dá para enviar até ${time}.`,
  tooLate: 'O que você escreveu continua guardado. Agora não dá para enviar.',
  openUntil: (moment: string) => `Inscrições abertas até ${moment}.`,
} as const;

/** Words for when the enrolment is closed, or will be. Source: docs/ux.md §4.10. */
export const period = {
  title: 'Inscrições fechadas',
  /** Days are dd/mm/aaaa. */
  since: (day: string) => `As inscrições estão fechadas desde ${day}.`,
  opens: (day: string) => `Abrem de novo em ${day}.`,
  /** Where nobody has said when. */
  ask: 'Quer saber quando abrem de novo? Fale no WhatsApp.',
  chat: 'Falar no WhatsApp',
  chatMessage: 'Olá! Quando abrem as inscrições do Projeto Construindo Campeões?',
  /** For who had begun before it was closed. `moment`: `hoje, às 14:35` or `em 24/11/2026, às 14:35`. */
  begun: (moment: string) => `Você já tinha começado: ainda pode enviar. O prazo acaba ${moment}.`,
  tooLate:
    'Agora não dá mais para enviar. O que você escreveu continua guardado. Fale com a gente no WhatsApp.',
  /** `moment`: the last minute, `28/11/2026, às 23:59`. */
  openUntil: (moment: string) => `Inscrições abertas até ${moment}.`,
} as const;

/** Words for when the enrolment is closed, or will be. Source: docs/ux.md §4.10. */
export const period = {
  title: 'Inscrições fechadas',
  /** Days are dd/mm/aaaa. */
  since: (day: string) => `As inscrições estão fechadas desde ${day}.`,
  opens: (day: string) => `Abrem de novo em ${day}.`,
  /** Where nobody has said when. */
  notKnown: 'Ainda não tem dia para abrir de novo.',
  chat: {
    label: 'Avise-me pelo WhatsApp',
    message: 'Olá! Quando abrem as inscrições do Projeto Construindo Campeões?',
  },
  /**
   * For people who had begun before it was closed. `moment`: `hoje, às 14:35` or `em 24/11/2026, às 14:35`.
   */
  begun: (moment: string) => `Você já tinha começado: ainda pode enviar. O prazo acaba ${moment}.`,
  tooLate:
    'Agora não dá mais para enviar. O que você escreveu continua guardado. Fale com a gente no WhatsApp.',
  /** Leads to the form that was begun. */
  toForm: 'Ir para a minha inscrição',
  /** `moment`: the last minute, `28/11/2026, às 23:59`. */
  openUntil: (moment: string) => `Inscrições abertas até ${moment}.`,
} as const;

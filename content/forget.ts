/** Words for erasing an enrolment and for what time erases. Source: ux.md §8.6. */
export const forget = {
  open: 'Apagar agora',
  title: (protocol: string | null) =>
    protocol ? `Apagar a inscrição ${protocol}?` : 'Apagar esta inscrição?',
  text: 'A ficha e o documento somem. Não dá para desfazer.',
  confirm: (protocol: string | null) =>
    protocol ? 'Para confirmar, digite o protocolo' : 'Para confirmar, digite APAGAR',
  reason: 'Motivo',
  reasons: {
    pedido_da_familia: 'Pedido da família',
    repetida: 'Repetida',
    teste: 'Teste',
    outro: 'Outro',
  },
  reasonMissing: 'Escolha o motivo.',
  mismatch: 'O protocolo não confere. Digite o desta inscrição.',
  mismatchWord: 'Digite APAGAR para confirmar.',
  submit: 'Apagar para sempre',
  busy: 'Apagando…',
  cancel: 'Cancelar',
  done: 'A inscrição foi apagada.',
  documentLeft: 'A ficha foi apagada. O documento some sozinho em até uma hora.',
  until: (day: string) => `Apagar em ${day}`,
  documentErased: (day: string) => `Arquivo apagado em ${day}`,
  rules: {
    nao_aprovada: 'prazo de quem não foi aprovado ou desistiu',
    espera: 'prazo da lista de espera',
    participante: 'prazo de quem participou',
    sem_responsavel: 'menor sem telefone do responsável',
    documento: 'prazo do documento',
  } as Record<string, string>,
  lastRun: (when: string, count: number) =>
    `${when}: ${count} ${count === 1 ? 'inscrição apagada' : 'inscrições apagadas'} pelo prazo.`,
  today: 'Hoje',
  yesterday: 'Ontem',
} as const;

/** Days before its end when the list begins to say that a time is over soon. */
export const WARN_DAYS = 30;

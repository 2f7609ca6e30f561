/** Words for erasing an enrolment by hand and by retention. Source: docs/ux.md §8.6. */
export const erasing = {
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
  lastRun: (when: string, count: number) =>
    `${when}: ${count} ${count === 1 ? 'inscrição apagada' : 'inscrições apagadas'} pelo prazo.`,
  today: 'Hoje',
  yesterday: 'Ontem',
} as const;

/** Days before erasing from which the list shows the date. */
export const WARN_DAYS = 30;

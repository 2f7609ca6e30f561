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
  /** Many arrivals of one place in one hour. */
  flood: {
    title: 'Muitos envios do mesmo lugar',
    found: (enrolments: number, documents: number, first: string, last: string) =>
      `De um mesmo endereço de internet, de ${first} a ${last}: ${enrolments} inscrições ainda sem resposta e ${documents} arquivos sem inscrição`,
    advice:
      'Pode ser uma escola ou um mutirão. Abra algumas inscrições antes. Se forem falsas, dá para apagar todas de uma vez.',
    open: 'Apagar todas',
    question: (enrolments: number, documents: number) =>
      `Apagar ${enrolments} inscrições e ${documents} arquivos?`,
    text: 'As fichas e os arquivos somem. Não dá para desfazer. O que a equipe já começou a analisar fica.',
    done: (enrolments: number) => `${enrolments} inscrições apagadas.`,
  },
  /** That retention waits for a person. */
  brake: {
    title: 'A limpeza automática parou',
    reasons: { relogio: 'data longe da última limpeza', muitas: 'muito a apagar de uma vez' },
    /** Part of a sentence: what the server believes; `last` only where it is why. */
    found: (today: string, last: string | null, enrolments: string, documents: string) =>
      `o servidor diz que hoje é ${today}${last ? `, a última limpeza foi em ${last}` : ''} e sairiam agora ${enrolments} inscrições e ${documents} documentos`,
    share: (some: number, all: number) => `${some} de ${all}`,
    nothing: 'Nada foi apagado',
    advice:
      'Confira a data num celular e veja se os números fazem sentido. Se algo estiver errado, chame logo quem cuida do site. Com o site ligado por dois dias, a limpeza continua sozinha.',
    confirm: 'A data está certa',
    busy: 'Confirmando…',
    confirmed: 'Data confirmada',
    goesOn: 'A limpeza continua em até uma hora.',
  },
} as const;

/** Days before erasing from which the list shows the date. */
export const WARN_DAYS = 30;

/** The facts above an open enrolment's sheet. Source: docs/ux.md §8.1. */
export const evidence = {
  names: {
    age: 'Idade',
    city: 'Cidade',
    income: 'Renda, em salários',
    document: 'CadÚnico',
    guardian: 'Responsável',
    health: 'Saúde',
    origin: 'Origem',
  },
  age: (years: number) => (years === 1 ? '1 ano' : `${years} anos`),
  /** Of who trained already; `by`: a first name, once it is known. */
  imported: (day: string, by?: string) => `Importada em ${day}${by ? ` por ${by}` : ''}`,
  noDocument: 'Sem documento',
  documentErased: 'Apagado no prazo',
  checked: 'Confere',
  toCheck: 'A conferir',
  adult: '18 ou mais',
  confirmed: 'Confirmou',
  declared: 'Declarou',
  missing: 'Falta',
  notConfirmed: 'Não confirmou',
  cameByLink: 'Pelo link: confirmar',
} as const;

/** Words of deciding, at the foot of an open enrolment. Source: docs/ux.md §8.5. */
export const deciding = {
  legend: 'Decidir',
  previous: 'Inscrição anterior',
  next: 'Próxima inscrição',
  position: (at: number, of: number) => `${at} de ${of}`,
  approve: 'Aprovar',
  approveIn: (name: string) => `Aprovar em ${name}`,
  /** Though all that fit are full. */
  approveFull: 'Aprovar…',
  chooseClass: 'Aprovar: escolher a turma',
  waitFor: (name: string) => `Lista de espera: ${name}`,
  /** Of who waits already. */
  changeWait: 'Mudar a espera',
  outsideAges: (ages: string) => `Fora da idade desta turma: ${ages}. Dá para aprovar assim mesmo.`,
  ages: (from: number | null, to: number | null) =>
    from === null ? `até ${to} anos` : to === null ? `${from} anos ou mais` : `de ${from} a ${to} anos`,
  goNext: 'Ir à próxima',
  withClass: 'Aprovar com turma e primeiro dia',
  giveClass: 'Turma e primeiro dia',
  /** Beside the class of an approved person. */
  from: (day: string) => `a partir de ${day}`,
  more: 'Mais',
  saving: 'Guardando…',
  saved: 'Situação guardada.',
  class: 'Turma (opcional)',
  noClass: 'Aprovar sem turma',
  line: 'Turma da espera',
  noLine: 'Escolha a turma',
  classMissing: 'Escolha a turma: cada uma tem a sua fila.',
  firstDay: 'Primeiro dia (opcional)',
  undo: 'Desfazer',
  undone: 'Desfeito.',
  /** Of a call whose failure comes when another enrolment is open. */
  notStored: (name: string) => `Veja ${name}: o que você fez pode não ter sido guardado.`,
  noAnswer: 'Sem resposta do servidor. O que você decidiu não se perdeu.',
  tryingAgain: 'A página tenta de novo sozinha.',
  /** What is asked about before somebody is approved, alone or with others; `guardian` is said by name. */
  warnings: {
    guardian: '',
    noGuardian: 'menor sem responsável',
    repeated: 'pode ser repetida',
    request: 'tem um pedido da família',
  },
  /** At most so many. */
  ahead: (most: number) => `há ${most === 1 ? '1 pessoa' : `até ${most} pessoas`} antes na espera`,
  check: (warnings: string) => `Confira antes: ${warnings}.`,
  confirmApproval: (warnings: string) => `Confira antes: ${warnings}. Aprovar assim mesmo?`,
  /** Before a minor is approved: `guardian` is a name, a telephone or both. */
  unconfirmed: (guardian: string) =>
    `O responsável (${guardian}) foi informado pelo link, e ninguém conferiu. Fale com ele antes.`,
  look: (warnings: string) => `Confira também: ${warnings}.`,
  confirmAndApprove: 'Conferi o responsável: aprovar',
  classIsFull: 'A turma está cheia. Aprovar além das vagas?',
  beyondPlaces: 'Aprovar além das vagas',
  /** Of the message to the family. */
  tell: (name: string) => `Avisar ${name} no WhatsApp`,
  didYouSend: (name: string) => `Mandou a mensagem de ${name}?`,
  sent: 'Mandei',
  sentAndNext: 'Mandei e ir à próxima',
  notSent: 'Não mandei',
  informed: (name: string) => `Anotado: a família de ${name} foi avisada.`,
  notInformed: (name: string) => `${name} continua em A avisar.`,
  approveAnyway: 'Aprovar assim mesmo',
} as const;

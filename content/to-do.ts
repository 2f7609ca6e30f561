import { unconfirmed } from './messages.ts';

/** Words of what is done with several enrolments at once: deciding, classes, telling families. Source: docs/ux.md §7. */
export const toDo = {
  /** On the button above the list: of everybody on the page. */
  these: { approve: 'Aprovar…', class: 'Turma…' },
  tellFamilies: (count: number) => (count === 1 ? 'Avisar 1 família' : `Avisar ${count} famílias`),
  titles: { approve: 'Aprovar inscrições', class: 'Turma de quem foi aprovado' },
  chooseClass: 'Turma',
  /** Of several ages: each in the class of the own. */
  ofAge: 'Cada uma na turma da idade',
  noneOfAge: (names: string) => `Sem turma para a idade, ficam como estão: ${names}.`,
  /** Into which class; '' for none. */
  where: (className: string) => className && ` em ${className}`,
  whereOfAge: ', cada uma na turma da idade',
  noClass: 'Sem turma por enquanto',
  noneYet: 'Escolha a turma',
  classMissing: 'Escolha a turma.',
  firstDay: 'Primeiro dia (opcional)',
  outsideAges: (names: string) => `Fora da idade da turma: ${names}.`,
  who: 'Quem entra',
  /** Seen in the open enrolment, not in the list. */
  newDocument: 'documento novo, por ver',
  noDocument: 'sem documento',
  /** A tick beside it says that somebody did. */
  checkedGuardian: (guardian: string) => `conferi o responsável, informado pelo link: ${guardian}`,
  /** The places that are left are for who came before, or waits. */
  noPlace: 'sem vaga livre',
  submit: {
    approve: (rows: number, where: string) => `Aprovar ${rows}${where || ' sem turma'}`,
    class: (rows: number, where: string) => (where ? `Pôr ${rows}${where}` : 'Pôr na turma'),
  },
  cancel: 'Cancelar',
  close: 'Fechar',
  stored: (rows: number) =>
    rows === 0 ? 'Nada foi guardado.' : rows === 1 ? '1 guardada.' : `${rows} guardadas.`,
  changedMeanwhile: 'alguém mudou antes; veja o que há agora',
  missing: 'não existe mais',
  classFull: 'a turma encheu',
  unknown: 'sem resposta do servidor; tente de novo',

  tellTitle: (at: number, of: number) => (of === 1 ? 'Avisar a família' : `Avisar: ${at} de ${of}`),
  tell: 'Avisar',
  nobodyToTell: 'Nenhuma destas famílias espera aviso.',
  makeLink: 'Pôr o link na mensagem',
  openChat: 'Abrir o WhatsApp',
  sent: 'Mandou?',
  yes: 'Sim, mandei',
  no: 'Não mandei',
  skip: 'Pular',
  next: 'Próxima',
  noPhone: 'Não há telefone que dê para chamar no WhatsApp. Veja a ficha.',
  /** Of a new link, the same. */
  linkInPerson: 'Não há telefone que dê para chamar no WhatsApp. Entregue o link à família de outro jeito.',
  telephone: (phone: string) => `Ligar para ${phone}`,
  /** The name in documents stands in a message where the other one may not be known at home. */
  calledBy: (names: string) => `Usar o nome social: ${names}`,
  calledByHint: 'Marque só se em casa já sabem.',
  linkMade: 'O link só aparece agora: mande já.',
  /** Of a new link, where nobody has confirmed the telephone that came by the link. */
  leftOut: `Fica de fora o telefone do responsável (${unconfirmed}).`,
  stillWants:
    'O tempo de espera está acabando. Se a família responder SIM, guarde Nova e depois Lista de espera de novo: o prazo recomeça.',
  /** Where sending it starts the days again that it tells of. */
  beginsAnew: 'Com a mensagem, o prazo para o telefone do responsável recomeça. Ela já diz o dia novo.',
  notifiedMeanwhile: 'Esta família já foi avisada, ou a inscrição mudou.',
  notified: (families: number, left: number) =>
    `${families === 1 ? '1 família avisada' : `${families} famílias avisadas`}${
      left === 0 ? '.' : `; ${left === 1 ? '1 continua' : `${left} continuam`} por avisar.`
    }`,
  /** Whose a number is, after it. */
  guardians: 'do responsável',
  persons: 'da pessoa',
  changed: 'a família trocou de telefone',
  unconfirmed: `do responsável, ${unconfirmed}`,
} as const;

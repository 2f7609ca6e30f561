import { desk } from './desk.ts';
import { ANSWER_DAYS } from './retention.ts';

/** What is asked for, in as few words as a badge holds. */
const SHORT = {
  desistir: 'desistir',
  telefone: 'telefone',
  corrigir: 'corrigir',
  apagar: 'apagar',
  copia: 'cópia',
} as const;

/** Words of what families ask for, at the desk; apart from desk.ts, because the list is drawn without them. Source: docs/ux.md §8.5. */
export const requests = {
  title: 'Pedidos da família',
  /** At the head of the enrolment; leads to them. */
  open: (kinds: string) => `Pedido: ${kinds}`,
  inShort: (asked: readonly { kind: keyof typeof SHORT }[]) =>
    asked.map(({ kind }) => SHORT[kind]).join(', '),
  number: (number: number, days: number) => `Pedido nº ${number} · ${desk.daysLeft(days)}`,
  answered: (number: number) => `Pedido nº ${number} respondido.`,
  withdraw: 'Não quer mais a vaga.',
  telephone: (phone: string) => `Quer ser chamada neste telefone: ${phone}.`,
  /** One answer, in words, as it is and as it is to be. */
  correct: (label: string, now: string, proposed: string) => `${label}: de ${now} para ${proposed}.`,
  /** Noted at the desk. */
  anAnswer: 'Quer que uma resposta seja corrigida: veja o histórico.',
  erase: 'Quer que tudo seja apagado: as respostas e o documento.',
  copy: 'Quer uma cópia dos dados. Imprima a ficha inteira e entregue.',
  asked: (moment: string) => `Pedido pelo link em ${moment}.`,
  askedAtDesk: (moment: string) => `Pedido no balcão em ${moment}.`,
  eraseHint: 'Confirme com a família antes: depois de apagar, o link dela não abre mais.',
  confirm: {
    desistir: 'Confirmar a desistência',
    telefone: 'Usar este telefone',
    corrigir: 'Aceitar a correção',
    apagar: 'Apagar tudo',
    copia: 'Já entreguei',
  },
  /** Of a minor without a guardian's telephone. */
  isGuardiansHint:
    'Se for do responsável, a inscrição não é mais apagada por falta dele. Errou? Dá para mudar na ficha, em Responsáveis.',
  guardians: 'Usar: é do responsável',
  notGuardians: 'Usar: é de outra pessoa',
  dismiss: 'Dispensar',
  /** Where the family reads why. */
  refuse: 'Não atender',
  /** Heard after `dismiss`. */
  dismissed: 'o pedido',
  why: 'Por que não?',
  whyHint: 'A família lê esta frase no link dela.',
  whyMissing: 'Escreva por que não, para a família ler.',
  sendRefusal: 'Responder que não',
  /** 'Meus dados' closed by wrong CPFs. */
  closed: (moment: string) =>
    `Alguém com o link desta família errou o CPF cinco vezes. «Meus dados» abre de novo ${moment}. Se o link foi para outra pessoa, encerre os links.`,
  /** With a new note: what the family asked for in person, to be answered later. */
  asksFor: 'A família pede',
  asksForNothing: 'Nada: é só uma nota',
  asksForHint: `Confira a identidade por um documento. O pedido fica acima, com número e ${ANSWER_DAYS} dias de prazo.`,
  kinds: {
    corrigir: 'Corrigir uma resposta',
    apagar: 'Apagar tudo',
    copia: 'Uma cópia dos dados',
    desistir: 'Desistir da vaga',
  },
  noted: 'Pedido anotado, acima.',
} as const;

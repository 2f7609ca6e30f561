import { ANSWER_DAYS, retention, SPARED_DAYS } from './retention.ts';

/** Words of 'Meus dados', which a family opens by its own link and the CPF. Source: docs/ux.md §6.5. */
export const ownData = {
  title: 'Meus dados',
  text: 'Ver tudo o que está na inscrição, corrigir, levar uma cópia ou pedir para apagar.',
  /** Where the link is one that the desk made. */
  notThisLink:
    'Este link foi feito pela equipe e não abre os dados. Abra o link que apareceu quando você enviou a inscrição, ou peça na recepção, com um documento, ou no WhatsApp.',
  cpf: 'CPF de quem vai treinar',
  cpfHint: 'O mesmo da inscrição, com os 11 números. É para só a família abrir.',
  cpfMissing: 'Digite os 11 números do CPF.',
  send: 'Abrir',
  sending: 'Abrindo…',
  wrong: (left: number) =>
    `Este não é o CPF da inscrição. Você pode tentar mais ${left} ${left === 1 ? 'vez' : 'vezes'}.`,
  /** `moment`: `hoje, às 14:35` or `em 24/11/2026, às 14:35`. */
  closed: (moment: string) =>
    `Foram cinco CPFs errados. Por segurança, os dados abrem de novo ${moment}. Tem pressa? Peça na recepção, com um documento, ou no WhatsApp.`,
  close: 'Fechar os meus dados',
  /** After ten minutes untouched. */
  forgotten: 'Fechamos os dados, porque ninguém mexeu por dez minutos. Digite o CPF para abrir de novo.',
  arrived: (day: string) => `Enviada em ${day}.`,
  /** An answer that the desk corrected. */
  before: (answer: string, day: string) => `Antes: ${answer}. Corrigido em ${day}.`,
  /** In the place of what the desk got to know since the link was made. */
  updated: (day: string) => `Atualizado pela secretaria em ${day}`,
  /** Given after the enrolment. */
  later: {
    title: 'O que mais está guardado',
    newPhone: 'Telefone novo',
    renewal: 'Se continua no projeto',
    goesOn: (answer: string, day: string, cadunico: boolean | null) =>
      `${answer} (${day})${cadunico === null ? '' : `; Cadastro Único atualizado: ${cadunico ? 'sim' : 'não'}`}`,
    guardianName: 'Nome do responsável',
    guardianPhone: 'Telefone do responsável',
  },
  document: 'Documento',
  documents: (name: string, day: string) => `${name}, recebido em ${day}`,
  noDocument: 'Não há documento guardado.',
  retention: {
    title: 'Até quando guardamos',
    until: (day: string) => `${retention.until(day)}, se nada mudar. Depois apagamos.`,
    noDay: 'Não há um dia marcado. Os prazos estão na página de privacidade.',
    document: (day: string) => `O documento, até ${day}.`,
  },
  attendance: 'Presença nas aulas',
  lines: 'O que a equipe anotou de quem participa',
  otherPeople: 'anotado (a secretaria diz o quê)',
  looks: {
    title: 'Quem abriu',
    none: 'Ninguém da equipe abriu esta inscrição ainda.',
    last: (day: string) => `Aberta pela equipe pela última vez em ${day}.`,
    byLink: (moments: string) => `Aberto por este link em ${moments}.`,
  },
  correct: {
    button: 'Corrigir',
    title: (label: string) => `Corrigir: ${label}`,
    hint: `A resposta de agora fica como está até a equipe olhar, em até ${ANSWER_DAYS} dias.`,
    same: 'É a mesma resposta de agora. Mude, ou cancele.',
    send: 'Pedir a correção',
    cancel: 'Cancelar',
  },
  copy: {
    title: 'Levar uma cópia',
    text: 'Tudo o que está nesta página, para guardar ou levar para outro lugar. Quem tiver a cópia lê tudo. Precisa em arquivo? Peça à secretaria.',
    send: 'Imprimir ou salvar em PDF',
    cannotPrint:
      'Este aplicativo não imprime. Abra o link no navegador do celular, ou peça a cópia à secretaria.',
    done: (number: number) => `Cópia pronta. É o pedido nº ${number}.`,
    heading: (name: string) => `Cópia dos dados de ${name}`,
    made: (moment: string) => `Feita em ${moment}.`,
  },
  erase: {
    title: 'Apagar tudo',
    text: `A equipe confirma com você e responde em até ${ANSWER_DAYS} dias. Então a inscrição se fecha na hora para todos, e em ${SPARED_DAYS} dias as respostas e o documento somem, sem volta.`,
    sure: 'Quero apagar todos os dados desta inscrição.',
    sureMissing: 'Marque que você quer apagar.',
    send: 'Pedir para apagar tudo',
  },
  noted: (number: number) => `Recebemos o pedido nº ${number}. A equipe responde em até ${ANSWER_DAYS} dias.`,
  notNoted: 'Já há cinco pedidos abertos. Espere a resposta, ou fale no WhatsApp.',
  /** Beside the situation, while they are open. */
  openRequests: {
    corrigir: 'Você pediu uma correção. A resposta aparece em «Meus dados».',
    apagar: 'Você pediu para apagar tudo. A equipe ainda vai confirmar.',
    copia: 'Você pediu uma cópia dos dados na recepção.',
  },
  requests: {
    title: 'Pedidos',
    number: (number: number) => `Pedido nº ${number}`,
    kinds: {
      desistir: 'Desistir da vaga',
      telefone: 'Usar outro telefone',
      corrigir: 'Corrigir',
      apagar: 'Apagar tudo',
      copia: 'Cópia dos dados',
    },
    asked: (day: string, atDesk: boolean) => `Feito em ${day}${atDesk ? ', na recepção' : ''}.`,
    open: (day: string) => `A equipe responde até ${day}.`,
    overdue: (day: string) => `O prazo de ${ANSWER_DAYS} dias acabou em ${day}. Fale no WhatsApp ou ligue.`,
    taken: (day: string) => `Atendido em ${day}.`,
    refused: (day: string) => `Não atendido, em ${day}.`,
    sentence: (text: string) => `A equipe escreveu: ${text}`,
  },
} as const;

import { brand } from './brand.ts';

/** Words of the page where a family reads the situation of its enrolment. Source: docs/ux.md §6.5. */
export const situation = {
  title: 'Situação da inscrição',
  lead: 'Veja como está a sua inscrição no Projeto Construindo Campeões.',
  /** Before and after the telephone, where there is no JavaScript. */
  withoutJavaScript: [
    'Para ver a situação aqui, é preciso ativar o JavaScript. Ou pergunte no WhatsApp ',
    ', com o número do protocolo.',
  ],
  ask: {
    title: 'Procurar pelo protocolo',
    hint: 'Tem o link que apareceu quando você enviou? Abra por ele: não precisa digitar nada.',
    protocol: 'Número do protocolo',
    protocolHint: 'São 8 números, como 4827-1936.',
    protocolMissing: 'Digite os 8 números do protocolo.',
    birth: 'Data de nascimento de quem vai treinar',
    birthHint: 'Dia, mês e ano, como 05/03/2012.',
    birthMissing: 'Digite a data de nascimento, como 05/03/2012.',
    submit: 'Ver a situação',
    searching: 'Procurando…',
  },
  opening: 'Procurando a inscrição…',
  /** The same for a wrong link, protocol or date. */
  nobody: 'Não achamos esta inscrição. Confira o link, ou o protocolo e a data, ou fale no WhatsApp.',
  /** `moment`: `14:35`, or with the day before it when it is another one. */
  tooMany: (moment: string, phone: string) =>
    `Muitas tentativas. Volte a partir de ${moment}, ou ligue para ${phone}.`,
  failed: 'Não deu para ver a situação.',
  again: 'Tentar de novo',
  since: (day: string) => `Desde ${day}.`,
  doNow: 'O que fazer agora',
  /** Each situation as a family reads it; `next` says what to do. */
  each: {
    nova: {
      title: 'Inscrição recebida',
      text: `A equipe lê a inscrição em até ${brand.answerDays} dias.`,
      next: 'Você não precisa fazer nada. A gente chama no WhatsApp.',
    },
    'em-analise': {
      title: 'Em análise',
      text: 'A equipe está lendo a inscrição.',
      next: 'Você não precisa fazer nada. A gente chama no WhatsApp.',
    },
    'falta-documento': {
      title: 'Falta um documento',
      text: 'O documento não chegou, ou não dá para ler o nome e o NIS.',
      next: 'Mande uma foto bem clara da página com o nome e o NIS, aqui pelo seu link ou no WhatsApp.',
    },
    aprovada: {
      title: 'Aprovada',
      text: 'A inscrição foi aprovada. 🎉',
      next: 'Se ainda não combinou o primeiro dia, fale com a gente.',
    },
    'lista-de-espera': {
      title: 'Lista de espera',
      text: 'Agora as turmas estão cheias. A inscrição está na fila.',
      next: 'Você não precisa fazer nada. Quando abrir vaga, chamamos.',
    },
    'nao-aprovada': {
      title: 'Não aprovada',
      text: 'Desta vez a inscrição não foi aprovada.',
      next: 'Se quiser entender ou conversar, estamos no WhatsApp.',
    },
    desistiu: {
      title: 'Desistência anotada',
      text: 'Anotamos que você não quer mais a vaga.',
      next: 'Mudou de ideia? Fale com a gente.',
    },
  },
  /** Sending another document, where one is missing. */
  better: {
    title: 'Mandar outra foto ou PDF',
    missing: 'Escolha a foto ou o PDF.',
    send: 'Mandar o documento',
    thanks: 'Recebemos o documento. A equipe vai olhar.',
    notNeeded: 'Este documento não foi preciso: a situação mudou. Veja abaixo.',
  },
  /** What may be asked for by the link. */
  requests: {
    withdraw: 'Não quero mais a vaga',
    withdrawHint: 'A equipe confirma com você antes de tirar da lista.',
    sendWithdrawal: 'Pedir para desistir',
    telephone: 'Mudei de telefone',
    telephoneLabel: 'Telefone novo, com DDD',
    telephoneMissing: 'Digite o telefone com DDD.',
    sendTelephone: 'Mandar o telefone',
    sending: 'Enviando...',
    noted: 'Pedido anotado. A equipe vai ver.',
    notNoted: 'Não deu para anotar mais um pedido. Fale no WhatsApp.',
    open: {
      desistir: 'Você pediu para desistir da vaga. A equipe ainda vai confirmar.',
      telefone: 'Você mandou outro telefone. A equipe ainda vai confirmar.',
    },
  },
  class: (name: string) => `Turma: ${name}.`,
  firstDay: (day: string) => `Primeiro dia: ${day}.`,
  chat: 'Falar no WhatsApp',
  chatMessage: 'Olá! Quero falar sobre a minha inscrição no Projeto Construindo Campeões.',
  call: (phone: string) => `Ligar para ${phone}`,
  another: 'Procurar outra inscrição',
  /** Below the protocol, after sending. */
  link: {
    text: 'Este link mostra a situação da inscrição. É só seu: guarde e não passe para outras pessoas.',
    open: 'Ver a situação',
    copy: 'Copiar o link',
    copied: 'Link copiado.',
    /** At the end of the message to the own WhatsApp. */
    note: (address: string) => ` Situação da inscrição: ${address}`,
  },
} as const;

import { brand } from './brand.ts';

/** Words of the page where a family reads the situation of its enrolment. Source: docs/ux.md §6.5. */
export const situation = {
  title: 'Situação da inscrição',
  lead: 'Veja como está a sua inscrição no Projeto Construindo Campeões.',
  /** Before and after the telephone, where there is no JavaScript. */
  withoutJavaScript: [
    'A situação não abriu aqui. Pergunte no WhatsApp ',
    ', com o número do protocolo. Para abrir aqui, é preciso ativar o JavaScript.',
  ],
  ask: {
    title: 'Procurar pelo protocolo',
    hint: 'Guardou o link no WhatsApp? Toque nele: não precisa digitar nada.',
    protocol: 'Número do protocolo',
    protocolHint: 'São os 8 números que apareceram quando você enviou. Não precisa do traço.',
    protocolMissing: 'Digite os 8 números do protocolo.',
    birth: 'Data de nascimento de quem vai treinar',
    birthHint: 'Dia, mês e ano, como 05/03/2012.',
    birthMissing: 'Digite a data de nascimento, como 05/03/2012.',
    submit: 'Ver a situação',
    searching: 'Procurando…',
  },
  opening: 'Procurando a inscrição…',
  /** The same for a wrong link, protocol or date. */
  nobody:
    'Não achamos esta inscrição. Confira o link, ou o número e a data. Se não der certo, fale no WhatsApp.',
  /** `moment`: `hoje, às 14:35` or `em 24/11/2026, às 14:35`. */
  tooMany: (moment: string, phone: string) =>
    `Muitas tentativas. Tente de novo ${moment}, ou ligue para ${phone}.`,
  failed: 'Não deu para ver a situação.',
  again: 'Tentar de novo',
  protocol: (number: string) => `Protocolo ${number}.`,
  since: (day: string) => `Está assim desde ${day}.`,
  doNow: 'O que fazer agora',
  /** In its place, where something is missing. */
  missing: (things: number) => (things === 1 ? 'Falta 1 coisa' : `Faltam ${things} coisas`),
  /** Above what may be asked for. */
  need: 'O que você precisa?',
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
      text: 'O comprovante do Cadastro Único não chegou. Ou chegou, mas não dá para ler o nome e o NIS.',
      next: 'Mande uma foto bem clara da página com o nome e o NIS. Pode ser aqui, pelo seu link, ou no WhatsApp.',
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
      next: 'Se quiser conversar, estamos no WhatsApp.',
    },
    desistiu: {
      title: 'Inscrição encerrada',
      text: 'Anotamos que você não vai continuar com a vaga.',
      next: 'Não é isso, ou quer voltar? Fale com a gente.',
    },
  },
  /** What to do now by protocol and birth date, while the team reads: whether something is missing is told by the link alone. */
  byPair: 'A gente chama no WhatsApp. No seu link você vê se falta alguma coisa.',
  /** After what is missing of the guardian, and until when. */
  sendGuardian: 'Escreva aqui embaixo, ou mande no WhatsApp.',
  /** The same by a link that the desk made. */
  sendGuardianByChat: 'Mande no WhatsApp, ou diga na recepção.',
  /** Giving what is missing of the guardian. */
  guardian: {
    title: (lacks: readonly string[]) =>
      lacks.length > 1
        ? 'Nome e telefone do responsável'
        : lacks[0] === 'nomeResponsavel'
          ? 'Nome do responsável'
          : 'Telefone do responsável',
    send: 'Mandar',
    already: 'Já temos um responsável nesta inscrição. Para trocar, fale no WhatsApp.',
    thanks: 'Recebemos o responsável. A inscrição não é mais apagada por falta dele.',
  },
  /** Sending another document, where one is missing. */
  better: {
    title: 'Mandar outra foto ou PDF',
    missing: 'Escolha a foto ou o PDF.',
    send: 'Mandar o documento',
    thanks: 'Recebemos o documento. A equipe vai olhar.',
    notNeeded: 'Não foi preciso mandar: a situação já mudou. Veja abaixo.',
  },
  /** Where the question whether somebody goes on did not load. */
  renewalByChat: 'Continua no projeto? A pergunta não abriu aqui. Responda no WhatsApp.',
  /** What may be asked for by the link. */
  requests: {
    withdraw: {
      title: 'Não quero mais a vaga',
      text: 'A equipe confirma com você antes de tirar da lista. Os dados ficam até o prazo.',
      send: 'Pedir para desistir',
    },
    telephone: { title: 'Mudei de telefone', send: 'Mandar o telefone' },
    /** By a link that the desk made. */
    moved: { endereco_completo: 'Mudei de endereço', escola: 'Mudei de escola' },
    now: 'Como é agora?',
    nowMissing: 'Escreva como é agora.',
    send: 'Mandar',
    telephoneLabel: 'Telefone novo, com DDD',
    telephoneMissing: 'Digite o telefone com DDD.',
    sending: 'Enviando...',
    noted: 'Recebemos o pedido. A equipe vai olhar.',
    tooMany: 'Este link já mandou muitos pedidos hoje. Fale no WhatsApp, ou tente amanhã.',
    notNoted: 'Não deu para mandar mais um pedido. Fale no WhatsApp.',
    open: {
      desistir: 'Você pediu para desistir da vaga. A equipe ainda vai confirmar.',
      telefone: 'Você mandou outro telefone. A equipe ainda vai confirmar.',
    },
  },
  /** What the desk wrote, where a document is missing or it was not approved. */
  reason: (text: string) => `A equipe escreveu: ${text}`,
  class: (name: string) => `Turma: ${name}.`,
  /** The class that somebody waits for. */
  waitsFor: (name: string) => `Lista de espera: ${name}.`,
  firstDay: (day: string) => `Primeiro dia: ${day}.`,
  /** In the place of class and first day. */
  updated: (day: string) => `Turma: atualizado pela secretaria em ${day}. Pergunte à secretaria.`,
  chat: 'Falar no WhatsApp',
  chatMessage: 'Olá! Quero falar sobre a minha inscrição no Projeto Construindo Campeões.',
  call: (phone: string) => `Ligar para ${phone}`,
  another: 'Procurar outra inscrição',
  /** Below the protocol, after sending. */
  link: {
    text: 'No seu link você vê a situação da inscrição. Guarde e não passe para outras pessoas.',
    open: 'Ver a situação',
    copy: {
      label: 'Copiar o link',
      copied: 'Link copiado.',
      /** Where the browser may not copy. */
      cannotCopy: (address: string) => `Não deu para copiar. O link é: ${address}`,
    },
    /** At the end of the message to one's own WhatsApp. */
    note: (address: string) => ` Veja a situação aqui: ${address}`,
  },
} as const;

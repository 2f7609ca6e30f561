import { brand } from './brand.ts';

/** Words for once an enrolment has arrived: on the page, for WhatsApp, and on paper. Source: ux.md §4.5, §6.2, §6.4. */
export const sent = {
  pageTitle: `Inscrição enviada | ${brand.name}`,
  title: 'Inscrição enviada!',
  protocol: 'Seu número de protocolo é ',
  keep: 'Anote ou tire um print. Com ele, você pergunta sobre a inscrição.',
  /** `moment` is the centre's time. */
  moment: (moment: string) => `Enviada em ${moment}, no horário de Brasília.`,
  nextTitle: 'O que acontece agora',
  next: {
    read: `A equipe lê a inscrição em até ${brand.answerDays} ${brand.answerDays === 1 ? 'dia' : 'dias'}.`,
    /** The telephone follows, most of its digits hidden, and a full stop. */
    call: 'A gente chama no WhatsApp',
    /** In place of the hidden telephone, for the ear. */
    ending: (digits: string) => ` que termina em ${digits}.`,
    missing: 'Se faltar algum documento, avisamos.',
  },
  /** For somebody under 18 whose guardian is not named. */
  guardian: {
    title: 'Falta um passo: peça para o responsável falar com a gente no WhatsApp.',
    text: (what: string) =>
      `A inscrição chegou sem ${what}. Sem isso, não conseguimos confirmar a vaga. Não precisa se inscrever de novo.`,
    lacks: { nomeResponsavel: 'o nome', telefoneResponsavel: 'o telefone' },
    and: ' e ',
    of: ' do responsável',
    forward: 'Mandar para o responsável',
    /** What the applicant sends to the guardian; `link` opens the centre's WhatsApp with `message`. */
    invitation: (protocol: string, link: string) =>
      `Oi! Fiz a inscrição no Projeto Construindo Campeões, protocolo ${protocol}. Falta um passo: o responsável falar com a ${brand.name}. É só tocar aqui e mandar a mensagem: ${link}`,
    own: 'Sou o responsável: falar agora',
    message: (protocol: string) => `Olá! Sou responsável pela inscrição ${protocol}. Meu nome é`,
  },
  keepInChat: 'Guardar no meu WhatsApp',
  /** To one's own WhatsApp; `day` is dd/mm/aaaa at the centre. */
  note: (protocol: string, day: string, phone: string) =>
    `Projeto Construindo Campeões — ${brand.name}. Inscrição enviada em ${day}. Protocolo ${protocol}. Dúvidas: ${phone}.`,
  print: 'Imprimir ou salvar comprovante',
  /** Browsers inside other apps open no print window. */
  cannotPrint: 'Este navegador não imprime. Guarde no WhatsApp ou tire um print desta tela.',
  again: 'Fazer outra inscrição',
  home: 'Ir para o início',
  close: 'Fechar e limpar',
  receipt: {
    /** Suggested as the name of the file. */
    fileName: (protocol: string) => `Comprovante-${protocol}`,
    title: 'Comprovante de inscrição',
    protocol: 'Protocolo',
    name: 'Nome',
    moment: 'Enviada em',
    zone: 'horário de Brasília',
    contact: 'Contato',
    noPromise: 'Este papel não garante a vaga.',
  },
} as const;

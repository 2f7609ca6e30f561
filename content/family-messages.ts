import { brand } from './brand.ts';

/**
 * What a message may contain. `reason`, `className` (as in the timetable) and `firstDay` may be
 * ''; `until` is the last day to answer or come. Days are dd/mm/aaaa.
 */
export type Facts = {
  firstName: string;
  protocol: string;
  reason: string;
  until: string;
  className: string;
  firstDay: string;
  /** In the person's gender, or without one: `aprovada`. */
  approved: string;
  /** The address of the family's page, by a link of its own, and until when it opens; '' for none. */
  link: string;
  linkUntil: string;
  /** The number of a request, and what became of it; '' for none. */
  request: string;
  answer: string;
};

const project = 'Projeto Construindo Campeões';

/** Messages that the desk sends by hand on WhatsApp, by purpose. No health, income or CPF. Source: docs/ux.md §8.6, §11.2. */
export const familyMessages = {
  contato: ({ firstName, protocol }: Facts) =>
    `Olá! Aqui é da ${brand.name}. Recebemos a inscrição de ${firstName} no ${project}${numbered(protocol)}. Podemos conversar?`,
  'falta-documento': ({ firstName, protocol, reason, link, linkUntil }: Facts) =>
    `Olá! Falta um documento na inscrição de ${firstName}${numbered(protocol)}: ${reason}. Pode mandar uma foto bem clara ${
      link ? `por aqui, ou por este link, que vale até ${linkUntil}: ${link}` : 'por aqui?'
    }`,
  aprovada: ({ firstName, until, className, firstDay, approved }: Facts) =>
    `Boa notícia! ${firstName} foi ${approved} no ${project}. 🎉 ${className && `Turma: ${className}. `}${
      firstDay ? `Primeiro dia: ${firstDay}, na ${brand.name}.` : `Venha à ${brand.name} até ${until}.`
    }`,
  espera: ({ firstName }: Facts) =>
    `Olá! ${firstName} está na lista de espera do projeto. Quando abrir vaga, chamamos.`,
  'ainda-quer': ({ firstName, until }: Facts) =>
    `Olá! ${firstName} está na lista de espera do ${project}. Você ainda quer participar? Responda SIM até ${until}. Sem resposta, apagamos os dados.`,
  'nao-aprovada': ({ firstName, reason }: Facts) =>
    `Olá! Avaliamos a inscrição de ${firstName}. Desta vez não foi aprovada: ${reason}. Se quiser conversar, estamos aqui.`,
  responsavel: ({ firstName }: Facts) =>
    `Olá! ${firstName} fez a inscrição no ${project} e é menor de idade. É você a pessoa responsável? Precisamos da sua autorização.`,
  pedido: ({ firstName, protocol, request, answer }: Facts) =>
    `Olá! Aqui é da ${brand.name}, sobre o pedido nº ${request} da inscrição de ${firstName}${numbered(protocol)}: ${answer}.`,
} as const satisfies Record<string, (facts: Facts) => string>;

type OtherFacts = Pick<Facts, 'firstName' | 'className' | 'link' | 'linkUntil'> & { absences: string };

/** What a family is told that its enrolment is not about; always in these words. `absences`: on which days. */
export const otherMessages = {
  faltou: ({ firstName, absences }: OtherFacts) =>
    `Olá! Aqui é da ${brand.name}. Sentimos falta de ${firstName} nas aulas de ${absences}. Está tudo bem? Se ainda quer participar, conte com a gente. Se não, avise: a vaga serve a outra pessoa.`,
  'sem-aula': ({ className }: OtherFacts) =>
    `Olá! Aqui é da ${brand.name}. Hoje não tem aula da turma ${className}. A próxima é no dia de sempre.`,
  renovacao: ({ firstName, link, linkUntil }: OtherFacts) =>
    `Olá! Aqui é da ${brand.name}. ${firstName} continua no ${project}? Responda ${
      link ? `por este link, que vale até ${linkUntil}: ${link}` : 'por aqui: SIM ou NÃO.'
    }`,
} as const;

export type OtherMessage = keyof typeof otherMessages;

export type FamilyMessage = keyof typeof familyMessages;

/** The message that carries another link, with the day until which it opens, once those of before were ended; no setting stands in its place. Source: docs/ux.md §8.2. */
export const newLinkMessage = (firstName: string, link: string, until: string) =>
  `Olá! Aqui é da ${brand.name}. Os links de antes da inscrição de ${firstName} não abrem mais. ${
    link && `O novo vale até ${until}: ${link} `
  }Não passe para outras pessoas.`;

/** What became of a request, for its message; of a refused one with the sentence that the family reads on its page, where there is one. */
export const requestAnswer = (confirmed: boolean, sentence = ''): string =>
  confirmed ? 'está feito' : ['não pudemos atender', sentence].filter(Boolean).join(': ');

/** What each fact is called in braces, in a message of the owner's own (Ajustes). */
export const messagePlaces = {
  firstName: 'nome',
  protocol: 'protocolo',
  reason: 'motivo',
  until: 'ate',
  className: 'turma',
  firstDay: 'primeiro_dia',
  approved: 'aprovado',
  link: 'link',
  linkUntil: 'link_ate',
  request: 'pedido',
  answer: 'resposta',
} as const satisfies Record<keyof Facts, string>;

const numbered = (protocol: string) => (protocol ? ` (protocolo ${protocol})` : '');

/** Words of a class's daily list, of absences and of leaving. Source: docs/ux.md §8.11. */

/** The daily list of a class. */
export const roll = {
  open: 'Chamada',
  title: (name: string, day: string) => `${name}: ${day}`,
  day: 'Dia da chamada',
  loading: 'Carregando a chamada…',
  none: 'Ninguém desta turma treina neste dia.',
  hint: 'Todos estão presentes até você tocar em quem faltou. Tocar de novo desfaz.',
  locked: 'A chamada deste dia não muda mais por aqui.',
  health: 'saúde',
  before: (mark: string) => `(antes: ${mark.toLowerCase()})`,
  more: 'Contatos e mais',
  excuse: 'Falta justificada',
  present: (count: number, of: number) => `${count} de ${of} presentes.`,
  taken: (moment: string, who: string) => `Feita em ${moment}${who ? `, por ${who}` : ''}.`,
  sending: 'Mandando… sem internet, vai sozinha depois.',
  done: 'Pronto',
  doneOf: (day: string) => `Pronto: ${day}`,
  close: 'Fechar',
  print: 'Imprimir o mês',
  takeBack: 'Apagar esta chamada',
  takeBackText: (day: string) => `As marcas de ${day} somem, como se a chamada não tivesse sido feita.`,
  takeBackYes: 'Apagar as marcas',
  takenBack: 'As marcas saíram da lista.',
  /** Of marks that are on this device alone, before why. */
  refused: (name: string, day: string) => `A chamada de ${name}, ${day}, não entrou.`,
  again: 'Tentar de novo',
  discard: 'Jogar fora estas marcas',
  discarding: {
    title: 'Jogar fora as marcas?',
    text: 'Elas estão só neste aparelho. A chamada deste dia tem de ser feita de novo.',
    stay: 'Ficar com elas',
    leave: 'Jogar fora',
  },
  waits: (name: string, day: string) =>
    `A chamada de ${name}, ${day}, espera a internet neste aparelho e vai sozinha.`,
  /** Where the browser stores nothing. */
  keepOpen: 'Não feche esta página até ela ir.',
} as const;

/** The absences of an enrolment, at the desk. */
export const absences = {
  title: (count: number, days: string) => `Faltou ${count} vezes seguidas: ${days}`,
  tell: 'Avisar a família',
  back: 'Voltou',
  cameBack: 'As faltas seguidas voltam a contar do zero.',
  notified: (moment: string) => `Avisada em ${moment}.`,
  /** What a message is about that is not about a decision. */
  about: {
    faltou: ' sobre as faltas',
    'sem-aula': ' sobre um dia sem aula',
    renovacao: ' sobre a renovação',
  } as Record<string, string>,
} as const;

/** Somebody took part and does so no longer. */
export const leaving = {
  open: 'Saiu…',
  text: 'A vaga fica livre. Os dados ficam guardados pelo prazo de quem participou.',
  lastDay: 'Último dia',
  why: 'Por quê?',
  choose: 'Escolha',
  missing: 'Escolha o último dia.',
  whyMissing: 'Escolha por quê.',
  corrected: 'Corrigiu o último dia ou por que saiu',
  since: (day: string, why: string) => `saiu em ${day}${why && ` (${why.toLowerCase()})`}`,
} as const;

/** Whether somebody goes on, at the desk. */
export const renewal = {
  title: (answer: string, day: string) => `Renovação: ${answer.toLowerCase()} (${day})`,
  cadunico: (updated: boolean) => `Cadastro Único atualizado, diz a família: ${updated ? 'sim' : 'não'}.`,
  /** In the history. */
  answered: 'Respondeu se continua',
  /** Asking all of a class. */
  ask: 'Perguntar quem continua',
  askText: (name: string) =>
    `Cada família de ${name} responde pelo link da mensagem, que você manda depois, uma a uma. Ninguém perde a vaga por não responder. Quem foi perguntado há menos de seis meses fica de fora.`,
  everybody: 'Em todas as turmas',
  submit: 'Perguntar',
  asked: (count: number | null) =>
    count === 0
      ? 'Ninguém a perguntar: todos já foram perguntados.'
      : count === null
        ? 'Já tinha sido perguntado. Agora avise as famílias, em Renovação.'
        : `${count === 1 ? '1 pessoa' : `${count} pessoas`} em Renovação. Agora avise as famílias.`,
} as const;

/** Before participations that ended are erased. */
export const leavingData = {
  title: 'Dados de quem participou serão apagados',
  text: (count: number) =>
    `Nos próximos 30 dias, pelo prazo, os dados de ${count === 1 ? '1 pessoa que participou' : `${count} pessoas que participaram`}. Um apoiador ou o poder público pode pedir a lista: guarde antes, em Números, o A4 e a planilha do semestre em que saíram.`,
  open: 'Ver quem são',
} as const;

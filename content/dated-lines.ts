/** `asks`: of choice, text, day and until those that it has, in order. */
type Asked = { label: string; asks: readonly Part[]; text?: string; day?: string; until?: string };

type Part = 'choice' | 'text' | 'day' | 'until';

const KINDS = {
  escola: { label: 'Declaração escolar', asks: ['day', 'until'] },
  atestado: { label: 'Atestado ou PAR-Q', asks: ['day', 'until'] },
  cadunico: { label: 'Folha do CadÚnico', asks: ['day', 'until'] },
  imagem: { label: 'Uso de imagem', asks: ['choice', 'day'], day: 'Assinado em' },
  termo: { label: 'Termo de responsabilidade', asks: ['day'], day: 'Assinado em' },
  kimono: { label: 'Kimono', asks: ['text', 'day'], text: 'Tamanho', day: 'Emprestado em' },
  faixa: { label: 'Faixa', asks: ['text', 'day'], text: 'Cor e grau' },
  'escola-publica': { label: 'Escola pública', asks: ['choice'] },
  emergencia: { label: 'Emergência', asks: ['text'], text: 'Nome e telefone' },
  busca: { label: 'Quem pode buscar', asks: ['text'], text: 'Nomes' },
  antecedentes: {
    label: 'Certidão de antecedentes (a cada seis meses)',
    asks: ['text', 'day'],
    text: 'Primeiro nome',
  },
} as const satisfies Record<string, Asked>;

export type LineKind = keyof typeof KINDS;

/**
 * What is noted of who takes part, or (`antecedentes`) of a person of the team: the kinds by their code, with what is asked
 * of each, and its words where they are not the usual. `private.especies_de_marca` says the same. Source: decision 205.
 */
export const LINE_KINDS: Readonly<Record<LineKind, Asked>> = KINDS;

/** Words of the open enrolment's part 'Participante', and of the marks that it makes elsewhere. */
export const datedLines = {
  title: 'Participante',
  note: 'Anotar',
  change: 'Mudar',
  text: 'Texto',
  day: 'Data',
  until: 'Vale até',
  choices: { sim: 'Sim', nao: 'Não', '': 'Não anotado' },
  none: 'Não anotado',
  /** In the history, by what is noted. */
  noted: 'Anotou',
  changed: { nada: 'Apagou', sim: 'Anotou «sim»', nao: 'Anotou «não»' } as Record<string, string>,
  runsOut: (day: string) => `Vence em ${day}`,
  ranOut: (day: string) => `Venceu em ${day}`,
  noImage: 'não autoriza imagem',
  /** The certificates of the team, on the page of accounts. */
  teamLoading: 'Carregando as certidões…',
  other: 'Outra pessoa, sem conta',
} as const;

type Asked = {
  label: string;
  asks: readonly ('choice' | 'text' | 'day' | 'until')[];
  text?: string;
  day?: string;
};

/**
 * What is noted of who takes part, or of a person of the team: the kinds by their code, with what is asked of each, and its
 * words where they are not the usual. `private.especies_de_marca` says the same. Source: decision 205.
 */
const KINDS = {
  escola: { label: 'Declaração escolar', asks: ['day', 'until'] },
  atestado: { label: 'Atestado ou PAR-Q', asks: ['day', 'until'] },
  cadunico: { label: 'Folha do CadÚnico', asks: ['day', 'until'] },
  imagem: { label: 'Uso de imagem', asks: ['choice', 'day'], day: 'Assinada em' },
  termo: { label: 'Termo de responsabilidade', asks: ['day'], day: 'Assinado em' },
  kimono: { label: 'Kimono', asks: ['text', 'day'], text: 'Tamanho', day: 'Emprestado em' },
  faixa: { label: 'Faixa', asks: ['text', 'day'], text: 'Cor e grau' },
  'escola-publica': { label: 'Escola pública', asks: ['choice'] },
  emergencia: { label: 'Emergência', asks: ['text'], text: 'Nome e telefone' },
  busca: { label: 'Quem pode buscar', asks: ['text'], text: 'Nomes' },
  /** Of the team. */
  antecedentes: { label: 'Certidão de antecedentes', asks: [] },
} as const satisfies Record<string, Asked>;

export type LineKind = keyof typeof KINDS;

export const LINE_KINDS: Readonly<Record<LineKind, Asked>> = KINDS;

/** Words of the open enrolment's part 'Participante', and of the marks that it makes elsewhere. */
export const datedLines = {
  title: 'Participante',
  note: 'Anotar',
  noteTitle: 'Anotar do participante',
  change: 'Mudar',
  kind: 'O que',
  kindMissing: 'Escolha o que anotar.',
  nothing: 'Escreva ou escolha algo.',
  day: 'Data',
  until: 'Vale até',
  untilHint: 'Trinta dias antes, a lista avisa.',
  choices: { sim: 'Sim', nao: 'Não' },
  none: 'Não anotado',
  emptyHint: 'Tudo vazio apaga a linha.',
  saved: 'Anotado.',
  /** In the history, by what is noted. */
  changed: (label: string, what: string | null) =>
    what === 'nada'
      ? `Tirou: ${label}`
      : `Anotou: ${label}${what ? `, ${what === 'sim' ? 'sim' : 'não'}` : ''}`,
  runsOut: (day: string) => `Vence em ${day}`,
  ranOut: (day: string) => `Venceu em ${day}`,
  noImage: 'sem imagem',
  noImageOnPaper: 'NÃO autoriza imagem',
} as const;

/** The certificates of the team, on the page of accounts. */
export const certificates = {
  intro:
    'A lei pede a certidão de quem trabalha com crianças, de novo a cada seis meses. Aqui fica só a data.',
  loading: 'Carregando as certidões…',
  add: 'Incluir pessoa sem conta',
  day: 'Data da certidão',
  dayHint: 'Vale por seis meses. Vazia: a linha sai.',
  dayMissing: 'Escolha a data.',
  done: (who: string) => `${who}: anotado.`,
} as const;

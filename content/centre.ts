import { roomPhotos, teacherPhotos } from './site-photos.ts';

/** Of a field, or of a list of them, the label over it and what is told below; `entry`: one of the list. */
export type FieldWords = {
  label?: string;
  hint?: string;
  entry?: string;
  fields?: Readonly<Record<string, FieldWords>>;
};

const questions: FieldWords = {
  label: 'Perguntas frequentes',
  entry: 'Pergunta',
  fields: { question: { label: 'Pergunta' }, answer: { label: 'Resposta' } },
};

/** Of each section, in the order in which they are shown, its title and the words of its fields. */
const sections: Readonly<
  Record<'quem_somos' | 'inicio' | 'projeto' | 'fotos', FieldWords & { title: string }>
> = {
  quem_somos: {
    title: 'Quem somos',
    hint: 'Nome, contatos e horário: em todas as páginas, nas mensagens e nas fichas em papel.',
    fields: {
      name: { label: 'Nome' },
      phone: { label: 'Telefone e WhatsApp', hint: 'Com DDD.' },
      email: { label: 'E-mail' },
      street: { label: 'Endereço', hint: 'Rua, número e bairro.' },
      city: { label: 'Cidade' },
      state: { label: 'Estado', hint: 'A sigla.' },
      postalCode: { label: 'CEP' },
      mapUrl: { label: 'Link do mapa', hint: 'Vazio: o mapa procura o endereço acima.' },
      hours: {
        label: 'Horário de atendimento',
        hint: 'Um por linha. Como: Segunda a sexta, das 14h às 21h30.',
      },
      handle: { label: 'Nome no Instagram e no Facebook', hint: 'Como @arenaexemplo.' },
      instagramUrl: { label: 'Link do Instagram', hint: 'Vazio: não aparece.' },
      facebookUrl: { label: 'Link do Facebook', hint: 'Vazio: não aparece.' },
      cnpj: { label: 'CNPJ' },
      siteUrl: { label: 'Endereço do site', hint: 'Vale outro, se quem instalou o site já o disse lá.' },
    },
  },
  inicio: {
    title: 'Página inicial',
    hint: 'Aviso do dia, modalidades, depoimentos, professores e perguntas.',
    fields: {
      notice: {
        label: 'Aviso do dia',
        hint: 'Some sozinho depois do último dia.',
        entry: 'Aviso',
        fields: {
          text: { label: 'Texto do aviso', hint: 'Como: Sexta não haverá aula.' },
          until: { label: 'Último dia' },
        },
      },
      text: { label: 'Frase abaixo do título' },
      modalities: {
        label: 'Modalidades',
        entry: 'Modalidade',
        fields: {
          title: { label: 'Título' },
          description: { label: 'Descrição' },
          features: { label: 'Três pontos', hint: 'Um por linha.' },
        },
      },
      testimonials: {
        label: 'Depoimentos',
        entry: 'Depoimento',
        fields: {
          name: { label: 'Quem conta', hint: 'Como: Mãe de aluno.' },
          text: { label: 'O que contou' },
          rating: { label: 'Estrelas', hint: 'De 1 a 5.' },
          consent: { label: 'Tenho autorização escrita' },
        },
      },
      team: {
        label: 'Professores',
        entry: 'Professor',
        fields: {
          name: {
            label: 'Nome do professor',
            hint: 'Quem muda de nome: ponha a foto de novo em «Fotos do site». Dois de um nome: diga o sobrenome.',
          },
          belt: { label: 'Faixa', hint: 'Como: Faixa preta, 2º grau.' },
          since: { label: 'Ensina desde o ano' },
          cref: { label: 'CREF', hint: 'Se tem.' },
        },
      },
      faq: questions,
    },
  },
  projeto: {
    title: 'Projeto social',
    hint: 'Apresentação, critérios e perguntas. A declaração e o aviso de privacidade ficam como estão: são da lei.',
    fields: {
      intro: { label: 'Apresentação' },
      criteriaIntro: { label: 'Antes dos critérios' },
      criteria: { label: 'Os dois critérios', hint: 'Um por linha.' },
      faq: questions,
    },
  },
  fotos: {
    title: 'Fotos',
    hint: 'Cada uma se troca logo abaixo.',
    fields: {
      hero: { label: 'Topo da página inicial' },
      'hero-retrato': { label: 'Topo no celular' },
      'jiu-jitsu': { label: 'Jiu-Jitsu' },
      'muay-thai': { label: 'Muay Thai' },
      'personal-fight': { label: 'Personal Fight' },
      'projeto-social': { label: 'Projeto social' },
      ...Object.fromEntries(roomPhotos.map((name, at) => [name, { label: `O espaço, foto ${at + 1}` }])),
      ...Object.fromEntries(
        teacherPhotos.map((name, at) => [name, { label: `Professores, foto ${at + 1}` }]),
      ),
    },
  },
};

/** Words of 'Ajustes → Centro', what the site says of the centre. Source: decisions 199, 201. */
export const centrePage = {
  title: 'Centro',
  intro: 'O que o site diz do centro. Veja como fica antes de publicar.',
  sections,
  publish: 'Publicar',
  publishing: 'Publicando…',
  list: { add: 'Incluir', remove: 'Tirar', up: 'Subir', down: 'Descer' },
  preview: { open: 'Ver como a página vai ficar', title: 'A página como vai ficar' },
  published: 'Publicado.',
  /** Above what simple phones take well. */
  heavy: 'Publicado. A página ficou grande para celulares simples: encurte um texto ou tire uma foto.',
  /** On a static host, or where the pages did not come out. */
  stored: 'Guardado. Publicado quando o site for montado de novo.',
  /** Where a colleague was first; `facts`: what they changed. */
  overtaken: (who: string, facts: string) =>
    `${who} publicou antes: mudou ${facts}. Nada seu foi publicado. O que você não mudou já aparece como ficou; no que os dois mudaram vale a sua tela: confira e publique de novo.`,
  same: 'nada que você veja',
  nothing: 'nada',
  back: 'Voltar ao que era',
  to: 'Voltar a',
  tooOld: 'A publicação escolhida não está mais guardada. Escolha outra.',
  file: 'Antes da primeira: como veio nos arquivos',
  /** What would change: a label, from, to. */
  becomes: (label: string, from: string, to: string) => `${label}: de «${from}» para «${to}»`,
  /** Of a list, where its texts are the same. */
  otherwise: (label: string) => `${label}: outra ordem ou marca`,
  last: (moment: string, who: string) => `Publicado em ${moment} por ${who}.`,
  owner: 'quem cuida do servidor',
  never: 'Ainda como veio: nada foi publicado aqui.',
  past: 'Este dia já passou: mude o dia ou tire.',
  classes: 'Turmas',
  tooLarge: (label: string) =>
    `A página ficaria grande demais para celulares simples. Encurte «${label}» e publique de novo.`,
} as const;

/** Words of 'Ajustes → Fotos do site'. Source: decision 202. */
export const centrePhotos = {
  title: 'Fotos do site',
  intro:
    'Ponha fotos suas, do espaço e de cada professor, direto do celular. De pessoas, só com autorização escrita; de criança, do responsável.',
  at: {
    computer: 'No computador',
    phone: 'No celular',
    behindWords: 'No celular, atrás das letras: vê-se bem só o meio da altura',
    both: 'Na página',
  },
  drawing: 'nenhuma foto sua',
  own: 'foto sua',
  /** A photo by its words, and by what tells it from another of the same. */
  named: (alt: string, mark: string) => `${alt} (foto ${mark})`,
  change: 'Trocar foto',
  file: {
    label: 'Foto',
    hint: 'JPG ou PNG, como saiu do celular. O site corta, reduz e tira os dados escondidos.',
  },
  reading: 'Abrindo a foto…',
  drag: 'Arraste a foto, ou use as setas do teclado, até ficar como você quer. As páginas mostram só isto:',
  move: (at: string) => `${at}: arraste a foto ou use as setas`,
  alt: { label: 'O que se vê na foto', hint: 'Quem não enxerga ouve isto. Como: Turma infantil no tatame.' },
  altMissing: (letters: number) => `Diga o que se vê na foto, em até ${letters} letras.`,
  noPhoto: 'Este arquivo não abre aqui como foto. Escolha uma em JPG ou PNG, ou tire um print dela.',
  small: (side: number) =>
    `A foto é pequena ou estreita demais: precisa ter pelo menos ${side} pontos de cada lado. Escolha outra.`,
  back: 'Tirar foto',
  backHint: 'A foto sai do site; onde havia um desenho, ele volta. O arquivo no seu celular fica.',
} as const;

/** Words of 'Ajustes → Centro', what the site says of the centre. Source: decision 199. */
export const centrePage = {
  title: 'Centro',
  intro: 'O que as páginas, as mensagens, o aviso de privacidade e as fichas em papel dizem do centro.',
  change: 'Mudar o que o site diz do centro',
  publish: 'Publicar',
  publishing: 'Publicando…',
  /** Of each fact the label over its field. */
  fields: {
    name: { label: 'Nome' },
    phone: { label: 'Telefone e WhatsApp', hint: 'Com DDD.' },
    email: { label: 'E-mail' },
    street: { label: 'Endereço', hint: 'Rua, número e bairro.' },
    city: { label: 'Cidade' },
    state: { label: 'Estado', hint: 'A sigla.' },
    postalCode: { label: 'CEP' },
    mapUrl: { label: 'Link do mapa' },
    hours: {
      label: 'Horário de atendimento',
      hint: 'Um por linha, assim: Segunda a sexta, das 14h às 21h30',
    },
    handle: { label: 'Nome no Instagram e no Facebook', hint: 'Como @arenaexemplo.' },
    instagramUrl: { label: 'Link do Instagram' },
    facebookUrl: { label: 'Link do Facebook' },
    cnpj: { label: 'CNPJ' },
    siteUrl: {
      label: 'Endereço do site',
      hint: 'Se o servidor tem SITE_URL, vale o dele.',
    },
  },
  preview: { open: 'Ver como a página inicial vai ficar', title: 'A página inicial como vai ficar' },
  published: 'Publicado.',
  /** On a static host, or where the pages did not come out. */
  stored: 'Guardado. Publicado quando o site for montado de novo.',
  /** Where a colleague was first; `facts`: what they changed. */
  overtaken: (who: string, facts: string) =>
    `${who} publicou antes: mudou ${facts}. Nada seu foi publicado. O que você não mudou já aparece como ficou; confira e publique de novo.`,
  same: 'nada que você veja',
  back: 'Voltar ao que era',
  publications: 'Publicações',
  file: 'Antes da primeira: o que está em content/brand.ts',
  /** What would change: a label, from, to. */
  becomes: (label: string, from: string, to: string) => `${label}: de «${from}» para «${to}»`,
  last: (moment: string, who: string) => `Publicado em ${moment} por ${who}.`,
  owner: 'quem cuida do servidor',
  never: 'Nada foi publicado aqui: o site diz o que está em content/brand.ts.',
  tooLarge: (label: string) =>
    `A página ficaria grande demais para celulares simples. Encurte «${label}» e publique de novo.`,
} as const;

/** Words of 'Ajustes → Fotos do site'. Source: decision 202. */
export const centrePhotos = {
  title: 'Fotos do site',
  intro:
    'Ponha fotos suas no lugar dos desenhos, direto do celular. De pessoas, só com autorização escrita; de criança, do responsável.',
  /** The place of the first one; the others are called as what they show. */
  top: 'Topo da página inicial',
  at: { computer: 'No computador', phone: 'No celular' },
  drawing: 'o desenho',
  change: 'Trocar foto',
  file: {
    label: 'Foto',
    hint: 'JPG ou PNG, como saiu do celular. O site corta, reduz e tira os dados escondidos.',
  },
  reading: 'Abrindo a foto…',
  drag: 'Arraste a foto, ou use as setas do teclado, até ficar como você quer. As páginas mostram só isto:',
  move: (at: string) => `${at}: arraste a foto ou use as setas`,
  alt: { label: 'O que se vê na foto', hint: 'Quem não enxerga ouve isto. Como: Turma infantil no tatame.' },
  noPhoto: 'Este arquivo não abre aqui como foto. Escolha uma em JPG ou PNG, ou tire um print dela.',
  small: (side: number) =>
    `A foto é pequena ou estreita demais: precisa ter pelo menos ${side} pontos de cada lado. Escolha outra.`,
  back: 'Voltar ao desenho',
  backHint: 'O desenho volta para o site, e a foto sai dele. O arquivo no seu celular fica.',
} as const;

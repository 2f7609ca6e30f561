import { brand } from './brand.ts';
import { overlaid } from './published.ts';
import { roomPhotos, sitePhotos } from './site-photos.ts';

/** Copy of the home page, section by section. Source: SPEC §1, §2, §9. */

/** `days` are weekdays in words (`Segunda a sexta`, `Terça, quinta e sábado`); `time` null means by arrangement. */
export type ClassTime = { name: string; time: string | null; days: string | null };

export type Modality = {
  title: string;
  description: string;
  features: readonly [string, string, string];
  photo: Picture;
};

/** A name in fotos/, and its alternative text. */
export type Picture = { file: string; alt: string };

/** `rating` is a whole number of stars, 1 to 5. `photo` only with the person's consent in writing. */
export type Testimonial = { name: string; text: string; rating: number; photo?: Picture };

/** `belt` as people say it ('Faixa preta, 2º grau'); `since`: the year; `cref` where the teacher has one. */
export type Teacher = { name: string; belt: string; since: number; cref?: string; photo: Picture };

export const hero = {
  tagline: 'Mude sua vida através das artes marciais.',
  text: 'Treino de verdade, respeito e amizade. Para crianças, jovens e adultos.',
  button: 'Conheça as Modalidades',
  chat: { label: 'Quero treinar', message: 'Olá! Quero treinar.' },
  project: 'Projeto social: aulas de graça',
  /** Before today's classes, and before the next one where there is none today. */
  today: { classes: 'Hoje:', next: 'Próxima aula:' },
} as const;

/** The free project, in the first section. */
export const offer = {
  title: 'Projeto Construindo Campeões',
  facts: ['É de graça', brand.minimumAge, 'Precisa do Cadastro Único'],
  button: 'Inscrever de graça',
  /** First while the enrolment is closed; days as in `segunda-feira, 1 de fevereiro de 2027`, `until` `''` where nobody has said. */
  closed: (since: string, until: string) => `Inscrições fechadas desde ${since}${until && ` até ${until}`}`,
  chat: {
    label: 'Avise-me pelo WhatsApp',
    message: 'Olá! Quando abrem as inscrições do Projeto Construindo Campeões?',
  },
} as const;

export const modalitiesHeading = {
  title: 'Modalidades',
  intro: 'Escolha a sua. Não precisa saber lutar para começar.',
} as const;

export const modalities: readonly Modality[] = [
  {
    title: 'Jiu-Jitsu',
    description:
      'A arte de vencer com técnica, e não com força. Você aprende a se defender, a cair sem se machucar e a manter a calma.',
    features: [
      'Técnicas no chão e em pé',
      'Turmas para iniciantes e avançados',
      'Turma infantil e turma de jovens e adultos',
    ],
    photo: {
      file: 'jiu-jitsu',
      alt: 'Mãos apertando o nó da faixa preta sobre o quimono',
    },
  },
  {
    title: 'Muay Thai',
    description: 'A luta das oito armas. Cada aula gasta energia, melhora o fôlego e dá confiança.',
    features: ['Socos, chutes, joelhadas e cotoveladas', 'Treino funcional e técnico', 'Aulas de 1 hora'],
    photo: { file: 'muay-thai', alt: 'Lutadora de luvas acerta o saco de pancada com o joelho' },
  },
  {
    title: 'Personal Fight',
    description:
      'Treino só seu, com o professor do seu lado. Para começar do zero, emagrecer ou preparar uma competição.',
    features: ['Treino personalizado', 'Acompanhamento individual', 'Horários flexíveis'],
    photo: { file: 'personal-fight', alt: 'Luva de treino acerta a manopla do professor' },
  },
];

export const scheduleHeading = {
  title: 'Horários',
  caption: 'Horários das aulas da semana',
  columns: ['Aula', 'Horário', 'Dias'],
  /** For a class without a fixed time. */
  byArrangement: 'A combinar',
} as const;

/** The message ready to send from a modality's card. */
export const askAbout = (modality: string) => ({
  label: `Perguntar sobre ${modality}`,
  message: `Olá! Quero saber mais sobre ${modality}.`,
});

/** The classes that a new site begins with; whoever changes them later does it in 'Turmas' (decision 203). */
export const schedule: readonly ClassTime[] = [
  { name: 'Jiu-Jitsu Infantil', time: '18:00', days: 'Segunda a sexta' },
  { name: 'Jiu-Jitsu Juvenil e Adulto', time: '20:00', days: 'Segunda a sexta' },
  { name: 'Muay Thai', time: '19:00', days: 'Segunda a quinta' },
  { name: 'Personal Fight', time: null, days: null },
];

/** Those that the pages say: the desk's once it has taken these over. */
export const timetable = { classes: schedule };
overlaid('turmas', timetable);

export const testimonialsHeading = 'Quem treina, conta';

/** Examples, as the start says until they are replaced. Names are roles: nobody is invented. */
export const testimonials: readonly Testimonial[] = [
  {
    name: 'Mãe de aluno do Jiu-Jitsu Infantil',
    text: 'Meu filho era muito agitado. Hoje ele escuta mais, dorme melhor e não falta a um treino.',
    rating: 5,
  },
  {
    name: 'Aluno adulto do Muay Thai',
    text: 'Comecei sem fôlego para subir escada. Em poucos meses, ganhei disposição e fiz amigos.',
    rating: 5,
  },
  {
    name: 'Aluna do Jiu-Jitsu Juvenil',
    text: 'Aqui ninguém ri de quem está começando. O professor explica até a gente entender.',
    rating: 5,
  },
];

export const firstClass = {
  title: 'Sua primeira aula',
  steps: [
    'Mande uma mensagem no WhatsApp e diga qual aula quer conhecer.',
    'Venha com roupa leve, água e chinelo. Não precisa ter kimono nem luvas.',
    'Chegue 10 minutos antes. O professor recebe você.',
  ],
  minors: 'Menor de 18 anos vem com um responsável na primeira vez.',
  chat: { label: 'Marcar minha primeira aula', message: 'Olá! Quero marcar minha primeira aula.' },
} as const;

/** A question and its answer. */
export type Faq = { question: string; answer: string };

export const faqHeading = 'Perguntas frequentes';

export const faq: readonly Faq[] = [
  { question: 'Preciso saber lutar?', answer: 'Não. As turmas recebem quem nunca treinou.' },
  {
    question: 'A partir de que idade?',
    answer: `${brand.minimumAge}. A turma infantil tem horário próprio.`,
  },
  { question: 'Mulher treina?', answer: 'Sim. As turmas são mistas e todos se respeitam.' },
  {
    question: 'Tenho um problema de saúde. Posso treinar?',
    answer: 'Converse com seu médico e conte ao professor antes da aula.',
  },
  {
    question: 'Quanto custa?',
    answer:
      'A primeira aula é grátis. A mensalidade depende da turma: pergunte no WhatsApp. No projeto social, todas as aulas são gratuitas.',
  },
];

export const contactHeading = 'Fale com a gente';

/** Labels and links of the contact section. Source: SPEC §2; docs/ux.md §9. */
export const contact = {
  phone: {
    label: 'WhatsApp',
    /** Read by screen readers before the number, which calls it. */
    call: 'Ligar para',
    link: 'Abrir conversa',
    message: 'Olá! Vim pelo site.',
  },
  email: 'E-mail',
  address: { label: 'Endereço', link: 'Ver no mapa', way: 'Como chegar' },
  hours: 'Atendimento',
  social: { instagram: 'Instagram', facebook: 'Facebook' },
} as const;

/** Teachers, and pictures of the room: nothing of either is shown while its list is empty. Photographs of people only with their consent in writing. */
export const team: readonly Teacher[] = [];
export const room: readonly Picture[] = [];

export const teamWords = {
  title: 'Quem ensina',
  room: 'O espaço',
  since: (year: number) => `Ensina desde ${year}`,
  cref: (number: string) => `CREF ${number}`,
} as const;

/** Above the headings. */
export const eyebrows = {
  modalities: 'O que treinamos',
  testimonials: 'Depoimentos',
  contact: 'Contato',
} as const;

/** Read by screen readers after links that leave the site. */
export const leavesSite = '(abre em outra página)';

/** A sentence for all who come, until its last day (ISO). */
type Notice = { text: string; until: string };

/** What 'Ajustes → Centro' may publish in the place of the above, as the page shows it; photographs stay with the names above. */
export const home = {
  notice: [] as readonly Notice[],
  text: hero.text as string,
  modalities: modalities as readonly Omit<Modality, 'photo'>[],
  testimonials: testimonials as readonly Omit<Testimonial, 'photo'>[],
  team: team as readonly Omit<Teacher, 'photo'>[],
  faq,
};
export const writtenHome = overlaid('inicio', home);

/** With the photograph that somebody of this name has above. */
export const withPhoto = <One extends { name: string }>(one: One) => ({
  ...one,
  photo: [...testimonials, ...team].find(({ name }) => name === one.name)?.photo,
});

/** What is still an example or empty on the page, as the start tells the owner. */
export const unfinished = (): string[] =>
  [
    home.testimonials[0]?.name === 'Mãe de aluno do Jiu-Jitsu Infantil'
      ? 'Os depoimentos são de exemplo: troque-os por palavras reais, com autorização, em Ajustes, Centro.'
      : '',
    home.team.length === 0 ? 'Faltam os professores.' : '',
    room.length === 0 && roomPhotos.every((name) => !sitePhotos[name])
      ? 'Faltam fotos do espaço: em Ajustes, Fotos do site.'
      : '',
  ].filter(Boolean);

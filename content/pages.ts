import { brand } from './brand.ts';

/** Title and description of each page, for the head and, unless `noindex`, for search engines. Source: SPEC §2; docs/ux.md §9. */
export const pages = {
  home: {
    title: `${brand.name} — Jiu-Jitsu, Muay Thai e Personal Fight em ${brand.city}, Goiás`,
    description: `Centro de treinamento de artes marciais em ${brand.city}. Aulas para crianças, jovens e adultos. Veja horários e fale no WhatsApp.`,
  },
  socialProject: {
    title: `Projeto Construindo Campeões: inscrição gratuita | ${brand.name}`,
    description:
      'Aulas gratuitas de artes marciais para quem mais precisa. Veja os critérios e faça a inscrição pelo celular.',
  },
  blankForm: {
    title: `Ficha de inscrição em branco | ${brand.name}`,
    description: 'Ficha do Projeto Construindo Campeões para imprimir e preencher à mão.',
  },
  situation: {
    title: `Situação da inscrição | ${brand.name}`,
    description: 'Veja como está a sua inscrição no Projeto Construindo Campeões.',
    noindex: true,
  },
  privacy: {
    title: `Como cuidamos dos seus dados | ${brand.name}`,
    description:
      'Que dados a inscrição no Projeto Construindo Campeões pede, para quê, quem vê e por quanto tempo.',
  },
  accessibility: {
    title: `Acessibilidade | ${brand.name}`,
    description: 'O que este site faz para que todo mundo consiga usar, e o que ainda não está bom.',
  },
  admin: {
    title: `Inscrições do Projeto Social | ${brand.name}`,
    description: 'Área da equipe do projeto social.',
    noindex: true,
  },
  manual: {
    title: `Manual da secretaria | ${brand.name}`,
    description: 'Como a equipe usa a página de inscrições, em duas páginas.',
    noindex: true,
  },
  notFound: {
    title: `Página não encontrada | ${brand.name}`,
    description: 'O endereço pode ter mudado ou foi digitado errado.',
    noindex: true,
  },
  crashed: {
    title: `Algo deu errado nesta página | ${brand.name}`,
    description: 'Algo deu errado nesta página.',
    noindex: true,
  },
} as const;

/** Words of the error screen, under the SPEC's own heading and status. */
export const errorScreen = {
  notFound: {
    title: 'Página não encontrada',
    text: 'O endereço pode ter mudado ou foi digitado errado.',
  },
  crashed: {
    title: 'Algo deu errado nesta página',
    text: 'Não foi culpa sua. Se você estava preenchendo a inscrição, suas respostas continuam guardadas nesta aba.',
  },
  tryAgain: 'Tentar de novo',
  home: 'Ir para o início',
  socialProject: 'Projeto Social',
  chat: { label: 'Falar no WhatsApp', message: 'Olá! Preciso de ajuda com o site.' },
} as const;

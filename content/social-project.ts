import { brand } from './brand.ts';

/** Words of the social project and of its enrolment form's surroundings. Source: SPEC §1, §2; ux.md §4. */
export const project = {
  name: 'Construindo Campeões',
  title: 'Projeto Construindo Campeões',
  lead: 'Aulas gratuitas de artes marciais para crianças, jovens e adultos que mais precisam.',
  intro: [
    `O projeto é da ${brand.name}. Quem participa treina de graça. No tatame, aprende a lutar, a respeitar e a não desistir.`,
    'A inscrição é feita aqui, pelo celular. Leva cerca de 10 minutos.',
  ],
  criteria: {
    title: 'Critérios de Avaliação',
    intro: 'A equipe avalia cada inscrição por dois critérios:',
    items: ['Inscrição no Cadastro Único (CadÚnico).', 'Situação socioeconômica da família.'],
  },
  atHand: {
    title: 'Antes de começar, tenha em mãos',
    items: [
      'CPF de quem vai treinar. Criança também tem CPF: ele pode estar na certidão de nascimento.',
      'O comprovante do Cadastro Único. Pode ser foto, desde que dê para ler o nome completo e o NIS.',
      'Um número de WhatsApp que a família usa.',
    ],
  },
  whereToGetIt: {
    title: 'Onde consigo o comprovante do Cadastro Único?',
    items: [
      {
        term: 'No celular:',
        text: "abra o aplicativo ou o site do Cadastro Único. Entre com a conta gov.br. Toque em 'Comprovante de inscrição'. Salve o arquivo ou tire um print.",
      },
      { term: 'No CRAS:', text: 'peça a folha resumo do Cadastro Único. Tire uma foto bem de perto.' },
      {
        term: 'Ainda não tem cadastro?',
        text: 'Procure o CRAS da sua cidade. Se tiver dúvida, fale com a gente no WhatsApp.',
      },
    ],
  },
  afterwards: {
    title: 'O que acontece depois?',
    items: [
      'Você recebe um número de protocolo na tela.',
      'A equipe lê a inscrição. Isso leva até 15 dias.',
      'A gente fala com você pelo WhatsApp.',
    ],
  },
  formTitle: 'Formulário de Inscrição',
  formNote: 'Campos com * são obrigatórios.',
  /** Titles of the six parts of the form; the sheet uses the same ones in its own case (SPEC §2). */
  parts: [
    'Dados pessoais',
    'Documentos',
    'Contato',
    'Responsáveis',
    'Educação',
    'Informações sociais e de saúde',
  ],
  declaration: {
    title: 'Antes de enviar, leia',
    items: [
      'As informações são verdadeiras.',
      `**Autorizo** a ${brand.name} a usar estes dados só para avaliar a inscrição e organizar os treinos do Projeto Construindo Campeões.`,
      '**Autorizo também o uso dos dados de saúde** (peso, altura e condição médica), só para a segurança nos treinos.',
      'Se a inscrição é de menor de 18 anos, **sou mãe, pai ou responsável legal** e autorizo em nome dele ou dela.',
    ],
    agreement: 'Ao tocar em "Enviar Inscrição", você concorda com esta declaração.',
  },
  help: {
    label: 'Precisa de ajuda? Fale no WhatsApp',
    message: 'Olá! Preciso de ajuda com a inscrição no Projeto Construindo Campeões.',
  },
  withoutJavaScript:
    'Para fazer a inscrição pelo site, é preciso ativar o JavaScript. Você também pode falar no WhatsApp ou vir pessoalmente.',
} as const;

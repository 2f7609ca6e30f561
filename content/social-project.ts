import { brand } from './brand.ts';
import { questions } from './project-questions.ts';

/** The beginning of a message that asks for help. */
const HELP = 'Olá! Preciso de ajuda com a inscrição no Projeto Construindo Campeões.';

/** Words of the social project's page and of the enrolment form around its fields. Source: SPEC §1, §2; docs/ux.md §4. */
export const project = {
  name: 'Construindo Campeões',
  title: 'Projeto Construindo Campeões',
  lead: 'Aulas gratuitas de artes marciais para crianças, jovens e adultos que mais precisam.',
  /** The button under the lead, which leads to the form. */
  enrol: 'Fazer a inscrição',
  intro: `O projeto é da ${brand.name}. Quem participa treina de graça. No tatame, aprende a lutar, a respeitar e a não desistir.`,
  /** After it, while the enrolment is open. */
  here: 'Faça a inscrição aqui, pelo celular. Leva uns 10 minutos.',
  /** How many places a class has left. */
  places: (name: string, left: number) =>
    left > 0
      ? `${left > 1 ? `Restam ${left} vagas` : 'Resta 1 vaga'} em ${name}.`
      : `${name}: lista de espera.`,
  /** Name in fotos/, and what it shows. */
  photo: { file: 'projeto-social', alt: 'Sete crianças de quimono, de costas, diante do pôr do sol' },
  criteria: {
    title: 'Critérios de Avaliação',
    intro: 'A equipe olha duas coisas em cada inscrição:',
    items: ['Ter o Cadastro Único.', 'Situação socioeconômica: a renda e a vida da família.'],
  },
  atHand: {
    title: 'Antes de começar, tenha em mãos',
    items: [
      'CPF de quem vai treinar. Criança também tem: veja na certidão de nascimento.',
      'Foto do comprovante do Cadastro Único. Precisa dar para ler o nome completo e o NIS.',
      'Um número de WhatsApp que a família usa.',
    ],
    /** A link to `whereToGetIt`. */
    where: 'Onde consigo o comprovante?',
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
        text: 'Procure o CRAS da sua cidade. Dúvida? Fale no WhatsApp.',
      },
    ],
  },
  links: {
    situation: 'Já me inscrevi: ver a situação',
    blankForm: 'Imprimir ficha em branco',
    privacy: 'Como cuidamos dos seus dados',
  },
  faq: {
    title: 'Perguntas frequentes',
    items: questions,
  },
  formTitle: 'Formulário de Inscrição',
  formNote: 'Campos com * são obrigatórios.',
  /** Added once the tab can store a draft. */
  formNoteSaved: 'Pode parar no meio: só não feche a página.',
  /** Asked before the six parts, and no part of the enrolment; `hints` replace those of FIELDS. Source: docs/ux.md §4.2. */
  forWhom: {
    question: 'Para quem é esta inscrição?',
    answers: { mim: 'Para mim', outra: 'Para meu filho, minha filha ou alguém que eu cuido' },
    hints: {
      mim: {
        nomeCompleto: 'Seu nome, como está no documento.',
        cidade: 'Cidade onde você mora.',
        nivelEscolaridade: 'Até onde você estudou.',
      },
      outra: {
        contatoRecados: 'Nome e telefone de alguém que atende se não acharmos o responsável.',
        condicaoMedica:
          'Alergia, asma, problema no coração, remédio de todo dia, cirurgia. Ajuda o professor a cuidar de quem vai treinar. Não tira a vaga.',
      },
    },
  },
  /** Under 18. Source: docs/ux.md §4.5, §11.2 (P4). */
  minor: {
    title: 'Menor de 18 anos: chame um responsável.',
    text: 'Mãe, pai ou quem cuida deve ler e enviar esta inscrição.',
    child: 'Esta inscrição é de uma criança. Quem deve preencher é a mãe, o pai ou o responsável.',
    link: 'Ir para Responsáveis',
    send: 'Mandar esta página para meu responsável',
    invitation: (link: string) =>
      `Oi! Quero treinar no Projeto Construindo Campeões. É de graça. Me ajuda a fazer a inscrição? ${link}`,
    badge: 'Importante para menores de 18 anos',
    /** In the place of what follows, once name and telephone are there. */
    known: 'Menor de 18 anos: o responsável está escrito aqui.',
    why: 'Sem o nome e o telefone do responsável, não conseguimos confirmar a vaga.',
    /** Before the last day without the telephone. */
    later: 'Escreva o telefone agora, ou mande depois.',
    adults: 'Quem tem 18 anos ou mais pode pular esta parte.',
  },
  /** Titles of the six parts of the form; the sheet uses the same ones in its own case (SPEC §2). */
  parts: [
    'Dados pessoais',
    'Documentos',
    'Contato',
    'Responsáveis',
    'Educação',
    'Informações sociais e de saúde',
  ],
  /** In place of part 4, for somebody of 18 or more who enrols for themselves. */
  declaration: {
    title: 'Antes de enviar, leia',
    /** Each item is a run of texts; those in `strong` stand out. */
    items: [
      ['As informações são verdadeiras.'],
      [
        { strong: 'Autorizo' },
        ` a ${brand.name} a usar estes dados só para avaliar a inscrição e organizar os treinos do Projeto Construindo Campeões.`,
      ],
      [
        { strong: 'Autorizo também o uso dos dados de saúde' },
        ' (peso, altura e condição médica), só para a segurança nos treinos.',
      ],
      [
        'Se a inscrição é de menor de 18 anos, ',
        { strong: 'sou mãe, pai ou responsável legal' },
        ' e autorizo em nome dele ou dela.',
      ],
    ],
    /** The last item, where a setting erases such an enrolment after `days`. */
    withoutGuardian: (days: number) =>
      `Se for de menor e ficar ${days} ${days === 1 ? 'dia' : 'dias'} sem o telefone do responsável, a inscrição é apagada.`,
    /** The phone goes between the first two texts, the e-mail between the last two. */
    giveUp: ['Posso desistir quando quiser. Basta falar no WhatsApp ', ' ou no e-mail ', '.'],
    /** Read by screen readers after the link to the privacy notice. */
    opensTab: '(abre em outra aba)',
    /** Tick-boxes, by name, where the settings require them. */
    boxes: [
      ['autorizaDados', 'Autorizo o uso dos dados da inscrição'],
      ['autorizaSaude', 'Autorizo o uso dos dados de saúde'],
    ],
    agreement: 'Ao tocar em "Enviar Inscrição", você concorda com esta declaração.',
  },
  /** The box for medical details, by whether the medical question is answered with sim. Source: SPEC §2. */
  details: {
    labelUnlessYes: 'Se não, escreva "Nenhuma"',
    placeholder: 'Descreva a condição...',
    placeholderUnlessYes: 'Nenhuma',
    closed: 'Este campo abre quando você marca Sim.',
  },
  belt: {
    /** Beside the belt. */
    count: (good: number, total: number) => `${good} de ${total}`,
    words: (belt: string, good: number, total: number) =>
      `Faixa ${belt}: ${good} de ${total} respostas obrigatórias`,
    reached: (belt: string) => `Faixa ${belt}.`,
    partComplete: '✓ Parte completa',
    missing: (count: number) => (count === 1 ? 'falta 1' : `faltam ${count}`),
    /** In the place of `partComplete`, above a warning. */
    doubted: (count: number) => `confira ${count}`,
    optional: 'opcional',
  },
  listen: {
    label: (part: number, title: string) => `Ouvir a parte ${part}: ${title}`,
    start: 'Ouvir',
    stop: 'Parar',
  },
  selectNothing: 'Escolha uma opção',
  years: (age: string) => (age === '1' ? '1 ano' : `${age} anos`),
  problems: {
    title: 'Confira estes itens antes de enviar',
    solved: '✓ corrigido',
    pageTitle: `Erro: Inscrição — Projeto Construindo Campeões | ${brand.name}`,
  },
  send: 'Enviar Inscrição',
  sending: 'Enviando...',
  uploading: (percent: number) => `Enviando documento… ${percent}%`,
  draft: {
    found: 'Encontramos uma inscrição começada neste celular.',
    resume: 'Continuar',
    startOver: 'Apagar e começar de novo',
    fileMissing: 'A foto não ficou guardada. Mande de novo o comprovante.',
    /** Above the form of the next member of a family. */
    family:
      'Já escrevemos cidade, endereço, telefones, e-mail, responsável e renda da inscrição anterior. Confira cada um.',
    emptyFamily: 'Esvaziar e começar do zero',
    notStored: 'As respostas não ficam guardadas aqui. Não feche nem saia desta página antes de enviar.',
    erase: 'Apagar tudo desta tela',
    eraseAsk: 'Apagar as respostas? Não dá para desfazer.',
    eraseYes: 'Apagar',
  },
  notSent: {
    /** After a reload while the answer was on its way. */
    reloaded: 'A página abriu de novo no meio do envio.',
    title: 'Não foi enviado ainda.',
    /** While it is unknown whether the enrolment arrived; the form stays locked until it is sent again. */
    unknown: 'Ainda não sabemos se chegou. Toque em Enviar Inscrição de novo: nada vai duas vezes.',
    trying: (number: number, all: number) => `Tentando de novo (${number} de ${all})…`,
    again: 'Tentar de novo',
    stop: 'Parar',
    chat: 'Falar no WhatsApp',
    /** Where trying again does not help; the phone, the e-mail and the address go between the texts. */
    person: ['Quem ajuda: telefone e WhatsApp ', ', e-mail ', `, ou venha à ${brand.name}: `, '.'],
  },
  help: {
    label: 'Precisa de ajuda? Fale no WhatsApp',
    /** At the foot of each part, each about that part. */
    parts: [
      'Dúvida sobre o nome? WhatsApp',
      'Não achou o CPF? WhatsApp',
      'Não tem e-mail? WhatsApp',
      'Quem é o responsável? WhatsApp',
      'Qual escolaridade marco? WhatsApp',
      'Dúvida sobre o NIS? WhatsApp',
    ],
    message: HELP,
    aboutPart: (part: number, title: string) => `${HELP} Parte ${part}, ${title}.`,
  },
  /** The phone goes between the two texts. */
  withoutJavaScript: [
    'A inscrição não abriu aqui. Fale no WhatsApp ',
    ' ou venha pessoalmente. Para abrir aqui, é preciso ativar o JavaScript.',
  ],
} as const;

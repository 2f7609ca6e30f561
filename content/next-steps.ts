import { brand } from './brand.ts';

/** Words below the confirmation: what comes next, for WhatsApp and on paper. Source: docs/ux.md §4.5, §6.2. */
export const nextSteps = {
  /** `day` is dd/mm; '' once it is over. */
  next: (day: string) =>
    `A equipe lê a inscrição${day && ` até ${day}`} e chama no WhatsApp. Se faltar algum documento, avisamos.`,
  /** For a person under 18 without a named guardian. */
  guardian: {
    title: 'Falta um passo: peça para o responsável falar com a gente no WhatsApp.',
    /** For who enrols somebody else: the two fields follow. */
    titleOfGuardian: 'Falta um passo: dizer quem é o responsável.',
    forward: 'Mandar para o responsável',
    /** What the applicant sends to the guardian; `until` is a sentence or empty, `link` opens the centre's WhatsApp with `message`. */
    invitation: (protocol: string, until: string, link: string) =>
      `Oi! Fiz a inscrição no Projeto Construindo Campeões, protocolo ${protocol}. Falta um passo: o responsável falar com a ${brand.name}. ${until && `${until} `}É só tocar aqui e mandar a mensagem: ${link}`,
    message: (protocol: string) => `Olá! Sou responsável pela inscrição ${protocol}. Meu nome é`,
  },
  saveInChat: 'Guardar no meu WhatsApp',
  /** Below it: WhatsApp asks for whom the message is. */
  saveInChatHint: 'No WhatsApp, escolha o seu nome ou alguém da família, e mande.',
  /** A message to the applicant's own WhatsApp; `day` is dd/mm/aaaa at the centre. */
  note: (protocol: string, day: string, phone: string) =>
    `Projeto Construindo Campeões — ${brand.name}. Inscrição enviada em ${day}. Protocolo ${protocol}. Dúvidas: ${phone}.`,
  /** The next person: asked whether of the same family where something of the last one is known. */
  another: {
    open: 'Inscrever outra pessoa',
    question: 'É da mesma família?',
    yes: 'Sim, da mesma família',
    /** What `yes` does. */
    shares: 'Guardamos cidade, endereço, telefones, e-mail, responsável e renda. O resto começa vazio.',
    no: 'Não, de outra família',
  },
  more: 'Mais opções',
  close: 'Sair e limpar esta tela',
  print: 'Imprimir ou salvar o protocolo',
  /** Browsers inside other apps open no print window. */
  cannotPrint: 'Este navegador não imprime. Guarde no WhatsApp ou tire um print desta tela.',
  /** On paper alone. */
  noPromise: 'Este papel não garante a vaga.',
} as const;

import type { Message } from './messages.ts';

/** Words of the desk's screens, its failures and its idle lock. Source: SPEC §9; docs/ux.md §7; docs/security.md T31. */
export const admin = {
  loginFailed: 'Falha no login. Verifique suas credenciais.',
  emailMissing: 'Digite o e-mail.',
  passwordMissing: 'Digite a senha.',
  passwordLost: 'Esqueceu a senha? Peça uma nova a alguém da direção, ou a quem cuida do site.',
  notAllowed: 'Seu usuário não tem permissão para ver as inscrições.',
  errorTitle: 'Erro',
  listFailed: 'Falha ao buscar inscrições.',
  noAnswer: 'Sem resposta do servidor. Tente de novo.',
  linkUnsaid: 'Um link foi feito, mas o código não chegou. Faça outro.',
  forbidden: 'Sem permissão.',
  otherVersion: 'O site mudou de versão. Recarregue a página; se não resolver, avise quem cuida do site.',
  showPassword: 'Mostrar senha',
  /** As `private.exigir` says it. */
  confirmAgain: 'Confirme com a sua senha.',
  otherRole: 'O seu papel não permite isto. Peça a alguém da direção.',
  sessionOver: 'Sua sessão terminou. Entre de novo.',
  sessionIdle: 'Depois de 15 minutos sem uso, ela termina sozinha.',
  decisionWaited: 'Uma decisão ainda esperava resposta. Entre e confira se ela foi guardada.',
  unsentMarks: 'Há uma chamada guardada neste aparelho. Entre com internet para mandar.',
  unsavedTexts: 'O que você escreveu está guardado nesta aba. Entre com a mesma conta para continuar.',
  loading: 'Carregando inscrições…',
  empty: 'Nenhuma inscrição encontrada ainda.',
  openingDocument: 'Abrindo o documento… Quando o download terminar, pode fechar esta aba.',
  tabBlocked: 'Seu navegador bloqueou a nova aba. Permita as janelas deste site e aperte de novo.',
  documentMissing: 'O arquivo não está mais guardado.',
  documentFailed: 'O documento não abriu.',
  declared: 'Dados declarados, não conferidos.',
  invalidFileAddress: 'URL do arquivo inválida ou formato inesperado.',
  noFile: { title: 'Nenhum arquivo para baixar.', tone: 'error' },
  downloadFailed: {
    title: 'Erro no Download',
    description: 'Não foi possível gerar o link para download. Verifique o console para mais detalhes.',
    tone: 'error',
  },
  downloadStarted: {
    title: 'Download iniciado!',
    description: 'O arquivo começará a ser baixado em uma nova aba.',
    tone: 'success',
  },
} as const satisfies Record<string, string | Message>;

export const deskScreens = {
  label: 'Área da equipe',
  /** In the head, and over the screen. */
  inscricoes: { link: 'Inscrições', title: 'Inscrições do Projeto Social' },
  turmas: { link: 'Turmas', title: 'Turmas' },
  numeros: { link: 'Números', title: 'Números' },
  registro: { link: 'Registro', title: 'Registro de acessos' },
  ajustes: { link: 'Ajustes', title: 'Ajustes' },
  contas: { link: 'Contas', title: 'Contas e senha' },
} as const;

/** In place of `contas` for a role that manages no accounts. */
export const onlyOwnPassword = { link: 'Senha' };

export const signingOut = {
  title: 'Uma decisão ainda espera resposta. Sair assim mesmo?',
  text: 'Quem sair agora não fica sabendo se ela foi guardada.',
  stay: 'Ficar',
  leave: 'Sair assim mesmo',
} as const;

export const idle = {
  title: 'Você ainda está aí?',
  text: 'Ninguém mexe nesta página há 14 minutos. Em 1 minuto ela sai sozinha, para que ninguém veja os dados.',
  stay: 'Continuar',
  leave: 'Sair agora',
  leaving: 'Saindo…',
} as const;

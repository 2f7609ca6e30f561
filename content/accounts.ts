/**
 * Words of the desk's account pages: who has access, one's own password. Source: docs/ux.md §8.8;
 * docs/security.md T13.
 */
/** The roles of domain/roles.ts in words. */
export const roleNames = {
  professor: 'professor',
  secretaria: 'secretaria',
  direcao: 'direção',
} as const;

/** Asked wherever something cannot be taken back. */
export const confirming = {
  label: 'A sua senha',
  hint: 'A que você usa para entrar: confirma que é você.',
  missing: 'Digite a sua senha.',
  wrong: 'A sua senha não confere.',
  cancel: 'Cancelar',
} as const;

export const accounts = {
  loading: 'Carregando as contas…',
  people: 'Quem tem acesso',
  intro:
    'Cada pessoa da equipe entra com o próprio e-mail e faz o que o papel dela permite. Quem saiu da equipe perde o acesso na hora. A senha de quem é da direção só quem cuida do site troca.',
  role: 'Papel',
  /** What each role may do, for whoever gives it. */
  roles: {
    professor: {
      name: 'Professor',
      may: 'Vê só as suas turmas: nomes, idades, responsáveis, telefones e saúde dos alunos.',
    },
    secretaria: {
      name: 'Secretaria',
      may: 'Vê e decide as inscrições, imprime e exporta. Apaga só a pedido da família.',
    },
    direcao: { name: 'Direção', may: 'Tudo: também contas, registro, cópias e apagar.' },
  },
  changeRole: 'Mudar papel',
  changeRoleTitle: 'Mudar o papel',
  roleChanged: (email: string, role: string) => `${email}: ${role}.`,
  caption: 'Administradores',
  columns: ['E-mail', 'Papel', 'Acesso', 'Última entrada', 'Ações'],
  me: 'você',
  hasAccess: 'com acesso',
  noAccess: (day: string) => `sem acesso desde ${day}`,
  never: 'nunca entrou',
  takeAway: 'Tirar acesso',
  giveBack: 'Devolver acesso',
  giveBackTitle: 'Devolver o acesso?',
  giveBackText: (email: string) => `${email} entra de novo, com a senha de antes.`,
  takeAwayTitle: 'Tirar o acesso?',
  takeAwayText: (email: string) =>
    `${email} sai na hora, em todos os aparelhos, e não entra mais. Dá para devolver depois.`,
  takenAway: (email: string) => `${email} não tem mais acesso.`,
  givenBack: (email: string) => `${email} tem acesso de novo.`,
  newPassword: 'Nova senha',
  newPasswordTitle: 'Dar uma senha nova',
  newPasswordText: (email: string) =>
    `Para ${email}. As sessões abertas dessa pessoa terminam. Entregue a senha em mãos; ela pode trocar depois.`,
  passwordGiven: (email: string) => `${email} tem uma senha nova.`,
  add: 'Incluir pessoa',
  addTitle: 'Incluir uma pessoa da equipe',
  added: (email: string) => `${email} agora tem acesso.`,
  email: 'E-mail',
  password: 'Senha',
  make: 'Criar uma senha',
  rules: 'Pelo menos 12 letras. Uma frase curta é boa senha.',
  save: 'Guardar',
  saving: 'Guardando…',
  notHere: 'Aqui isto não se faz pela página. Peça a quem cuida do site.',
  failed: 'Não deu certo. Tente de novo.',
  own: {
    title: 'Trocar a minha senha',
    text: 'As suas sessões em outros aparelhos terminam.',
    current: 'Senha atual',
    next: 'Senha nova',
    submit: 'Trocar senha',
    done: 'A senha foi trocada.',
    currentWrong: 'A senha atual não confere.',
    same: 'A senha nova precisa ser diferente da atual.',
    currentMissing: 'Digite a senha atual.',
    nextMissing: 'Digite a senha nova.',
  },
} as const;

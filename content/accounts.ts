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
  /** Of a dialog that was closed while it was sent, and of whom it was about. */
  notDone: (dialog: string) => `Veja de novo: ${dialog}. Pode não ter sido guardado.`,
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
  change: 'Mudar',
  changeTitle: 'Mudar a pessoa',
  /** What somebody is from now on, in words. */
  changed: (who: string, what: readonly string[]) => `${who}: ${what.join(', ')}.`,
  name: 'Primeiro nome',
  nameHint: 'Como a equipe chama: aparece no histórico, nas notas e no Registro.',
  nameMissing: 'Digite o primeiro nome.',
  me: 'você',
  hasAccess: 'com acesso',
  noAccess: (day: string) => `sem acesso desde ${day}`,
  lostAccess: 'sem acesso',
  lastSignIn: (moment: string) => `última entrada: ${moment}`,
  never: 'nunca entrou',
  access: 'Tem acesso',
  accessHint:
    'Sem acesso, a pessoa sai na hora, em todos os aparelhos, e não entra mais. Dá para devolver depois.',
  nextPassword: 'Senha nova',
  nextPasswordHint:
    'Vazio: fica a de antes. Com uma nova, as sessões abertas dessa pessoa terminam. Entregue em mãos; ela pode trocar depois. Pelo menos 12 letras.',
  newPassword: 'senha nova',
  add: 'Incluir pessoa',
  include: 'Incluir',
  including: 'Incluindo…',
  addTitle: 'Incluir uma pessoa da equipe',
  added: (who: string) => `${who} agora tem acesso.`,
  email: 'E-mail',
  password: 'Senha',
  rules: 'Pelo menos 12 letras. Uma frase curta é boa senha.',
  save: 'Guardar',
  saving: 'Guardando…',
  notHere: 'Aqui isto não se faz pela página. Peça a quem cuida do site.',
  failed: 'Não deu certo. Tente de novo.',
  own: {
    title: 'Trocar a minha senha',
    text: 'As suas sessões em outros aparelhos terminam.',
    next: 'Senha nova',
    submit: 'Trocar senha',
    done: 'A senha foi trocada.',
    currentWrong: 'A senha atual não confere.',
    same: 'A senha nova precisa ser diferente da atual.',
    nextMissing: 'Digite a senha nova.',
  },
} as const;

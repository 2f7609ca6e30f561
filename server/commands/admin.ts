import { roleNames } from '../../content/accounts.ts';
import { brazilianMoment } from '../../domain/dates.ts';
import { ROLES, type Role } from '../../domain/roles.ts';
import {
  type Administrator,
  addAdministrator,
  disableAdministrator,
  giveRole,
  listAdministrators,
  makeAdministrator,
  setPassword,
} from '../auth/accounts.ts';
import { checkNewPassword } from '../auth/password-rules.ts';
import { hashPassword, makePassword } from '../auth/passwords.ts';
import { endWaits } from '../auth/sign-in.ts';
import { emailFrom } from '../auth/users.ts';
import type { Database } from '../core/database.ts';
import { ApiError } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';
import { type Command, type CommandContext, notUnderstood, type Terminal, type Work } from './command.ts';

const USAGE = `Uso: npm run admin -- <comando>

  add <e-mail> [papel]   cria uma conta da equipe (papel: professor, que é o de quem não se diz, secretaria ou direcao)
  role <e-mail> <papel>  muda o papel
  disable <e-mail>       tira o acesso na hora e encerra as sessões
  enable <e-mail>        devolve o acesso
  password <e-mail>      troca a senha e encerra as sessões
  unlock <e-mail>        acaba com as esperas depois de senhas erradas
  list                   mostra as contas da equipe e os papéis

add e password leem a senha do teclado ou da entrada padrão; sem nenhuma, criam uma.`;

/** Warns that nobody has access any more, instead of refusing: the account may be a stolen one. */
const NOBODY_LEFT =
  'Atenção: não resta ninguém da direção com acesso, e só ela muda contas e devolve o que se apagou: para haver, enable E-MAIL (antes password E-MAIL, se foi roubada), role E-MAIL direcao ou add E-MAIL direcao.';

/** The administrators' accounts. */
export const admin: Command = {
  summary: 'cria, mostra e desativa contas da equipe, muda papéis, troca senhas',
  usage: USAGE,
  opens: 'existing',
  order: orderOf,
};

function orderOf(args: string[]): string | Work<CommandContext> {
  const [name = '', typedEmail, typedRole, ...rest] = args;
  if (name === 'list' && typedEmail === undefined) return list;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  const takesRole = name === 'role' || name === 'add';
  if (!(act || name === 'add') || rest.length > 0 || (typedRole !== undefined && !takesRole))
    return notUnderstood(args);
  if (typedEmail === undefined) return `Falta o e-mail depois de ${name}.`;
  const email = emailFrom(typedEmail);
  if (email === null) return `“${typedEmail}” não é um e-mail.`;
  const role = ROLES.find((one) => one === typedRole);
  if (role === undefined && (typedRole !== undefined || name === 'role'))
    return `O papel é ${ROLES_IN_WORDS}.`;
  return async ({ database, terminal }) => {
    const everyone = await database.asOwner(listAdministrators);
    const existing = everyone.find((administrator) => administrator.email === email);
    const asked = { email, role, everyone, database, terminal };
    try {
      if (!act) return await add(asked, existing);
      terminal.print(existing ? await act(asked, existing) : `${email} não é da equipe.`);
      return existing ? 0 : 3;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      terminal.print(error.message); // the password breaks a rule
      return 3;
    }
  };
}

const ROLES_IN_WORDS = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(ROLES);

type Asked = {
  email: string;
  /** Where one was named. */
  role: Role | undefined;
  everyone: Administrator[];
  database: Database;
  terminal: Terminal;
};

/** The role with the least rights, where none is named. */
const [LEAST] = ROLES;

async function add(asked: Asked, existing: Administrator | undefined): Promise<number> {
  const { email, role = LEAST, database, terminal } = asked;
  if (existing) {
    const hint = existing.desativado_em ? ', sem acesso. Para devolver, use enable' : '';
    terminal.print(`${email} já é da equipe${hint}.`);
    return 3;
  }
  const { password, made } = await choosePassword(email, terminal);
  const passwordHash = await hashPassword(password);
  await database.asOwner((tx) => addAdministrator(tx, email, passwordHash, null, role));
  terminal.print(`${email} agora é da equipe: ${roleNames[role]}.${made}`);
  return 0;
}

/** What is done with an account that is there, and said of it. */
type Act = (asked: Asked, existing: Administrator) => Promise<string>;

const ACTS: Record<string, Act> = {
  role: async ({ email, role = LEAST, everyone, database }, existing) => {
    if (role !== 'direcao' && !existing.desativado_em && isLast(existing, everyone))
      throw new Refused(
        `${email} é a última pessoa da direção com acesso. Dê antes este papel a outra; nada mudou.`,
      );
    await database.asOwner((tx) => giveRole(tx, existing.user_id, role));
    return `${email}: ${roleNames[role]}.`;
  },

  password: async ({ email, database, terminal }, existing) => {
    const { password, made } = await choosePassword(email, terminal);
    const passwordHash = await hashPassword(password);
    await database.asOwner((tx) => setPassword(tx, existing.user_id, passwordHash));
    return `A senha de ${email} foi trocada e as sessões foram encerradas.${made}`;
  },

  disable: async ({ email, everyone, database }, existing) => {
    await database.asOwner((tx) => disableAdministrator(tx, existing.user_id));
    const done = `${email} não tem mais acesso; as sessões foram encerradas.`;
    return isLast(existing, everyone) ? `${done}\n${NOBODY_LEFT}` : done;
  },

  enable: async ({ email, database }, existing) => {
    await database.asOwner((tx) => makeAdministrator(tx, existing.user_id));
    return `${email} tem acesso.`;
  },

  unlock: async ({ email, database }) => {
    await endWaits(database, email);
    return `${email} pode tentar de novo agora.`;
  },
};

/** Whether nobody else of the direção has access. */
const isLast = (one: Administrator, everyone: readonly Administrator[]) =>
  everyone.every((other) => other === one || other.desativado_em || other.papel !== 'direcao');

async function list({ database, terminal: { print } }: CommandContext): Promise<number> {
  const everyone = await database.asOwner(listAdministrators);
  if (everyone.length === 0) print('Ninguém na equipe.');
  for (const { email, criado_em, desativado_em, last_sign_in_at, papel } of everyone) {
    const state = desativado_em ? `sem acesso desde ${brazilianMoment(desativado_em)}` : 'com acesso';
    const last = last_sign_in_at ? `última entrada ${brazilianMoment(last_sign_in_at)}` : 'nunca entrou';
    print(`${email}  ${roleNames[papel]}, ${state}, conta de ${brazilianMoment(criado_em)}, ${last}`);
  }
  return 0;
}

/** The password that is typed or piped in, checked; a random one when that is empty, and `made` to say it once. Throws ApiError. */
async function choosePassword(
  email: string,
  { readPassword }: Terminal,
): Promise<{ password: string; made: string }> {
  const typed = await readPassword(`Senha de ${email} (vazia: criar uma): `);
  if (typed !== '') await checkNewPassword(typed, email);
  const password = typed || makePassword();
  return { password, made: typed ? '' : `\nSenha (anote, não será mostrada de novo): ${password}` };
}

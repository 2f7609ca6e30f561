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
import { type Command, type CommandContext, notUnderstood, type Terminal, type Work } from './command.ts';

const USAGE = `Uso: npm run admin -- <comando>

  add <e-mail> [papel]   cria uma conta da equipe (papel: professor, secretaria ou direcao; sem ele, pergunta)
  role <e-mail> <papel>  muda o papel
  disable <e-mail>       tira o acesso na hora e encerra as sessões
  enable <e-mail>        devolve o acesso
  password <e-mail>      troca a senha e encerra as sessões
  unlock <e-mail>        acaba com as esperas depois de senhas erradas
  list                   mostra as contas da equipe e os papéis

add e password leem a senha do teclado ou da entrada padrão; sem nenhuma, criam uma.`;

/** Warns that nobody has access any more, instead of refusing: the account may be a stolen one. */
const NOBODY_LEFT = (email: string) =>
  `Atenção: não resta ninguém da direção com acesso, e só ela muda contas e devolve o que se apagou.
Para haver: npm run admin -- password ${email} e enable ${email}, se a conta foi roubada e volta;
role E-MAIL direcao, para alguém da secretaria; add E-MAIL direcao, para uma pessoa nova.`;

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
  const command = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  const takesRole = name === 'role' || name === 'add';
  if (!command || rest.length > 0 || (typedRole !== undefined && !takesRole)) return notUnderstood(args);
  if (typedEmail === undefined) return `Falta o e-mail depois de ${name}.`;
  const email = emailFrom(typedEmail);
  if (email === null) return `“${typedEmail}” não é um e-mail.`;
  const role = ROLES.find((one) => one === typedRole);
  if (role === undefined && (typedRole !== undefined || name === 'role'))
    return `O papel é ${ROLES_IN_WORDS}.`;
  return async ({ database, terminal }) => {
    const everyone = await database.asOwner(listAdministrators);
    const existing = everyone.find((administrator) => administrator.email === email);
    try {
      return await command({ email, role, existing, everyone, database, terminal });
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
  existing: Administrator | undefined;
  everyone: Administrator[];
  database: Database;
  terminal: Terminal;
};

const SUBCOMMANDS: Record<string, (asked: Asked) => Promise<number>> = {
  add: async ({ email, role: named, existing, database, terminal }) => {
    if (existing) {
      const hint = existing.desativado_em ? ', sem acesso. Para devolver, use enable' : '';
      terminal.print(`${email} já é da equipe${hint}.`);
      return 3;
    }
    const role = named ?? (await askRole(email, terminal));
    if (role === null) {
      terminal.print(`O papel é ${ROLES_IN_WORDS}. Nada mudou.`);
      return 3;
    }
    const { password, made } = await choosePassword(email, terminal);
    const passwordHash = await hashPassword(password);
    await database.asOwner((tx) => addAdministrator(tx, email, passwordHash, null, role));
    terminal.print(`${email} agora é da equipe: ${roleNames[role]}.`);
    if (made) printOnce(password, terminal);
    return 0;
  },

  role: async ({ email, role = 'direcao', existing, everyone, database, terminal }) => {
    if (!existing) return unknown(email, terminal);
    if (role !== 'direcao' && !existing.desativado_em && isLast(existing, everyone)) {
      terminal.print(
        `${email} é a última pessoa da direção com acesso. Dê antes este papel a outra; nada mudou.`,
      );
      return 3;
    }
    await database.asOwner((tx) => giveRole(tx, existing.user_id, role));
    terminal.print(`${email}: ${roleNames[role]}.`);
    return 0;
  },

  password: async ({ email, existing, database, terminal }) => {
    if (!existing) return unknown(email, terminal);
    const { password, made } = await choosePassword(email, terminal);
    const passwordHash = await hashPassword(password);
    await database.asOwner((tx) => setPassword(tx, existing.user_id, passwordHash));
    terminal.print(`A senha de ${email} foi trocada e as sessões foram encerradas.`);
    if (made) printOnce(password, terminal);
    return 0;
  },

  disable: async ({ email, existing, everyone, database, terminal }) => {
    if (!existing) return unknown(email, terminal);
    await database.asOwner((tx) => disableAdministrator(tx, existing.user_id));
    terminal.print(`${email} não tem mais acesso; as sessões foram encerradas.`);
    if (isLast(existing, everyone)) terminal.print(NOBODY_LEFT(email));
    return 0;
  },

  enable: async ({ email, existing, database, terminal }) => {
    if (!existing) return unknown(email, terminal);
    await database.asOwner((tx) => makeAdministrator(tx, existing.user_id));
    terminal.print(`${email} tem acesso.`);
    return 0;
  },

  unlock: async ({ email, existing, database, terminal }) => {
    if (!existing) return unknown(email, terminal);
    await endWaits(database, email);
    terminal.print(`${email} pode tentar de novo agora.`);
    return 0;
  },
};

/** The role with the least rights, where none is named. */
const [LEAST] = ROLES;

/** The role that is typed; the least where nobody can be asked, or nothing is typed; null for what is none. */
async function askRole(email: string, { ask }: Terminal): Promise<Role | null> {
  const typed = (await ask?.(`Papel de ${email} (${ROLES_IN_WORDS}; vazio: ${LEAST}): `))?.trim() || LEAST;
  return ROLES.find((one) => one === typed) ?? null;
}

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

/** The password that is typed or piped in, checked; a random one when that is empty. Throws ApiError. */
async function choosePassword(
  email: string,
  terminal: Terminal,
): Promise<{ password: string; made: boolean }> {
  const typed = await terminal.readPassword(`Senha de ${email} (vazia: criar uma): `);
  if (typed === '') return { password: makePassword(), made: true };
  await checkNewPassword(typed, email);
  return { password: typed, made: false };
}

function printOnce(password: string, { print }: Terminal): void {
  print(`Senha (anote, não será mostrada de novo): ${password}`);
}

function unknown(email: string, { print }: Terminal): number {
  print(`${email} não é da equipe.`);
  return 3;
}

import {
  type Administrator,
  addAdministrator,
  disableAdministrator,
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
import type { Command, Terminal } from './command.ts';

const USAGE = `Uso: npm run admin -- <comando>

  add <e-mail>       cria um administrador
  disable <e-mail>   tira o acesso na hora e encerra as sessões
  enable <e-mail>    devolve o acesso
  password <e-mail>  troca a senha e encerra as sessões
  unlock <e-mail>    acaba com as esperas depois de senhas erradas
  list               mostra os administradores

add e password leem a senha do teclado ou da entrada padrão; sem nenhuma, criam uma.`;

/** The administrators' accounts. */
export const admin: Command = {
  summary: 'cria, mostra e desativa administradores, troca senhas',
  usage: USAGE,
  problem: (args) => (readAdmin(args) ? null : USAGE),
  opens: 'existing',
  run: (args, { database, terminal }) => runAdmin(args, database, terminal),
};

/** Returns the exit code: 0 done, 3 refused, 2 wrong arguments. */
export async function runAdmin(args: string[], database: Database, terminal: Terminal): Promise<number> {
  const asked = readAdmin(args);
  if (!asked) {
    terminal.print(USAGE);
    return 2;
  }
  if (asked === 'list') return list(database, terminal);
  const { command, email } = asked;
  const everyone = await database.asOwner(listAdministrators);
  const known = everyone.find((administrator) => administrator.email === email);
  try {
    return await command({ email, known, everyone, database, terminal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    terminal.print(error.message); // the password breaks a rule
    return 3;
  }
}

/** The subcommand and its e-mail, or `list`; null when the arguments are wrong. */
function readAdmin([name = '', given, ...rest]: string[]) {
  if (name === 'list') return given === undefined ? name : null;
  const command = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  const email = given === undefined ? null : emailFrom(given);
  return command && email !== null && rest.length === 0 ? { command, email } : null;
}

type Work = {
  email: string;
  known: Administrator | undefined;
  everyone: Administrator[];
  database: Database;
  terminal: Terminal;
};

const SUBCOMMANDS: Record<string, (work: Work) => Promise<number>> = {
  add: async ({ email, known, database, terminal }) => {
    if (known) {
      const hint = known.desativado_em ? ', sem acesso. Para devolver, use enable' : '';
      terminal.print(`${email} já é administrador${hint}.`);
      return 3;
    }
    const { password, made } = await choosePassword(email, terminal);
    const passwordHash = await hashPassword(password);
    await database.asOwner((tx) => addAdministrator(tx, email, passwordHash));
    terminal.print(`${email} agora é administrador.`);
    if (made) printOnce(password, terminal);
    return 0;
  },

  password: async ({ email, known, database, terminal }) => {
    if (!known) return unknown(email, terminal);
    const { password, made } = await choosePassword(email, terminal);
    const passwordHash = await hashPassword(password);
    await database.asOwner((tx) => setPassword(tx, known.user_id, passwordHash));
    terminal.print(`A senha de ${email} foi trocada e as sessões foram encerradas.`);
    if (made) printOnce(password, terminal);
    return 0;
  },

  disable: async ({ email, known, everyone, database, terminal }) => {
    if (!known) return unknown(email, terminal);
    await database.asOwner((tx) => disableAdministrator(tx, known.user_id));
    terminal.print(`${email} não tem mais acesso; as sessões foram encerradas.`);
    if (everyone.every((other) => other === known || other.desativado_em))
      terminal.print('Atenção: não resta nenhum administrador com acesso.');
    return 0;
  },

  enable: async ({ email, known, database, terminal }) => {
    if (!known) return unknown(email, terminal);
    await database.asOwner((tx) => makeAdministrator(tx, known.user_id));
    terminal.print(`${email} tem acesso.`);
    return 0;
  },

  unlock: async ({ email, known, database, terminal }) => {
    if (!known) return unknown(email, terminal);
    await endWaits(database, email);
    terminal.print(`${email} pode tentar de novo agora.`);
    return 0;
  },
};

async function list(database: Database, { print }: Terminal): Promise<number> {
  const everyone = await database.asOwner(listAdministrators);
  if (everyone.length === 0) print('Nenhum administrador.');
  for (const { email, criado_em, desativado_em, last_sign_in_at } of everyone) {
    const state = desativado_em ? `sem acesso desde ${moment(desativado_em)}` : 'com acesso';
    const last = last_sign_in_at ? `última entrada ${moment(last_sign_in_at)}` : 'nunca entrou';
    print(`${email}  ${state}, criado ${moment(criado_em)}, ${last}`);
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
  print(`${email} não é administrador.`);
  return 3;
}

function moment(date: Date): string {
  return date.toLocaleString('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  });
}

import type { DatedLine } from '../../../domain/desk/dated-lines.ts';
import type { Role } from '../../../domain/roles.ts';
import { callAccounts } from '../../api/accounts.ts';
import { accessToken, isSessionValid } from '../../api/auth.ts';
import { BackendError } from '../../api/client.ts';
import { queryOf } from './calls.ts';
import { inParts, withPassword } from './with-password.ts';

// Administrators and their passwords. Each call throws BackendError; those over
// callAsMyself with the server's sentence. `own` is the signed-in person's own password.

export type Administrator = {
  account: string;
  /** The first name; null where nobody gave one. */
  name: string | null;
  email: string;
  disabledAt: string | null;
  lastSignIn: string | null;
  role: Role;
  /** Whether it is the signed-in person. */
  isMe: boolean;
};

export const administratorsQuery = queryOf<Administrator[]>('lista_de_contas');

/** The certificates of the team, with each name as their text; `account` null: who has none. Nothing where they are not noted. */
export const certificatesQuery = queryOf<(DatedLine & { account: string | null })[]>('certidoes');

/** Who somebody is, as the back end says it everywhere else. */
export const personName = ({ name, email }: Pick<Administrator, 'name' | 'email'>): string => name ?? email;

/** What is changed of somebody; what is left out stays. The name '' is none. */
type PersonChanges = { who?: { name: string; role: Role }; access?: boolean; password?: string };

/**
 * Changes somebody, one thing after the other: what was changed when a later one fails stays. Each takes effect at
 * once, also on open sessions; without access, or with a new password, they end.
 */
export async function changePerson(account: string, { who, access, password }: PersonChanges, own: string) {
  // first: it alone may be refused for what was typed
  if (password) await callAsMyself('PUT', `/admin/users/${account}`, { password, current_password: own });
  await withPassword(own, async (call) => {
    if (who) await call('mudar_papel', { conta: account, papel: who.role, nome: who.name });
    if (access !== undefined) await call('mudar_acesso', { conta: account, com_acesso: access });
  });
}

/** Counts: answers taken back, requests opened again, and answers left because somebody else corrected them afterwards. */
export type TakenBack = { answers: number; requests: number; changedSince: number };

/** Takes back what an account corrected since a moment, and opens the requests again that it answered; as many calls as it needs. */
export async function takeBackCorrections(account: string, since: Date, own: string): Promise<TakenBack> {
  const values = { conta: account, desde: since.toISOString() };
  const parts = await inParts<TakenBack & { more: boolean }>(
    own,
    'reverter_correcoes',
    values,
    ({ more, answers, requests }) => more && answers + requests > 0,
  );
  return parts.reduce((sum, part) => ({
    ...part,
    answers: sum.answers + part.answers,
    requests: sum.requests + part.requests,
  }));
}

type NewPerson = { name: string; email: string; password: string; role: Role };

/** Gives somebody an account of the team; `own` is the signed-in person's password. */
export const addAdministrator = ({ name, role, ...account }: NewPerson, own: string): Promise<void> =>
  callAsMyself('POST', '/admin/users', { ...account, papel: role, nome: name, current_password: own });

/** Changes the signed-in person's own password; their sessions on other devices end. */
export const changeOwnPassword = (current: string, password: string): Promise<void> =>
  callAsMyself('PUT', '/user', { password, current_password: current });

/** Calls an account endpoint as the signed-in person. Status 401 when the session is over, for which the server answers 403. */
async function callAsMyself(method: string, path: string, body: object): Promise<void> {
  try {
    await callAccounts(method, path, body, await accessToken());
  } catch (error) {
    const isOver =
      error instanceof BackendError &&
      error.status === 403 &&
      error.code !== 'not_admin' &&
      !(await isSessionValid());
    throw isOver ? new BackendError(401, error.code, error.message) : error;
  }
}

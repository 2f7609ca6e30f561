import type { Role } from '../../../domain/roles.ts';
import { accessToken, fetchFromBackend, isSessionValid } from '../../api/auth.ts';
import { BackendError } from '../../api/client.ts';
import { callFunction } from './calls.ts';
import { withPassword } from './with-password.ts';

// Administrators and their passwords. Each call throws BackendError; those over
// callAccounts with the server's sentence. `own` is the signed-in person's own password.

export type Administrator = {
  account: string;
  email: string;
  disabledAt: string | null;
  lastSignIn: string | null;
  role: Role;
  /** Whether it is the signed-in person. */
  isMe: boolean;
};

export const listAdministrators = (): Promise<Administrator[]> => callFunction('lista_de_contas', {});

/** Takes effect at once, also on open sessions. */
export function setAccess(account: string, access: boolean, own: string): Promise<void> {
  return withPassword(own, (call) => call('mudar_acesso', { conta: account, com_acesso: access }));
}

/** What somebody else may do changes at once, also in open sessions. */
export function setRole(account: string, role: Role, own: string): Promise<void> {
  return withPassword(own, (call) => call('mudar_papel', { conta: account, papel: role }));
}

/** Counts: answers taken back, requests opened again, and answers left because somebody else corrected them afterwards. */
export type TakenBack = { answers: number; requests: number; changedSince: number };

/** Takes back what an account corrected since a moment, and opens the requests again that it answered; as many calls as it needs. */
export function takeBackCorrections(account: string, since: Date, own: string): Promise<TakenBack> {
  return withPassword(own, async (_, again) => {
    const sum: TakenBack = { answers: 0, requests: 0, changedSince: 0 };
    for (;;) {
      const values = { conta: account, desde: since.toISOString() };
      const part = await again<TakenBack & { more: boolean }>('reverter_correcoes', values);
      sum.answers += part.answers;
      sum.requests += part.requests;
      sum.changedSince = part.changedSince;
      if (!part.more || part.answers + part.requests === 0) return sum;
    }
  });
}

export function addAdministrator(email: string, password: string, role: Role, own: string): Promise<void> {
  return callAccounts('POST', '/admin/users', { email, password, papel: role, current_password: own });
}

/** Gives another administrator a new password; their sessions end. */
export function resetPassword(account: string, password: string, own: string): Promise<void> {
  return callAccounts('PUT', `/admin/users/${account}`, { password, current_password: own });
}

/** Changes the signed-in person's own password; their sessions on other devices end. */
export function changeOwnPassword(current: string, password: string): Promise<void> {
  return callAccounts('PUT', '/user', { password, current_password: current });
}

/**
 * Calls an account endpoint that auth-js has no method for, as the signed-in person.
 * Throws BackendError with the server's code and sentence; status 401 when the session
 * is over, for which the server answers 403.
 */
async function callAccounts(method: string, path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await accessToken()}` };
  const response = await fetchFromBackend(`/auth/v1${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) throw new BackendError(0, '', '');
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as { error_code?: string; msg?: string };
  const code = answer.error_code ?? '';
  const over = response.status === 403 && code !== 'not_admin' && !(await isSessionValid());
  throw new BackendError(over ? 401 : response.status, code, answer.msg ?? '');
}

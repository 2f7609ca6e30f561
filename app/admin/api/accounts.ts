import { callAccounts } from '../../api/auth.ts';
import { callFunction } from './calls.ts';

// Administrators and their passwords. Each call throws BackendError; those over
// callAccounts with the server's sentence.

export type Administrator = {
  conta: string;
  email: string;
  criado_em: string;
  desativado_em: string | null;
  ultima_entrada: string | null;
  /** Whether it is the signed-in person. */
  eu: boolean;
};

export function listAdministrators(): Promise<Administrator[]> {
  return callFunction('listar_administradores', {});
}

/** Takes effect at once, also on open sessions. */
export function setAccess(account: string, access: boolean): Promise<void> {
  return callFunction('mudar_acesso', { conta: account, com_acesso: access });
}

/** `own` is the signed-in person's own password. */
export function addAdministrator(email: string, password: string, own: string): Promise<void> {
  return callAccounts('POST', '/admin/users', { email, password, current_password: own });
}

/** Gives another administrator a new password; their sessions end. `own` as above. */
export function resetPassword(account: string, password: string, own: string): Promise<void> {
  return callAccounts('PUT', `/admin/users/${account}`, { password, current_password: own });
}

/** Changes the signed-in person's own password; their sessions on other devices end. */
export function changeOwnPassword(current: string, password: string): Promise<void> {
  return callAccounts('PUT', '/user', { password, current_password: current });
}

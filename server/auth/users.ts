import type { Transaction } from '../core/database.ts';

/** An account. `banned`: its ban has not ended. `shown` is the person in GoTrue's shape, without hash and tokens. Source: docs/contract.md §5.2. */
export type User = {
  id: string;
  email: string;
  encrypted_password: string | null;
  banned: boolean;
  shown: { id: string; email: string; app_metadata: object; user_metadata: object; [more: string]: unknown };
};

/** Columns of `User`, for a select or a returning. */
export const USER_COLUMNS = `users.id, users.email, users.encrypted_password,
  coalesce(users.banned_until > now(), false) as banned,
  json_build_object(
    'id', users.id, 'aud', users.aud, 'role', users.role, 'email', users.email, 'phone', '',
    'email_confirmed_at', users.email_confirmed_at, 'confirmed_at', users.confirmed_at,
    'last_sign_in_at', users.last_sign_in_at, 'created_at', users.created_at, 'updated_at', users.updated_at,
    'app_metadata', users.raw_app_meta_data, 'user_metadata', users.raw_user_meta_data,
    'is_anonymous', users.is_anonymous) as shown`;

/** Two parts without letters that nobody sees, so that no two accounts look alike. */
const E_MAIL =
  /^[^\s@\p{C}\p{Default_Ignorable_Code_Point}\u2800]+@[^\s@\p{C}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** An e-mail as it is stored and compared; null when it cannot be one. */
export function emailFrom(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= 255 && E_MAIL.test(email) ? email : null;
}

/** Null when no account has the e-mail. */
export async function findUser(tx: Transaction, email: string): Promise<User | null> {
  const { rows } = await tx.query<User>(
    `select ${USER_COLUMNS} from auth.users where email = $1 and not is_sso_user and deleted_at is null`,
    [email],
  );
  return rows[0] ?? null;
}

/** Whether the account is an administrator's, also a disabled one's; false for null. */
export async function isListedAdministrator(tx: Transaction, account: string | null): Promise<boolean> {
  const { rowCount } = await tx.query('select from private.administradores where user_id = $1', [account]);
  return rowCount === 1;
}

import type { Transaction } from '../core/database.ts';

/** The columns of auth.users that are used; `banned`: the ban has not ended. */
export type User = {
  id: string;
  aud: string;
  role: string;
  email: string;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
  is_anonymous: boolean;
  banned: boolean;
};

/** Columns of `User`, for a select or a returning. */
export const USER_COLUMNS = `users.id, users.aud, users.role, users.email, users.encrypted_password,
  users.email_confirmed_at, users.confirmed_at, users.last_sign_in_at, users.raw_app_meta_data,
  users.raw_user_meta_data, users.created_at, users.updated_at, users.is_anonymous,
  coalesce(users.banned_until > now(), false) as banned`;

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

/** The person in GoTrue's shape, without hash and tokens. Source: docs/contract.md §5.2. */
export function userAnswer(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    email_confirmed_at: user.email_confirmed_at,
    phone: '',
    confirmed_at: user.confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

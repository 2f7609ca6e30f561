const words = (text: string): string[] => text.trim().split(/\s+/);

/** Tokens, which stay in the project: '' in a copy. */
const TOKENS = words(`confirmation_token recovery_token email_change_token_new email_change phone_change
  phone_change_token email_change_token_current reauthentication_token`);

/** What a copy holds in the place of a column of the project; the others as they are. */
const EXPRESSIONS: Record<string, string> = {
  ...Object.fromEntries(TOKENS.map((column) => [column, `''`])),
  instance_id: `coalesce(instance_id, '00000000-0000-0000-0000-000000000000')`,
  raw_app_meta_data: `coalesce(raw_app_meta_data, '{"provider":"email","providers":["email"]}')`,
  raw_user_meta_data: `coalesce(raw_user_meta_data, '{}')`,
  created_at: 'coalesce(created_at, now())',
  updated_at: 'coalesce(updated_at, now())',
  version: 'coalesce(version, id::text)', // a document of before versions
};

/**
 * The columns of Supabase's own tables that a copy holds, which are those of server/platform
 * (project.test.ts compares them). Each table comes after those that it refers to.
 */
export const PLATFORM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'auth.users': words(`instance_id id aud role email encrypted_password email_confirmed_at invited_at
    confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change
    email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at
    phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at email_change_token_current
    email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at
    is_anonymous`),
  'auth.identities': words(
    'id provider_id user_id identity_data provider last_sign_in_at created_at updated_at',
  ),
  'storage.buckets': words(`id name owner created_at updated_at public avif_autodetection file_size_limit
    allowed_mime_types owner_id type`),
  'storage.objects': words(`id bucket_id name owner created_at updated_at last_accessed_at metadata version
    owner_id user_metadata`),
};

/** The query that reads a project's table as a copy holds it; `where` narrows its rows. */
export function queryOf(table: string, where = 'true'): string {
  const columns = (PLATFORM_COLUMNS[table] ?? []).map((name) =>
    EXPRESSIONS[name] ? `${EXPRESSIONS[name]} as ${name}` : name,
  );
  return `select ${columns.join(', ')} from ${table} where ${where}`;
}

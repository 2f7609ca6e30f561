import type pg from 'pg';
import { Refused } from '../../core/refused.ts';
import type { ProjectApi } from './api.ts';

/** What came of the accounts of a copy. */
export type MovedAccounts = { accounts: number; withoutPassword: number };

/** Longest ban that GoTrue's duration can say: 290 years. */
const BAN_MAX_SECONDS = 9_000_000_000;

/**
 * Makes the accounts of a copy in the project, each with the id that history, notes and audit
 * name, and with its password's hash, which GoTrue verifies as ours (Argon2id). `table` has
 * the rows of the copy's auth.users. Those that an earlier run made stay. Throws Refused where
 * the project's GoTrue would give them other ids.
 */
export async function moveAccounts(
  client: pg.ClientBase,
  api: ProjectApi,
  table: string,
): Promise<MovedAccounts> {
  const { rows } = await client.query<{
    id: string;
    email: string | null;
    hash: string | null;
    banned: number;
    there: boolean;
  }>(
    `select a.id::text, a.email, nullif(a.encrypted_password, '') as hash,
       least(greatest(coalesce(ceil(extract(epoch from a.banned_until - now())), 0), 0), $1)::float8 as banned,
       exists (select from auth.users u where u.id = a.id) as there
     from ${table} a order by a.created_at, a.id`,
    [BAN_MAX_SECONDS],
  );
  for (const { id, email, hash, banned, there } of rows) {
    if (there) continue;
    if (email === null)
      throw new Refused('Uma conta da cópia não tem e-mail, e o projeto não a aceitaria. Nada foi servido.');
    const made = await api.createAccount({ id, email, passwordHash: hash, bannedSeconds: banned });
    if (made === id) continue;
    const left = (await api.removeAccount(made))
      ? ''
      : ` Apague antes, no painel (Authentication), a conta ${made}, que ficou lá.`;
    throw new Refused(
      `O GoTrue deste projeto é antigo: dá outro número às contas, e o histórico não saberia de quem é. Nada foi servido. Atualize o projeto no painel e rode de novo.${left}`,
    );
  }
  const { rows: found } = await client.query<{ accounts: number; same: number }>(
    `select count(*)::integer as accounts,
       (count(*) filter (where u.encrypted_password = a.encrypted_password))::integer as same
     from ${table} a join auth.users u on u.id = a.id and lower(u.email) = lower(a.email)`,
  );
  const { accounts = 0, same = 0 } = found[0] ?? {};
  if (accounts !== rows.length)
    throw new Refused(
      `Das ${rows.length} contas da cópia só ${accounts} estão no projeto com o mesmo número e e-mail. Nada foi servido. Use um projeto novo.`,
    );
  return { accounts, withoutPassword: accounts - same };
}

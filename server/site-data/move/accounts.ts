import type pg from 'pg';
import { Refused } from '../../core/refused.ts';
import { countRows } from '../copy/client.ts';
import type { ProjectApi } from './api.ts';

/**
 * Makes the accounts of a copy in the project, each with the id that history, notes and audit
 * name, and with its password's hash, which GoTrue verifies as ours (Argon2id). `table` has
 * the rows of the copy's auth.users. Those that an earlier run made stay. Returns how many came without
 * their password. Throws Refused where the project's GoTrue would give them other ids.
 */
export async function moveAccounts(client: pg.ClientBase, api: ProjectApi, table: string): Promise<number> {
  const { rows } = await client.query<{ id: string; email: string; hash: string | null; banned: boolean }>(
    `select a.id::text, a.email, nullif(a.encrypted_password, '') as hash, coalesce(a.banned_until > now(), false) as banned
     from ${table} a where not exists (select from auth.users u where u.id = a.id) order by a.created_at, a.id`,
  );
  for (const { id, email, hash, banned } of rows) {
    const made = await api.createAccount({ id, email, passwordHash: hash, banned });
    if (made !== id)
      throw new Refused(
        `O GoTrue deste projeto é antigo: dá outro número às contas, e o histórico não saberia de quem é. Nada foi servido. Atualize o projeto no painel, apague ali (Authentication) a conta ${made} e rode de novo.`,
      );
  }
  return countRows(
    client,
    `${table} a join auth.users u using (id) where u.encrypted_password is distinct from a.encrypted_password`,
  );
}

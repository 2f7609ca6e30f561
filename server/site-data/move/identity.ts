import type pg from 'pg';
import { Refused } from '../../core/refused.ts';

/**
 * Which site a project holds, as instalacao.json says it of a data folder. A project has no
 * folder and no table for it: it is the comment of its schema `private`. Stored data.
 */
export type ProjectIdentity = {
  id: string;
  geracao: number;
  /** The copy that it came from. */
  copia?: string;
  /** That copy is not restored completely yet. */
  restaurando?: true;
};

const WORD = 'construindo-campeoes ';

/** Null for a project that was begun empty. */
export async function readIdentity(client: pg.ClientBase): Promise<ProjectIdentity | null> {
  const { rows } = await client.query<{ text: string | null }>(
    `select obj_description(oid, 'pg_namespace') as text from pg_namespace where nspname = 'private'`,
  );
  const text = rows[0]?.text;
  if (!text) return null;
  try {
    const read = JSON.parse(text.slice(WORD.length)) as ProjectIdentity;
    if (text.startsWith(WORD) && typeof read.id === 'string' && Number.isInteger(read.geracao)) return read;
  } catch {
    // said below
  }
  throw new Refused(
    'O comentário do esquema private deste projeto, que diz de que site ele é, foi mudado. Nada foi mudado. Devolva-o, ou tire-o com: comment on schema private is null',
  );
}

/** With the transaction that is open, when one is. */
export async function writeIdentity(client: pg.Client, identity: ProjectIdentity): Promise<void> {
  await client.query(`comment on schema private is ${client.escapeLiteral(WORD + JSON.stringify(identity))}`);
}

import { createHash } from 'node:crypto';
import { signIn } from '../kit/desk.ts';
import type { Submission } from '../kit/family.ts';
import { check } from './kill.ts';

/**
 * Throws unless each of these enrolments is stored exactly once, with its document's bytes; returns how many
 * enrolments there are.
 */
export async function checkSubmissions(
  server: { url: string; key: string },
  expected: readonly Submission[],
): Promise<number> {
  const administrator = await signIn(server);
  const rows = await administrator.rows();
  const names = new Map<string, number>();
  for (const { nome_completo: name } of rows) names.set(name, (names.get(name) ?? 0) + 1);
  for (const { row, path, hash } of expected) {
    check(names.get(row.nome_completo) === 1, 'an acknowledged enrolment is in the copy once');
    const bytes = await administrator.document(path);
    check(
      createHash('sha256').update(bytes).digest('hex') === hash,
      'an acknowledged document is in the copy, whole',
    );
  }
  return rows.length;
}

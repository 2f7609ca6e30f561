import type { Desk } from '../../kit/desk.ts';
import { check } from '../kill.ts';

/** The number of an enrolment by its person's name. */
export async function idOf(person: Desk, name: string): Promise<string> {
  const rows = await person.rowsOf(name);
  check(rows.length === 1, `${name} is there once (${rows.length})`);
  return rows[0]?.id ?? '';
}

/** Takes a decision, as the desk's page does; throws unless it is taken. */
export async function decide(person: Desk, name: string, situacao: string, versao = 1): Promise<void> {
  await person.rpc('mudar_situacao', { inscricao: await idOf(person, name), versao, situacao });
}

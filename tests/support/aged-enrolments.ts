import { readdirSync } from 'node:fs';
import { enrolled } from './desk.ts';
import type { TestServer } from './server.ts';

/** Creates enrolments of any age on a server, and lists what is left of them. */
export function agedEnrolments(server: () => TestServer) {
  /** An enrolment decided `ago` (an interval), or arrived that long ago when nothing is decided. */
  const row = async (situation: string | null, ago: string, answers: object = {}, took = false) => {
    const made = await enrolled(server(), answers);
    if (took)
      await server().database.query(
        `insert into private.historico (inscricao_id, acao, de, para) values ($1, 'situacao', 'nova', 'aprovada')`,
        [made.id],
      );
    if (situation)
      await server().database.query(
        `update private.acompanhamentos set situacao = $2, motivo = 'teste', decidida_em = now() - $3::interval
         where inscricao_id = $1`,
        [made.id, situation, ago],
      );
    await server().database.query(
      `update public.inscricoes_projeto set created_at = now() - $2::interval where id = $1`,
      [made.id, ago],
    );
    return made;
  };
  const rows = async () => {
    const answer = await server().database.query<{ id: string }>('select id from public.inscricoes_projeto');
    return answer.rows.map(({ id }) => id).sort();
  };
  const stored = async (key: string) => {
    const { rows: found } = await server().database.query<{ version: string }>(
      'select version from storage.objects where name = $1',
      [key],
    );
    return found.some(({ version }) => readdirSync(server().documentsDir).includes(version));
  };
  const tamper = (sql: string) =>
    server().database.asOwner(async (tx) => {
      await tx.query('alter table private.auditoria disable trigger guardar_auditoria');
      await tx.query(`update private.auditoria ${sql}`);
      await tx.query('alter table private.auditoria enable trigger guardar_auditoria');
    });
  return { row, rows, stored, tamper };
}

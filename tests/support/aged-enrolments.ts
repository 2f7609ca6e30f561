import { readdirSync } from 'node:fs';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { decidedAgo, enrolled } from './desk.ts';
import { ROW } from './people.ts';
import type { TestServer } from './server.ts';

const COLUMNS = Object.keys(ROW).filter((name) => name !== 'cadastro_unico_url');

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
    if (situation) await decidedAgo(server(), made.id, situation, ago);
    await server().database.query(
      `update public.inscricoes_projeto set created_at = now() - $2::interval where id = $1`,
      [made.id, ago],
    );
    return made;
  };
  /** Adds `count` at once, decided `ago`; with `documents`, each names a document that nobody uploaded. */
  const many = (count: number, situation: string | null, ago: string, documents = false) =>
    server().database.asOwner(async (tx) => {
      await tx.query('alter table public.inscricoes_projeto disable trigger user');
      const { rows: made } = await tx.query<{ id: string }>(
        `insert into public.inscricoes_projeto (created_at, cadastro_unico_url, ${COLUMNS})
         select now() - $3::interval, case when $4 then 'https://casa.test/storage/v1/object/public/${DOCUMENT_BUCKET}/public/'
           || gen_random_uuid() || '_documento.pdf' end, ${COLUMNS.map((name) => `r.${name}`)}
         from generate_series(1, $2::integer), jsonb_populate_record(null::public.inscricoes_projeto, $1) as r
         returning id`,
        [JSON.stringify(ROW), count, ago, documents],
      );
      await tx.query('alter table public.inscricoes_projeto enable trigger user');
      await tx.query('select private.acompanhar_as_que_faltam()');
      if (!situation) return;
      await tx.query(
        `update private.acompanhamentos set situacao = $2, motivo = 'teste', decidida_em = now() - $3::interval
         where inscricao_id = any ($1)`,
        [made.map(({ id }) => id), situation, ago],
      );
    });
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
  /** Moves the last run to `when`, an interval before now; the chain breaks there. */
  const ranAgo = (when: string) => tamper(`set momento = now() - interval '${when}' where acao = 'retencao'`);
  return { row, many, rows, stored, tamper, ranAgo };
}

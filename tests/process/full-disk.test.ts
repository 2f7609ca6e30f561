import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../kit/site.ts';
import { killInside } from '../../prove/exam/kill-kinds.ts';
import { ROW } from '../support/people.ts';
import { forTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';
import { openSite } from '../support/site.ts';

// A real PostgreSQL that the kernel tells 'no space left', for whoever runs the tests: the file of a
// table that each enrolment writes is /dev/full. A real full disk, at every step of the
// site's life, is `npm run exam -- disk`, as root.

const TABLE = 'private.acompanhamentos';

const running = forTests(() => openSite());

const send = async (path: string, body: object, token?: string) => {
  const answer = await call(running.site, path, { body, token });
  const text = await answer.text();
  return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : null };
};
/** PostgreSQL's own processes hold the files open, so they are begun anew. */
const restarted = async () => {
  expect(killInside('postmaster', running.folder)).toBe(true);
  const asked = async () => (await running.app.request('/health')).status;
  await expect.poll(asked, { timeout: 5_000 }).toBe(503);
  await expect.poll(asked, { timeout: 30_000 }).toBe(200);
};

test('an enrolment that finds no space is refused whole, with its sentence, and is taken once there is', async () => {
  const { query } = running.context.database;
  const { token } = await signedIn(running.context, { administrator: true });
  const { rows } = await query<{ path: string }>(`select pg_relation_filepath('${TABLE}') as path`);
  await query('checkpoint');
  const file = join(running.folder, 'postgresql', rows[0]?.path ?? '');
  renameSync(file, `${file}.aside`);
  symlinkSync('/dev/full', file);
  await restarted();

  const refused = await send('/rest/v1/inscricoes_projeto', ROW);
  expect(refused).toMatchObject({
    status: 507,
    body: { code: '53100', message: 'Sem espaço para guardar agora. Tente de novo mais tarde.' },
  });
  expect((await query('select from public.inscricoes_projeto')).rowCount).toBe(0);
  expect((await send('/rest/v1/rpc/lista_de_inscricoes', { filtro: {} }, token)).status).toBe(200);

  rmSync(file);
  renameSync(`${file}.aside`, file);
  await restarted();
  expect((await send('/rest/v1/inscricoes_projeto', ROW)).status).toBe(201);
  const { rowCount } = await query(
    `select from public.inscricoes_projeto join ${TABLE} on inscricao_id = id`,
  );
  expect(rowCount).toBe(1);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { agedEnrolments } from '../tests/support/aged-enrolments.ts';
import { auditEntries } from '../tests/support/desk.ts';
import { serverForTests } from '../tests/support/server.ts';
import { cleanUp } from './clean-up.ts';

const server = serverForTests();
beforeEach(() => {
  server.lines.length = 0;
});
const { row, rows, tamper } = agedEnrolments(() => server);

const errors = () => server.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
const FAILED = 'clean-up failed, and is tried again in five minutes';

test('a part that fails keeps no other from its work; the log says what is left and the class of the reason', async () => {
  const { query } = server.database;
  await row('nao-aprovada', '7 months');
  const session = randomUUID();
  await query(`insert into servidor.limites values ($1, 1, 1)`, [session]);
  await query('alter table auth.sessions rename to sessions_of_before');
  expect(await cleanUp(server)).toBe(false);
  expect((await query('select from servidor.limites where key = $1', [session])).rowCount).toBe(0);
  expect(await rows()).toEqual([]);
  expect(errors()).toMatchObject([
    { left: [{ what: 'ended sessions', name: 'error', code: '42P01' }], msg: FAILED },
  ]);
  expect(server.lines.join()).not.toMatch(/auth\.sessions|delete from|does not exist/);
  await query('alter table auth.sessions_of_before rename to sessions');
  server.lines.length = 0;
  expect([await cleanUp(server), errors()]).toEqual([true, []]);
});

test('bytes of erased rows that a busy table kept are told, and purged by the next try of the same day', async () => {
  await row('nao-aprovada', '7 months');
  let busy = true;
  const housekeeping = async ([sql = '']: readonly string[]) => {
    await server.database.query(busy && /vacuum.*inscricoes_projeto/.test(sql) ? 'select 1 / 0' : 'select');
  };
  const worn = { ...server, database: { ...server.database, housekeeping } };
  await tamper(`set momento = momento - interval '24 hours' where acao = 'retencao'`);
  expect([await cleanUp(worn), await cleanUp(worn)]).toEqual([false, false]);
  expect(errors()).toMatchObject([
    { left: [{ what: 'expired data, or its bytes' }], msg: FAILED },
    { left: [{ what: 'expired data, or its bytes' }], msg: FAILED },
  ]);
  const warned = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'not purged');
  expect(warned[0]).toMatchObject({ what: 'inscricoes_projeto', code: '22012' });
  const runs = async () => (await auditEntries(server)).filter(({ acao }) => acao === 'retencao');
  const before = (await runs()).length; // trying again adds no run
  busy = false;
  expect([await cleanUp(worn), await cleanUp(worn)]).toEqual([true, true]);
  const after = await runs();
  expect([after.length - before, after.at(-1)?.detalhes]).toEqual([
    1,
    { inscricoes: 0, documentos: 0, envios: 0 },
  ]);
});

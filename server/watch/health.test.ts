import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { serverForTests, type TestServer } from '../../tests/support/server.ts';
import { createApp } from '../app.ts';
import { openPools } from '../core/database.ts';
import { VERSION } from '../core/sources.ts';
import type { Pages } from '../pages.ts';
import { watchHealth } from './health.ts';

const pages = new Map([['/', {}]]) as unknown as Pages;
const server = serverForTests();

/** How it is by a watch that has just counted, over `server`, changed by the parameters. */
async function look(changes: Partial<TestServer> = {}, missing = 0) {
  const watch = watchHealth({ ...server, ...changes }, pages, missing);
  await watch.count();
  return watch.check();
}
/** Makes everything of the audit record so much older. */
const ageEntries = (interval: string) =>
  server.database.asOwner(async (tx) => {
    await tx.query('alter table private.auditoria disable trigger guardar_auditoria');
    await tx.query('update private.auditoria set momento = momento - $1::interval where true', [interval]);
    await tx.query('alter table private.auditoria enable trigger guardar_auditoria');
  });
const withBackups = () => ({ config: { ...server.config, backupDir: '/nowhere' } });

test('all well is 200, and says nothing but the version', async () => {
  const app = createApp(server, pages);
  const answer = await app.request('/health');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ status: 'ok', versao: VERSION, codigos: [] });
  expect(await (await app.request('/health/live')).json()).toEqual({ status: 'ok' });
});

test('a database that callers cannot enter is told although the owner can', async () => {
  const callers = { ...server.login, user: 'authenticator', password: 'another' };
  const closed = openPools({ owner: server.login, callers, onError: () => {} });
  const database = { ...server.database, ...closed };
  expect(await look({ database })).toEqual({ status: 'unavailable', codes: ['banco'] });
  expect((await createApp({ ...server, database }, pages).request('/health')).status).toBe(503);
  await closed.close();
});

test('a database that hangs is told within two seconds, and is asked once however often it is looked at', async () => {
  const query = vi.fn(() => new Promise<never>(() => {}));
  const watch = watchHealth({ ...server, database: { ...server.database, query } as never }, pages);
  const began = performance.now();
  expect(await watch.check()).toEqual({ status: 'unavailable', codes: ['banco'] });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect((await watch.check()).status).toBe('unavailable');
  expect(query).toHaveBeenCalledTimes(1);
});

test('whoever asks how it is has nothing counted: that is done by itself, and after acts of the team', async () => {
  const asked: string[] = [];
  const query: typeof server.database.query = (sql, values) => {
    asked.push(sql);
    return server.database.query(sql, values);
  };
  const counted = () =>
    asked.filter((sql) => /auditoria|estado_da_equipe|pares_errados|storage\.objects/.test(sql));
  const watch = watchHealth({ ...server, database: { ...server.database, query } }, pages);
  const app = createApp(server, pages, watch);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now');
  for (const hours of [0, 1, 2, 24]) {
    clock.mockImplementation(() => now + hours * 3_600_000);
    await app.request('/health');
    await watch.check();
  }
  clock.mockRestore();
  expect([asked.length > 0, counted()]).toEqual([true, []]);
  await watch.count();
  expect(counted().length).toBeGreaterThan(0);
});

test('pages and a documents folder that are missing stop everybody', async () => {
  expect(await watchHealth(server, new Map()).check()).toEqual({ status: 'unavailable', codes: ['paginas'] });
  expect(await look({ documentsDir: `${server.documentsDir}-away` })).toEqual({
    status: 'unavailable',
    codes: ['documentos'],
  });
});

test('documents that were missing at the start are told', async () => {
  expect(await look({}, 3)).toEqual({ status: 'degraded', codes: ['documentos_faltando'] });
});

test('more than 200 wrong pairs in an hour are told, whoever sent them, and closed nothing', async () => {
  const add = (pairs: number) =>
    server.database.query(
      `insert into private.tentativas select 'protocolo', private.origem_de(g::text), 10, now(), 10, now() from generate_series(1, $1) as g
       on conflict (que, origem) do update set na_hora = 10`,
      [pairs / 10],
    );
  await add(200);
  expect(await look()).toEqual({ status: 'ok', codes: [] });
  await add(210);
  expect(await look()).toEqual({ status: 'degraded', codes: ['palpites'] });
  await server.database.query('delete from private.tentativas');
});

test('migrations of another version are told', async () => {
  await server.database.query(`insert into servidor.migracoes (nome, impressao) values ('9_nova.sql', 'x')`);
  expect(await look()).toEqual({ status: 'degraded', codes: ['migracoes'] });
  await server.database.query(`delete from servidor.migracoes where nome = '9_nova.sql'`);
});

test('a copy older than two days is told where copies are wanted, and so is none on an older site', async () => {
  const { query } = server.database;
  expect(await look(withBackups())).toEqual({ status: 'ok', codes: [] }); // the site is new
  await query(`update servidor.migracoes set aplicada_em = now() - interval '49 hours'`);
  expect(await look(withBackups())).toEqual({ status: 'degraded', codes: ['copia'] });
  expect((await look()).codes).toEqual([]); // without BACKUP_DIR
  await query(`select private.anotar_copia('copia', null, 1, 1)`);
  await query(`select private.anotar_copia('copia', 'sem_espaco', null, null)`);
  expect((await look(withBackups())).codes).toEqual([]);
  await query(`update private.copias set quando = now() - interval '49 hours'`);
  expect((await look(withBackups())).codes).toEqual(['copia']);
  await query(`update private.copias set quando = now() + interval '400 days'`); // of a clock that was ahead
  expect((await look(withBackups())).codes).toEqual(['copia']);
});

test('no copy of the last week on another device than the data is told, with BACKUP_DIR or without', async () => {
  const { query } = server.database;
  expect((await look()).codes).toEqual([]); // the site is new
  await query(`update servidor.migracoes set aplicada_em = now() - interval '8 days'`);
  expect((await look()).codes).toEqual(['sem_copia_fora']);
  await query(`select private.anotar_copia('copia', null, 1, 1)`); // beside the data
  expect((await look(withBackups())).codes).toEqual(['sem_copia_fora']);
  await query(`select private.anotar_copia('avulsa', null, 1, 1, true)`);
  for (const args of [`null, 1, 1`, `'sem_espaco', null, null, true`]) // it is kept
    await query(`select private.anotar_copia('avulsa', ${args}) from generate_series(1, 60)`);
  expect((await look(withBackups())).codes).toEqual([]);
  await query(`update private.copias set quando = now() - interval '8 days' where fora`);
  expect((await look(withBackups())).codes).toEqual(['sem_copia_fora']);
  await query('update servidor.migracoes set aplicada_em = now()');
  await query('delete from private.copias where true');
});

test('the brake of the retention is told until somebody confirms', async () => {
  const { query } = server.database;
  await query(
    `insert into private.freio (motivo, inscricoes, de_inscricoes, documentos, de_documentos) values ('muitas', 30, 31, 0, 0)`,
  );
  expect((await look()).codes).toEqual(['freio']);
  await query('update private.freio set liberado_em = now() where unico');
  expect((await look()).codes).toEqual([]);
  await query('delete from private.freio where unico');
});

test('what one of the team puts away or disables beyond measure is told for a day', async () => {
  const { query } = server.database;
  const thief = randomUUID();
  for (let at = 0; at < 9; at += 1) await query(`select private.anotar('apagou', $1)`, [thief]);
  for (let at = 0; at < 2; at += 1) await query(`select private.anotar('tirou_acesso', $1)`, [thief]);
  expect(await look()).toEqual({ status: 'ok', codes: ['conta_desligada'] });
  await query(`select private.anotar('apagou', $1)`, [thief]);
  await query(`select private.anotar('tirou_acesso', $1)`, [thief]);
  expect(await look()).toEqual({
    status: 'degraded',
    codes: ['apagou_muito', 'contas_desligadas', 'conta_desligada'],
  });
  await ageEntries('24 hours');
  expect((await look()).codes).toEqual([]);
});

test.each<[string, string, object?]>([
  ['conta_nova', 'criou_conta'],
  ['conta_nova', 'deu_acesso', { papel: 'direcao' }],
  ['senha_de_outra', 'trocou_senha'],
  ['conta_desligada', 'tirou_acesso'],
  ['texto_publico', 'mudou_configuracao', { colunas: ['frase_de_fechada'], de: ['nada'], para: ['texto'] }],
  ['texto_publico', 'mudou_configuracao', { colunas: ['fecha_em'] }],
  ['texto_publico', 'mudou_turma', { que: 'turma', colunas: ['nome', 'vagas'] }],
  ['texto_publico', 'mudou_turma', { que: 'turma', colunas: ['dias', 'horario'] }],
])(
  '%s is told for a day by %s %o of somebody of the team, and makes nothing worse',
  async (code, act, details = {}) => {
    const { query } = server.database;
    const note = (who: string | null) =>
      query('select private.anotar($1, $2, gen_random_uuid(), detalhes => $3)', [act, who, details]);
    await note(null); // a command
    expect(await look()).toEqual({ status: 'ok', codes: [] });
    await note(randomUUID());
    await ageEntries('23 hours');
    expect(await look()).toEqual({ status: 'ok', codes: [code] });
    await ageEntries('1 hour');
    expect((await look()).codes).toEqual([]);
  },
);

test('one’s own password, places of a class and a longer period are nothing to tell', async () => {
  const { query } = server.database;
  const me = randomUUID();
  await query(`select private.anotar('trocou_senha', $1, $1)`, [me]);
  for (const [act, columns] of [
    ['mudou_turma', ['vagas', 'professor']],
    ['mudou_configuracao', ['guardar_espera_meses', 'versao_declaracao']],
  ])
    await query('select private.anotar($1, $2, detalhes => $3)', [act, me, { colunas: columns }]);
  expect((await look()).codes).toEqual([]);
});

test.each([
  ['two hundred sheets and documents of different people', 'viu_ficha', 200, {}],
  ['two hundred documents', 'abriu_documento', 200, {}],
  ['two hundred people of class lists', 'imprimiu_turma', 200, {}],
  ['five thousand rows of spreadsheets', 'exportou', 50, { linhas: 100 }],
  ['five thousand rows of lists', 'viu_lista', 50, { linhas: 100, filtrada: false }],
])(
  'more than %s that one person reads in an hour are told for an hour',
  async (_what, act, most, details) => {
    const { query } = server.database;
    const read = (who: string, entries: number) =>
      query(
        `select private.anotar($1, $2, inscricao => gen_random_uuid(), detalhes => $3) from generate_series(1, $4)`,
        [act, who, details, entries],
      );
    const [one, other] = [randomUUID(), randomUUID()];
    await read(one, most);
    await read(other, most - 1);
    const again = `select private.anotar('viu_ficha', $1, inscricao => (select inscricao from private.auditoria where quem = $1 limit 1)) from generate_series(1, 90)`;
    await query(again, [one]); // the same sheet
    expect(await look()).toEqual({ status: 'ok', codes: [] });
    await read(one, 1);
    expect(await look()).toEqual({ status: 'ok', codes: ['muitas_leituras'] });
    await ageEntries('1 hour');
    expect((await look()).codes).toEqual([]);
  },
);

test('half of all that the site takes in a day is told, and makes nothing worse', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(2 * 86_400_000); // the sum is read anew, also after the clocks of tests above
  await server.database.query(
    `insert into storage.objects (bucket_id, name, version, metadata)
     values ('cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_a.pdf', gen_random_uuid(), jsonb_build_object('size', $1::bigint))`,
    [server.config.uploadDayBytes * 2.5],
  );
  expect(await look()).toEqual({ status: 'ok', codes: ['envios_demais'] });
  await server.database.query('delete from storage.objects');
  vi.advanceTimersByTime(86_400_000);
  expect((await look()).codes).toEqual([]);
  vi.useRealTimers();
});

test('more than thirty enrolments that one person corrects in an hour are told for an hour', async () => {
  const { query } = server.database;
  const change = (who: string | null, entries: number, que = 'correcao') =>
    query(
      `select private.anotar('mudou', $1, inscricao => gen_random_uuid(), detalhes => jsonb_build_object('que', $2::text)) from generate_series(1, $3)`,
      [who, que, entries],
    );
  const [one, other] = [randomUUID(), randomUUID()];
  await change(one, 30);
  await change(other, 29);
  await change(one, 90, 'correcao-desfeita');
  await change(one, 90, 'situacao');
  await query(
    `select private.anotar('mudou', $1, inscricao => (select inscricao from private.auditoria where quem = $1 and detalhes ->> 'que' = 'correcao' limit 1), detalhes => '{"que": "correcao"}') from generate_series(1, 40)`,
    [one],
  ); // of one enrolment
  expect(await look()).toEqual({ status: 'ok', codes: [] });
  await change(one, 1);
  expect(await look()).toEqual({ status: 'ok', codes: ['muitas_correcoes'] });
  await ageEntries('1 hour');
  expect((await look()).codes).toEqual([]);
});

test('a shortened period is told while it waits', async () => {
  const { query } = server.database;
  await query(`select private.como_dono(), private.guardar_ajuste('guardar_espera_meses', '3')`);
  expect(await look()).toEqual({ status: 'ok', codes: ['prazo_mais_curto'] });
  await query(`select private.como_dono(), private.guardar_ajuste('guardar_espera_meses', '12')`);
  expect((await look()).codes).toEqual([]);
});

test('a clean-up that has not ended for two hours is told, and is over with the next', async () => {
  const watch = watchHealth(server, pages);
  const now = performance.now();
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 2 * 3_600_000 + 60_000);
  expect(await watch.check()).toEqual({ status: 'degraded', codes: ['limpeza'] });
  watch.cleaned();
  later.mockImplementation(() => now + 2 * 3_600_000 + 120_000);
  expect(await watch.check()).toEqual({ status: 'ok', codes: [] });
  later.mockRestore();
});

test('what is wrong is told to this machine alone; others hear whether the site serves', async () => {
  const app = createApp({ ...server, documentsDir: '/nowhere/Maria' }, pages);
  const ask = async (
    remoteAddress: string,
    headers: Record<string, string> = {},
    localAddress = '10.0.0.2',
  ) => {
    const incoming = { socket: { remoteAddress, localAddress } };
    const answer = await app.request('/health', { headers }, { incoming });
    const body = await answer.text();
    expect(body).not.toContain('Maria');
    return [answer.status, Object.keys(JSON.parse(body) as object).join()];
  };
  for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.2'])
    expect(await ask(local)).toEqual([503, 'status,versao,codigos']);
  for (const remote of ['10.0.0.1', '203.0.113.7', '2001:db8::1'])
    expect(await ask(remote)).toEqual([503, 'status,versao']);
  expect(await ask('127.0.0.1', { 'X-Forwarded-For': '203.0.113.7' })).toEqual([503, 'status,versao']);
  expect(await ask('127.0.0.1', { 'X-Forwarded-For': '127.0.0.1' })).toEqual([503, 'status,versao']);
});

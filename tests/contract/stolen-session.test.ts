import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { isUuid } from '../../server/core/tokens.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, enrolled, get, rpc, sentLater, uploaded } from '../support/desk.ts';
import { engines, forTests, serverForTests, type TestServer } from '../support/server.ts';
import { type SignedIn, signedIn } from '../support/sign-in.ts';

// What one session of the desk can destroy: seen on 1.1.0 were 60 enrolments with their documents in
// nine seconds, and seven colleagues' accounts in 0.12 s.

/** The bearer asks the storage for these documents to be removed, as the page did. */
const removeDocuments = async (server: TestServer, token: string, prefixes: string[]) => {
  const answer = await get(server, token, '/storage/v1/object/cadastro_unico_uploads', {
    method: 'DELETE',
    body: { prefixes },
  });
  return (await answer.json()) as unknown[];
};

describe.each(engines)('a stolen session for a minute’s worth of calls on $name', (engine) => {
  const server = serverForTests(engine);
  const thief = forTests(() => signedIn(server, { administrator: true }));

  const one = (sql: string) => server.value<number>(sql);
  const left = () =>
    one('select count(*)::integer as n from private.acompanhamentos where apagada_em is null');

  test('puts sixty of sixty away, and one act brings all of them back, with every document', async () => {
    const rows = [];
    for (let at = 0; at < 60; at += 1) rows.push(await enrolled(server));
    const [first] = rows as [(typeof rows)[0]];
    const keys = [...rows.map(({ key }) => key), await sentLater(server, thief.token, first)];
    await server.database.query(
      `update storage.objects set created_at = now() - interval '3 days' where name = any ($1)`,
      [keys],
    );
    const whole = () =>
      server.rows(
        `select to_jsonb(i) as answers, to_jsonb(a) as follow_up from public.inscricoes_projeto i
           join private.acompanhamentos a on a.inscricao_id = i.id order by i.id`,
      );
    const [before, since] = [await whole(), new Date().toISOString()];

    for (const [at, { id, protocolo }] of rows.entries()) {
      const motivo = ['pedido_da_familia', 'repetida', 'teste', 'outro'][at % 4];
      const asked = { inscricao: id, confirmacao: protocolo, motivo };
      expect((await rpc(server, thief.token, 'apagar_inscricao', asked)).status).toBe(200);
    }
    expect(await removeDocuments(server, thief.token, keys)).toEqual([]);
    expect(await left()).toBe(0);
    expect(await server.value('select private.estado_da_equipe() as state')).toEqual({ erased: 60 });
    await server.database.query(`select private.anotar('retencao')`); // a project's first run would wait
    await server.database.query('select private.apagar_vencidas(100)');
    await removeUnclaimed(server);
    expect(await one(`select count(*)::integer as n from storage.objects`)).toBe(61);
    if (!engine.hosted) expect(readdirSync(server.documentsDir).filter(isUuid).length).toBe(61);

    const all = { conta: thief.userId, desde: since };
    const [direcao, secretaria, old] = [
      await signedIn(server, { administrator: true }),
      await signedIn(server, { administrator: true, role: 'secretaria' }),
      await signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 600 }),
    ];
    for (const { token } of [secretaria, old])
      expect((await rpc(server, token, 'devolver_tudo', all)).status).toBe(403);
    expect(
      (await rpc(server, direcao.token, 'devolver_tudo', { ...all, conta: direcao.userId })).body,
    ).toEqual({
      enrolments: 0,
      more: false,
    });
    expect((await rpc(server, direcao.token, 'devolver_tudo', all)).body).toEqual({
      enrolments: 60,
      more: false,
    });
    expect(await whole()).toEqual(before);
    const noted = (await auditEntries(server)).filter(({ acao }) => acao === 'devolveu');
    expect(new Set(noted.map(({ inscricao }) => inscricao))).toEqual(new Set(rows.map(({ id }) => id)));
    expect(new Set(noted.map(({ quem }) => quem))).toEqual(new Set([direcao.userId]));
  });

  test('disables three of seven colleagues', async () => {
    const colleagues = [];
    for (let at = 0; at < 7; at += 1) colleagues.push(await signedIn(server, { administrator: true }));
    const answers = [];
    for (const { userId } of colleagues)
      answers.push(await rpc(server, thief.token, 'mudar_acesso', { conta: userId, com_acesso: false }));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 400, 400, 400, 400]);
  });
});

describe.each(engines)('what one account may destroy on $name', (engine) => {
  const server = serverForTests(engine);
  beforeEach(async () => {
    await server.database.query('truncate public.inscricoes_projeto cascade'); // each deleted would be compared
    await server.database.query('delete from private.apagamentos where true');
    await tamper(`set momento = momento - interval '2 days' where true`); // another day
  });

  const { many, tamper } = agedEnrolments(() => server);
  const person = () => signedIn(server, { administrator: true });
  const ask = async <Answer>(sql: string, ...values: unknown[]) =>
    (await server.value<Answer>(`select ${sql}`, ...values)) as Answer;
  const disable = ({ token }: SignedIn, conta: string) =>
    rpc(server, token, 'mudar_acesso', { conta, com_acesso: false });
  const state = () => ask<object>('private.estado_da_equipe()');

  test('ten that one account puts away in a day are told, not nine, nor ten of two', async () => {
    await many(40, null, '2 days');
    const [one, two] = [await person(), await person()];
    const ids = await server.rows<{ id: string }>('select inscricao_id as id from private.acompanhamentos');
    const erase = async ({ token }: SignedIn) => {
      const asked = { inscricao: ids.pop()?.id, confirmacao: 'APAGAR', motivo: 'outro' };
      expect((await rpc(server, token, 'apagar_inscricao', asked)).status).toBe(200);
    };
    for (let at = 0; at < 9; at += 1) for (const who of [one, two]) await erase(who);
    expect(await state()).toEqual({});
    await erase(two);
    expect(await state()).toEqual({ erased: 10 });
    expect((await rpc(server, one.token, 'alerta_da_equipe')).body).toEqual({ erased: 10 });
    await tamper(`set momento = momento + interval '400 days' where acao = 'apagou'`); // the clock was ahead
    expect(await state()).toEqual({ erased: 10 });
    await tamper(`set momento = momento - interval '401 days' where acao = 'apagou'`);
    expect(await state()).toEqual({});
  });

  test('three accounts an hour lose their access by one person; by the owner’s command any number', async () => {
    const [one, two] = [await person(), await person()];
    const colleagues = await Promise.all(Array.from({ length: 6 }, person));
    const of = (at: number) => colleagues[at]?.userId ?? '';
    const disabled = [];
    for (const at of [0, 1, 2, 3]) disabled.push((await disable(one, of(at))).status);
    expect(disabled).toEqual([204, 204, 204, 400]);
    expect((await disable(one, of(3))).body.message).toMatch(
      /^Nada mudou: em uma hora você já tirou o acesso ou trocou a senha de três pessoas\./,
    );
    expect((await disable(two, of(3))).status).toBe(204);
    await server.database.query('select private.desativar_administrador($1, null)', [of(4)]);
    await tamper(`set momento = momento + interval '400 days' where acao = 'tirou_acesso'`); // a clock that was ahead
    expect((await disable(one, of(5))).status).toBe(400);
    await tamper(`set momento = momento - interval '400 days 61 minutes' where acao = 'tirou_acesso'`);
    expect((await disable(one, of(5))).status).toBe(204);
  });

  test('whoever came into the direção this week takes nothing from a colleague there', async () => {
    const [old, other] = [await person(), await person()];
    const [young, secretaria] = [
      await person(),
      await signedIn(server, { administrator: true, role: 'secretaria' }),
    ];
    const role = (who: SignedIn, conta: string, papel: string) =>
      rpc(server, who.token, 'mudar_papel', { conta, papel });
    const tries = async () => [
      (await disable(young, other.userId)).status,
      (await role(young, other.userId, 'secretaria')).status,
    ];
    for (const papel of ['secretaria', 'direcao'])
      expect((await role(old, young.userId, papel)).status).toBe(204);
    expect(await tries()).toEqual([400, 400]);
    expect((await disable(young, other.userId)).body.message).toMatch(
      /^Você é da direção há menos de sete dias\./,
    );
    expect((await disable(young, secretaria.userId)).status).toBe(400);
    for (const papel of ['professor', 'direcao'])
      expect((await role(young, secretaria.userId, papel)).status).toBe(400);
    expect((await role(old, secretaria.userId, 'professor')).status).toBe(204);
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      acao: 'tirou_acesso',
      detalhes: { papel: 'secretaria' },
    });
    const since = (interval: string) =>
      server.database.query(
        'update private.administradores set papel_desde = now() - $2::interval where user_id = $1',
        [young.userId, interval],
      );
    await since('6 days 23 hours');
    expect(await tries()).toEqual([400, 400]);
    await since('7 days 1 minute');
    expect((await role(young, other.userId, 'secretaria')).status).toBe(204);
  });

  test('accounts that got their role this week lose it without a limit, and the owner’s command makes none of them', async () => {
    const [defender, ...made] = await Promise.all(Array.from({ length: 6 }, person));
    await server.database.query(
      'update private.administradores set papel_desde = now() where user_id = any ($1)',
      [made.map(({ userId }) => userId)],
    );
    for (const one of made) expect((await disable(defender as SignedIn, one.userId)).status).toBe(204);
    await server.database.query(`select private.dar_papel($1, null, 'secretaria')`, [defender?.userId]);
    await server.database.query(`select private.dar_papel($1, null, 'direcao')`, [defender?.userId]);
    const [back] = made as [SignedIn];
    expect(
      (
        await rpc(server, (defender as SignedIn).token, 'mudar_acesso', {
          conta: back.userId,
          com_acesso: true,
        })
      ).status,
    ).toBe(204);
  });

  test('the bytes of what was put away go after seven days, of what retention erased at once', async () => {
    const who = await person();
    const rows = [await enrolled(server), await enrolled(server)] as const;
    const [first, second] = rows;
    const keys = [
      first.key,
      await sentLater(server, who.token, first),
      second.key,
      await sentLater(server, who.token, second),
    ];
    await server.database.query(
      `update storage.objects set created_at = now() - interval '30 days' where name = any ($1)`,
      [keys],
    );
    const { id, protocolo } = first;
    const body = { inscricao: id, confirmacao: protocolo, motivo: 'pedido_da_familia' };
    expect(await rpc(server, who.token, 'apagar_inscricao', body)).toEqual({ status: 200, body: null });
    await server.database.query(
      `update private.acompanhamentos set situacao = 'desistiu', motivo = null, decidida_em = now() - interval '7 months' where inscricao_id = $1`,
      [second.id],
    );
    await server.database.query(`select private.anotar('retencao')`); // a project's first run would wait
    await server.database.query('select private.apagar_vencidas(10)');
    const toRemove = () =>
      ask<string[]>('array(select d from private.documentos_a_remover(24) as d order by 1)');
    expect(await toRemove()).toEqual(keys.slice(2).sort());
    const older = (interval: string) =>
      server.database.query(
        `update private.acompanhamentos set apagada_em = apagada_em - $2::interval where inscricao_id = $1`,
        [id, interval],
      );
    await older('6 days 23 hours');
    await server.database.query('select private.apagar_vencidas(10)');
    expect(await toRemove()).toEqual(keys.slice(2).sort());
    expect(await removeDocuments(server, who.token, keys.slice(0, 2))).toEqual([]);
    await older('1 hour');
    await server.database.query('select private.apagar_vencidas(10)');
    expect(await toRemove()).toEqual([...keys].sort());
    expect((await removeDocuments(server, who.token, keys.slice(0, 2))).length).toBe(2);
  });

  test.skipIf(engine.hosted)('a flood takes no document of what was put away', async () => {
    const who = await person();
    const { id, protocolo, key } = await enrolled(server);
    const loose: string[] = [];
    while (loose.length < 30) loose.push(await uploaded(server)); // fewer are no flood
    await rpc(server, who.token, 'apagar_inscricao', {
      inscricao: id,
      confirmacao: protocolo,
      motivo: 'teste',
    });
    const rows = await server.rows<{ origem: string; hora: string }>(
      `select distinct encode(origem, 'hex') as origem, hora::text from private.envios_recentes`,
    );
    for (const flood of rows)
      await rpc(server, who.token, 'recolher_enxurrada', { ...flood, confirmacao: 'APAGAR' });
    expect(
      await server.rows('select name from storage.objects where name = any ($1)', [key, ...loose]),
    ).toEqual([{ name: key }]);
  });
});

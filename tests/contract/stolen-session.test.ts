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

  test('erases five of sixty enrolments and no document, whatever reason it gives', async () => {
    const rows = [];
    for (let at = 0; at < 60; at += 1) rows.push(await enrolled(server));
    const [first] = rows as [(typeof rows)[0]];
    const keys = [...rows.map(({ key }) => key), await sentLater(server, thief.token, first)];
    await server.database.query(
      `update storage.objects set created_at = now() - interval '3 days' where name = any ($1)`,
      [keys],
    );

    const answers = [];
    for (const [at, { id, protocolo }] of rows.entries()) {
      const motivo = ['pedido_da_familia', 'repetida', 'teste', 'outro'][at % 4];
      answers.push(
        await rpc(server, thief.token, 'apagar_inscricao', { inscricao: id, confirmacao: protocolo, motivo }),
      );
      expect(await removeDocuments(server, thief.token, keys)).toEqual([]);
    }
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(new Set(answers.slice(5).map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['400 P0001']),
    );
    expect(await left()).toBe(55);

    await removeUnclaimed(server);
    expect(await one(`select count(*)::integer as n from storage.objects`)).toBe(61);
    if (!engine.hosted) expect(readdirSync(server.documentsDir).filter(isUuid).length).toBe(61);
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

describe.each(engines)('the brake of the team on $name', (engine) => {
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
  const ids = (count: number) =>
    server.rows<{ id: string }>(
      'select inscricao_id as id from private.acompanhamentos where apagada_em is null limit $1',
      count,
    );
  const erase = ({ token }: SignedIn, inscricao: string) =>
    rpc(server, token, 'apagar_inscricao', { inscricao, confirmacao: 'APAGAR', motivo: 'outro' });
  /** How many of `tries` enrolments this person can erase one after the other. */
  const erases = async (who: SignedIn, tries: number) => {
    let erased = 0;
    for (const { id } of await ids(tries)) if ((await erase(who, id)).status === 200) erased += 1;
    return erased;
  };
  const disable = ({ token }: SignedIn, conta: string) =>
    rpc(server, token, 'mudar_acesso', { conta, com_acesso: false });
  const state = () => ask<object>('private.estado_da_equipe()');

  test.each([
    [30, 5],
    [299, 5],
    [300, 6],
    [1_500, 20],
  ])(
    'of %i enrolments one person erases %i in a day, which does not shrink meanwhile',
    async (all, expected) => {
      await many(all, null, '2 days');
      expect(await erases(await person(), expected + 3)).toBe(expected);
      expect(await state()).toEqual({ apagou: expected });
    },
  );

  test('all together erase twice as much, and each hears whose it is, how much and until when', async () => {
    await many(40, null, '2 days');
    const [one, two, three] = [await person(), await person(), await person()];
    expect([await erases(one, 3), await state()]).toEqual([3, {}]);
    expect([await erases(two, 6), await erases(three, 6)]).toEqual([5, 2]);
    const [{ id }] = (await ids(1)) as [{ id: string }];
    const answers = [await erase(one, id), await erase(two, id)];
    const how = engine.hosted
      ? 'select private\\.liberar_equipe\\(\\); no SQL Editor'
      : 'npm run retention -- --libera';
    for (const [at, whose] of ['a equipe já apagou 10', 'você já apagou 5'].entries()) {
      expect(answers[at]).toEqual({
        status: 400,
        body: { code: 'P0001', details: null, hint: null, message: expect.any(String) },
      });
      expect(answers[at]?.body.message).toMatch(
        new RegExp(
          `^Nada foi apagado: em 24 horas ${whose} inscrições\\. Dá de novo a partir de \\d\\d/\\d\\d/\\d{4} às \\d\\d:\\d\\d, ou antes, se outra pessoa da direção liberar, ou quem cuida do site, com ${how}\\.$`,
        ),
      );
    }
    expect(await state()).toEqual({ apagou: 10 });
  });

  test('calls at once cannot pass together', async () => {
    await many(30, null, '2 days');
    const who = await person();
    const answers = await Promise.all((await ids(15)).map(({ id }) => erase(who, id)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    const colleagues = await Promise.all(Array.from({ length: 8 }, person));
    const disabled = await Promise.all(colleagues.map(({ userId }) => disable(who, userId)));
    expect(disabled.filter(({ status }) => status === 204).length).toBe(3);
  });

  test('what is wrong is told first, and counts nothing', async () => {
    await many(30, null, '2 days');
    const who = await person();
    const [{ id }] = (await ids(1)) as [{ id: string }];
    await erases(who, 9);
    const wrong = { inscricao: (await ids(1))[0]?.id, confirmacao: 'nada', motivo: 'outro' };
    expect((await rpc(server, who.token, 'apagar_inscricao', wrong)).body.message).toBe(
      'Digite APAGAR para confirmar.',
    );
    expect((await erase(who, id)).body.message).toBe(
      'Esta inscrição não existe mais. Pode ter sido apagada.',
    );
  });

  test('there is room again a day later, and not by a clock that is put back', async () => {
    await many(60, null, '2 days');
    const who = await person();
    expect(await erases(who, 7)).toBe(5);
    await tamper(`set momento = momento + interval '400 days' where acao = 'apagou'`); // it was ahead
    expect(await erases(who, 1)).toBe(0);
    await tamper(`set momento = momento - interval '400 days 23 hours 50 minutes' where acao = 'apagou'`);
    expect(await erases(who, 1)).toBe(0);
    await tamper(`set momento = momento - interval '20 minutes' where acao = 'apagou'`);
    expect(await erases(who, 7)).toBe(5);
  });

  test('the owner’s release gives as much again, once, is written down, and is no administrator’s', async () => {
    await many(60, null, '2 days');
    const who = await person();
    expect(await ask('private.liberar_equipe()')).toMatch(/^Nada a liberar/);
    expect(await erases(who, 7)).toBe(5);
    expect((await rpc(server, who.token, 'liberar_equipe')).status).toBe(404);
    expect(await ask('private.liberar_equipe()')).toMatch(/^Liberado/);
    expect([await state(), (await auditEntries(server)).at(-1)]).toMatchObject([
      {},
      { acao: 'liberou_equipe', quem: null },
    ]);
    expect(await erases(who, 7)).toBe(5);
    expect(await state()).toEqual({ apagou: 5 });
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
    expect((await disable(young, secretaria.userId)).status).toBe(204);
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

  test('the bytes of what was erased by hand go after seven days, of what retention erased at once', async () => {
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
    const reasons = await server.database.query<{ motivo: string }>(
      'select motivo from private.apagamentos order by apagado_em, o_que desc',
    );
    expect(reasons.rows.map(({ motivo }) => motivo)).toEqual([
      'pedido_da_familia',
      'pedido_da_familia',
      'nao_aprovada',
      'nao_aprovada',
    ]);

    await server.database.query(
      `update private.apagamentos set apagado_em = apagado_em - interval '6 days 23 hours' where true`,
    );
    expect(await removeDocuments(server, who.token, keys.slice(0, 2))).toEqual([]);
    await server.database.query(
      `update private.apagamentos set apagado_em = apagado_em - interval '1 hour' where true`,
    );
    expect(await toRemove()).toEqual([...keys].sort());
    expect((await removeDocuments(server, who.token, keys.slice(0, 2))).length).toBe(2);
  });

  test.skipIf(engine.hosted)('a flood takes no document of what was erased by hand', async () => {
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
      await rpc(server, who.token, 'apagar_enxurrada', { ...flood, confirmacao: 'APAGAR' });
    expect(
      await server.rows('select name from storage.objects where name = any ($1)', [key, ...loose]),
    ).toEqual([{ name: key }]);
  });
});

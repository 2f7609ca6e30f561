import { beforeEach, describe, expect, test } from 'vitest';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, rpc } from '../support/desk.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// When retention waits for a person, and what lets it go on. Time comes from the rows.
describe.each(engines)('the brake on $name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeEach(async () => {
    await server.database.query('delete from public.inscricoes_projeto');
    await server.database.query('delete from private.freio');
    await server.database.query(`select private.anotar('retencao')`);
  });

  const { many, rows, tamper, ranAgo } = agedEnrolments(() => server);
  const ask = (sql: string, ...values: unknown[]) => server.value<unknown>(`select ${sql}`, ...values);
  const check = (seconds = 0) => ask('private.conferir_freio($1)', seconds);
  const reason = async () => ((await check()) as { reason: string } | null)?.reason ?? null;
  const today = () => ask(`(now() at time zone 'America/Sao_Paulo')::date::text`) as Promise<string>;

  const SHARES = [
    [20, 20, null],
    [21, 105, null],
    [21, 104, 'muitas'],
  ] as const;

  test.each(SHARES)('%i enrolments of %i to erase: %s', async (expired, all, expected) => {
    await many(expired, 'nao-aprovada', '7 months');
    await many(all - expired, null, '2 days');
    expect(await reason()).toBe(expected);
  });

  test.each(SHARES)('%i documents of %i to erase, of 150 enrolments: %s', async (expired, all, expected) => {
    await many(expired - 5, 'aprovada', '91 days', true);
    await many(5, 'nao-aprovada', '7 months', true); // with their enrolments
    await many(all - expired, null, '2 days', true);
    await many(150 - all, 'aprovada', '91 days'); // names no document
    expect(await reason()).toBe(expected);
    await server.database.query(`insert into private.apagamentos (inscricao_id, o_que, motivo)
        select inscricao_id, 'documento', 'documento' from private.prazos where apagar_documento_em <= now() and apagar_em is null;
      update private.acompanhamentos a set nome = a.nome where a.documento is not null`);
    expect(await reason()).toBe(null); // an erased one counts no more
    await server.database.query(`insert into private.documentos_novos (envio, inscricao_id, endereco)
        select u, id, 'https://x.test/storage/v1/object/public/cadastro_unico_uploads/public/' || u || '_a.pdf'
        from (select inscricao_id as id, gen_random_uuid() as u from private.acompanhamentos
          where situacao = 'aprovada' order by 1 limit ${expired - 5}) as t;
      update private.acompanhamentos a set nome = a.nome where true`);
    expect(await reason()).toBe(expected); // what came later, with a first one or without, does
  });

  test.each([
    ['3 days -1 minute', null],
    ['-3 days +1 minute', null],
    ['3 days 1 minute', 'relogio'],
    ['-3 days -1 minute', 'relogio'],
    ['-400 days', 'relogio'],
  ])('the last run was %s ago: %s', async (ago, expected) => {
    await ranAgo(ago);
    expect(await reason()).toBe(expected);
  });

  test('before the first run there is nothing to compare the clock with, and nothing to confirm leaves no entry', async () => {
    const entries = await auditEntries(server);
    expect((await rpc(server, admin.token, 'confirmar_dia', { dia: await today() })).body).toBe(null);
    expect(await auditEntries(server)).toEqual(entries);
    await tamper(`set acao = 'saiu' where acao = 'retencao'`);
    expect(await reason()).toBe(null);
    await many(21, 'nao-aprovada', '6 months 2 days');
    expect(await check()).toMatchObject({ reason: 'muitas', last: null });
  });

  test('what waits is told, erases nothing, and its run cannot be ended', async () => {
    await many(25, 'nao-aprovada', '7 months', true);
    await many(5, 'aprovada', '91 days', true);
    const entries = await auditEntries(server);
    const { body } = await rpc(server, admin.token, 'limpar_vencidas');
    const day = await today();
    const counts = { enrolments: 25, ofEnrolments: 30, documents: 30, ofDocuments: 30 };
    const freio = { reason: 'muitas', today: day, last: day, ...counts, released: false };
    expect(body).toEqual({ inscricoes: 0, documentos: 0, remover: [], freio });
    const none = { inscricoes: 0, documentos: 0, envios: 0 };
    const ended = await rpc(server, admin.token, 'concluir_prazos', none);
    expect(ended.body.message).toBe('A limpeza está parada até alguém confirmar a data.');
    expect([await auditEntries(server), (await rows()).length]).toEqual([entries, 30]);
  });

  test('emptying much of the bin at once waits too', async () => {
    await many(22, null, '2 days');
    await many(38, null, '2 days', true);
    const put = (count: number, why = 'pedido_da_familia') =>
      server.rows(
        `select private.por_na_lixeira(array(select inscricao_id from private.acompanhamentos
           where apagada_em is null order by documento limit $1), $2, null, now() - interval '8 days')`,
        ...[count, why],
      );
    const run = () => server.row('select inscricoes, freio from private.apagar_vencidas(200)');
    await put(12);
    expect(await run()).toMatchObject({ inscricoes: 12, freio: null });
    await put(30);
    await many(300, null, '2 days'); // a stranger's make the share no smaller
    await put(100, 'enxurrada'); // nor larger
    const freio = { enrolments: 30, ofEnrolments: 248, documents: 20, ofDocuments: 38 };
    expect(await run()).toMatchObject({ inscricoes: 0, freio });
    await server.rows('select private.soltar_freio()');
    expect(await run()).toMatchObject({ inscricoes: 130 });
  });

  test('an administrator who confirms the date lets it go on, for a day, and is written down', async () => {
    await many(25, 'nao-aprovada', '7 months');
    expect(await reason()).toBe('muitas');
    const confirm = (dia: string) => rpc(server, admin.token, 'confirmar_dia', { dia });
    expect((await confirm('2020-02-29')).body.message).toBe('A data mudou. Confira de novo.');
    expect(await reason()).toBe('muitas');
    const { body } = await confirm(await today());
    expect(body).toMatchObject({ reason: 'muitas', released: true });
    expect((await rpc(server, admin.token, 'limpeza_parada')).body).toEqual(body);
    const { acao, quem, detalhes } = (await auditEntries(server)).at(-1) ?? {};
    expect([acao, quem]).toEqual(['liberou_retencao', admin.userId]);
    expect(detalhes).toEqual({ motivo: 'muitas', inscricoes: 25, documentos: 0 });
    expect(await reason()).toBe(null);
    for (const [moved, expected] of [
      ['-23 hours', null],
      ['-2 hours', 'muitas'],
      ['50 hours', 'muitas'], // the clock was set back since
    ] as const) {
      await server.rows(`update private.freio set liberado_em = liberado_em + '${moved}'::interval`);
      expect(await reason(), moved).toBe(expected);
    }
  });

  test('confirming lets an interrupted run go on to its end, and the next one is judged anew', async () => {
    await many(50, 'nao-aprovada', '7 months');
    await server.database.query('select private.soltar_freio()');
    const batch = 'select inscricoes, freio from private.apagar_vencidas(25)';
    for (const _time of [1, 2]) // what is left would stop a run of its own
      expect(await server.rows(batch)).toEqual([{ inscricoes: 25, freio: null }]);
    await server.database.query('select private.encerrar_prazos(50, 0, 0)');
    expect(await ask('private.estado_do_freio()')).toBe(null);
    await many(21, 'nao-aprovada', '7 months');
    expect(await reason()).toBe('muitas');
  });

  test('who confirmed that much goes has not confirmed another date; when the clock is right again nothing waits, and the next time begins from nothing', async () => {
    await many(25, 'nao-aprovada', '7 months');
    const letGo = () => server.rows('select private.soltar_freio()');
    await letGo();
    await ranAgo('4 days');
    expect(await reason()).toBe('relogio');
    await letGo();
    expect(await reason()).toBe(null);
    await server.rows('delete from public.inscricoes_projeto');
    await ranAgo('1 day');
    expect([await check(), await ask('private.estado_do_freio()')]).toEqual([null, null]);
    await ranAgo('5 days');
    expect(await check(86_400)).toMatchObject({ reason: 'relogio', released: false }); // what 1.1.0 says of time means nothing
  });
});

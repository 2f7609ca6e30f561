import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failures } from '../../content/messages.ts';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { sendDocument, sendEnrolment } from '../../kit/family.ts';
import { auditEntries, rpc } from '../../tests/support/desk.ts';
import { enrol, newKey, pdf } from '../../tests/support/documents.ts';
import { ROW } from '../../tests/support/people.ts';
import { embedded, forTests, serverForTests, siteOf, waiting } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { isDayHalfFull } from './origins.ts';

const MB = 1024 * 1024;

describe.each(embedded)('documents by address on $name', (engine) => {
  const server = serverForTests(engine, {
    limits: 'on',
    uploadDayBytes: 1 * MB,
  });

  /** As if sent from another address: the only one that a server without sockets knows is renamed afterwards. */
  const renameOrigins = (address: string, network = address) =>
    server.database.query(
      `update private.origens set origem = private.origem_de($1), rede = private.origem_de($2, 48)`,
      [address, network],
    );
  const upload = async (size = 2_000) => {
    const key = newKey();
    const answer = await sendDocument(siteOf(server), { path: key, bytes: pdf(size) });
    return { key, status: answer.status, body: (await answer.json()) as Record<string, string>, answer };
  };
  beforeEach(() => server.database.query('delete from servidor.limites'));

  test('an address is stored as a keyed hash, beside the document, and forgotten after two days', async () => {
    const { key, body } = await upload();
    const rows = await server.rows<{ origem: Buffer; envio: string }>(
      'select origem, envio from private.origens where objeto = $1',
      body.Id,
    );
    expect(rows).toEqual([{ origem: expect.any(Buffer), envio: key.slice(7, 43) }]);
    expect(rows[0]?.origem).toHaveLength(16);
    expect(rows[0]?.origem.toString('latin1')).not.toContain('local');
    await server.database.query(`update private.origens set quando = now() - interval '49 hours'`);
    const { removeUnclaimed } = await import('./leftovers.ts');
    await removeUnclaimed(server);
    expect((await server.database.query('select from private.origens', [])).rowCount).toBe(0);
  });

  test('above the day’s bytes an address that sent few still sends, one that sent thirty does not', async () => {
    for (let sent = 0; sent < 30; sent += 1) expect((await upload(40_000)).status).toBe(200); // more than a megabyte
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    vi.advanceTimersByTime(3_600_000); // the sum is read anew
    const { status, body, answer } = await upload();
    expect([status, body.code, answer.headers.get('retry-after')]).toEqual([429, 'SlowDown', '3600']);
    expect(body.message).toBe('Chegaram documentos demais hoje. Tente de novo amanhã ou fale no WhatsApp.');
    await renameOrigins('a', 'local');
    expect((await upload()).status).toBe(200);
    await server.database.query(
      `insert into private.origens (objeto, envio, origem, rede)
       select gen_random_uuid(), envio, origem, rede from private.origens, generate_series(1, 3) where origem = private.origem_de('a')`,
    );
    expect((await upload()).status).toBe(429); // its network has sent 120
    await renameOrigins('b');
    expect((await upload()).status).toBe(200);
    vi.useRealTimers();
  });

  describe('a flood', () => {
    const admin = forTests(() => signedIn(server, { administrator: true }));
    const floods = async () =>
      (await rpc(server, admin.token, 'lista_de_enxurradas', {})).body as unknown as Flood[];
    type Flood = Record<'origin' | 'hour' | 'first' | 'last', string> &
      Record<'enrolments' | 'documents', number>;
    /** Uploads and enrolments by SQL, as our server stores them. */
    const arrive = async (address: string, enrolments: number, unclaimed: number) => {
      const keys = Array.from({ length: enrolments + unclaimed }, () => newKey());
      await server.database.query(
        `with o as (
           insert into storage.objects (bucket_id, name, version) select $1, k, gen_random_uuid() from unnest($2::text[]) as k
           returning id, name)
         insert into private.origens (objeto, envio, origem, rede)
         select id, private.envio_do_documento(name), private.origem_de($3), private.origem_de($3, 48) from o`,
        [DOCUMENT_BUCKET, keys, address],
      );
      for (const key of keys.slice(0, enrolments)) await enrol(server.database, ROW, key);
    };
    /** Enrolments without a document, of an address by SQL. */
    const withoutDocument = (count: number, address: string) =>
      server.database.query(
        `with i as (
           insert into public.inscricoes_projeto (${Object.keys(ROW)})
           select ${Object.keys(ROW).map((name) => `r.${name}`)} from jsonb_populate_record(null::public.inscricoes_projeto, $1) as r, generate_series(1, $2)
           returning id)
         insert into private.chegadas (inscricao_id, origem, rede, bytes) select id, private.origem_de($3), private.origem_de($3, 48), 1 from i`,
        [JSON.stringify(ROW), count, address],
      );
    const erase = (flood?: Flood) =>
      rpc(server, admin.token, 'recolher_enxurrada', {
        ...{ origem: flood?.origin, hora: flood?.hour },
        confirmacao: 'APAGAR',
      });
    const count = (table: string) => server.value<number>(`select count(*)::integer as n from ${table}`);

    beforeEach(async () => {
      await server.database.query('delete from storage.objects');
      await server.database.query('delete from private.origens');
      await server.database.query('delete from public.inscricoes_projeto');
    });

    test('is shown with its numbers, from thirty on, and put away at once; others, few and what was decided stay', async () => {
      await arrive('flood', 4, 10);
      await withoutDocument(21, 'flood');
      await arrive('school', 29, 0);
      const [flood, ...more] = await floods();
      expect([flood?.enrolments, flood?.documents, more]).toEqual([25, 10, []]);
      const one = `(select inscricao_id from private.envios_recentes where origem = decode($1, 'hex') and inscricao_id is not null limit 1)`;
      for (const work of [
        `update private.acompanhamentos set situacao = 'em-analise', versao = 2 where inscricao_id = ${one}`,
        `insert into private.historico (acao, inscricao_id) select 'mensagem', ${one}`,
        `insert into private.anotacoes (texto, inscricao_id) select 'uma nota', ${one}`,
      ])
        await server.rows(work, flood?.origin);
      const call = (confirmacao: string) =>
        rpc(server, admin.token, 'recolher_enxurrada', {
          ...{ origem: flood?.origin, hora: flood?.hour },
          confirmacao,
        });
      expect((await call('sim')).status).toBe(400);
      expect(await count('public.inscricoes_projeto')).toBe(54);

      const { body } = await call('apagar');
      expect(body).toEqual({ enrolments: 22, documents: 10, left: 0 });
      expect(await count('public.inscricoes_projeto')).toBe(54);
      expect(await count('storage.objects')).toBe(33); // the bytes of the unclaimed ones are erased before the answer
      expect(await count(`private.lixeira where motivo = 'enxurrada'`)).toBe(22);
      expect(await floods()).toEqual([]);
      expect((await auditEntries(server)).at(-1)).toMatchObject({
        acao: 'apagou_enxurrada',
        detalhes: { inscricoes: 22, documentos: 10 },
      });

      const [school] = await server.rows<Flood>(
        `select encode(origem, 'hex') as origin, hora::text as hour from private.envios_recentes where origem = private.origem_de('school')`,
      );
      const entries = await auditEntries(server);
      expect((await erase(school)).body).toEqual({ enrolments: 0, documents: 0, left: 0 }); // few are no flood
      expect(await auditEntries(server)).toEqual(entries);
    });

    test('is of one hour of the last 48, without what somebody at the desk is deciding', async () => {
      await arrive('documents', 0, 30);
      await withoutDocument(33, 'enrolments');
      const move = (change: string, of = 'true') =>
        server.rows(
          `with o as (update private.origens set quando = ${change}), c as (select inscricao_id from private.chegadas limit 1)
           update private.chegadas set quando = ${change} from c where ${of}`,
        );
      await move(`date_trunc('hour', quando) + random() * interval '59 minutes'`);
      await move(`quando - interval '1 hour'`, 'chegadas.inscricao_id = c.inscricao_id');
      const found = async () =>
        (await floods()).map(({ documents, enrolments }) => `${documents} ${enrolments}`);
      const foundAfter = async (time: string) => {
        await move(`quando + interval '${time}'`);
        return (await found()).sort();
      };
      expect(await foundAfter('-46 hours')).toEqual(['0 32', '30 0']);
      expect(await foundAfter('-3 hours')).toEqual([]);
      expect(await foundAfter('3 hours')).toHaveLength(2);
      const flood = (await floods()).find(({ enrolments }) => enrolments > 0);
      expect(Date.parse(flood?.last ?? '')).toBeGreaterThan(Date.parse(flood?.first ?? ''));
      const { call } = await server.database.asOwner(async (tx) => {
        await tx.query(
          `update private.acompanhamentos set versao = 2 where inscricao_id = (
             select (private.trancar(inscricao_id)).inscricao_id from private.envios_recentes where hora = $1 and objeto is null limit 1)`,
          [flood?.hour],
        );
        const call = erase(flood);
        await expect.poll(() => waiting(server)).toBe(1);
        return { call };
      });
      expect((await call).body).toEqual({ enrolments: 31, documents: 0, left: 0 });
      expect([await found(), await count('private.lixeira')]).toEqual([['30 0'], 31]);
    });

    test('is told of a network where no address of it sends as many, and of everywhere where no network does', async () => {
      const some = async (count: number, of: (at: number) => string) => {
        for (let at = 0; at < count; at += 1) await withoutDocument(10, of(at));
      };
      await some(4, (at) => `2001:db8:1:${at}::1`);
      await some(6, (at) => `203.0.${at}.1`);
      expect((await floods()).map(({ enrolments }) => enrolments)).toEqual([40, 100]);
      const [network, everywhere] = await floods();
      expect(everywhere?.origin).toBe('todas');
      expect((await erase(network)).body).toMatchObject({ enrolments: 40, left: 0 });
      expect(await floods()).toEqual([]); // sixty of an hour are no flood by themselves
      await withoutDocument(41, '198.51.100.1');
      expect((await floods()).map(({ enrolments }) => enrolments)).toEqual([41, 101]);
      expect((await erase(everywhere)).body).toMatchObject({ enrolments: 101, left: 0 });
      expect([await floods(), await count('private.lixeira')]).toEqual([[], 141]);
    });

    test.each([
      [599, [599]],
      [600, [500, 100]],
    ])('of %i goes whole, in calls that each leave a flood or nothing', async (size, parts) => {
      await withoutDocument(size, `of ${size}`);
      const [flood] = await floods();
      for (const [at, part] of parts.entries())
        expect((await erase(flood)).body).toMatchObject({
          enrolments: part,
          left: parts.slice(at + 1).reduce((sum, left) => sum + left, 0),
        });
      expect([await floods(), await count('private.lixeira')]).toEqual([[], size]);
    });
  });

  test('above the day’s bytes, which enrolments fill too, an address that sent thirty of them sends no more', async () => {
    await server.database.query('delete from storage.objects');
    await server.database.query('delete from public.inscricoes_projeto');
    const send = async () => {
      const answer = await sendEnrolment(siteOf(server), { path: null, row: ROW });
      return [answer.status, answer.status === 201 ? null : ((await answer.json()) as object)] as const;
    };
    for (let sent = 0; sent < 30; sent += 1) expect((await send())[0]).toBe(201);
    await server.database.query('update private.chegadas set bytes = 40000');
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    vi.advanceTimersByTime(3_600_000); // the sum is read anew
    expect(await send()).toEqual([
      429,
      expect.objectContaining({ code: 'PGRST429', message: failures.tooManyEnrolmentsToday }),
    ]);
    vi.useRealTimers();
    await server.database.query(`update private.chegadas set origem = private.origem_de('a')`);
    expect((await send())[0]).toBe(201);
  });

  test('at five times the day’s bytes nobody sends, and half of it is told', async () => {
    const isHalfFull = () => isDayHalfFull(server);
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    const received = async (megabytes: number) => {
      await server.database.query(
        `update storage.objects set metadata = jsonb_build_object('size', case id when (select min(id::text) from storage.objects)::uuid then $1::bigint else 0 end)`,
        [Math.round(megabytes * MB)],
      );
      vi.advanceTimersByTime(86_400_000); // the sum is read anew
    };
    await renameOrigins('c');
    await received(2.4);
    expect([await isHalfFull(), (await upload(2_000)).status]).toEqual([false, 200]);
    await received(2.5);
    expect([await isHalfFull(), (await upload(2_000)).status]).toEqual([true, 200]);
    await received(5);
    expect((await upload(2_000)).status).toBe(429);
    vi.useRealTimers();
  });
});

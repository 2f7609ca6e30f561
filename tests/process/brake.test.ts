import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cleanUp } from '../../server/clean-up.ts';
import { retention } from '../../server/commands/retention.ts';
import { watchBrake } from '../../server/retention/brake.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { runOn } from '../support/copies.ts';
import { enrolled, uploaded } from '../support/desk.ts';
import { embedded, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// What the server's clean-up and the owner's command do while retention waits.
describe.each(embedded)('while retention waits on $name', (engine) => {
  const server = serverForTests(engine);
  beforeAll(async () => {
    await signedIn(server, { administrator: true });
  });
  beforeEach(async () => {
    await server.database.query('delete from public.inscricoes_projeto');
    await server.database.query('delete from private.freio');
    await server.database.query(`select private.anotar('retencao')`);
  });

  const { many, rows, ranAgo } = agedEnrolments(() => server);
  const LONG_AGO = new Date('2020-01-01T00:00:00Z');

  /** One of each thing that goes by its age, and which of them are left. */
  const aged = async () => {
    await enrolled(server); // so that not every file is without a row
    const unclaimed = await uploaded(server);
    await server.database.query(
      `update storage.objects set created_at = now() - interval '2 days' where name = $1`,
      [unclaimed],
    );
    const { sessionId } = await signedIn(server, { administrator: false });
    await server.database.query(
      `update auth.sessions set created_at = now() - interval '30 days', not_after = now() - interval '20 days' where id = $1`,
      [sessionId],
    );
    await server.database.query(
      `insert into servidor.limites (key, points, expire) values ($1, 1, 1) on conflict do nothing`,
      [sessionId],
    );
    const [orphan, partial, loose] = [randomUUID(), randomUUID(), randomUUID()];
    const days = join(server.documentsDir, 'orfaos', '2020-01-01');
    mkdirSync(days, { recursive: true });
    const files = [
      join(days, orphan),
      join(server.documentsDir, `${partial}.part`),
      join(server.documentsDir, loose),
    ];
    for (const file of files) {
      writeFileSync(file, 'x');
      utimesSync(file, LONG_AGO, LONG_AGO);
    }
    return async () => {
      const found = async (sql: string, value: string) =>
        (await server.database.query(sql, [value])).rowCount === 1;
      return [
        await found('select from storage.objects where name = $1', unclaimed),
        await found('select from auth.sessions where id = $1', sessionId),
        await found('select from servidor.limites where key = $1', sessionId),
        ...files.map((file) => existsSync(file)),
      ];
    };
  };

  test('because of the clock, nothing goes that is as old as the clock says', async () => {
    await many(1, 'nao-aprovada', '7 months');
    const left = await aged();
    await ranAgo('5 days');
    await cleanUp(server);
    expect([new Set(await left()), (await rows()).length]).toEqual([new Set([true]), 2]);
    await server.database.query('select private.soltar_freio()');
    await cleanUp(server);
    expect([new Set(await left()), (await rows()).length]).toEqual([new Set([false]), 1]);
  });

  test('because of the clock, hashes of addresses go all the same: nobody may keep them longer', async () => {
    const noted = async () => {
      const rows = await server.rows<{ days: number }>(
        `select round(extract(epoch from quando - now()) / 86400)::integer as days from private.origens order by quando`,
      );
      return rows.map(({ days }) => days);
    };
    await server.database.query('delete from private.origens');
    await server.database.query(
      `insert into private.origens (objeto, envio, origem, rede, quando)
       select gen_random_uuid(), gen_random_uuid(), decode(repeat('00', 16), 'hex'), decode(repeat('00', 16), 'hex'), now() + make_interval(days => days)
       from unnest(array[-3, -1, 400]) as days`,
    );
    await ranAgo('5 days');
    await cleanUp(server);
    expect((await server.database.query('select from private.freio')).rowCount).toBe(1);
    expect(await noted()).toEqual([-1]);
  });

  test('because very much would go, only that stays', async () => {
    await many(25, 'nao-aprovada', '7 months');
    const left = await aged();
    await cleanUp(server);
    expect([new Set(await left()), (await rows()).length]).toEqual([new Set([false]), 26]);
  });

  test.each(['relogio', 'muitas'])(
    'for %s, a server that runs on for thirty days erases nothing until a person says so',
    async (motivo) => {
      await many(25, 'nao-aprovada', '7 months');
      if (motivo === 'relogio') await ranAgo('5 days');
      const clock = vi.spyOn(performance, 'now');
      const watch = watchBrake(server);
      for (let day = 0; day <= 30; day += 1) {
        clock.mockReturnValue(day * 86_400_000);
        await cleanUp(server, watch);
      }
      clock.mockRestore();
      expect((await rows()).length).toBe(25);
      await server.database.query('select private.soltar_freio()');
      await cleanUp(server, watch);
      expect(await rows()).toEqual([]);
    },
  );

  test('the owner’s command says what it found, erases nothing and ends with 3, until --confirmo', async () => {
    await many(25, 'nao-aprovada', '7 months');
    await many(5, null, '2 days', true);
    let said: string[] = [];
    const run = async (args: string[]) => {
      const { code, lines } = await runOn(server, retention, args);
      said = lines;
      return code;
    };
    expect(await run([])).toBe(3);
    expect(said.join('\n')).toMatch(
      /^Nada foi apagado: o servidor diz que hoje é \d\d\/\d\d\/\d{4} e sairiam agora 25 de 30 inscrições e 0 de 5 documentos\. Se está certo, rode: npm run retention -- --confirmo$/,
    );
    await ranAgo('5 days');
    expect(await run([])).toBe(3);
    expect(said.join('\n')).toMatch(/hoje é [\d/]{10}, a última limpeza foi em [\d/]{10} e sairiam/);
    expect((await rows()).length).toBe(30);
    expect(await run(['--confirmo'])).toBe(0);
    expect(said).toEqual(['Apagado: 25 inscrições pelo prazo, 0 documentos pelo prazo, 0 arquivos.']);
    expect((await rows()).length).toBe(5);
  });
});

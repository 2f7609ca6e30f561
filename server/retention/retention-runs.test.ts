import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { agedEnrolments } from '../../tests/support/aged-enrolments.ts';
import { auditEntries, rpc, uploaded } from '../../tests/support/desk.ts';
import { enrol, pdf } from '../../tests/support/documents.ts';
import { ROW } from '../../tests/support/people.ts';
import { embedded, forTests, serverForTests } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { removeUnclaimedDocuments, retain, retainDaily } from './retention.ts';

// What is erased and when: retention.test.ts.
describe.each(embedded)('runs on $name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeEach(async () => {
    await server.database.query('delete from public.inscricoes_projeto');
    await server.database.query('delete from storage.objects'); // of one that lay in the bin
  });

  const { row, rows, stored, tamper } = agedEnrolments(() => server);

  test('a run recorded for an administrator does not count here', async () => {
    await retain(server);
    await row('nao-aprovada', '7 months');
    const last = 'select detalhes from private.anotacao_da_ultima_retencao()';
    const own = await server.row(last);
    await rpc(server, admin.token, 'concluir_prazos', { inscricoes: 7, documentos: 8, envios: 9 });
    expect(await server.row(last)).toEqual(own);
    await expect(
      server.database.asOwner(async (tx) => {
        await tx.query('alter schema servidor rename to sem_servidor');
        const { rows: theirs } = await tx.query(last);
        throw theirs[0]?.detalhes; // and everything is as before
      }),
    ).rejects.toMatchObject({ inscricoes: 7, documentos: 8, envios: 9 }); // where no server of ours runs, theirs are the runs there are
    await tamper(`set momento = momento - interval '48 hours' where acao = 'retencao' and quem is null`);
    await retainDaily(server);
    await tamper(
      `set momento = momento + interval '48 hours' where acao = 'retencao' and momento < now() - interval '40 hours'`,
    );
    expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'retencao', quem: null });
    expect(await rows()).toEqual([]);
  });

  test('what could not be scrubbed is scrubbed by the next run', async () => {
    const steps: string[] = [];
    const wornOut = {
      ...server,
      database: {
        ...server.database,
        housekeeping: async ([step = '']: readonly string[]) => {
          steps.push(step);
          await server.database.query(broken && /vacuum/.test(step) ? 'select 1 / 0' : 'select');
        },
      },
    };
    const scrubbed = async () => {
      steps.length = 0;
      await retain(wornOut);
      return steps.length > 0;
    };
    let broken = true;
    await row('nao-aprovada', '7 months');
    expect(await scrubbed()).toBe(true);
    expect((await auditEntries(server)).at(-1)?.detalhes).toMatchObject({ a_limpar: true });
    expect(await scrubbed()).toBe(true);
    broken = false;
    expect([await scrubbed(), await scrubbed()]).toEqual([true, false]);

    const { id, protocolo } = await row(null, '2 days');
    await rpc(server, admin.token, 'apagar_inscricao', {
      inscricao: id,
      confirmacao: protocolo,
      motivo: 'pedido_da_familia',
    });
    await rpc(server, admin.token, 'concluir_prazos', { inscricoes: 0, documentos: 0, envios: 0 });
    expect([await scrubbed(), await scrubbed()]).toEqual([true, false]);
  });

  test('documents removed between the runs are counted once, by the next run', async () => {
    await retain(server);
    const forgotten = [];
    for (let at = 0; at < 3; at += 1) forgotten.push(await row(null, '2 days'));
    await server.database.query('delete from public.inscricoes_projeto');
    await server.database.query(`update storage.objects set created_at = now() - interval '25 hours'`);
    const lines = (await auditEntries(server)).length;
    await removeUnclaimedDocuments(server);
    for (const { key } of forgotten) expect(await stored(key)).toBe(false);
    await removeUnclaimedDocuments(server); // nothing is left, nothing is recorded
    expect((await auditEntries(server)).slice(lines)).toMatchObject([
      { acao: 'apagou_documento_pelo_prazo', quem: null, inscricao: null, detalhes: { envios: 3 } },
    ]);
    expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 0, envios: 3 });
    expect((await auditEntries(server)).at(-1)?.detalhes).toMatchObject({ envios: 3 });
    expect((await retain(server)).envios).toBe(0);
  });

  test('a document sent again under an erased key is not swept away while it is claimed', async () => {
    const first = await row('nao-aprovada', '7 months');
    await retain(server);
    await uploaded(server, pdf(), first.key);
    await retain(server);
    await enrol(server.database, ROW, first.key);
    await retain(server);
    expect(await stored(first.key)).toBe(true);
  });

  test('the daily run comes once a day, also when several servers ask at once', async () => {
    await tamper(`set momento = momento - interval '48 hours' where acao = 'retencao'`);
    const runs = async () => (await auditEntries(server)).filter(({ acao }) => acao === 'retencao').length;
    const before = await runs();
    await Promise.all([retainDaily(server), retainDaily(server), retainDaily(server)]);
    await retainDaily(server);
    expect(await runs()).toBe(before + 1);
    await tamper(
      `set momento = momento + interval '48 hours' where acao = 'retencao' and momento < now() - interval '40 hours'`,
    );
    expect(await server.rows('select * from private.falhas_da_auditoria()')).toEqual([]);
  });

  test('a run that breaks off anywhere is finished by the next one, and nothing claimed is lost', async () => {
    const name = await server.value<string>('select current_database() as name');
    const remaining = [await row('aprovada', '2 days'), await row(null, '2 days')];
    for (let number = 0; number < 25; number += 1) await row('nao-aprovada', '7 months');
    await server.database.query('select private.soltar_freio()'); // nearly all would go
    let broken = 0;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const run = retain(server, 2).then(
        () => 0,
        () => 1,
      );
      await new Promise((resolve) => setTimeout(resolve, 5 + attempt * 7));
      const killer = new pg.Client(engine.superuser);
      await killer.connect();
      await killer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      );
      await killer.end();
      broken += await run;
    }
    expect(broken).toBeGreaterThan(0);
    const all = () => Promise.all(Array.from({ length: 10 }, () => server.database.query('select')));
    await expect.poll(() => all().then(Boolean, () => false)).toBe(true); // it knows which of its connections are dead
    await retain(server);
    expect(await rows()).toEqual(remaining.map(({ id }) => id).sort());
    for (const { key } of remaining) expect(await stored(key)).toBe(true);
    const left = await server.rows('select * from private.documentos_a_remover(24)');
    expect([left, await server.rows('select * from private.falhas_da_auditoria()')]).toEqual([[], []]);
  });

  test('two runs side by side erase each thing once', async () => {
    for (let at = 0; at < 12; at += 1) await row('nao-aprovada', '7 months');
    const [one, other] = await Promise.all([retain(server), retain(server)]);
    expect([one.inscricoes + other.inscricoes, one.envios + other.envios]).toEqual([12, 12]);
    expect(await rows()).toEqual([]);
  });
});

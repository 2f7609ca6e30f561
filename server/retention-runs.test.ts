import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decoded } from '../tests/accounts.ts';
import { auditLines, rpc } from '../tests/desk.ts';
import { enrol, formOf, objectUrl, pdf } from '../tests/documents.ts';
import { engines, type OpenHouse, openHouse } from '../tests/house.ts';
import { keptIn } from '../tests/kept.ts';
import { ROW } from '../tests/people.ts';
import { signedIn } from '../tests/sign-in.ts';
import { addPeople } from './demo.ts';
import { retain, retainDaily, sweepUnclaimed } from './retention.ts';

// What is erased and when: retention.test.ts.
describe.each(engines)('runs on $name', (engine) => {
  let house: OpenHouse;
  let token: string;
  beforeAll(async () => {
    house = await openHouse(engine);
    token = (await signedIn(house, { administrator: true })).token;
  });
  afterAll(() => house.close());
  beforeEach(async () => {
    await house.database.query('delete from public.inscricoes_projeto');
  });

  const { row, rows, stored, tamper } = keptIn(() => house);

  test('a run that an administrator only says was made counts for nothing here', async () => {
    await retain(house);
    await row('nao-aprovada', '7 months');
    const own = await rpc(house, token, 'ultima_retencao');
    await rpc(house, token, 'concluir_prazos', { inscricoes: 7, documentos: 7, envios: 7 });
    expect((await rpc(house, token, 'ultima_retencao')).body).toEqual(own.body);
    await expect(
      house.database.asOwner(async (tx) => {
        await tx.query('alter schema servidor rename to sem_servidor');
        const claims = JSON.stringify(decoded(token).payload);
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
        const { rows: told } = await tx.query('select inscricoes from public.ultima_retencao()');
        throw told[0]; // and everything is as before
      }),
    ).rejects.toEqual({ inscricoes: 7 }); // where no server of ours runs, theirs are the runs there are
    await tamper(`set momento = momento - interval '48 hours' where acao = 'retencao' and quem is null`);
    await retainDaily(house);
    await tamper(
      `set momento = momento + interval '48 hours' where acao = 'retencao' and momento < now() - interval '40 hours'`,
    );
    expect((await auditLines(house)).at(-1)).toMatchObject({ acao: 'retencao', quem: null });
    expect(await rows()).toEqual([]);
  });

  test('what could not be scrubbed is scrubbed by the next run', async () => {
    const steps: string[] = [];
    const wornOut = {
      ...house,
      database: {
        ...house.database,
        housekeeping: async ([step = '']: readonly string[]) => {
          steps.push(step);
          await house.database.query(broken && /vacuum/.test(step) ? 'select 1 / 0' : 'select');
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
    expect((await auditLines(house)).at(-1)?.detalhes).toMatchObject({ a_limpar: true });
    expect(await scrubbed()).toBe(true);
    broken = false;
    expect([await scrubbed(), await scrubbed()]).toEqual([true, false]);

    const { id, protocolo } = await row(null, '2 days');
    await rpc(house, token, 'apagar_inscricao', { inscricao: id, confirmacao: protocolo, motivo: 'teste' });
    await rpc(house, token, 'concluir_prazos', { inscricoes: 0, documentos: 0, envios: 0 });
    expect([await scrubbed(), await scrubbed()]).toEqual([true, false]);
  });

  test('what went between the runs is told once, by the next of them', async () => {
    await retain(house);
    const forgotten = [];
    for (let at = 0; at < 3; at += 1) forgotten.push(await row(null, '2 days'));
    await house.database.query('delete from public.inscricoes_projeto');
    await house.database.query(`update storage.objects set created_at = now() - interval '25 hours'`);
    const lines = (await auditLines(house)).length;
    await sweepUnclaimed(house);
    for (const { key } of forgotten) expect(await stored(key)).toBe(false);
    await sweepUnclaimed(house); // nothing is left, nothing is noted
    expect((await auditLines(house)).slice(lines)).toMatchObject([
      { acao: 'apagou_documento_pelo_prazo', quem: null, inscricao: null, detalhes: { envios: 3 } },
    ]);
    expect(await retain(house)).toEqual({ inscricoes: 0, documentos: 0, envios: 3 });
    expect((await auditLines(house)).at(-1)?.detalhes).toMatchObject({ envios: 3 });
    expect((await retain(house)).envios).toBe(0);
  });

  test('nothing of a demonstration has had its time, and some of its minors lack a guardian all the same', async () => {
    await addPeople(house.database, 300, () => {});
    expect(await retain(house)).toEqual({ inscricoes: 0, documentos: 0, envios: 0 });
    const { rows: alone } = await house.database.query<{ some: boolean }>(
      'select count(*) between 5 and 100 as some from private.acompanhamentos where sem_responsavel',
    );
    expect(alone).toEqual([{ some: true }]);
  });

  test('a document sent again under an erased key is not swept away while it is claimed', async () => {
    const first = await row('nao-aprovada', '7 months');
    await retain(house);
    const again = await house.app.request(objectUrl(first.key), {
      method: 'POST',
      body: formOf(pdf()),
      headers: { authorization: `Bearer ${house.keys.anonKey}` },
    });
    expect(again.status).toBe(200);
    await enrol(house.database, ROW, first.key);
    await retain(house);
    expect(await stored(first.key)).toBe(true);
  });

  test('the daily run comes once a day, also when several servers ask at once', async () => {
    await tamper(`set momento = momento - interval '48 hours' where acao = 'retencao'`);
    const runs = async () => (await auditLines(house)).filter(({ acao }) => acao === 'retencao').length;
    const before = await runs();
    await Promise.all([retainDaily(house), retainDaily(house), retainDaily(house)]);
    await retainDaily(house);
    expect(await runs()).toBe(before + 1);
    await tamper(
      `set momento = momento + interval '48 hours' where acao = 'retencao' and momento < now() - interval '40 hours'`,
    );
    expect((await house.database.query('select * from private.falhas_da_auditoria()')).rows).toEqual([]);
  });

  test('a run that breaks off anywhere is finished by the next one, and nothing claimed is lost', async () => {
    const { rows: at } = await house.database.query<{ name: string }>('select current_database() as name');
    const kept = [await row('aprovada', '2 days'), await row(null, '2 days')];
    for (let number = 0; number < 25; number += 1) await row('nao-aprovada', '7 months');
    let broken = 0;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const run = retain(house, 2).then(
        () => 0,
        () => 1,
      );
      await new Promise((resolve) => setTimeout(resolve, 5 + attempt * 7));
      const killer = new pg.Client(engine.connection);
      await killer.connect();
      await killer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [at[0]?.name],
      );
      await killer.end();
      broken += await run;
    }
    expect(broken).toBeGreaterThan(0);
    const all = () => Promise.all(Array.from({ length: 10 }, () => house.database.query('select')));
    await expect.poll(() => all().then(Boolean, () => false)).toBe(true); // it knows which of its connections are dead
    await retain(house);
    expect(await rows()).toEqual(kept.map(({ id }) => id).sort());
    for (const { key } of kept) expect(await stored(key)).toBe(true);
    const { rows: left } = await house.database.query('select * from private.documentos_a_remover(24)');
    expect([left, (await house.database.query('select * from private.falhas_da_auditoria()')).rows]).toEqual([
      [],
      [],
    ]);
  });

  test('two runs side by side erase each thing once', async () => {
    for (let at = 0; at < 12; at += 1) await row('nao-aprovada', '7 months');
    const [one, other] = await Promise.all([retain(house), retain(house)]);
    expect([one.inscricoes + other.inscricoes, one.envios + other.envios]).toEqual([12, 12]);
    expect(await rows()).toEqual([]);
  });
});

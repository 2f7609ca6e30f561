import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { OWN_POSTGRES, readInstallation, writeInstallation } from '../../server/core/installation.ts';
import { lockBackups, makeCopy, ownSite } from '../../server/site-data/copy/make-copy.ts';
import { readManifest } from '../../server/site-data/copy/manifest.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { markDatabase, unfinishedInWords } from '../../server/site-data/restore/empty-site.ts';
import { expectDone, newPlace, run } from '../support/copies.ts';
import { enrol, newKey } from '../support/documents.ts';
import { newFolder } from '../support/files.ts';
import { ROW } from '../support/people.ts';
import { forThisTest, USUAL } from '../support/server.ts';
import { OF_1_2, openAsOf12 } from '../support/versions/version-1-2.ts';

// A database of 1.2.0 with a bin, documents that wait and a full brake of the team loses nothing to this version;
// a project's is brought up by `prove -- supabase update`.
const ours = test.skipIf(USUAL.hosted);

ours('what lies in the bin is known, what waits goes on waiting, and nobody is shut out', async () => {
  const { client } = await forThisTest(openAsOf12(USUAL));
  const sql = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
  const [binned, unknown, waiting] = [newKey(), newKey(), newKey()];
  const quem = randomUUID();
  for (const key of [binned, unknown, waiting]) {
    await sql(
      `insert into storage.objects (bucket_id, name, version, created_at) values ('cadastro_unico_uploads', $1, gen_random_uuid(), now() - interval '9 days')`,
      key,
    );
    if (key !== waiting) await enrol({ query: client.query.bind(client) as never }, ROW, key);
  }
  const idOf = async (key: string) =>
    (
      await sql<{ id: string }>(
        `select id from public.inscricoes_projeto where cadastro_unico_url like '%' || $1`,
        key,
      )
    )[0]?.id;
  const [first, second] = [await idOf(binned), await idOf(unknown)];
  await sql(`update private.acompanhamentos set apagada_em = now() - interval '6 days' where true`);
  await sql(
    `select private.anotar('apagou', $1, inscricao => $2, detalhes => '{"motivo": "teste"}')`,
    quem,
    first,
  );
  for (let at = 0; at < 9; at += 1) await sql(`select private.anotar('apagou', $1)`, quem);
  await sql(
    `insert into private.apagamentos (inscricao_id, o_que, envio, motivo, apagado_em)
     values (gen_random_uuid(), 'inscricao', private.envio_do_documento($1), 'pedido_da_familia', now() - interval '2 days')`,
    waiting,
  );
  expect(await sql('select private.estado_da_equipe() as full')).toEqual([{ full: { apagou: 10 } }]);

  await migrate(client);
  const bin = `select inscricao_id as id, motivo, quem from private.lixeira order by motivo`;
  expect(await sql(bin)).toEqual([
    { id: second, motivo: 'outro', quem: null },
    { id: first, motivo: 'teste', quem },
  ]);
  expect(await sql('select private.documentos_a_remover(24) as d')).toEqual([]);
  await sql(`update private.apagamentos set apagado_em = apagado_em - interval '6 days' where true`);
  expect(await sql('select private.documentos_a_remover(24) as d')).toEqual([{ d: waiting }]);
  expect(await sql(`select to_regprocedure('private.exigir_folga(text)') as brake`)).toEqual([
    { brake: null },
  ]);
  expect(await sql('select private.tirar_da_lixeira(array[$1::uuid]) as n', first)).toEqual([{ n: 1 }]);
  await sql(
    `update private.acompanhamentos set apagada_em = apagada_em - interval '1 day' where apagada_em is not null`,
  );
  expect(await sql('select inscricoes from private.apagar_vencidas(10)')).toEqual([{ inscricoes: 1 }]);
  expect(await sql('select id from public.inscricoes_projeto')).toEqual([{ id: first }]);
});

ours('a copy of 1.2.0 comes back as its update leaves the site', async () => {
  const before = await forThisTest(openAsOf12(USUAL));
  const [living, binned] = [newKey(), newKey()];
  for (const key of [living, binned]) {
    await before.client.query(
      `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
      [key],
    );
    await enrol({ query: before.client.query.bind(before.client) as never }, ROW, key);
  }
  const ask = async <T>(client: pg.Client, sql: string) =>
    (await client.query<{ r: T }>(`select ${sql} as r`)).rows[0]?.r;
  await before.client.query(
    `update private.acompanhamentos set apagada_em = now() - interval '1 day' where inscricao_id = (
       select id from public.inscricoes_projeto where cadastro_unico_url like '%' || $1)`,
    [binned],
  );
  await before.client.query(
    `select private.anotar('apagou', null, inscricao => inscricao_id, detalhes => '{"motivo": "repetida"}')
     from private.acompanhamentos where apagada_em is not null`,
  );
  const dataDir = newFolder();
  const site = { id: randomUUID(), geracao: 1, versao: '1.2.0', segredo: 'x', banco: OWN_POSTGRES };
  writeInstallation(dataDir, site);
  await lockBackups(before.client);
  const made = await makeCopy(ownSite(before.client, dataDir, site), {
    dataDir,
    folder: newFolder(),
    recipient: null,
  });
  const copy = made.path;
  await migrate(before.client);
  expect(readManifest(copy).migracoes.map(({ nome }) => nome)).toContain(OF_1_2.at(-1)?.name);

  const place = await newPlace();
  for (let time = 0; time < 2; time += 1) {
    expectDone(await run('restore', [copy], place.environment));
    const end = `(select jsonb_agg(to_jsonb(t) order by motivo) from private.lixeira t)`;
    expect(await ask(place.client, end)).toEqual(await ask(before.client, end));
    expect(await ask(place.client, `(select jsonb_agg(motivo) from private.lixeira)`)).toEqual(['repetida']);
    expect(await ask(place.client, '(select count(*)::integer from public.inscricoes_projeto)')).toBe(2);
    await halfRestored(place.client, place.dataDir); // an interrupted restore begins anew
  }
});

/** Makes a restored place what one is whose restore was cut at its end. */
async function halfRestored(client: pg.Client, dataDir: string): Promise<void> {
  const installation = readInstallation(dataDir);
  if (installation)
    writeInstallation(dataDir, { ...installation, restaurando: unfinishedInWords('copia', 'palavra') });
  await markDatabase(client, 'palavra');
}

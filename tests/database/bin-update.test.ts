import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ROW } from '../../kit/family.ts';
import { OWN_POSTGRES, writeInstallation } from '../../server/core/installation.ts';
import { lockBackups, makeCopy, ownSite } from '../../server/site-data/copy/make-copy.ts';
import { readManifest } from '../../server/site-data/copy/manifest.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { expectDone, newPlace, run } from '../support/copies.ts';
import { enrol, newKey } from '../support/documents.ts';
import { newFolder } from '../support/files.ts';
import { forThisTest, USUAL } from '../support/server.ts';
import { OF_1_2, openAsOf12 } from '../support/versions/version-1-2.ts';

// A database of 1.2.0 with a bin, documents that wait and a full brake of the team loses nothing to this version, nor
// does its copy; a whole site is brought up by `prove -- update`, a project's by `prove -- supabase update`.
test.skipIf(USUAL.hosted)(
  'what lies in the bin of 1.2.0 is known, what waits goes on waiting, nobody is shut out, and its copy comes back as that',
  async () => {
    const { client } = await forThisTest(openAsOf12(USUAL));
    const sql = async (text: string, ...values: unknown[]) => (await client.query(text, values)).rows;
    const [binned, unknown, waiting] = [newKey(), newKey(), newKey()];
    const [quem, ids] = [randomUUID(), [] as string[]];
    for (const key of [binned, unknown, waiting])
      await sql(
        `insert into storage.objects (bucket_id, name, created_at) values ('cadastro_unico_uploads', $1, now() - interval '9 days')`,
        key,
      );
    for (const key of [binned, unknown]) {
      await enrol({ query: client.query.bind(client) as never }, ROW, key);
      ids.push(
        (
          await sql(`select id from public.inscricoes_projeto where cadastro_unico_url like '%' || $1`, key)
        )[0].id,
      );
    }
    await sql(`update private.acompanhamentos set apagada_em = now() - interval '6 days'`);
    const noted = `select private.anotar('apagou', $1, inscricao => $2, detalhes => '{"motivo": "teste"}')`;
    await sql(noted, quem, ids[0]);
    for (let at = 0; at < 9; at += 1) await sql(`select private.anotar('apagou', $1)`, quem);
    await sql(
      `insert into private.apagamentos (inscricao_id, o_que, envio, motivo, apagado_em)
     values (gen_random_uuid(), 'inscricao', private.envio_do_documento($1), 'pedido_da_familia', now() - interval '2 days')`,
      waiting,
    );
    expect(await sql('select private.estado_da_equipe() as full')).toEqual([{ full: { apagou: 10 } }]);
    const site = { id: randomUUID(), geracao: 1, versao: '1.2.0', segredo: 'x', banco: OWN_POSTGRES };
    const dataDir = newFolder();
    writeInstallation(dataDir, site);
    await lockBackups(client);
    const { path } = await makeCopy(ownSite(client, dataDir, site), {
      dataDir,
      folder: newFolder(),
      recipient: null,
    });
    expect(readManifest(path).migracoes.at(-1)?.nome).toBe(OF_1_2.at(-1)?.name);

    await migrate(client);
    const bin = 'select inscricao_id as id, motivo, quem from private.lixeira order by motivo';
    const known = [
      { id: ids[1], motivo: 'outro', quem: null },
      { id: ids[0], motivo: 'teste', quem },
    ];
    expect(await sql(bin)).toEqual(known);
    const place = await newPlace();
    expectDone(await run('restore', [path], place.environment));
    expect((await place.client.query(bin)).rows).toEqual(known);

    expect(await sql('select private.documentos_a_remover(24) as d')).toEqual([]);
    for (const over of [`apagado_em - interval '6 days'`, `now() + interval '400 days'`]) {
      await sql(`update private.apagamentos set apagado_em = ${over}`); // or by a clock that was ahead
      expect(await sql('select private.documentos_a_remover(24) as d')).toEqual([{ d: waiting }]);
    }
    expect(await sql(`select to_regprocedure('private.exigir_folga(text)') as brake`)).toEqual([
      { brake: null },
    ]);
    expect(await sql('select private.tirar_da_lixeira(array[$1::uuid]) as n', ids[0])).toEqual([{ n: 1 }]);
    await sql(
      `update private.acompanhamentos set apagada_em = apagada_em - interval '1 day' where apagada_em is not null`,
    );
    expect(await sql('select inscricoes from private.apagar_vencidas(10)')).toEqual([{ inscricoes: 1 }]);
    expect(await sql('select id from public.inscricoes_projeto')).toEqual([{ id: ids[0] }]);
  },
);

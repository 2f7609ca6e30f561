import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  type emptyPlace,
  newPlaceWithTables,
  openFilledSite,
  type Row,
  run,
} from '../../tests/support/copies.ts';
import { enrolled, rpc, sentLater } from '../../tests/support/desk.ts';
import { newKey, pdf } from '../../tests/support/documents.ts';
import { folderForTests, hashesOf, newFolder } from '../../tests/support/files.ts';
import { forTests, forThisTest } from '../../tests/support/server.ts';
import { isUuid } from '../core/tokens.ts';
import { retain } from '../retention/retention.ts';
import { appendErasures, type Erasure, readErasures } from '../site-data/copy/erasure-list.ts';
import { followErasures } from '../site-data/copy/erasures.ts';

// What was erased after a copy was made stays erased when that comes back.

type Place = Awaited<ReturnType<typeof emptyPlace>>;
let erased: Row[];
let later = '';
let flood: Row;
let expired: Row;
/** A folder with a copy from before the erasing, and its list from after it. */
const folder = folderForTests();
let copy = '';
const site = forTests(() => openFilledSite());
beforeAll(async () => {
  [flood, expired] = site.rows.splice(0, 2) as [Row, Row];
  erased = site.rows.splice(0, 2);
  later = await sentLater(site.server, site.token, erased.at(-1) as Row, pdf(5_000));
  copy = (await run('backup', ['--to', folder], site.environment)).lines.at(-1) ?? '';
  for (const row of erased) await eraseByHand(row);
  await eraseAs('enxurrada', flood);
  await eraseAs('espera', expired);
  const [aged] = site.rows as [Row]; // whose document alone its term erased
  await site.server.database.query(
    `insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
     values ($1, 'documento', private.envio_do_documento($2), $3, 'documento')`,
    [aged.id, aged.key, aged.protocolo],
  );
  await follow(site, folder);
}, 120_000);

/** As one session at the desk does. */
async function eraseByHand(row: Row): Promise<void> {
  const asked = { inscricao: row.id, confirmacao: row.protocolo, motivo: 'pedido_da_familia' };
  expect((await rpc(site.server, site.token, 'apagar_inscricao', asked)).status).toBe(200);
  await site.server.app.request('/storage/v1/object/cadastro_unico_uploads', {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${site.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prefixes: [row.key] }),
  });
}

function eraseAs(motivo: string, { id, key, protocolo }: Row): Promise<void> {
  return site.server.database.asOwner(async (tx) => {
    await tx.query(
      `insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
       values ($1, 'inscricao', private.envio_do_documento($2), $3, $4)`,
      [id, key, protocolo, motivo],
    );
    await tx.query('delete from public.inscricoes_projeto where id = $1', [id]);
  });
}

const follow = ({ server }: Pick<typeof site, 'server'>, copies: string) =>
  followErasures({ query: server.database.query as never, copies });

const restore = (path: string, place: Place) => run('restore', [path], place.environment);

/** Of those that live. */
async function idsIn({ client }: Place): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'select inscricao_id as id from private.acompanhamentos where apagada_em is null',
  );
  return new Set(rows.map(({ id }) => id));
}
const countOf = async (place: Place, rows: readonly Row[]) => {
  const there = await idsIn(place);
  return rows.filter(({ id }) => there.has(id)).length;
};
const bytesIn = (dataDir: string) =>
  new Set(
    Object.entries(hashesOf(join(dataDir, 'documents'))).flatMap(([name, hash]) =>
      isUuid(name) ? [hash] : [],
    ),
  );

test('what was erased since the copy stays so: by hand or in a flood it lies in the bin with its days, what was due is gone', async () => {
  const place = await newPlaceWithTables();
  const answer = await restore(copy, place);
  expect([answer.refusal, answer.code]).toEqual([null, 0]);
  expect(answer.lines.join('\n')).toMatch(/apagados de novo +3\n +de novo na lixeira +3\n/);
  expect(await countOf(place, [...erased, flood, expired])).toBe(0);
  const { rows: bin } = await place.client.query(
    `select motivo, count(*)::integer as n, min(acaba_em) > now() + interval '6 days' as later from private.lixeira group by motivo order by 1`,
  );
  expect(bin).toEqual([
    { motivo: 'enxurrada', n: 1, later: true },
    { motivo: 'pedido_da_familia', n: erased.length, later: true }, // the copy was made before their families asked
  ]);
  const { rows: objects } = await place.client.query<{ name: string; version: string; hash: string }>(
    `select name, version, btrim(metadata ->> 'eTag', '"') as hash from storage.objects`,
  );
  const names = new Set(objects.map(({ name }) => name));
  for (const key of [...erased.map(({ key }) => key), later, flood.key]) expect(names).toContain(key);
  expect(names.has(expired.key)).toBe(false);
  const files = hashesOf(join(place.dataDir, 'documents'));
  for (const { version, hash } of objects) expect(files[version]).toBe(hash);
  const { rows: without } = await place.client.query<{ id: string }>(
    'select inscricao_id as id from private.acompanhamentos where not documento and apagada_em is null',
  );
  expect(without).toEqual([{ id: site.rows[0]?.id }]); // whose document alone its term erased
});

test('what is in the bin comes back into the bin, and leaves the copies, document and all, when its days are over', async () => {
  const { query } = site.server.database;
  const copies = newFolder();
  const row = await enrolled(site.server, {}, pdf(6_000));
  await query(`update storage.objects set created_at = created_at - interval '30 days' where name = $1`, [
    row.key,
  ]);
  const asked = { inscricao: row.id, confirmacao: row.protocolo, motivo: 'outro' };
  expect((await rpc(site.server, site.token, 'apagar_inscricao', asked)).status).toBe(200);
  const made = await run('backup', ['--to', copies], site.environment);
  const place = await newPlaceWithTables();
  expect(await restore(made.lines.at(-1) ?? '', place)).toMatchObject({ refusal: null, code: 0 });
  const { rows: bin } = await place.client.query('select inscricao_id as id, motivo from private.lixeira');
  expect(bin).toContainEqual({ id: row.id, motivo: 'outro' });

  const { rows: objects } = await query<{ version: string }>(
    'select version from storage.objects where name = $1',
    [row.key],
  );
  const isCopied = () => readdirSync(join(copies, 'documents')).includes(objects[0]?.version ?? '');
  await query(
    `update private.acompanhamentos set apagada_em = apagada_em - interval '8 days' where inscricao_id = $1`,
    [row.id],
  );
  await follow(site, copies);
  expect(isCopied()).toBe(true); // nothing is erased for good but by retention
  expect(await retain(site.server)).toMatchObject({ inscricoes: 1 });
  await follow(site, copies);
  expect(isCopied()).toBe(false);
  expect(readErasures(copies)).toContainEqual(
    expect.objectContaining({ inscricao: row.id, motivo: 'outro' }),
  );
}, 120_000);

test('of twenty kinds of forged lines none takes what lives or lies in the bin, and the receipt tells them and who is direção', async () => {
  const other = await forThisTest(openFilledSite());
  const copies = newFolder();
  const binned = await enrolled(other.server, {}, pdf(7_000));
  const put = { inscricao: binned.id, confirmacao: binned.protocolo, motivo: 'outro' };
  expect((await rpc(other.server, other.token, 'apagar_inscricao', put)).status).toBe(200);
  const [one, two, three, four, five] = other.rows as [Row, Row, Row, Row, Row];
  const last = await sentLater(other.server, other.token, five, pdf(7_001));
  const backUp = async () => (await run('backup', ['--to', copies], other.environment)).lines.at(-1) ?? '';
  const momentOf = (path: string) =>
    Date.parse(JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')).momento);
  const path = await backUp();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = momentOf(path) - 3_600_000;
  const between = (momentOf(path) + momentOf(await backUp())) / 2 - 60_000; // as late as a transaction may have begun
  const tomorrow = Date.now() + 2 * 86_400_000;
  const envioOf = (key: string) => key.slice('public/'.length).slice(0, 36);
  const forge = (row: { id: string; key: string }, time: number, more: Partial<Erasure> = {}): Erasure => ({
    inscricao: row.id,
    o_que: 'inscricao',
    envio: envioOf(row.key),
    apagado_em: new Date(time).toISOString().replace('Z', '000Z'),
    motivo: 'espera',
    ...more,
  });
  const document = { o_que: 'documento' } as const;
  const later = { id: envioOf(last), key: last };
  const { motivo: _, ...unreasoned } = forge(three, between);
  const untrue: Erasure[] = [
    forge(one, before),
    forge(two, between),
    forge(two, between), // twice
    forge(two, between + 1),
    unreasoned, // as 1.1.0 wrote them
    forge(three, between, { motivo: 'sem_este_motivo' }),
    forge(three, before, { motivo: 'pedido_da_familia' }), // which would put it into the bin
    forge(three, between, { motivo: 'enxurrada' }),
    forge(three, between, { envio: null }),
    forge(three, between, { envio: envioOf(one.key) }), // another's document
    forge(four, Date.UTC(2000, 0, 1)),
    forge(four, tomorrow), // a day to come
    forge(five, Date.UTC(2099, 11, 31)),
    forge(binned, before),
    forge(binned, between),
    forge(four, between, document),
    forge(four, tomorrow, document),
    forge(later, between, document),
  ];
  const nothing: Erasure[] = [
    forge({ id: randomUUID(), key: newKey() }, Date.now()), // of another site
    forge({ ...one, id: randomUUID() }, Date.now()), // with the document of somebody who lives
    forge({ ...one, id: randomUUID() }, Date.now(), document),
    forge(one, between, { motivo: 'outro', devolvida: true }),
    forge(one, before, document), // what was erased before is in the copy's own tables
  ];
  appendErasures(copies, [...untrue, ...nothing]);
  const restoredTo = async (place: Place) => {
    const answer = await restore(path, place);
    expect([answer.refusal, answer.code]).toEqual([null, 0]);
    return answer.lines.join('\n');
  };
  const place = await newPlaceWithTables();
  const receipt = await restoredTo(place);
  expect(await countOf(place, other.rows)).toBe(other.rows.length);
  const { rows: bin } = await place.client.query('select inscricao_id as id, motivo from private.lixeira');
  expect(bin).toEqual([{ id: binned.id, motivo: 'outro' }]);
  expect(bytesIn(place.dataDir)).toEqual(bytesIn(other.environment.DATA_DIR));
  expect(receipt).toContain('diz de 9 inscrições ou documentos que já não existiam'); // five, the bin’s, three documents
  expect(receipt).toMatch(new RegExp(`Da direção, nesta cópia: .*${other.email}`));

  const newest = [forge(three, Date.now() + 30_000), forge(binned, Date.now())];
  appendErasures(copies, newest);
  await follow(other, copies); // the database lives, and contradicts what no copy can
  for (const line of newest) expect(readErasures(copies)).toContainEqual({ ...line, devolvida: true });
  const again = await newPlaceWithTables();
  await restoredTo(again);
  expect(await countOf(again, other.rows)).toBe(other.rows.length);
  expect(bytesIn(again.dataDir)).toEqual(bytesIn(other.environment.DATA_DIR));
}, 90_000);

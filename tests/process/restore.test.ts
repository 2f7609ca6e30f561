import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { pdfOf } from '../../kit/document-bytes.ts';
import * as installations from '../../server/core/installation.ts';
import { VERSION } from '../../server/core/sources.ts';
import { ownDataDir } from '../../server/postgres/ownership.ts';
import { retain } from '../../server/retention/retention.ts';
import { makeIdentity } from '../../server/site-data/copy/encryption.ts';
import { followErasures } from '../../server/site-data/copy/erasures.ts';
import * as documents from '../../server/site-data/restore/restore-documents.ts';
import {
  eraseOne,
  expectDone,
  expectRefused,
  newPlace,
  newPlaceWithTables,
  openFilledSite,
  run,
  tablesAt,
} from '../support/copies.ts';
import { decidedAgo, enrolled, rpc, sentLater, uploaded } from '../support/desk.ts';
import { codeOf, objectUrl } from '../support/documents.ts';
import { hashesOf, newFolder } from '../support/files.ts';
import { ROW } from '../support/people.ts';
import { forTests, forThisTest } from '../support/server.ts';

const { readInstallation } = installations;
const { identity, recipient } = await makeIdentity();

/** Backs the site up; the copy's folder. */
const backUp = async (folder = newFolder(), environment: Record<string, string> = {}) => {
  const answer = await run('backup', ['--to', folder], { ...site.environment, ...environment });
  expectDone(answer);
  return answer.lines.at(-1) as string;
};

const site = forTests(() => openFilledSite());

/** When what was erased by hand may leave the copies. */
const inEightDays = () => new Date(Date.now() + 8 * 86_400_000);

/** Changes one byte in the middle of a file. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

test.each<[string, (copy: string) => void, RegExp]>([
  ['manifest.json', (copy) => spoil(join(copy, 'manifest.json')), /manifest\.json/],
  [
    'a table',
    (copy) => spoil(join(copy, 'tabelas/public.inscricoes_projeto.copy')),
    /tabelas\/public\.inscricoes_projeto\.copy/,
  ],
  ['the list of documents', (copy) => spoil(join(copy, 'documentos.jsonl')), /documentos\.jsonl/],
  [
    'a table that is gone',
    (copy) => rmSync(join(copy, 'tabelas/auth.users.copy')),
    /tabelas\/auth\.users\.copy/,
  ],
  ['the erasure list', (copy) => spoil(join(copy, '../apagamentos.jsonl')), /apagamentos\.jsonl/],
  [
    'an erasure list that is gone',
    (copy) => rmSync(join(copy, '../apagamentos.jsonl')),
    /Falta apagamentos\.jsonl/,
  ],
  [
    'an erasure list that is shorter',
    (copy) => writeFileSync(join(copy, '../apagamentos.jsonl'), ''),
    /mais curta/,
  ],
])(
  'a copy of which a part was changed is refused, and nothing is touched: %s',
  async (_what, change, said) => {
    const copy = await backUp();
    change(copy);
    const target = newFolder();
    appendFileSync(join(target, 'keys.json'), '{"jwtSecret":""}');
    const before = hashesOf(target);
    const answer = await run('restore', [copy], { DATA_DIR: target });
    expectRefused(answer, said);
    expect(answer.refusal).toMatch(/Nada foi mudado\./);
    expect(hashesOf(target)).toEqual(before);
  },
);

test('what is no copy, or one of another version, is refused', async () => {
  const copy = await backUp();
  const target = newFolder();
  const restore = async (path: string) => (await run('restore', [path], { DATA_DIR: target })).refusal;
  expect(await restore(newFolder())).toMatch(/^Não há uma cópia de segurança em /);
  await site.server.database.query(
    `insert into servidor.migracoes (nome, impressao) values ('20990101000001_depois.sql', 'x')`,
  );
  const newer = await backUp();
  await site.server.database.query(`delete from servidor.migracoes where nome = '20990101000001_depois.sql'`);
  expect(await restore(newer)).toContain(
    `foi feita por outra versão do site (a ${VERSION}: git fetch --tags && git checkout v${VERSION}). Nada foi mudado.`,
  );
  renameSync(copy, join(copy, '../.incompleta-copia-x'));
  expect(await restore(join(copy, '../.incompleta-copia-x'))).toMatch(/não está inteira/);
  expect(readdirSync(target)).toEqual([]);
});

test('a site that has an enrolment, or runs, is not written over', async () => {
  const copy = await backUp();
  const other = await forThisTest(openFilledSite());
  const before = hashesOf(other.environment.DATA_DIR);
  expectRefused(await run('restore', [copy], other.environment), /lugar vazio\. Nada foi mudado/);
  expect(hashesOf(other.environment.DATA_DIR)).toEqual(before);
  const target = newFolder();
  const release = ownDataDir(target);
  expectRefused(
    await run('restore', [copy], { DATA_DIR: target }),
    /^A pasta de dados \S+ já está em uso .*Nada foi mudado\. Pare o site, ou use outra DATA_DIR\.$/,
  );
  expect(readdirSync(target)).toEqual(['owner']);
  release();
});

describe('an encrypted copy', () => {
  const identityFile = (text: string) => {
    const file = join(newFolder(), 'chave.txt');
    writeFileSync(file, `# chave das cópias\n${text}\n`);
    return file;
  };

  test('holds nothing that can be read, and opens with its identity alone', async () => {
    const copy = await backUp(newFolder(), { BACKUP_KEY: recipient });
    for (const file of Object.keys(hashesOf(join(copy, '..')))) {
      const bytes = readFileSync(join(copy, '..', file));
      for (const secret of ['Família', '$argon2', '%PDF', site.email])
        expect([file, bytes.includes(secret)]).toEqual([file, false]);
    }
    const { environment, dataDir } = await newPlaceWithTables();
    const other = await makeIdentity();
    const wrong = ['--identity', identityFile(other.identity)];
    expect((await run('restore', [copy], environment)).refusal).toMatch(/está cifrada\. Nada foi mudado/);
    expect((await run('restore', [copy, ...wrong], environment)).refusal).toMatch(
      /não tem a chave desta cópia/,
    );
    expect((await run('restore', [copy, '--identity', '/nada'], environment)).refusal).toMatch(
      /não pôde ser lido/,
    );
    expect(existsSync(dataDir)).toBe(false);
    const right = ['--identity', identityFile(`${other.identity}\n${identity}`)];
    const answer = await run('restore', [copy, ...right], environment);
    expectDone(answer);
    expect(answer.lines).toContain(`BACKUP_KEY=${recipient}`); // or the next copies could be read by anybody
    const files = hashesOf(join(dataDir, 'documents'));
    expect(Object.values(files)).toEqual(
      expect.arrayContaining(Object.values(hashesOf(site.server.documentsDir))),
    );
  });

  test('uses the documents of the one before, and another key makes files of its own', async () => {
    const folder = newFolder();
    await backUp(folder, { BACKUP_KEY: recipient });
    const first = hashesOf(join(folder, 'documents'));
    await backUp(folder, { BACKUP_KEY: recipient });
    expect(hashesOf(join(folder, 'documents'))).toEqual(first);
    await backUp(folder);
    expect(Object.keys(hashesOf(join(folder, 'documents'))).length).toBe(2 * Object.keys(first).length);
  });

  test('is not followed by one that anybody reads without a word', async () => {
    const folder = newFolder();
    const made = async (key: Record<string, string>) =>
      (await run('backup', ['--to', folder], { ...site.environment, ...key })).lines.join('\n');
    const warned = `Atenção: esta cópia não está cifrada, e as de antes nesta pasta estão. Para as próximas, ponha no .env BACKUP_KEY=${recipient}`;
    expect(await made({})).not.toContain('cifrada');
    expect(await made({ BACKUP_KEY: recipient })).not.toContain('cifrada');
    expect(await made({})).toContain(warned);
  });
});

test('the list of erasures that an owner puts into the data folder counts too, also without one beside the copy when told so', async () => {
  const folder = newFolder();
  const row = await enrolled(site.server);
  const copy = await backUp(folder);
  await eraseOne(site.server, row);
  await followErasures({ query: site.server.database.query as never, copies: folder });
  const { dataDir, environment, client } = await newPlaceWithTables();
  mkdirSync(dataDir);
  renameSync(join(folder, 'apagamentos.jsonl'), join(dataDir, 'apagamentos.jsonl'));
  expectDone(await run('restore', [copy, '--sem-lista'], environment));
  const { rows } = await client.query('select from public.inscricoes_projeto where id = $1', [row.id]);
  expect(rows).toEqual([]);
});

describe('what came later: of a family by its link, and of the desk', () => {
  const WHEN = ['antes', 'depois', 'anexo'] as const;
  const pdfOfFamily = (mark: string) => new TextEncoder().encode(pdfOf({ catalogue: `/Marca(${mark})` }));
  const fromFamily = async (name: string) => {
    const row = await enrolled(site.server, { nome_completo: name }, pdfOfFamily(`${name} antes`));
    const later = await sentLater(site.server, site.token, row, pdfOfFamily(`${name} depois`));
    const asked = { codigo: codeOf(row.key), tipo: 'telefone', telefone: '62988887777' };
    const answer = await rpc(site.server, site.server.keys.anonKey, 'pedir_pela_familia', asked);
    expect(answer.body).toMatchObject({ recebido: true });
    const own = { codigo: codeOf(row.key), tipo: 'corrigir', mudancas: { escola: name } };
    for (const cpf of ['111.444.777-35', ROW.cpf]) // a wrong one is counted, and so in a copy too
      await rpc(site.server, site.server.keys.anonKey, 'pedir_dos_dados', { ...own, cpf });
    const desk = (asking: string, body: object) =>
      rpc(site.server, site.token, asking, { inscricao: row.id, ...body });
    const { version: versao } = (await desk('ficha', {})).body;
    const corrected = { versao, mudancas: { cidade: 'Cidade Certa' }, motivo: 'pedido-da-familia' };
    expect((await desk('corrigir_respostas', corrected)).body).toMatchObject({ applied: true });
    const attached = await uploaded(site.server, pdfOfFamily(`${name} anexo`));
    const endereco = `https://x.test${objectUrl(attached, 'public/')}`;
    expect((await desk('juntar_documento', { endereco })).status).toBe(200);
    return { ...row, later, attached };
  };
  /** Names of the families whose document of then is among a site's. */
  const filesOf = (dataDir: string, when: (typeof WHEN)[number]) => {
    const folder = join(dataDir, 'documents');
    const all = Object.keys(hashesOf(folder)).map((name) => readFileSync(join(folder, name), 'latin1'));
    return all.flatMap((text) => new RegExp(`/Marca\\((\\w+) ${when}`).exec(text)?.[1] ?? []).sort();
  };

  test('is in a copy, comes back, and what was erased of it since does not', async () => {
    const [stays, erased, expired] = [
      await fromFamily('Fica'),
      await fromFamily('Apagada'),
      await fromFamily('Vencida'),
    ];
    const folder = newFolder();
    const copy = await backUp(folder);
    const [there, tables] = [await newPlaceWithTables(), await tablesAt(site.server.login)];
    expect(await run('restore', [copy, '--copy'], there.environment)).toMatchObject({ refusal: null });
    const restored = await tablesAt(there.login);
    const ofFamilies = 'documentos_novos correcoes pedidos cpf_errados historico';
    for (const name of ofFamilies.split(' ').map((table) => `private.${table}`))
      expect([name, restored[name]]).toEqual([name, tables[name]]);
    for (const when of WHEN) expect(filesOf(there.dataDir, when)).toEqual(['Apagada', 'Fica', 'Vencida']);

    await eraseOne(site.server, erased);
    const { query } = site.server.database;
    await decidedAgo(site.server, expired.id, 'aprovada', '91 days');
    expect(await retain(site.server)).toMatchObject({ inscricoes: 0, documentos: 1 });
    for (const when of WHEN) expect(filesOf(site.environment.DATA_DIR, when)).toEqual(['Fica']);
    await followErasures({ query: query as never, copies: folder, now: inEightDays() });
    for (const when of WHEN) expect(filesOf(folder, when)).toEqual(['Fica']);

    const { environment, dataDir, client } = await newPlaceWithTables();
    expectDone(await run('restore', [copy], environment));
    for (const when of WHEN) expect(filesOf(dataDir, when)).toEqual(['Fica']);
    const { rows } = await client.query(
      `select i.nome_completo as nome, array(select d.envio::text from private.documentos_novos d where d.inscricao_id = i.id) as novos,
         (select count(*)::integer from private.pedidos p where p.inscricao_id = i.id) as pedidos,
         array(select c.antes from private.correcoes c where c.inscricao_id = i.id) as corrigidas
       from public.inscricoes_projeto i where i.nome_completo in ('Fica', 'Apagada', 'Vencida') order by 1`,
    );
    const uuidOf = (key: string) => key.slice('public/'.length, 'public/'.length + 36);
    expect(rows).toEqual([
      { nome: 'Fica', novos: expect.any(Array), pedidos: 2, corrigidas: ['Cidade Exemplo'] },
      { nome: 'Vencida', novos: [], pedidos: 2, corrigidas: ['Cidade Exemplo'] },
    ]);
    expect(rows[0].novos.sort()).toEqual([stays.later, stays.attached].map(uuidOf).sort());
    const { rows: without } = await client.query(
      'select from private.correcoes c where not exists (select from public.inscricoes_projeto i where i.id = c.inscricao_id)',
    );
    expect(without).toEqual([]);
    // However old: a clean-up of the restored site leaves what the family sent later.
    const removed = await client.query('select n from private.documentos_a_remover(-1) as n');
    expect(removed.rows.filter(({ n }) => [stays.key, stays.later, stays.attached].includes(n))).toEqual([]);
  });
});

test('a restore that was cut off is served by no start, lets no other database be written over, and is finished by the same command', async () => {
  const copy = await backUp();
  const { environment, dataDir, client } = await newPlace();
  const count = async () =>
    (await client.query('select count(*)::integer as there from public.inscricoes_projeto')).rows;
  const cut = vi.spyOn(documents, 'restoreDocuments').mockRejectedValueOnce(new Error('cut off'));
  const first = await run('restore', [copy], environment).finally(() => cut.mockRestore());
  expect(first.code).toBe(1);
  expect(readInstallation(dataDir)?.restaurando).toMatch(/^copia-/);
  expect(await count()).toEqual([{ there: 0 }]);
  const other = { ...environment, DATABASE_URL: site.environment.DATABASE_URL };
  expectRefused(await run('restore', [copy], other), /lugar vazio\. Nada foi mudado/);

  // once more, when all is there but the folder's word for it
  const { writeInstallation } = installations;
  const late = vi.spyOn(installations, 'writeInstallation');
  late.mockImplementation((folder, said) => {
    if (!said.restaurando) throw new Error('cut off');
    writeInstallation(folder, said);
  });
  expect((await run('restore', [copy], environment).finally(() => late.mockRestore())).code).toBe(1);
  expect(readInstallation(dataDir)?.restaurando).toMatch(/^copia-/);
  expect((await count())[0]?.there).toBeGreaterThan(0);
  expectRefused(
    await run('restore', [copy], environment),
    /já tinha voltado inteira para \S+\. Inicie o site\.$/,
  );
  expect(readInstallation(dataDir)).toMatchObject({ geracao: 3, banco: 'DATABASE_URL' });
  expect(readInstallation(dataDir)?.restaurando).toBeUndefined();
  expect(Object.values(hashesOf(join(dataDir, 'documents')))).toEqual(
    expect.arrayContaining(Object.values(hashesOf(site.server.documentsDir))),
  );
});

test('one that goes on after its rows says which documents are missing, and calls itself whole no more', async () => {
  const copy = await backUp();
  const [document = ''] = readdirSync(join(copy, '../documents'));
  rmSync(join(copy, '../documents', document));
  const { environment, dataDir } = await newPlaceWithTables();
  const list = join(dataDir, 'documentos-que-faltam.txt');
  const { writeInstallation } = installations;
  const late = vi.spyOn(installations, 'writeInstallation').mockImplementation((folder, said) => {
    if (!said.restaurando) throw new Error('cut off');
    writeInstallation(folder, said);
  });
  expect((await run('restore', [copy], environment).finally(() => late.mockRestore())).code).toBe(1);
  const said = `já tinha voltado para ${dataDir}, mas faltam 1 documentos: a lista está em ${list}. Inicie o site.`;
  expect((await run('restore', [copy], environment)).refusal).toContain(said);
  expect(readFileSync(list, 'utf8')).toMatch(/^protocolo \S+, documento \S+, de .*: não está na cópia\n$/);
});

test('with --copy it becomes a site of its own, and the one that was copied goes on', async () => {
  const folder = newFolder();
  const copy = await backUp(folder);
  const { environment, dataDir } = await newPlaceWithTables();
  const answer = await run('restore', [copy, '--copy'], environment);
  expectDone(answer);
  expect(answer.lines.at(-1)).toBe('Este é um site à parte; o de verdade continua como estava.');
  const original = readInstallation(site.environment.DATA_DIR);
  expect(readInstallation(dataDir)?.geracao).toBe(1);
  expect(readInstallation(dataDir)?.id).not.toBe(original?.id);
  const mixed = await run('backup', ['--to', folder], environment);
  expectRefused(mixed, /guarda as cópias de outro site/);
  await backUp(folder);
});

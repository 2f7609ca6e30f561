import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import { createApp } from '../../server/app.ts';
import { cleanUp } from '../../server/clean-up.ts';
import { readConfig } from '../../server/core/config.ts';
import type { AppContext } from '../../server/core/context.ts';
import { openThrottles } from '../../server/core/throttle.ts';
import { isUuid } from '../../server/core/tokens.ts';
import { retain, retainDaily } from '../../server/retention/retention.ts';
import { makeIdentity } from '../../server/site-data/copy/encryption.ts';
import { followErasures } from '../../server/site-data/copy/erasures.ts';
import { type OpenedDatabase, openDatabase } from '../../server/site-data/open/open-database.ts';
import { expectDone, newPlaceWithTables, openFilledSite, run } from '../support/copies.ts';
import { addClass, auditEntries, decidedAgo, enrolled, rpc, uploaded } from '../support/desk.ts';
import { codeOf, objectUrl, pdf } from '../support/documents.ts';
import { folderForTests, hashesOf, newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { forTests, portless, type TestServer } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// What was erased is nowhere: not in a row, not on the disk, not in PostgreSQL's
// own files. How one enrolment is erased: tests/api/malformed.test.ts, bin.test.ts.

const MARK = 'Zoroastro Apagado';
const CPF = '390.533.447-05';

describe('after an enrolment was erased', () => {
  const dataDir = folderForTests();
  let opened: OpenedDatabase;
  let server: TestServer;
  beforeAll(async () => {
    chmodSync(dataDir, 0o755);
    const config = readConfig({ DATA_DIR: dataDir, LIMITS: 'relaxed' });
    const log = pino({ level: 'silent' });
    opened = await openDatabase(config, log);
    const documentsDir = join(dataDir, 'documents');
    const inside: AppContext = {
      ...opened,
      config,
      log,
      documentsDir,
      throttles: openThrottles(opened.database, 'relaxed'),
      refuseBeyondDay: async () => {},
      erased: async () => {},
    };
    const app = createApp(inside, new Map());
    server = { ...inside, app, ...portless(app) } as unknown as TestServer;
  });
  afterAll(() => opened.close());

  /** The files below the data folder, PostgreSQL's among them, that hold the text in any of its shapes. */
  const filesWith = (text: string) => {
    const shapes = [text, text.normalize('NFD'), text.replaceAll(' ', '_')].map((shape) =>
      Buffer.from(shape),
    );
    return readdirSync(dataDir, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => shapes.some((shape) => bytesOf(file).includes(shape)));
  };

  /** Nothing of a file that PostgreSQL has removed since it was listed, as it does with its caches. */
  const bytesOf = (file: string) => {
    try {
      return readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return Buffer.alloc(0);
    }
  };

  test('its bytes are nowhere below the data folder, journal and statistics included, those of a document erased by hand seven days later; the others are whole', async () => {
    const admin = await signedIn(server, { administrator: true });
    const bytes = new TextEncoder().encode(pdfOf({ catalogue: `/Marca(${MARK} no documento)` }));
    const answersWithMark = (at: number) => ({
      nome_completo: `${MARK} ${at}`,
      condicao_medica: 'sim',
      condicao_medica_detalhes: `${MARK} ${'precisa de cuidado. '.repeat(150)}`, // long enough to be kept aside
      endereco_completo: `Rua ${MARK}, 1`,
    });
    const rows = [];
    for (let at = 0; at < 12; at += 1) {
      const row = await enrolled(server, answersWithMark(at), bytes);
      rows.push(row);
      const corrected = {
        mudancas: { endereco_completo: `Rua ${MARK} Certa, 2`, condicao_medica: 'nao' },
        motivo: 'digitado-errado',
      };
      const asked = { inscricao: row.id, versao: 1, ...corrected };
      expect((await rpc(server, admin.token, 'corrigir_respostas', asked)).body.applied).toBe(true);
      const note = { inscricao: row.id, texto: `Nota ${at} de ${MARK}` };
      expect((await rpc(server, admin.token, 'nova_nota', note)).status).toBe(200);
    }
    for (const { id: inscricao } of rows.slice(0, 2)) {
      const endereco = `https://x.test${objectUrl(await uploaded(server, bytes), 'public/')}`;
      expect((await rpc(server, admin.token, 'juntar_documento', { inscricao, endereco })).status).toBe(200);
    }
    const others = [];
    for (let at = 0; at < 12; at += 1)
      others.push(await enrolled(server, { nome_completo: `Pessoa que Fica ${at}` }));
    await opened.database.housekeeping(['analyze', 'checkpoint']);
    expect(filesWith(MARK).length).toBeGreaterThan(12); // the documents, the table, the journal: the search finds what is there

    // Half by hand, half by time.
    for (const [at, row] of rows.entries()) {
      if (at % 2) {
        await decidedAgo(server, row.id, 'nao-aprovada', '7 months');
        continue;
      }
      const body = { inscricao: row.id, confirmacao: row.protocolo, motivo: 'pedido_da_familia' };
      expect(await rpc(server, admin.token, 'apagar_inscricao', body)).toEqual({ status: 200, body: null });
    }
    expect(await retain(server)).toEqual({ inscricoes: 6, documentos: 0, envios: 7 }); // one of them attached

    // Those by hand lie in the bin, whole.
    const documents = filesWith(MARK).filter((file) => isUuid(file.slice(server.documentsDir.length + 1)));
    expect([documents.length, filesWith(MARK).length > 7]).toEqual([7, true]);
    for (const table of [
      'private.acompanhamentos set apagada_em = apagada_em',
      'storage.objects set created_at = created_at',
    ])
      await opened.database.query(`update ${table} - interval '7 days' where true`);
    expect(await retain(server)).toEqual({ inscricoes: 6, documentos: 0, envios: 7 });
    expect(filesWith(MARK)).toEqual([]);
    for (const { id } of rows) expect(JSON.stringify(await auditEntries(server))).toContain(id);
    const { rows: left } = await opened.database.query<{ count: string }>(
      `select count(*) from public.inscricoes_projeto where nome_completo like 'Pessoa que Fica%'`,
    );
    expect(left).toEqual([{ count: '12' }]);
    expect(readdirSync(server.documentsDir).filter(isUuid).length).toBe(12);
    expect(realpathSync(dataDir)).toBeTruthy();
  });

  test('the name of a document that nobody claimed is nowhere after the next run', async () => {
    const name = 'zuleide-apagada.pdf';
    const key = `public/${randomUUID()}_${name}`;
    await retainDaily(server); // today's run was already
    await uploaded(server, pdf(), key);
    await opened.database.query(
      `update storage.objects set created_at = now() - interval '25 hours' where name = $1`,
      [key],
    );
    await cleanUp(server);
    const { rows: left } = await opened.database.query('select from storage.objects where name = $1', [key]);
    expect([left, (await auditEntries(server)).at(-1)?.acao]).toEqual([[], 'apagou_documento_pelo_prazo']);
    await opened.database.housekeeping(['checkpoint']);
    expect(filesWith(name)).not.toEqual([]);
    expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 0, envios: 1 });
    expect(filesWith(name)).toEqual([]);
  });
});

describe('a year after the last day of a participant', () => {
  const site = forTests(() => openFilledSite());
  /** The files below a folder with the name or CPF. */
  const holding = (folder: string) =>
    Object.keys(hashesOf(folder)).filter((name) =>
      [MARK, CPF].some((text) => readFileSync(join(folder, name)).includes(text)),
    );
  /** The tables that say something. */
  const saying = async ({ database }: Pick<TestServer, 'database'>, text: string) => {
    const { rows } = await database.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private', 'storage', 'auth')
         and query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text ~ '${text}' order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  test.each(['plain', 'encrypted'])(
    'no row, file or copy has anything, and nothing comes back from one that is %s',
    async (how) => {
      const { identity, recipient } = await makeIdentity();
      const [folder, chave] = [newFolder(), join(newFolder(), 'chave')];
      writeFileSync(chave, identity);
      const key: Record<string, string> = how === 'encrypted' ? { BACKUP_KEY: recipient } : {};
      const backUp = async () => {
        const answer = await run('backup', ['--to', folder], { ...site.environment, ...key });
        expectDone(answer);
        return answer.lines.at(-1) as string;
      };
      const bytes = new TextEncoder().encode(pdfOf({ catalogue: `/Marca(${MARK})` }));
      const { id, key: document } = await enrolled(site.server, { nome_completo: MARK, cpf: CPF }, bytes);
      const desk = (name: string, body: object) =>
        rpc(site.server, site.token, name, { inscricao: id, ...body });
      const turma = await addClass(site.server, randomUUID());
      await desk('decidir_situacao', { versao: 1, situacao: 'aprovada', turma });
      const list = { turma, dia: todayInBrazil(), marcas: { [id]: 'falta' } };
      expect((await rpc(site.server, site.token, 'fazer_chamada', list)).status).toBe(200);
      await desk('marcar', { especie: 'busca', texto: `A tia de ${MARK}` });
      await desk('nova_nota', { texto: `Telefonei a ${MARK}` });
      await rpc(site.server, site.token, 'perguntar_quem_continua', { turma });
      const goesOn = { codigo: codeOf(document), continua: true, cadunico: true };
      const answer = await rpc(site.server, site.server.keys.anonKey, 'responder_renovacao', goesOn);
      expect(answer.body).toMatchObject({ recebido: true });
      const ends = { versao: 2, situacao: 'desistiu', porque: 'trabalho' };
      expect((await desk('decidir_situacao', ends)).body).toMatchObject({ leftBecause: 'trabalho' });
      const copy = await backUp();
      const documents = () => Object.keys(hashesOf(join(folder, 'documents'))).length;
      const before = documents();
      expect([holding(folder).length > 3, await saying(site.server, id)]).toEqual([
        how === 'plain',
        expect.arrayContaining(['private.historico', 'private.marcas', 'private.presencas']),
      ]);

      const year = `update private.acompanhamentos set saiu_em = current_date - 367, decidida_em = now() - interval '367 days' where inscricao_id = $1`;
      await site.server.database.query(year, [id]);
      expect(await retain(site.server)).toMatchObject({ inscricoes: 1, envios: 1 });
      const query = site.server.database.query as never;
      await followErasures({ query, copies: folder });
      expect([holding(site.environment.DATA_DIR), holding(await backUp()), documents()]).toEqual([
        [],
        [],
        before - 1,
      ]);

      // an old copy has it until the last of its nights
      const older = join(newFolder(), 'copias');
      cpSync(folder, older, { recursive: true });
      expect([existsSync(copy), holding(folder).length > 0]).toEqual([true, how === 'plain']);
      const nightly = { ...site.environment, ...key, BACKUP_DIR: folder };
      const more: Record<string, string> = how === 'plain' ? {} : { BACKUP_KEEP: '2' }; // 14 unless said
      for (let night = 0; night < Number(more.BACKUP_KEEP ?? 14); night += 1)
        expectDone(await run('backup', [], { ...nightly, ...more }));
      expect([existsSync(copy), holding(folder)]).toEqual([false, []]);

      const [there, own] = [await newPlaceWithTables(), join(newFolder(), 'data')];
      await copyFirstStart(own);
      for (const environment of [there.environment, { DATA_DIR: own }]) {
        const answer = await run('restore', [join(older, basename(copy)), '--identity', chave], environment);
        expectDone(answer);
        expect(answer.lines.join('\n')).toMatch(/apagados de novo +2\n/);
        expect(holding(environment.DATA_DIR)).toEqual([]);
      }
      expect(existsSync(join(own, 'postgresql/PG_VERSION'))).toBe(true);
      for (const database of [site.server.database, there.client as never]) {
        const numbers =
          'select pessoas, presencas, faltas from private.participacoes_passadas where turma_id = $1';
        expect((await database.query(numbers, [turma])).rows).toEqual([
          { pessoas: 1, presencas: 0, faltas: 1 },
        ]);
        expect(await saying({ database }, id)).toEqual(['private.apagamentos', 'private.auditoria']); // that it was erased
        expect(await saying({ database }, `${MARK}|${CPF}`)).toEqual([]);
      }
    },
  );
});

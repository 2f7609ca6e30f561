import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { photoPublication } from '../../prove/site-photo.ts';
import { EXPECTED } from '../../scripts/fail.mjs';
import type { Command, Terminal } from '../../server/commands/command.ts';
import { runCommand } from '../../server/commands/run-command.ts';
import { fingerprintOf, OWN_POSTGRES, writeInstallation } from '../../server/core/installation.ts';
import { VERSION } from '../../server/core/sources.ts';
import { contentsOfTable, NOT_COPIED, readTables } from '../../server/site-data/copy/tables.ts';
import { removeUnclaimed } from '../../server/storage/leftovers.ts';
import { addPerson } from './accounts.ts';
import { addClass, enrolled, rpc } from './desk.ts';
import { codeOf, pdf } from './documents.ts';
import { forThisTest, openEmpty, openMigrated, openTestServer, type TestServer, USUAL } from './server.ts';
import { signedIn } from './sign-in.ts';
import { TEST_FOLDER } from './test-folder.ts';

/** An address of DATABASE_URL for a login over a unix socket. */
export function urlOf({ host, user, password, database }: pg.ClientConfig): string {
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`;
}

/** A site on an own PostgreSQL with what a site has: families, decisions, notes, a class's list, a dated line, a family that goes on, a photo, an erasure, accounts, audit entries. */
export async function openFilledSite(engine = USUAL) {
  const server = await openTestServer(engine);
  writeInstallation(server.config.dataDir, {
    id: randomUUID(),
    geracao: 1,
    versao: VERSION,
    segredo: fingerprintOf(server.keys.jwt),
    banco: OWN_POSTGRES,
  });
  const admin = await signedIn(server, { administrator: true });
  const person = await addPerson(server, { administrator: true });
  const desk = (name: string, body: object) => rpc(server, admin.token, name, body);
  const rows = [];
  for (let at = 0; at < 6; at += 1)
    rows.push(
      await enrolled(
        server,
        {
          nome_completo: `Família ${at % 4} \\ "açaí"\t\n`,
          peso: 30.5 + at,
          contato_recados: at ? null : '',
        },
        pdf(3_000 + at),
      ),
    );
  const [first, second, third, last] = [rows[0], rows[1], rows[2], rows.at(-1)] as [Row, Row, Row, Row];
  await desk('nova_nota', { inscricao: first.id, texto: 'Ligou a mãe.' });
  const place = { turma: await addClass(server, 'Turma de Teste'), primeiro_dia: '2027-01-11' };
  await desk('decidir_situacao', { inscricao: first.id, versao: 1, situacao: 'aprovada', ...place });
  await desk('decidir_situacao', { inscricao: second.id, versao: 1, situacao: 'aprovada', ...place });
  await desk('voltar_decisao', { inscricao: second.id, versao: 2 });
  const { turma } = place;
  await desk('decidir_situacao', { inscricao: third.id, versao: 1, situacao: 'aprovada', turma });
  await desk('fazer_chamada', { turma, dia: todayInBrazil(), marcas: { [third.id]: 'falta' }, pronta: true });
  await desk('marcar', { inscricao: third.id, especie: 'busca', texto: 'A tia Rosa' });
  await desk('perguntar_quem_continua', { turma });
  const answer = { codigo: codeOf(third.key), continua: true, cadunico: false };
  await rpc(server, server.keys.anonKey, 'responder_renovacao', answer);
  const numbers = `insert into private.participacoes_passadas values ($1, '2025-02-01', 4, 40, 3)`;
  await server.database.query(numbers, [turma]);
  const stay = `insert into private.pessoas_passadas values (gen_random_uuid(), $1, '2025-02-01', '2025-03-31', true, 'mudou', 7)`;
  await server.database.query(stay, [turma]);
  await desk('comparar_pessoas', { inscricao: first.id, outra: second.id, mesma_pessoa: false });
  await desk('publicar_centro', await photoPublication());
  await eraseOne(server, last);
  await server.database.query('select private.misturar_passadas()'); // as each night leaves them
  const environment = { DATA_DIR: server.config.dataDir, DATABASE_URL: urlOf(server.login) };
  return {
    ...{ server, environment, rows: rows.slice(0, -1), email: person.email, token: admin.token },
    close: () => server.close(),
  };
}

export type Row = Awaited<ReturnType<typeof enrolled>>;

/** Erases an enrolment and its document's row and file at once, as retention does when its time is over. */
export async function eraseOne(server: TestServer, row: Pick<Row, 'id'>): Promise<void> {
  await server.database.query(
    `update private.acompanhamentos set situacao = 'desistiu', motivo = null, decidida_em = now() - interval '7 months'
     where inscricao_id = $1`,
    [row.id],
  );
  await server.database.query('select private.apagar_vencidas(10)');
  await removeUnclaimed(server);
}

/** An empty database, or one with the tables alone, and no data folder yet; `close` removes what came of both. */
export async function emptyPlace(engine = USUAL, open = openEmpty) {
  const { client, close } = await open(engine);
  const dataDir = join(mkdtempSync(join(TEST_FOLDER, 'cc-empty-')), 'data');
  const login = { ...engine.connection, database: client.database };
  return {
    client,
    dataDir,
    login,
    environment: { DATA_DIR: dataDir, DATABASE_URL: urlOf(login) },
    close: async () => {
      await close();
      rmSync(join(dataDir, '..'), { recursive: true, force: true });
    },
  };
}

/** One that is closed after the test. */
export const newPlace = (engine = USUAL) => forThisTest(emptyPlace(engine));

/** One whose tables a first start has made: for tests of what a restore brings, not of how it makes them. */
export const newPlaceWithTables = () => forThisTest(emptyPlace(USUAL, openMigrated));

/** The contents of every table that a copy has, by its name. */
export async function tablesAt(login: pg.ClientConfig): Promise<Record<string, unknown>> {
  const client = new pg.Client(login);
  await client.connect();
  const found: Record<string, unknown> = {};
  for (const table of await readTables(client))
    if (!NOT_COPIED.has(table.nome)) found[table.nome] = await contentsOfTable(client, table);
  await client.end();
  return found;
}

/** A terminal of nobody, and the lines that were printed on it. */
export function terminalOf() {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(...text.split('\n'));
  return { lines, terminal: { print, readPassword: async () => '' } };
}

/** Runs a command on the database of a server; the exit code and what it printed, of wrong arguments the sentence. */
export async function runOn(
  { database, documentsDir }: Pick<TestServer, 'database' | 'documentsDir'>,
  command: Command,
  args: string[],
  { today = '', ...typed }: { today?: string } & Partial<Terminal> = {},
) {
  const { lines, terminal } = terminalOf();
  if (command.opens === 'nothing') throw new Error('it needs the database');
  const order = command.order(args, today);
  if (typeof order === 'string') return { code: 2, lines: [order] };
  const code = await order({ database, documentsDir, terminal: { ...terminal, ...typed } });
  return { code, lines };
}

/** Runs a command; what it printed, line by line, the exit code, and the sentence of a refusal. */
export async function run(name: string, args: string[], environment: Record<string, string>) {
  const { lines, terminal } = terminalOf();
  try {
    const code = await runCommand(name, args, environment, terminal);
    return { code, lines, refusal: null };
  } catch (error) {
    const { name: kind, message } = error as Error;
    return { code: EXPECTED.includes(kind) ? 3 : 1, lines, refusal: message };
  }
}

type Ended = Pick<Awaited<ReturnType<typeof run>>, 'code' | 'refusal'>;

/** A command ended with 3 and this sentence. */
export const expectRefused = ({ code, refusal }: Ended, sentence: RegExp): void =>
  expect([code, refusal]).toEqual([3, expect.stringMatching(sentence)]);

/** A command did what it was asked to. */
export const expectDone = ({ code, refusal }: Ended): void => expect([code, refusal]).toEqual([0, null]);

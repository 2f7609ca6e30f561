import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { personalCodeOf } from '../../domain/personal-code.ts';
import { ATTACKS, attackFrom, type Statuses } from '../../prove/exam/attackers.ts';
import { Desk } from '../../prove/exam/desk.ts';
import { sendDocument, sendEnrolment } from '../../prove/exam/refusals.ts';
import { ADMIN } from '../../prove/server.ts';
import { makeSubmission } from '../../prove/submission.ts';
import { guardConnections, SERVER_OPTIONS } from '../../server/connections.ts';
import { readConfig } from '../../server/core/config.ts';
import { openServer, type RunningServer } from '../../server/main.ts';
import type { Pages } from '../../server/pages.ts';

// One address of each kind, for seconds; twenty for minutes, with bounds, are `npm run exam -- attack`.

const LIMIT_MS = 30_000;
/** So many enrolments of one address in an hour the desk sees as a flood. */
const FLOOD = 30;

let folder = '';
let running: RunningServer;
/** What the server wrote to its log. */
const lines: string[] = [];
const server = createServer(SERVER_OPTIONS, (request, response) =>
  getRequestListener(running.app.fetch)(request, response),
);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cc-attack-'));
  chmodSync(folder, 0o755);
  const config = readConfig({
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const pages = new Map([['/', {}]]) as unknown as Pages;
  running = await openServer(
    config,
    pages,
    pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    () => {},
  );
  guardConnections(server, config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await running.context.database.query('delete from public.inscricoes_projeto where true');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await running.close();
  rmSync(folder, { recursive: true });
});

test('strangers who use up wrong pairs and codes close no family’s link, and no log names anybody', async () => {
  const { keys } = running.context;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = () => ({ url, key: keys.anonKey });
  const submission = makeSubmission(0);
  const [home, stranger] = ['127.0.3.1', '127.0.4.1'];
  expect((await sendDocument(place, submission, { 'X-Forwarded-For': home })).status).toBe(200);
  expect((await sendEnrolment(place, submission, { 'X-Forwarded-For': home })).status).toBe(201);
  const codigo = personalCodeOf(submission.id);
  const protocolo = protocolOf(submission.id);
  const ask = async (address: string, name: string, body: object) => {
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: keys.anonKey, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const wrongPair = (address: string) =>
    ask(address, 'situacao_por_protocolo', { protocolo, nascimento: '2001-01-01' });
  const wrongCode = (address: string, at: number) =>
    ask(address, 'situacao_da_inscricao', { codigo: codigo.replace(/.{4}$/, String(1_000 + at)) });
  const statusesOf = async (asked: Promise<{ status: number }>[]) =>
    [...new Set((await Promise.all(asked)).map(({ status }) => status))].sort();

  // From one address until it is refused both ways, then from two hundred until everybody waits.
  expect(await statusesOf(Array.from({ length: 25 }, () => wrongPair(stranger)))).toEqual([200, 429]);
  expect(await statusesOf(Array.from({ length: 70 }, (_, at) => wrongCode(stranger, at)))).toEqual([
    200, 429,
  ]);
  const many = Array.from({ length: 200 }, (_, at) => `127.0.5.${at + 1}`);
  expect(await statusesOf(many.map(wrongPair))).toEqual([200, 429]);
  const pair = await ask(home, 'situacao_por_protocolo', { protocolo, nascimento: '2012-03-05' });
  expect([pair.status, pair.body.code]).toEqual([429, 'PGRST429']);
  expect(Date.parse(pair.body.details) - Date.now()).toBeLessThan(16_000);

  for (const address of [home, stranger, '127.0.6.1']) {
    const began = performance.now();
    const answer = await ask(address, 'situacao_da_inscricao', { codigo });
    expect(answer).toMatchObject({ status: 200, body: { situacao: 'nova' } });
    expect(performance.now() - began).toBeLessThan(1_000);
  }
  const asked = { codigo, tipo: 'telefone', telefone: '62977776666' };
  expect(await ask(stranger, 'pedir_pela_familia', asked)).toMatchObject({ body: { recebido: true } });

  // What is refused is what logs like to repeat.
  const missing = `${url}/storage/v1/object/public/cadastro_unico_uploads/public/${submission.id}_nada.pdf`;
  await running.context.database.query(
    `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'teste' where true`,
  );
  for (const [name, body] of [
    ['enviar_outro_documento', { codigo, endereco: missing }],
    ['pedir_pela_familia', { codigo, tipo: 'telefone', telefone: 'meia dúzia' }],
    ['situacao_por_protocolo', { protocolo, nascimento: '05/03/2012 ou 06/03/2012' }],
  ] as const)
    expect((await ask('127.0.6.1', name, body)).status).toBeGreaterThanOrEqual(400);

  const logs = [lines.join(''), readFileSync(join(folder, 'postgresql.log'), 'utf8')] as const;
  expect(logs[0].split('/rest/v1/rpc/*').length).toBeGreaterThan(295);
  expect(logs[1]).toContain('LOG: ');
  const { nome_completo, telefone_whatsapp } = submission.row;
  const secrets = [codigo, submission.id, protocolo, '2012-03-05', '05/03/2012', '2001-01-01', nome_completo];
  for (const secret of [...secrets, telefone_whatsapp, asked.telefone, 'meia dúzia'])
    expect([secret, ...logs.map((log) => log.includes(secret))]).toEqual([secret, false, false]);
}, 30_000);

test('beside attackers of every kind a family enrols, and whoever signed in before signs in, reads and erases the flood', async () => {
  const { keys, database } = running.context;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = () => ({ url, key: keys.anonKey });
  const desk = new Desk(place, { 'X-Forwarded-For': '127.0.2.1' });
  expect(await desk.signIn()).toBe(200);

  const kinds = Object.entries(ATTACKS)
    .filter(([kind]) => kind !== 'documents of 5 MB') // they take the longest to make and send
    .map(([kind, attack]) => [kind, { ...attack, addresses: 1, atOnce: 2 }] as const);
  const began = performance.now();
  let open = true;
  const attacked = (all: Statuses) =>
    (all.get('wrong passwords')?.get(429) ?? 0) > 0 &&
    (all.get('enrolments with a document')?.get(201) ?? 0) > FLOOD;
  const goOn = (all: Statuses) => {
    open = !attacked(all) && performance.now() - began < LIMIT_MS;
    return open;
  };
  const addresses = kinds.map((_, at) => `127.0.0.${at + 10}`);
  const attacking = attackFrom(place, addresses, goOn, Object.fromEntries(kinds));
  const statuses: number[] = [];
  let families = 0;
  while (open) {
    families += 1;
    const family = { 'X-Forwarded-For': `127.0.1.${families}` };
    const submission = makeSubmission(families);
    statuses.push((await sendDocument(place, submission, family)).status);
    statuses.push((await sendEnrolment(place, submission, family)).status - 1); // 201
    statuses.push(await desk.signIn());
    statuses.push((await desk.rpc('buscar_inscricoes', { filtro: {} })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  server.closeAllConnections(); // the slow bodies would be cut after twelve seconds
  expect(attacked(await attacking)).toBe(true);

  for (;;) {
    const [flood] = (await desk.rpc('enxurradas')).body as { origem: string; hora: string }[];
    if (!flood) break;
    const { origem, hora } = flood;
    expect((await desk.rpc('apagar_enxurrada', { origem, hora, confirmacao: 'APAGAR' })).status).toBe(200);
  }
  expect((await database.query('select from public.inscricoes_projeto')).rowCount).toBe(families);
}, 60_000);

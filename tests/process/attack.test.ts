import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  running = await openServer(config, pages, pino({ level: 'silent' }), () => {});
  guardConnections(server, config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await running.close();
  rmSync(folder, { recursive: true });
});

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

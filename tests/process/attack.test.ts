import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { makeRow, makeSubmission, sendDocument, sendEnrolment } from '../../kit/family.ts';
import { listenOn } from '../../kit/listen.ts';
import { call } from '../../kit/site.ts';
import { ATTACKS, attackFrom, type Statuses } from '../../prove/exam/attackers.ts';
import { Desk } from '../../prove/exam/desk.ts';
import { guardConnections, SERVER_OPTIONS } from '../../server/http/connections.ts';
import { forTests } from '../support/server.ts';
import { openSite } from '../support/site.ts';

// One address of each kind, for seconds; for minutes they are `npm run prove -- networks` and `attackers`.

const LIMIT_MS = 30_000;
/** How many addresses guess, and how long a family may wait beside them: forever here, `npm run prove -- polled` says. */
const POLLERS = Number(process.env.POLLERS ?? 12);
const POLLED_MS = Number(process.env.POLLED_MS ?? Number.POSITIVE_INFINITY);
/** How long is attacked at least; a minute in `npm run prove -- networks` and `attackers`. */
const ATTACKED_MS = Number(process.env.ATTACKED_MS ?? 0);
/** So many enrolments of one address in an hour the desk sees as a flood. */
const FLOOD = 30;

/** What the server wrote to its log. */
const lines: string[] = [];
const server = createServer(SERVER_OPTIONS, (request, response) =>
  getRequestListener(running.app.fetch)(request, response),
);
const running = forTests(() => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  return openSite({ TRUSTED_PROXIES: '127.0.0.1' }, { log });
});
const listening = forTests(() => {
  guardConnections(server, running.config);
  return listenOn(server);
});
afterEach(async () => {
  server.closeAllConnections(); // the next test calls on none that ends meanwhile
  for (let turns = 0; turns < 10; turns += 1) await new Promise((seen) => setImmediate(seen));
  await running.context.database.query('delete from public.inscricoes_projeto where true');
});

/** Where the server is, for callers of the public API. */
const place = () => ({ url: listening.url, key: running.context.keys.anonKey });

/** Calls a function of families from an address that the trusted proxy names. */
const ask = async (address: string, name: string, body: object) => {
  const headers = { 'X-Forwarded-For': address };
  const answer = await call(place(), `/rest/v1/rpc/${name}`, { body, headers });
  return { status: answer.status, body: await answer.json() };
};

test('beside many addresses that try pairs without end every family reads its situation by protocol and birth date', async () => {
  const families = Array.from({ length: 30 }, (_, number) => makeSubmission(number, 1_000));
  for (const [at, family] of families.entries()) {
    const home = { 'X-Forwarded-For': `127.0.7.${at + 1}` };
    expect((await sendDocument(place(), family, { bare: true, headers: home })).status).toBe(200);
    expect((await sendEnrolment(place(), family, home)).status).toBe(201);
  }
  const wrong = { protocolo: protocolOf(families[0]?.id ?? ''), nascimento: '2001-01-01' };
  const polled: number[] = [];
  let open = true;
  const poll = async (address: string, enough: () => void) => {
    for (let at = 0; open; at += 1) {
      polled.push((await ask(address, 'situacao_por_protocolo', wrong)).status);
      if (at === 20) enough();
    }
  };
  const polling: Promise<void>[] = [];
  const all = Array.from(
    { length: POLLERS },
    (_, at) => new Promise<void>((enough) => polling.push(poll(`127.0.8.${at + 1}`, enough))),
  );
  await Promise.all(all); // each has used up its own by now
  for (const [at, { id }] of families.entries()) {
    const [began, pair] = [performance.now(), { protocolo: protocolOf(id), nascimento: '2012-03-05' }];
    const served = await ask(`127.0.7.${at + 1}`, 'situacao_por_protocolo', pair);
    expect(served.body).toMatchObject({ situacao: 'nova' });
    expect(performance.now() - began).toBeLessThan(POLLED_MS);
  }
  open = false;
  await Promise.all(polling);
  expect(polled.filter((status) => status === 200)).toHaveLength(Math.min(POLLERS * 10, 40)); // they are one network
  expect(new Set(polled)).toEqual(new Set([200, 429]));
});

test('rows without a document are small, show as a flood of their address and go in one act', async () => {
  const { database } = running.context;
  /** Letters of four bytes that nothing compresses, as many as the largest columns take. */
  const random = new Uint16Array(randomBytes(16_000).buffer, 0, 8_000);
  const letters = String.fromCodePoint(...Array.from(random, (number) => 0x20000 + (number % 0xa000)));
  const send = async (address: string, answers: object) => {
    const row = { ...makeRow(0), ...answers };
    const answer = await sendEnrolment(place(), { path: null, row }, { 'X-Forwarded-For': address });
    return { status: answer.status, body: answer.status === 201 ? null : await answer.json() };
  };
  const onDisk = async () =>
    (await database.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes'))
      .rows[0]?.bytes ?? 0;
  /** One call more than an address has in a minute, some at once. */
  const minute = async (address: string, answers: object) => {
    const sent: Awaited<ReturnType<typeof send>>[] = [];
    while (sent.length < 91)
      sent.push(...(await Promise.all(Array.from({ length: 7 }, () => send(address, answers)))));
    return sent;
  };
  const count = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  const before = await onDisk();
  const large = await minute('127.0.9.1', { motivacao: letters, objetivos: letters });
  const afterLarge = await onDisk();
  const small = await minute('127.0.9.2', { motivacao: letters.slice(0, 2 * 4_600) });
  const afterSmall = await onDisk();
  expect([count(large, 400), count(large, 429), afterLarge - before < 500_000]).toEqual([90, 1, true]);
  expect(large.find(({ status }) => status === 400)?.body).toMatchObject({
    code: '23514',
    message: 'As respostas estão longas demais. Escreva menos na mais longa.',
  });
  expect([count(small, 201), count(small, 429)]).toEqual([90, 1]);
  expect(afterSmall - afterLarge).toBeLessThan(90 * 60_000);

  const desk = new Desk(place, { 'X-Forwarded-For': '127.0.2.1' });
  expect(await desk.signIn()).toBe(200);
  type Flood = { origin: string; hour: string; enrolments: number };
  const floods = ((await desk.rpc('lista_de_enxurradas')).body as Flood[]).filter(
    ({ origin }) => origin !== 'todas',
  );
  // an hour's end may lie between
  expect(floods.reduce((sum, { enrolments }) => sum + enrolments, 0)).toBe(90);
  for (const { origin: origem, hour: hora } of floods)
    expect((await desk.rpc('recolher_enxurrada', { origem, hora, confirmacao: 'APAGAR' })).status).toBe(200);
  expect(
    (await database.query('select from private.acompanhamentos where apagada_em is null')).rowCount,
  ).toBe(0);
});

test('strangers who use up wrong pairs and codes close no family’s link, and no log names anybody', async () => {
  const { url } = place();
  const submission = makeSubmission(0);
  const [home, stranger] = ['127.0.3.1', '127.0.4.1'];
  expect(
    (await sendDocument(place(), submission, { bare: true, headers: { 'X-Forwarded-For': home } })).status,
  ).toBe(200);
  expect((await sendEnrolment(place(), submission, { 'X-Forwarded-For': home })).status).toBe(201);
  const codigo = submission.code;
  const protocolo = protocolOf(submission.id);
  const wrongPair = (address: string) =>
    ask(address, 'situacao_por_protocolo', { protocolo, nascimento: '2001-01-01' });
  const wrongCode = (address: string, at: number) =>
    ask(address, 'situacao_da_inscricao', { codigo: codigo.replace(/.{4}$/, String(1_000 + at)) });
  const statusesOf = async (asked: Promise<{ status: number }>[]) =>
    [...new Set((await Promise.all(asked)).map(({ status }) => status))].sort();

  // From one address until it is refused both ways, then from two hundred: nobody else waits.
  expect(await statusesOf(Array.from({ length: 25 }, () => wrongPair(stranger)))).toEqual([200, 429]);
  expect(await statusesOf(Array.from({ length: 70 }, (_, at) => wrongCode(stranger, at)))).toEqual([
    200, 429,
  ]);
  const many = Array.from({ length: 200 }, (_, at) => `127.5.${at + 1}.1`);
  expect(await statusesOf(many.map(wrongPair))).toEqual([200]);
  const pair = { protocolo, nascimento: '2012-03-05' };
  expect(await ask(home, 'situacao_por_protocolo', pair)).toMatchObject({ body: { situacao: 'nova' } });
  expect((await ask(stranger, 'situacao_por_protocolo', pair)).body).toMatchObject({ code: 'PGRST429' });

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

  const logs = [lines.join(''), readFileSync(join(running.folder, 'postgresql.log'), 'utf8')] as const;
  expect(logs[0].split('/rest/v1/rpc/*').length).toBeGreaterThan(295);
  expect(logs[1]).toContain('LOG: ');
  const { nome_completo, telefone_whatsapp } = submission.row;
  const secrets = [codigo, submission.id, protocolo, '2012-03-05', '05/03/2012', '2001-01-01', nome_completo];
  for (const secret of [...secrets, telefone_whatsapp, asked.telefone, 'meia dúzia'])
    expect([secret, ...logs.map((log) => log.includes(secret))]).toEqual([secret, false, false]);
});

test('beside attackers of every kind a family enrols, and whoever signed in before signs in, reads and erases the flood', async () => {
  const { database } = running.context;
  const desk = new Desk(place, { 'X-Forwarded-For': '127.0.2.1' });
  expect(await desk.signIn()).toBe(200);

  const kinds = Object.entries(ATTACKS).filter(
    ([kind]) => ATTACKED_MS > 0 || kind !== 'documents of 5 MB', // they take the longest to make and send
  );
  const began = performance.now();
  let open = true;
  const attacked = (all: Statuses) =>
    (all.get('wrong passwords')?.get(429) ?? 0) > 0 &&
    (all.get('enrolments with a document')?.get(201) ?? 0) > FLOOD;
  const goOn = (all: Statuses) => {
    const lasts = performance.now() - began;
    open = lasts < ATTACKED_MS || (!attacked(all) && lasts < 3 * LIMIT_MS); // a busy machine takes ten times as long
    return open;
  };
  const attacking = attackFrom(place, goOn, Object.fromEntries(kinds));
  const statuses: number[] = [];
  let families = 0;
  while (open) {
    families += 1;
    const family = { 'X-Forwarded-For': `127.11.${families % 250}.1` };
    const submission = makeSubmission(families);
    statuses.push((await sendDocument(place(), submission, { bare: true, headers: family })).status);
    statuses.push((await sendEnrolment(place(), submission, family)).status - 1); // 201
    statuses.push(await desk.signIn());
    statuses.push((await desk.rpc('lista_de_inscricoes', { filtro: {} })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  server.closeAllConnections(); // the slow bodies would be cut after twelve seconds
  expect(attacked(await attacking)).toBe(true);

  for (const table of ['origens', 'chegadas']) // into one hour, as floods are counted, whichever it is now
    await database.query(`update private.${table} set quando = date_trunc('hour', now()) where true`);
  for (;;) {
    const floods = (await desk.rpc('lista_de_enxurradas')).body as { origin: string; hour: string }[];
    const flood = floods.find((one) => one.origin !== 'todas');
    if (!flood) break;
    const { origin: origem, hour: hora } = flood;
    expect((await desk.rpc('recolher_enxurrada', { origem, hora, confirmacao: 'APAGAR' })).status).toBe(200);
  }
  expect(
    (await database.query('select from private.acompanhamentos where apagada_em is null')).rowCount,
  ).toBe(families);
});

test('a whole /48 keeps neither a known device from signing in nor families from enrolling, and is one flood', async () => {
  const desk = new Desk(place, { 'X-Forwarded-For': '127.0.2.1' });
  expect(await desk.signIn()).toBe(200);
  let open = true;
  onTestFinished(() => {
    open = false;
  });
  const statuses: Statuses = new Map();
  const again = async (what: string, send: () => Promise<Response>) => {
    const answers = statuses.get(what) ?? new Map<number, number>();
    statuses.set(what, answers);
    while (open) {
      const status = await send().then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0, // cut
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 429) await pause(200); // as often as a script would
    }
  };
  const attacking = Array.from({ length: 40 }, (_, at) => {
    const headers = () => ({
      'X-Forwarded-For': `2001:db8:7:${(at * 1_500 + randomInt(1_500)).toString(16)}::1`,
    });
    const guess = () => {
      const body = { email: `${randomUUID()}@example.com`, password: randomUUID() };
      return call(place(), '/auth/v1/token?grant_type=password', { body, headers: headers() });
    };
    const enrol = () => sendEnrolment(place(), { path: null, row: makeRow(at) }, headers());
    return at % 5 === 0 ? again('rows', enrol) : again('guesses', guess);
  });
  await expect.poll(() => statuses.get('guesses')?.size ?? 0, { timeout: LIMIT_MS }).toBeGreaterThan(1);
  const began = performance.now();
  const honest: unknown[] = [];
  for (let family = 0; family < 30 || performance.now() - began < ATTACKED_MS; family += 1) {
    const home = { 'X-Forwarded-For': `127.10.${family % 250}.1` };
    const submission = makeSubmission(family, 1_000);
    honest.push((await sendDocument(place(), submission, { bare: true, headers: home })).status);
    honest.push((await sendEnrolment(place(), submission, home)).status - 1); // 201
    if (family % 3 === 0) honest.push(await desk.signIn().catch(String));
  }
  open = false;
  await Promise.all(attacking);
  expect(honest).toEqual(honest.map(() => 200));
  expect(statuses.get('rows')?.get(201)).toBeLessThanOrEqual(
    360 * Math.ceil((performance.now() - began + LIMIT_MS) / 60_000),
  );
  expect(statuses.get('guesses')?.get(400) ?? 0).toBeLessThanOrEqual(
    200 * Math.ceil((performance.now() - began + LIMIT_MS) / 300_000),
  );
  await running.context.database.query(
    `update private.chegadas set quando = date_trunc('hour', now()) where true`,
  );
  const floods = (await desk.rpc('lista_de_enxurradas')).body as { origin: string; enrolments: number }[];
  expect(floods.map(({ enrolments }) => enrolments)).toContain(statuses.get('rows')?.get(201));
}, 300_000); // what each family asks for stands behind forty attackers

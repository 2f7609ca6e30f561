import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenOn } from '../../kit/listen.ts';
import { newFolder } from '../../tests/support/files.ts';
import { type AlertTimes, watchTroubles } from './alerts.ts';
import type { Trouble } from './troubles.ts';

const TIMES: AlertTimes = { every: 20, lasts: 60, again: 100, daily: 60_000 };

let folder = '';
let receiver: Server;
let url = '';
let close = async () => {};
let status = 200;
let received: { path: string; type: string; text: string }[] = [];
let codes: Trouble[] = [];
let logged: string[] = [];
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = newFolder();
  [received, codes, logged, status] = [[], [], [], 200];
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ path: request.url ?? '', type: request.headers['content-type'] ?? '', text });
    response.writeHead(status).end();
  });
  const listening = await listenOn(receiver);
  url = `${listening.url}/tema-secreto`;
  close = listening.close;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await close();
});

function watch(changes: { url?: string; times?: AlertTimes } = {}) {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const { stop } = watchTroubles({
    check: async () => ({ status: 'ok', codes }),
    url,
    file: join(folder, 'avisos.json'),
    site: 'https://exemplo.test',
    log,
    times: TIMES,
    ...changes,
  });
  stops.push(stop);
  return stop;
}
const texts = () => received.map(({ text }) => text);
const count = () => received.length;
const written = () => JSON.parse(readFileSync(join(folder, 'avisos.json'), 'utf8')) as object;
/** Watches until `wanted` messages were received and recorded; returns what stops it. */
async function watchUntil(wanted: number) {
  const stop = watch();
  await expect.poll(() => logged.filter((line) => line.includes('alert sent')).length).toBe(wanted);
  return stop;
}

test('a receiver that leads elsewhere is not followed', async () => {
  let followed = 0;
  const elsewhere = createServer((_request, response) => {
    followed += 1;
    response.end();
  });
  const { url: Location, close: closeElsewhere } = await listenOn(elsewhere);
  receiver.removeAllListeners('request');
  receiver.on('request', (request, response) => {
    received.push({ path: request.url ?? '', type: '', text: '' });
    response.writeHead(307, { Location }).end();
  });
  codes = ['disco'];
  watch();
  await expect.poll(count).toBeGreaterThanOrEqual(3);
  expect(followed).toBe(0);
  await closeElsewhere();
});

test('a trouble is told once, in plain text, and so is its end', async () => {
  watch();
  codes = ['banco'];
  await expect.poll(count).toBe(1);
  await pause(300);
  expect(received).toEqual([
    {
      path: '/tema-secreto',
      type: 'text/plain; charset=utf-8',
      text: 'https://exemplo.test: o banco de dados não responde, e ninguém consegue se inscrever. O site tenta de novo sozinho. Se não voltar, rode npm run doctor na máquina do site. (banco)',
    },
  ]);
  codes = [];
  await expect.poll(count).toBe(2);
  expect(texts()[1]).toBe(
    'https://exemplo.test: resolvido. Já passou: o banco de dados não responde, e ninguém consegue se inscrever. (banco)',
  );
  await pause(200);
  expect(count()).toBe(2);
});

test('each trouble has its own; without the database nobody says that another is over', async () => {
  watch();
  codes = ['disco', 'freio'];
  await expect.poll(count).toBe(2);
  codes = ['banco'];
  await expect.poll(count).toBe(3);
  await pause(200);
  codes = ['freio'];
  await expect.poll(count).toBe(5);
  expect(texts().map((text) => `${text.includes('resolvido')} ${/\((\w+)\)$/.exec(text)?.[1]}`)).toEqual([
    'false disco',
    'false freio',
    'false banco',
    'true banco',
    'true disco',
  ]);
});

test('what is over at once is not told; a damaged file of what was told is begun anew', async () => {
  writeFileSync(join(folder, 'avisos.json'), '{"half');
  watch();
  codes = ['banco'];
  await pause(30);
  codes = [];
  await pause(300);
  expect(count()).toBe(0);
});

test('a restart tells nothing again, but tells the end', async () => {
  const first = watch();
  codes = ['disco'];
  await expect.poll(() => logged.some((line) => line.includes('alert sent'))).toBe(true);
  expect(count()).toBe(1);
  await first();
  expect(Object.keys(written())).toEqual(['disco']);
  watch();
  await pause(300);
  expect(count()).toBe(1);
  codes = [];
  await expect.poll(count).toBe(2);
  await expect.poll(written).toEqual({});
});

test('what waits for a person is told each day again, also after restarts; nothing else is', async () => {
  codes = ['disco', 'freio'];
  const today = await watchUntil(2);
  await today();
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 59_000);
  const sameDay = watch();
  await pause(300);
  expect(count()).toBe(2);
  await sameDay();
  clock.mockReturnValue(now + 61_000);
  await (await watchUntil(3))();
  clock.mockReturnValue(now - 400 * 86_400_000); // a clock that was set back makes nobody wait for years
  await watchUntil(4);
  clock.mockRestore();
  expect(texts().slice(2)).toEqual(Array(2).fill(expect.stringMatching(/«A data está certa».*\(freio\)$/)));
});

test('a receiver that fails is tried again until it takes it; the log names no address', async () => {
  status = 500;
  watch();
  codes = ['disco'];
  await expect.poll(count).toBeGreaterThan(2);
  status = 200;
  const before = count();
  await expect.poll(count).toBeGreaterThan(before);
  await pause(300);
  expect(new Set(texts()).size).toBe(1);
  expect(logged.join()).toContain('could not be sent');
  expect(logged.join()).not.toContain('tema-secreto');
});

test('a receiver that hangs blocks no stop', async () => {
  receiver.removeAllListeners('request');
  receiver.on('request', () => received.push({ path: '', type: '', text: '' }));
  const stop = watch();
  codes = ['disco'];
  await expect.poll(count).toBe(1);
  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('at healthchecks the end of a failure goes to the address without /fail', async () => {
  watch({ url: `${url}/fail` });
  codes = ['disco'];
  await expect.poll(count).toBe(1);
  codes = [];
  await expect.poll(count).toBe(2);
  expect(received.map(({ path }) => path)).toEqual(['/tema-secreto/fail', '/tema-secreto']);
});

test('what somebody of the team does is told as it begins and each day again, and its end undoes nothing', async () => {
  watch({ times: { ...TIMES, daily: 150 } });
  codes = ['conta_desligada', 'apagou_muito', 'disco'];
  await expect.poll(count).toBeGreaterThanOrEqual(5);
  codes = [];
  await expect.poll(() => texts().filter((text) => text.includes('Já passou')).length).toBe(3);
  expect(texts().filter((text) => text.includes('(disco)')).length).toBe(2);
  const done = 'alguém da equipe tirou o acesso de outra pessoa, ou o papel de direção, nas últimas 24 horas';
  expect(texts()).toContain(
    `https://exemplo.test: ${done}. Se não foi combinado, veja no Registro quem foi e tire o acesso, em «Contas e senha» ou com npm run admin; devolva ali o que se tirou. (conta_desligada)`,
  );
  expect(texts().slice(-3)).toContain(
    `https://exemplo.test: não se repetiu, e o que foi feito continua feito. Já passou: ${done}. (conta_desligada)`,
  );
});

test('a copy that the night missed has an hour to be made up', async () => {
  watch({ times: { ...TIMES, lasts: 20 } }); // sixty times as long: 1.2 s
  codes = ['copia'];
  await pause(600);
  expect(count()).toBe(0);
  await expect.poll(count, { timeout: 3_000 }).toBe(1);
});

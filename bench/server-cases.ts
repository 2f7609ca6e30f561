import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { signIn } from '../kit/desk.ts';
import { makeRow, makeSubmission } from '../kit/family.ts';
import type { RunningServer } from '../kit/server.ts';
import { ADMIN } from '../kit/site.ts';
import { compare, measure } from './measure.ts';
import { memoryOf } from './processes.ts';

const INSERTS = 400;
/** A server that has just started compiles its code during its first thousands of requests. */
export const WARM_UP_ROUNDS = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** A row of the table: what was measured, against the baseline, the figure. */
export type Row = [string, string, string];

const ms = (value: number) => value.toFixed(1);

/** One request over a reused connection. Throws on a refusal. */
export function ask(
  address: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = request(address, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const { statusCode = 0 } = answer;
        if (statusCode < 300) resolve(Buffer.concat(parts));
        else reject(new Error(`${statusCode} ${Buffer.concat(parts)}`));
      });
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** An artificial enrolment without a document, as JSON. */
const enrolment = () => JSON.stringify(makeRow(0));

/** Enrols another person, as the form does. `rest` is the address of the tables. */
export const insertOne = (rest: string, key: string): Promise<Buffer> =>
  ask(`${rest}/inscricoes_projeto`, {
    method: 'POST',
    headers: {
      apikey: key,
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Prefer: 'return=minimal',
    },
    body: enrolment(),
  });

export async function insertRows(
  { url, key }: RunningServer,
  baselineUrl: string,
  clients: number,
): Promise<Row> {
  const baseline = () => ask(`${baselineUrl}/insert`, { method: 'POST', body: enrolment() });
  const count = INSERTS * (clients > 1 ? 2 : 1);
  const { ratio, perSecond, p99 } = await compare(
    () => measure(count, clients, () => insertOne(`${url}/rest/v1`, key)),
    () => measure(count, clients, baseline),
    { warmUp: WARM_UP_ROUNDS },
  );
  return [
    `inscrição gravada, ${clients} por vez`,
    `${ratio.toFixed(2)} ×`,
    `${Math.round(perSecond)}/s, p99 ${ms(p99)} ms`,
  ];
}

export async function uploads({ url, key, folder }: RunningServer, megabytes: number): Promise<Row> {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/pdf' };
  const size = megabytes * 1024 * 1024;
  const ours = async () => {
    const { bytes, path } = makeSubmission(0, size);
    await ask(`${url}/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
      method: 'POST',
      headers,
      body: bytes,
    });
  };
  const baseline = async () => {
    const { bytes, id } = makeSubmission(0, size);
    const file = openSync(join(folder, id), 'w');
    writeSync(file, bytes);
    fdatasyncSync(file);
    closeSync(file);
  };
  const { ratio, p50 } = await compare(
    () => measure(20, 1, ours),
    () => measure(20, 1, baseline),
  );
  return [`documento de ${megabytes} MB`, `${ratio.toFixed(2)} ×`, `p50 ${ms(p50)} ms`];
}

/** Growth of the server's memory while eight documents of 5 MB arrive at once. */
export async function uploadMemory({ url, key, child }: RunningServer): Promise<Row> {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/pdf' };
  const before = memoryOf(child.pid);
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, memoryOf(child.pid));
  }, 50);
  await measure(40, 8, async () => {
    const { bytes, path } = makeSubmission(0, 5 * 1024 * 1024);
    await ask(`${url}/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
      method: 'POST',
      headers,
      body: bytes,
    });
  });
  clearInterval(watch);
  return ['8 documentos de 5 MB ao mesmo tempo', '', `+${Math.round(highest - before)} MB de memória`];
}

export async function newestFifty(
  { url, key }: RunningServer,
  baselineUrl: string,
  count: number,
): Promise<Row> {
  const { headers } = await signIn({ url, key });
  const list = `${url}/rest/v1/inscricoes_projeto?select=*&order=created_at.desc&limit=50`;
  const { ratio, p50 } = await compare(
    () => measure(200, 1, () => ask(list, { headers })),
    () => measure(200, 1, () => ask(`${baselineUrl}/newest`)),
  );
  return [
    `as 50 mais novas de ${count.toLocaleString('pt-BR')}`,
    `${ratio.toFixed(2)} ×`,
    `p50 ${ms(p50)} ms`,
  ];
}

export async function signIns({ url, key }: RunningServer): Promise<Row[]> {
  const signIn = () =>
    ask(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
  const pages = () => measure(300, 1, () => ask(`${url}/projeto-social`));
  const { p50 } = await measure(10, 1, signIn);
  const alone = await pages();
  let over = false;
  const busy = (async () => {
    while (!over) await signIn();
  })();
  const beside = await pages();
  over = true;
  await busy;
  return [
    ['entrada de administrador', '', `p50 ${ms(p50)} ms`],
    ['página durante entradas, p99', `${(beside.p99 / alone.p99).toFixed(2)} ×`, `${ms(beside.p99)} ms`],
  ];
}

export async function precompressed({ url }: RunningServer): Promise<Row> {
  const headers = { 'Accept-Encoding': 'br' };
  const { perSecond, p99 } = await measure(20_000, 16, () => ask(`${url}/projeto-social`, { headers }));
  return ['página da memória, 16 por vez', '', `${Math.round(perSecond)}/s, p99 ${ms(p99)} ms`];
}

import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { makeRow } from '../kit/family.ts';
import { separateEnvironment } from '../kit/server.ts';
import { percentile } from '../prove/measure.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { TERMINAL } from '../server/commands/terminal.ts';

/** What `measure` found: calls per second, the median and the slowest hundredth in ms. */
export type Rate = { perSecond: number; p50: number; p99: number };

/** Makes `count` calls, `clients` at once. */
export async function measure(count: number, clients: number, call: () => Promise<unknown>): Promise<Rate> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const client = async () => {
    while (next++ < count) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** A server that has just started compiles its code during its first thousands of requests. */
export const WARM_UP_ROUNDS = 5;

/** Measures ours and the baseline in turns, so that both share a slow second; medians of the rounds after the `warmUp` ones, ours and the baseline's. */
export async function compare(
  ours: () => Promise<Rate>,
  baseline: () => Promise<Rate>,
  { rounds = 5, warmUp = 1 } = {},
): Promise<Rate & { ratio: number; baseline: Rate }> {
  const runs: { ours: Rate; baseline: Rate }[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const pair = { baseline: await baseline(), ours: await ours() };
    if (round >= warmUp) runs.push(pair);
  }
  const medianOf = (pick: (run: (typeof runs)[0]) => number) => percentile(runs.map(pick), 0.5);
  const mediansOf = (whose: 'ours' | 'baseline'): Rate => ({
    perSecond: medianOf((run) => run[whose].perSecond),
    p50: medianOf((run) => run[whose].p50),
    p99: medianOf((run) => run[whose].p99),
  });
  const ratio = medianOf((run) => run.ours.perSecond / run.baseline.perSecond);
  return { ratio, ...mediansOf('ours'), baseline: mediansOf('baseline') };
}

/** A Markdown table; every column but the first is aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map((_, at) => (at ? '--:' : '---')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One request over a reused connection: GET without a body, POST with one. Throws on a refusal. */
export function ask(
  address: string,
  { headers = {}, body }: { headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(address, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const { statusCode = 0 } = answer;
        if (statusCode < 300) resolve(Buffer.concat(parts));
        else reject(new Error(`${statusCode} ${Buffer.concat(parts)}`));
      });
    });
    call.once('error', (error: NodeJS.ErrnoException) => {
      // the server ended an idle connection meanwhile: once more on another
      if (!call.reusedSocket || error.code !== 'ECONNRESET') return reject(error);
      ask(address, { headers, body }).then(resolve, reject);
    });
    call.end(body);
  });
}

const visitor = (key: string, type: string) => ({
  apikey: key,
  Authorization: `Bearer ${key}`,
  'Content-Type': type,
});

/** An artificial enrolment without a document, as JSON. */
export const enrolment = () => JSON.stringify(makeRow(0));

/** Enrols another person, as the form does. `rest` is the address of the tables; `from` the family's own, as a gateway names it. */
export const insertOne = (rest: string, key: string, from?: string): Promise<Buffer> =>
  ask(`${rest}/inscricoes_projeto`, {
    headers: {
      ...visitor(key, 'application/json'),
      Prefer: 'return=minimal',
      ...(from !== undefined && { 'X-Forwarded-For': from }),
    },
    body: enrolment(),
  });

/** Sends a document, as the form does. `storage` is the address of the files. */
export const uploadOne = (storage: string, key: string, path: string, body: Buffer): Promise<Buffer> =>
  ask(`${storage}/object/${DOCUMENT_BUCKET}/${path}`, { headers: visitor(key, 'application/pdf'), body });

/** The list that both benchmarks ask for. */
export const NEWEST = 'inscricoes_projeto?select=*&order=created_at.desc&limit=50';

/** Adds artificial enrolments to the database of a data folder whose server runs. */
export async function addPeople(count: number, dataDir: string): Promise<void> {
  const terminal = { ...TERMINAL, print: (line: string) => console.error(line) };
  const code = await runCommand('demo:data', [String(count)], separateEnvironment(dataDir), terminal);
  if (code !== 0) throw new Error('the people could not be added');
}

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { ensureBrowser } from '../kit/browser.ts';
import { listenOn } from '../kit/listen.ts';
import { startServer } from '../kit/server.ts';
import { percentile } from '../prove/measure.ts';
import { table } from './measure.ts';
import { threadTime } from './page-thread.ts';
import { openPage } from './phone.ts';

const LIGHTHOUSE = '12.8.2'; // the last for Node 20
const TOOLS = resolve('.cache/lighthouse');
const PAGES = ['/', '/projeto-social', '/admin/inscricoes'];
const NAMES = [...PAGES, ...PAGES.map((page) => `${page} sem scripts`)];
const BASELINE = 'só um título';
const HEADINGS = 'FCP ms|LCP ms|TBT ms|main thread ms|CLS|scores'.split('|');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The part of a Lighthouse report that is read. */
type Report = {
  audits: Record<string, { numericValue?: number }>;
  categories: Record<string, { score: number | null }>;
};

/** Times in ms, scores out of 100; `thread`: see `threadOf`. Bytes: tests/contract/byte-budgets.test.ts. */
type Measures = ReturnType<typeof measuresOf> & { thread: number };

function measuresOf({ audits, categories }: Report) {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    FCP: value('first-contentful-paint'),
    LCP: value('largest-contentful-paint'),
    TBT: value('total-blocking-time'),
    main: value('mainthread-work-breakdown'),
    CLS: value('cumulative-layout-shift'),
    scores: CATEGORIES.map((name) => (categories[name]?.score ?? 0) * 100),
  };
}

/** Serves a page of one heading and nothing else: the least that this machine needs for any page. */
async function startBaseline(): Promise<{ url: string; stop: () => void }> {
  const page =
    '<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Um título</title><h1>Um título</h1>';
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === '/' ? page : undefined);
  });
  const { url, close } = await listenOn(server);
  return { url: `${url}/`, stop: () => void close() };
}

/**
 * Serves the site of `origin` with the scripts taken out of its pages, and with the fonts and
 * pictures that these bring: what the page itself asks of the processor.
 */
async function startWithoutScripts(origin: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url);
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    const sent = type.startsWith('text/html')
      ? String(body)
          .replace(/<script[\s\S]*?<\/script>/g, '')
          .replace('<html', '<html class="painted"')
      : body;
    response.writeHead(answer.status, { 'content-type': type, 'content-encoding': 'br' });
    response.end(brotliCompressSync(sent));
  });
  const { url, close } = await listenOn(server);
  return { url, stop: () => void close() };
}

function ensureLighthouse(): void {
  if (existsSync(join(TOOLS, 'node_modules/lighthouse'))) return;
  mkdirSync(TOOLS, { recursive: true });
  writeFileSync(join(TOOLS, 'package.json'), '{"private":true}');
  const done = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', `lighthouse@${LIGHTHOUSE}`],
    {
      cwd: TOOLS,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (done.status !== 0) throw new Error(`lighthouse ${LIGHTHOUSE} could not be installed`);
}

/** One run of Lighthouse, tried again when the browser fails during the recording. */
async function runLighthouse(
  address: string,
  executablePath: string | null,
  attempts = 3,
): Promise<ReturnType<typeof measuresOf>> {
  const file = join(TOOLS, 'report.json');
  const run = spawn(
    process.execPath,
    [
      join(TOOLS, 'node_modules/lighthouse/cli/index.js'),
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) },
    },
  );
  const status = await new Promise((resolve) => run.once('exit', resolve));
  if (status !== 0) {
    if (attempts > 1) return runLighthouse(address, executablePath, attempts - 1);
    throw new Error(`lighthouse ended with ${status}`);
  }
  return measuresOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
}

/**
 * What the page asks of its thread until it rests, in ms of CPU, times four. Lighthouse counts by the clock
 * and hears of every request and of its pieces, which the page's thread has to report: with 23 scripts that
 * are fetched ahead that is more than their fetching.
 */
async function threadOf(browser: Browser, address: string): Promise<number> {
  const { page, devtools } = await openPage(browser, 1);
  const time = await threadTime(devtools, async () => {
    await page.goto(address);
    await page.waitForTimeout(3000);
  });
  await page.close();
  return time;
}

const medianOf = (runs: Measures[], pick: (run: Measures) => number | undefined) =>
  percentile(
    runs.map((run) => pick(run) ?? Number.NaN),
    0.5,
  );

/** The medians of one page's runs, as a row of the table. */
function rowOf(title: string, runs: Measures[], scored: boolean): (string | number)[] {
  const median = (pick: (run: Measures) => number | undefined) => medianOf(runs, pick);
  return [
    title,
    Math.round(median((run) => run.FCP)),
    Math.round(median((run) => run.LCP)),
    Math.round(median((run) => run.TBT)),
    Math.round(median((run) => run.main)),
    median((run) => run.CLS).toFixed(3),
    scored ? CATEGORIES.map((_, at) => Math.round(median((run) => run.scores[at]))).join(' · ') : '',
  ];
}

/** A page beside the bare one, and its thread beside itself without scripts: machines differ, so these are what is promised. */
function besideBaseline(page: string, runs: Measures[], bare: Measures[], alone: Measures[]): string {
  const ratio = (pick: (run: Measures) => number, of: (run: Measures) => number) =>
    (medianOf(runs, pick) / medianOf(bare, of)).toFixed(2);
  const [LCP, FCP] = [(run: Measures) => run.LCP, (run: Measures) => run.FCP];
  const [TBT, main] = [(run: Measures) => run.TBT, (run: Measures) => run.main];
  const blocking = Math.round(medianOf(runs, TBT) - medianOf(bare, TBT));
  const beside = (pick: (run: Measures) => number) =>
    (medianOf(runs, pick) / medianOf(alone, pick)).toFixed(2);
  return `${page}: LCP ${ratio(LCP, FCP)} × its first paint (1.15), TBT +${blocking} ms (60), main thread ${ratio(main, main)} ×; beside itself without scripts ${beside(({ thread }) => thread)} × in CPU time (1.40), ${beside(main)} × as Lighthouse counts`;
}

/**
 * `npm run bench -- pages 5`: the pages as Lighthouse sees them on a phone (simulated
 * slow 4G, CPU four times slower), from our own server, that many times, each in a fresh
 * browser. Prints the medians as a table, those of a bare page first, which tell how
 * quiet the machine was, and those of each page without its scripts; then what each page needs
 * beside these, with the most that is promised in brackets. Lighthouse is installed when needed and stays outside the
 * lock: it is large, and `npm test` does not need it.
 */
export async function run([rounds = '5']: string[]): Promise<number> {
  const executablePath = ensureBrowser() ?? undefined;
  ensureLighthouse();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const baseline = await startBaseline();
  const server = await startServer();
  const plain = await startWithoutScripts(server.url);
  try {
    const addresses = [
      baseline.url,
      ...PAGES.map((page) => server.url + page),
      ...PAGES.map((page) => plain.url + page),
    ];
    const measures: Measures[][] = addresses.map(() => []);
    // Page after page and round after round, so that a slow minute is shared by all.
    for (let round = 0; round < Number(rounds); round++)
      for (const [at, address] of addresses.entries()) {
        const thread = await threadOf(browser, address);
        measures[at]?.push({ ...(await runLighthouse(address, executablePath ?? null)), thread });
      }
    const rows = measures.map((runs, at) => {
      const page = NAMES[at - 1];
      const figures = runs.map(({ LCP, TBT }) => `${Math.round(LCP)}/${Math.round(TBT)}`);
      console.error(page ?? BASELINE, figures.join(' '));
      return rowOf(page ? `\`${page}\`` : BASELINE, runs, page !== undefined);
    });
    console.log(table(['', ...HEADINGS], rows));
    for (const [at, page] of PAGES.entries())
      console.log(besideBaseline(page, measures[at + 1] ?? [], measures[0] ?? [], measures[at + 4] ?? []));
  } finally {
    await browser.close();
    baseline.stop();
    plain.stop();
    await server.stop();
  }
  return 0;
}

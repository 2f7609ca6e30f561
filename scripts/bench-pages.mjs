// `npm run bench:pages`: the pages as Lighthouse sees them on a phone (simulated
// slow 4G, CPU four times slower), from our own server, each run in a fresh
// browser. Prints the medians as the table that the README holds, after those of a
// bare page, which tell how quiet the machine was. Lighthouse is
// fetched when asked for and stays outside the lock: it is large and proves
// nothing that `npm test` needs.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ensureBrowser, ensureBuilt, ensureInstalled, fail, ROOT } from './ensure.mjs';
import { startServer } from './server.mjs';

const LIGHTHOUSE = '12.8.2'; // the last for Node 20
const TOOLS = join(ROOT, '.cache/lighthouse');
const RUNS = Number(process.argv[2] ?? 5);
const PAGES = ['/', '/projeto-social', '/admin/inscricoes'];
const YARDSTICK = 'só um título';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** What one report says of a page: times in ms, sizes in bytes, scores out of 100. */
function measuresOf(report) {
  const value = (audit) => report.audits[audit]?.numericValue ?? Number.NaN;
  const requests = report.audits['network-requests'].details.items;
  const bytes = (types) =>
    requests
      .filter(({ resourceType }) => types.includes(resourceType))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    FCP: value('first-contentful-paint'),
    LCP: value('largest-contentful-paint'),
    TBT: value('total-blocking-time'),
    CLS: value('cumulative-layout-shift'),
    requests: requests.length,
    HTML: bytes(['Document']),
    JS: bytes(['Script']),
    pictures: bytes(['Image']),
    font: bytes(['Font']),
    ...Object.fromEntries(CATEGORIES.map((name) => [name, (report.categories[name]?.score ?? 0) * 100])),
  };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A page of one heading and nothing else: what this machine asks of any page at all. */
async function startYardstick() {
  const page =
    '<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>Um título</title><h1>Um título</h1>';
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === '/' ? page : undefined);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

function ensureLighthouse() {
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

/** One run; the browser's own mishaps while it is being recorded are tried again. */
async function measure(address, chromium, attempts = 3) {
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
      env: { ...process.env, ...(chromium && { CHROME_PATH: chromium }) },
    },
  );
  const status = await new Promise((resolve) => run.once('exit', resolve));
  if (status !== 0) {
    if (attempts > 1) return measure(address, chromium, attempts - 1);
    throw new Error(`lighthouse ended with ${status}`);
  }
  return measuresOf(JSON.parse(readFileSync(file, 'utf8')));
}

try {
  ensureInstalled();
  const chromium = ensureBrowser();
  await ensureBuilt();
  ensureLighthouse();
  const yardstick = await startYardstick();
  const server = await startServer();
  try {
    // Page after page and round after round, so that a slow minute is shared by all.
    const addresses = [yardstick.url, ...PAGES.map((page) => server.url + page)];
    const rounds = [];
    for (let round = 0; round < RUNS; round++) {
      const measures = [];
      for (const address of addresses) measures.push(await measure(address, chromium));
      rounds.push(measures);
    }
    const rows = [YARDSTICK, ...PAGES].map((page, index) => {
      const runs = rounds.map((round) => round[index]);
      const of = (name) => median(runs.map((run) => run[name]));
      const kb = (name) => (of(name) / 1000).toFixed(1);
      console.error(page, runs.map(({ LCP, TBT }) => `${Math.round(LCP)}/${Math.round(TBT)}`).join(' '));
      return `| ${index ? `\`${page}\`` : page} | ${[
        Math.round(of('FCP')),
        Math.round(of('LCP')),
        Math.round(of('TBT')),
        of('CLS').toFixed(3),
        of('requests'),
        kb('HTML'),
        kb('JS'),
        kb('pictures'),
        kb('font'),
        index ? CATEGORIES.map((name) => Math.round(of(name))).join(' · ') : '',
      ].join(' | ')} |`;
    });
    console.log(
      [
        '| | FCP ms | LCP ms | TBT ms | CLS | requests | HTML kB | JS kB | pictures kB | font kB | scores |',
        '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|',
        ...rows,
      ].join('\n'),
    );
  } finally {
    yardstick.stop();
    await server.stop();
  }
  process.exit(0);
} catch (error) {
  fail(error);
}

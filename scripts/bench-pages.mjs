// `npm run bench:pages`: the pages as Lighthouse sees them on a phone (simulated
// slow 4G, CPU four times slower), from our own server, each run in a fresh
// browser. Prints the medians as the table that the README holds. Lighthouse is
// fetched when asked for and stays outside the lock: it is large and proves
// nothing that `npm test` needs.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensureBuilt, ensureInstalled, fail, ROOT } from './ensure.mjs';

const LIGHTHOUSE = '12.8.2'; // the last for Node 20
const TOOLS = join(ROOT, '.cache/lighthouse');
const RUNS = Number(process.argv[2] ?? 5);
const PAGES = ['/', '/projeto-social', '/admin/inscricoes'];
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

/** The address of a server of its own over an empty folder, and the way to end it. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'cc-bench-'));
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const ready = /Pronto: (http:\/\/\S+)/.exec(said);
      if (ready) resolve(ready[1]);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
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
function measure(address, chromium, attempts = 3) {
  const file = join(TOOLS, 'report.json');
  const done = spawnSync(
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
  if (done.status !== 0) {
    if (attempts > 1) return measure(address, chromium, attempts - 1);
    throw new Error(`lighthouse ended with ${done.status}`);
  }
  return measuresOf(JSON.parse(readFileSync(file, 'utf8')));
}

try {
  ensureInstalled();
  const chromium = ensureBrowser();
  await ensureBuilt();
  ensureLighthouse();
  const server = await startServer();
  try {
    const rows = PAGES.map((page) => {
      const runs = Array.from({ length: RUNS }, () => measure(server.url + page, chromium));
      const of = (name) => median(runs.map((run) => run[name]));
      const kb = (name) => (of(name) / 1000).toFixed(1);
      console.error(page, runs.map(({ LCP, TBT }) => `${Math.round(LCP)}/${Math.round(TBT)}`).join(' '));
      return `| \`${page}\` | ${[
        Math.round(of('FCP')),
        Math.round(of('LCP')),
        Math.round(of('TBT')),
        of('CLS').toFixed(3),
        of('requests'),
        kb('HTML'),
        kb('JS'),
        kb('pictures'),
        kb('font'),
        CATEGORIES.map((name) => Math.round(of(name))).join(' · '),
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
    await server.stop();
  }
  process.exit(0);
} catch (error) {
  fail(error);
}

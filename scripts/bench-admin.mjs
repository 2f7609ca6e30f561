// `npm run bench:admin -- 100000 1000000`: how long the desk waits for its list, with
// so many enrolments, measured at the API of a real server over PostgreSQL that
// writes through to the disk; then what the browser adds to it until the rows are
// seen, and what it keeps in memory after many pages. Prints tables for each.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, ensureBrowser, ensureBuilt, ensureInstalled, fail } from './ensure.mjs';
import { ADMIN, APART, startServer } from './server.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 60);
const BROWSER_ROUNDS = 20;

/** What is asked, by name: a function of the API and its argument. `known` is a row from the middle. */
const questionsAbout = (known, last) => ({
  'first page': ['buscar_inscricoes', {}],
  'first page, 100 rows': ['buscar_inscricoes', { tamanho: 100 }],
  'page from the middle': ['buscar_inscricoes', { apos: known.id }],
  'last page': ['buscar_inscricoes', { fim: true }],
  'by name, last page': ['buscar_inscricoes', { ordem: 'nome', sentido: 'asc', fim: true }],
  'by age': ['buscar_inscricoes', { ordem: 'idade', sentido: 'asc' }],
  'by phone': ['buscar_inscricoes', { ordem: 'telefone', sentido: 'asc' }],
  'search: whole name': ['buscar_inscricoes', { busca: known.nome_completo }],
  'search: two words': ['buscar_inscricoes', { busca: known.nome_completo.split(' ').slice(0, 2).join(' ') }],
  'search: common word': ['buscar_inscricoes', { busca: 'cerrado' }],
  'search: nobody': ['buscar_inscricoes', { busca: 'zzyzx' }],
  'search: CPF': ['buscar_inscricoes', { busca: known.cpf }],
  'search: phone': ['buscar_inscricoes', { busca: known.telefone_whatsapp }],
  'search: protocol': ['buscar_inscricoes', { busca: known.protocolo }],
  'search: four digits': ['buscar_inscricoes', { busca: known.telefone_whatsapp.slice(-4) }],
  'filter: situation': ['buscar_inscricoes', { situacao: 'falta-documento' }],
  'filter: age group': ['buscar_inscricoes', { idade: 'crianca' }],
  'filter: city': ['buscar_inscricoes', { cidade: 'Vila Exemplo 7' }],
  'filter: no document': ['buscar_inscricoes', { documento: 'sem' }],
  'filter: medical condition': ['buscar_inscricoes', { condicao: 'sim' }],
  'filter: minor without guardian': ['buscar_inscricoes', { semResponsavel: true }],
  'filter: possible duplicate': ['buscar_inscricoes', { repetida: true }],
  'filter: one day': ['buscar_inscricoes', { de: last.slice(0, 10), ate: last.slice(0, 10) }],
  'three filters': ['buscar_inscricoes', { situacao: 'desistiu', cidade: 'Vila Exemplo 7', condicao: 'sim' }],
  counts: ['contar_inscricoes', {}],
  'counts: search by name': ['contar_inscricoes', { busca: known.nome_completo.split(' ')[0] }],
  'counts: city': ['contar_inscricoes', { cidade: 'Vila Exemplo 7' }],
  cities: ['cidades_das_inscricoes', null],
  'new arrivals': ['chegaram_depois', last],
});

try {
  ensureInstalled();
  await ensureBuilt();
  const sizes = process.argv.slice(2).map(Number);
  for (const size of sizes.length > 0 ? sizes : [100_000]) await measure(size);
  process.exit(0);
} catch (error) {
  fail(error);
}

async function measure(size) {
  const dataDir = process.env.BENCH_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'cc-bench-'));
  const { demo } = await built('demo.js');
  const environment = { LIMITS: 'relaxed' };
  const server = await startServer({ folder: dataDir, environment });
  try {
    if (!process.env.BENCH_DATA_DIR) {
      const home = { ...process.env, DATA_DIR: dataDir, ...APART };
      if ((await demo([String(size)], home, (line) => console.error(line))) !== 0)
        throw new Error('the people could not be added');
    }
    const ask = await signIn(server.url);
    const [newest] = await ask('inscricoes_projeto?select=created_at&order=created_at.desc&limit=1');
    const [known] = await ask(
      `inscricoes_projeto?select=*&cadastro_unico_url=not.is.null&order=created_at.desc&limit=1&offset=${Math.floor(size / 2)}`,
    );
    console.log(`\n| ${size.toLocaleString('pt-BR')} enrolments | p50 ms | p95 ms |\n|---|--:|--:|`);
    for (const [name, [fn, argument]] of Object.entries(questionsAbout(known, newest.created_at))) {
      const body =
        argument === null ? {} : typeof argument === 'string' ? { momento: argument } : { filtro: argument };
      const times = [];
      for (let round = -3; round < ROUNDS; round++) {
        const began = performance.now();
        await ask(`rpc/${fn}`, body);
        if (round >= 0) times.push(performance.now() - began);
      }
      console.log(`| ${name} | ${shares(times)} |`);
    }
    await measureBrowser(server.url, size);
  } finally {
    await server.stop();
    if (!process.env.BENCH_DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** p50 and p95 as two cells of a table. */
function shares(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  return `${at(0.5)} | ${at(0.95)}`;
}

/** From the press to the picture, without what the API took meanwhile; and the page's memory after many pages. */
async function measureBrowser(url, size) {
  const { chromium } = await import('@playwright/test');
  const executablePath = ensureBrowser() ?? undefined;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' });
    await page.goto(`${url}/admin/inscricoes`);
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByLabel('Senha').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.locator('.registrations__name').first().waitFor();

    const next = () => page.getByRole('button', { name: 'Próxima' });
    const choose = (rows) => page.getByLabel('Por página').selectOption(String(rows));
    const search = (text) => page.getByRole('searchbox').fill(text);
    const added = { 'next page, 25 rows': [], 'search by name': [], 'next page, 100 rows': [] };
    const measure = async (times, act) => {
      const shown = await watch(page);
      await act();
      times.push(await shown());
    };
    for (let round = 0; round < BROWSER_ROUNDS; round++)
      await measure(added['next page, 25 rows'], () => next().click());
    for (let round = 0; round < BROWSER_ROUNDS; round++)
      await measure(added['search by name'], () => search(`demonstração ${size / 2 + round}`)); // each another
    await measure([], () => search(''));
    await measure([], () => choose(100));
    const memory = [];
    for (let round = 0; round < 3; round++) {
      for (let turn = 0; turn < BROWSER_ROUNDS; turn++)
        await measure(added['next page, 100 rows'], () => next().click());
      memory.push(await inMemory(page));
    }
    console.log('\n| the browser adds | p50 ms | p95 ms |\n|---|--:|--:|');
    for (const [name, times] of Object.entries(added)) console.log(`| ${name} | ${shares(times)} |`);
    console.log('\n| after so many pages of 100 rows | heap MB | DOM nodes |\n|---|--:|--:|');
    for (const [at, [heap, nodes]] of memory.entries())
      console.log(`| ${(at + 1) * BROWSER_ROUNDS} | ${(heap / 1e6).toFixed(1)} | ${nodes} |`);
  } finally {
    await browser.close();
  }
}

/** Watches from now on; what it gives resolves once other rows are seen, with the milliseconds that the last answer of the API took to be. */
async function watch(page) {
  const seen = await page.evaluateHandle(() => {
    const rows = () => [...document.querySelectorAll('.registrations__name')].map((cell) => cell.textContent);
    const before = rows().join();
    performance.clearResourceTimings();
    const settled = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (rows().length === 0 || rows().join() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { began: performance.now(), settled };
  });
  return () =>
    page.evaluate(async ({ began, settled }) => {
      const now = await settled;
      const answers = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /buscar_inscricoes|inscricoes_projeto/.test(name));
      return now - Math.max(began, ...answers.map(({ responseEnd }) => responseEnd));
    }, seen);
}

/** Bytes of JavaScript and number of DOM nodes that are left once nobody needs the pages before. */
async function inMemory(page) {
  await page.waitForTimeout(6000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  await devtools.detach();
  return ['JSHeapUsedSize', 'Nodes'].map((wanted) => metrics.find(({ name }) => name === wanted).value);
}

/** A caller of /rest/v1 with an administrator's token: GET without a body, POST with one. Throws on a refusal. */
async function signIn(url) {
  const { supabaseKey } = await (await fetch(`${url}/config.json`)).json();
  const headers = { apikey: supabaseKey, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify(ADMIN),
  });
  const { access_token } = await answer.json();
  if (!access_token) throw new Error(`sign-in answered ${answer.status}`);
  return async (path, body) => {
    const response = await fetch(`${url}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, Authorization: `Bearer ${access_token}` },
      body: body && JSON.stringify(body),
    });
    const given = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${given.code}`);
    return given;
  };
}

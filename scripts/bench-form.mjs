// `npm run bench:form`: the enrolment on a cheap phone (360×740, CPU four times
// slower). First how long each key takes until it is seen, field by field, as the
// browser's Event Timing tells; then the whole enrolment with a photo of 4 MB over
// slow 4G. Prints the tables that the README holds; ends non-zero when a promise
// does not hold. Do it on a quiet machine.

import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensureBuilt, ensureInstalled, fail } from './ensure.mjs';
import { startServer } from './server.mjs';

const KEY_MS = 50; // promised for any field, as the 98th percentile of its keys
const CPU = 4; // times slower
const YARDSTICK = 'página vazia';
const DOCUMENT_BYTES = 900_000;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const TYPED = {
  nomeCompleto: 'Pessoa de Teste da Silva',
  dataNascimento: '05031990',
  cpf: '52998224725',
  rg: '1234567',
  orgaoExpedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  enderecoCompleto: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefoneWhatsapp: '62900000000',
  email: 'pessoa@example.com',
  nomeResponsavel: 'Responsável de Teste',
  telefoneResponsavel: '62900000001',
  contatoRecados: 'Vizinha, (62) 90000-0002',
  escola: 'Escola Exemplo',
  serieAno: '7º ano',
  peso: '52,5',
  altura: '1,62',
  condicaoMedicaDetalhes: 'Asma leve, usa bombinha',
};
const CHOSEN = ['#sexo-feminino', '#rendaFamiliar-ate-1', '#condicaoMedica-sim'];

/** A photo as a phone takes it: 12 megapixels of a page of small print, with grain, above 4 MB. */
async function takePhoto() {
  const { default: sharp } = await import('sharp');
  const [width, height] = [4000, 3000];
  const noise = { type: 'gaussian', mean: 215, sigma: 9 };
  const words = Array.from(
    { length: 40 },
    (_, line) =>
      `<text x="200" y="${140 + line * 70}" font-size="25">NIS 123.45678.90-1 linha ${line}</text>`,
  );
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">${words.join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background: '#ddd', noise } })
    .composite([{ input: Buffer.from(page) }])
    .jpeg({ quality: 94, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

async function openPage(browser, rate) {
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, devtools };
}

async function openForm(page, url) {
  await page.goto(`${url}/projeto-social`);
  await page.waitForSelector('form button[type=submit]');
}

/** Types as a quick thumb does, once the keyboard has come up, then waits until the belt, the doubts and the draft have had their turn. */
async function type(page, id, text) {
  await page.focus(`#${id}`);
  await page.waitForTimeout(300);
  await page.keyboard.type(text, { delay: 90 });
  await page.waitForTimeout(1200);
}

/** Milliseconds from each key to the picture that shows it, by field, CPU four times slower; the first row is a bare page's. */
async function measureKeys(browser, url) {
  const { page } = await openPage(browser, CPU);
  await page.addInitScript(() => {
    window.keys = [];
    new PerformanceObserver((list) => {
      for (const { name, duration, target, interactionId } of list.getEntries())
        if (/^key(down|up)$/.test(name) && target) window.keys.push([target.id, interactionId, duration]);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  const measure = async (id, text) => {
    await type(page, id, text);
    const durations = await page.evaluate((wanted) => {
      const longest = new Map();
      for (const [id, interaction, duration] of window.keys)
        if (id === wanted) longest.set(interaction, Math.max(duration, longest.get(interaction) ?? 0));
      return [...longest.values()].sort((a, b) => a - b);
    }, id);
    // keys below the threshold are not told: they count as one frame
    const all = [...Array(Math.max(0, text.length - durations.length)).fill(16), ...durations];
    const at = (part) => all[Math.min(all.length - 1, Math.floor(all.length * part))];
    return { id, keys: text.length, median: at(0.5), p98: at(0.98) };
  };
  await page.goto(`${url}/health`);
  await page.evaluate(() =>
    document.body.replaceChildren(Object.assign(document.createElement('input'), { id: 'x' })),
  );
  const rows = [{ ...(await measure('x', TYPED.enderecoCompleto)), id: YARDSTICK }];
  await openForm(page, url);
  for (const choice of CHOSEN) await page.check(choice);
  for (const [id, text] of Object.entries(TYPED)) rows.push(await measure(id, text));
  await page.close();
  return rows;
}

/** The longest that one task keeps the page's thread at work while a field is typed in and after, in milliseconds of its own time, times four. Hardly depends on what else the machine does. */
async function measureWork(browser, url) {
  const { page, devtools } = await openPage(browser, 1);
  await openForm(page, url);
  for (const choice of CHOSEN) await page.check(choice);
  const longest = new Map();
  for (const [id, text] of Object.entries(TYPED)) {
    const events = [];
    const collect = ({ value }) => events.push(...value);
    devtools.on('Tracing.dataCollected', collect);
    const traceConfig = { includedCategories: ['toplevel', 'devtools.timeline'] };
    await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    await type(page, id, text);
    const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    devtools.off('Tracing.dataCollected', collect);
    const work = events.filter(
      ({ name }) => name === 'EventDispatch' || name === 'TimerFire' || /RunTask$/.test(name),
    );
    longest.set(id, Math.round((CPU * Math.max(0, ...work.map(({ tdur = 0 }) => tdur))) / 1000));
  }
  await page.close();
  return longest;
}

/** The whole enrolment, one moment after the other, in milliseconds since the address was asked for. */
async function enrol(browser, url, folder) {
  const photo = await takePhoto();
  const { page, devtools } = await openPage(browser, CPU);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  const moments = [];
  let before = performance.now();
  const moment = (name) => {
    moments.push([name, Math.round(performance.now() - before)]);
    before = performance.now();
  };
  await openForm(page, url);
  moment('página pronta para enviar');
  for (const choice of CHOSEN) await page.check(choice);
  await page.selectOption('#nivelEscolaridade', { index: 1 });
  for (const [id, text] of Object.entries(TYPED)) await page.fill(`#${id}`, text);
  moment('respostas (sem contar a pessoa)');
  await page.setInputFiles('#cadastroUnico', { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('Documento anexado: foto.jpg.').waitFor({ timeout: 120_000 });
  moment('foto preparada');
  await page.click('form button[type=submit]');
  await page.getByRole('heading', { name: /Inscrição enviada!/ }).waitFor({ timeout: 120_000 });
  moment('enviada');
  await page.close();
  const stored = readdirSync(join(folder, 'documents'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  return { moments, photoBytes: photo.length, stored };
}

const table = (head, rows) =>
  [head, head.map((_, at) => (at ? '--:' : '---')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

try {
  ensureInstalled();
  const executablePath = ensureBrowser() ?? undefined;
  await ensureBuilt();
  const { chromium } = await import('@playwright/test');
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    console.log(`Carga da máquina: ${loadavg()[0].toFixed(1)} em ${cpus().length} processadores\n`);
    const keys = await measureKeys(browser, server.url);
    const work = await measureWork(browser, server.url);
    console.log(
      table(
        ['campo', 'teclas', 'mediana ms', 'p98 ms', 'trabalho ms'],
        keys.map(({ id, keys, median, p98 }) => [id, keys, median, p98, work.get(id) ?? '']),
      ),
    );
    const { moments, photoBytes, stored } = await enrol(browser, server.url, server.folder);
    const kb = (bytes) => `${Math.round(bytes / 1000)} kB`;
    console.log(
      `\n${table(['inscrição inteira', 'ms'], moments)}\n\nFoto de ${kb(photoBytes)}, guardada com ${stored.map(({ length }) => kb(length)).join(', ')}.`,
    );
    const busy = keys[0].p98 >= KEY_MS; // then the times tell of the machine, the work still of the page
    const slow = keys.filter(({ id, p98 }) => (busy ? (work.get(id) ?? 0) : p98) >= KEY_MS);
    const light = stored.length === 1 && stored[0].length < DOCUMENT_BYTES;
    if (busy) console.error('\nA máquina está ocupada: até uma página vazia demora. Meça de novo.');
    if (slow.length > 0) console.error(`\nAcima de ${KEY_MS} ms: ${slow.map(({ id }) => id).join(', ')}`);
    if (!light) console.error('\nO documento guardado não é um só, ou é pesado.');
    process.exitCode = slow.length > 0 || !light ? 1 : 0;
  } finally {
    await browser.close();
    await server.stop();
  }
} catch (error) {
  fail(error);
}

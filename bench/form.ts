import { readdirSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { ensureBrowser } from '../kit/browser.ts';
import { startServer } from '../kit/server.ts';
import { measureFirstTap } from './first-tap.ts';
import { table } from './measure.ts';
import { CPU } from './page-thread.ts';
import { CHOSEN, measureKeys, measureWork, openForm, openPage, SLOW_4G, TYPED } from './phone.ts';

/** Promised for any field, as the 98th percentile of its keys. */
const KEY_MS = 50;
const DOCUMENT_BYTES = 900_000;
/** Promised for the way into the form: the slowest interaction, when it can be sent, the longest task. */
const TAP_MS = { inp: 200, ready: 2500, task: 100 };

/**
 * `npm run bench -- form`: the enrolment on a cheap phone (360×740, CPU four times
 * slower). The first tap over slow 4G, how long each key takes until it is drawn, field by
 * field, then the whole enrolment with a photo of 4 MB over slow 4G. Prints tables; returns
 * 1 when a promise does not hold. Run it on a quiet machine.
 */
export async function run(): Promise<number> {
  const executablePath = ensureBrowser() ?? undefined;
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    console.log(`Carga da máquina: ${loadavg()[0]?.toFixed(1)} em ${cpus().length} processadores\n`);
    const first = await measureFirstTap(browser, server.url);
    const { inp, written, ready, task, work: heaviest, stays } = first;
    console.log(
      `${table(
        ['toque em "Fazer a inscrição", 1 s depois de pintada', 'ms', 'no máximo'],
        [
          ['interação mais lenta (INP)', inp, TAP_MS.inp],
          ['primeira letra no campo, depois do toque', written, ''],
          ['formulário pronto para enviar, depois do toque', ready, TAP_MS.ready],
          ['tarefa mais longa, pelo relógio', task, TAP_MS.task],
          ['tarefa mais longa, trabalho', heaviest, TAP_MS.task],
        ],
      )}\n`,
    );
    const keys = await measureKeys(browser, server.url);
    const work = await measureWork(browser, server.url);
    console.log(
      table(
        ['campo', 'teclas', 'mediana ms', 'p98 ms', 'trabalho ms'],
        keys.map(({ id, keys, median, p98 }) => [id, keys, median, p98, work.get(id) ?? '']),
      ),
    );
    const { moments, photoBytes, storedBytes } = await measureEnrolment(browser, server.url, server.folder);
    const kb = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
    console.log(
      `\n${table(['inscrição inteira', 'ms'], moments)}\n\nFoto de ${kb(photoBytes)}, guardada com ${storedBytes.map(kb).join(', ')}.`,
    );
    const [baseline] = keys;
    const busy = baseline === undefined || baseline.p98 >= KEY_MS; // the times then measure the machine: judge the work
    const slow = keys.filter(({ id, p98 }) => (busy ? (work.get(id) ?? 0) : p98) >= KEY_MS);
    const light = storedBytes.length === 1 && storedBytes.every((bytes) => bytes < DOCUMENT_BYTES);
    if (busy) console.error('\nA máquina está ocupada: até uma página vazia demora. Meça de novo.');
    if (slow.length > 0) console.error(`\nAcima de ${KEY_MS} ms: ${slow.map(({ id }) => id).join(', ')}`);
    const late =
      heaviest > TAP_MS.task || (!busy && (inp > TAP_MS.inp || ready > TAP_MS.ready || task > TAP_MS.task));
    if (!light) console.error('\nO documento guardado não é um só, ou é pesado.');
    if (late) console.error('\nO caminho até o formulário passa do máximo.');
    if (!stays) console.error('\nO que foi escrito antes não ficou.');
    return slow.length > 0 || !light || late || !stays ? 1 : 0;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** A photo as a phone takes it: 12 megapixels of a page of small print, with grain, above 4 MB. */
async function takePhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  const noise = { type: 'gaussian', mean: 215, sigma: 9 } as const;
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

/** Milliseconds of each step in turn, and the size of the photo and of each stored document in bytes. */
type EnrolmentFigures = {
  moments: [step: string, ms: number][];
  photoBytes: number;
  storedBytes: number[];
};

/** A whole enrolment with a photo over slow 4G; `folder` is the server's data folder. */
async function measureEnrolment(browser: Browser, url: string, folder: string): Promise<EnrolmentFigures> {
  const photo = await takePhoto();
  const { page, devtools } = await openPage(browser, CPU);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  const moments: EnrolmentFigures['moments'] = [];
  let before = performance.now();
  const moment = (name: string) => {
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
  const storedBytes = readdirSync(join(folder, 'documents'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'instalacao') // the note of whose folder it is
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return { moments, photoBytes: photo.length, storedBytes };
}

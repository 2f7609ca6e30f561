import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { startServer } from '../kit/server.ts';
import type { Tools } from '../prove/program.ts';
import { measureEnrolment } from './form-enrolment.ts';
import { measureKeys, measureWork } from './form-typing.ts';
import { table } from './measure.ts';

/** Promised for any field, as the 98th percentile of its keys. */
const KEY_MS = 50;
const DOCUMENT_BYTES = 900_000;

/**
 * `npm run bench:form`: the enrolment on a cheap phone (360×740, CPU four times
 * slower). How long each key takes until it is drawn, field by field, then the whole
 * enrolment with a photo of 4 MB over slow 4G. Prints tables; returns 1 when a
 * promise does not hold. Run it on a quiet machine.
 */
export async function run(_args: string[], { ensureBrowser }: Tools): Promise<number> {
  const executablePath = ensureBrowser() ?? undefined;
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    console.log(`Carga da máquina: ${loadavg()[0]?.toFixed(1)} em ${cpus().length} processadores\n`);
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
    if (!light) console.error('\nO documento guardado não é um só, ou é pesado.');
    return slow.length > 0 || !light ? 1 : 0;
  } finally {
    await browser.close();
    await server.stop();
  }
}

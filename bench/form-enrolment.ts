import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { CHOSEN, CPU, openForm, openPage, TYPED } from './phone.ts';

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };

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
export type EnrolmentFigures = {
  moments: [step: string, ms: number][];
  photoBytes: number;
  storedBytes: number[];
};

/** A whole enrolment with a photo over slow 4G; `folder` is the server's data folder. */
export async function measureEnrolment(
  browser: Browser,
  url: string,
  folder: string,
): Promise<EnrolmentFigures> {
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

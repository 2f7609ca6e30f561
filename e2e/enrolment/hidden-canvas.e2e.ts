import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { jpegFile, phonePhoto } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';
import { SENT } from '../support/sending.ts';
import { isStored } from '../support/stored-files.ts';

// Browsers that hide from trackers give other pixels than were drawn: Brave noise, Firefox with
// resistFingerprinting and LibreWolf white or random ones.

type Lie = { file?: Given; read?: Given };
type Given = 'white' | 'random' | 'noise' | 'nothing';

/** Gives pixels as these browsers do: `file` in files that are made of a canvas, `read` where its pixels are read. */
function lie() {
  const ways = window as Window & { lie?: { file?: string; read?: string } };
  const { toBlob } = HTMLCanvasElement.prototype;
  const { getImageData } = CanvasRenderingContext2D.prototype;
  const change = (pixels: ImageData, way: string) => {
    const { data } = pixels;
    for (let at = 0; at < data.length; at += 1) {
      if (at % 4 === 3) continue;
      if (way === 'white') data[at] = 255;
      if (way === 'random') data[at] = Math.imul(at, 2_654_435_761) >>> 24;
      if (way === 'noise') data[at] = (data[at] ?? 0) + ((Math.imul(at, 2_654_435_761) >>> 24) % 3) - 1;
    }
    return pixels;
  };
  CanvasRenderingContext2D.prototype.getImageData = function (...place: Parameters<typeof getImageData>) {
    const pixels = getImageData.apply(this, place);
    return ways.lie?.read ? change(pixels, ways.lie.read) : pixels;
  };
  HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
    const way = ways.lie?.file;
    if (!way) return toBlob.call(this, done, ...how);
    if (way === 'nothing') return done(null);
    const other = document.createElement('canvas');
    [other.width, other.height] = [this.width, this.height];
    const [from, to] = [this.getContext('2d'), other.getContext('2d')];
    if (from && to)
      to.putImageData(change(getImageData.call(from, 0, 0, this.width, this.height), way), 0, 0);
    toBlob.call(other, done, ...how);
  };
}

const LIES: [string, Lie, 'small' | 'original'][] = [
  ['a little noise', { file: 'noise', read: 'noise' }, 'small'],
  ['white in files alone', { file: 'white' }, 'original'],
  ['random pixels in files alone', { file: 'random' }, 'original'],
  ['no file at all', { file: 'nothing' }, 'original'],
];

const field = (page: Page) => page.locator('.question--file');
const input = (page: Page) => page.locator('#cadastroUnico');
const lieOn = (page: Page, how: Lie) => page.evaluate((way) => Object.assign(window, { lie: way }), how);
const held = async (page: Page) =>
  Buffer.from(
    await input(page).evaluate(async (element: HTMLInputElement) => {
      const bytes = new Uint8Array((await element.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    }),
    'base64',
  );

/** The photo lies on its side in its file; its red corner is the page's upper left. */
async function expectPhoto(bytes: Buffer) {
  const { data, info } = await sharp(bytes)
    .rotate()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const [red = 0, green = 255] = colour(20, 20);
  expect([red > 150, green < 90]).toEqual([true, true]);
  const [paper = 0] = colour(info.width >> 1, info.height - 40);
  expect(paper).toBeGreaterThan(150);
  expect(info.height).toBeGreaterThan(info.width);
}

test('where a browser gives other pixels than were drawn, the photo goes as it is, without the place', async ({
  page,
  server,
  mishaps,
}) => {
  test.slow();
  await page.addInitScript(lie);
  await openForm(page);
  const photo = await phonePhoto(2400, 1800, 90);
  for (const [what, how, expected] of LIES)
    await test.step(`${what}: the ${expected} one`, async () => {
      await lieOn(page, how);
      const name = `${what.replaceAll(' ', '-')}.jpg`;
      await input(page).setInputFiles(jpegFile(photo, name));
      await page.getByText(`Documento anexado: ${name}.`).waitFor();
      const bytes = await held(page);
      await expectPhoto(bytes);
      const { width = 0, height = 0, exif } = await sharp(bytes).metadata();
      expect(Math.max(width, height)).toBe(expected === 'small' ? 2000 : 2400);
      expect(exif?.includes('Celular de Teste') ?? false).toBe(false);
      if (expected === 'original') await expect(field(page)).not.toContainText('Diminuímos a foto');
    });
  await test.step('what is stored shows the photo', async () => {
    await lieOn(page, { file: 'white', read: 'white' });
    await fillEnrolment(page, { nomeCompleto: 'Pessoa Escondida' }, jpegFile(photo, 'escondida.jpg'));
    await expect(field(page)).toContainText('Documento anexado: escondida.jpg.');
    const sent = await held(page);
    await send(page);
    await expect(toast(page).getByRole('status')).toContainText(SENT);
    await expectPhoto(sent);
    expect(await isStored(server, sent)).toBe(true);
  });
  const isAdvice = (said: string) => said.startsWith('warning: Canvas2D: Multiple readback'); // to `lie` itself
  expect(mishaps.filter((said) => !isAdvice(said))).toEqual([]);
  mishaps.length = 0;
});

test('a photo that has to be changed says why it cannot be', async ({ page }) => {
  await page.addInitScript(lie);
  await openForm(page);
  await lieOn(page, { file: 'white', read: 'white' });
  const words = 'Este navegador não deixou preparar a foto.';
  await test.step('one above 5 MB', async () => {
    const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const heavy = sharp({
      create: { width: 1500, height: 1400, channels: 3, background: '#ddd', noise: grain },
    });
    const png = await heavy.png({ compressionLevel: 0 }).toBuffer();
    await input(page).setInputFiles({ name: 'pesada.png', mimeType: 'image/png', buffer: png });
    await page.getByRole('button', { name: 'Diminuir a foto e usar' }).click();
    await expect(field(page)).toContainText(words);
  });
  await test.step('one of another kind', async () => {
    const webp = await sharp(readFileSync('e2e/support/files/nis.jpg')).webp().toBuffer();
    await input(page).setInputFiles({ name: 'outra.webp', mimeType: 'image/webp', buffer: webp });
    await expect(field(page)).toContainText(words);
  });
});

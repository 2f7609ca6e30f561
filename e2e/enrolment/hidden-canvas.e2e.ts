import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { jpegFile, phonePhoto } from '../support/document-files.ts';
import { expect, openForm, test } from '../support/fixtures.ts';
import { heldFile } from '../support/sending.ts';

// Browsers that hide from trackers give other pixels than were drawn: Brave noise, Firefox with
// resistFingerprinting and LibreWolf white or random ones.

/** Gives pixels as these browsers do, in files that are made of a canvas and where its pixels are read, once `window.lie` says how. */
function lie() {
  const ways = window as Window & { lie?: string };
  const { toBlob } = HTMLCanvasElement.prototype;
  const { getImageData } = CanvasRenderingContext2D.prototype;
  const change = (pixels: ImageData) => {
    const { data } = pixels;
    for (let at = 0; at < data.length; at += 1)
      if (at % 4 !== 3)
        data[at] =
          ways.lie === 'noise' ? (data[at] ?? 0) + ((Math.imul(at, 2_654_435_761) >>> 24) % 3) - 1 : 255;
    return pixels;
  };
  CanvasRenderingContext2D.prototype.getImageData = function (...place: Parameters<typeof getImageData>) {
    const pixels = getImageData.apply(this, place);
    return ways.lie === 'noise' ? change(pixels) : pixels;
  };
  HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
    if (!ways.lie) return toBlob.call(this, done, ...how);
    if (ways.lie === 'nothing') return done(null);
    const other = document.createElement('canvas');
    [other.width, other.height] = [this.width, this.height];
    const [from, to] = [this.getContext('2d'), other.getContext('2d')];
    if (from && to) to.putImageData(change(getImageData.call(from, 0, 0, this.width, this.height)), 0, 0);
    toBlob.call(other, done, ...how);
  };
}

const field = (page: Page) => page.locator('.question--file');
const input = (page: Page) => page.locator('#cadastroUnico');
const lieOn = (page: Page, how: string) => page.evaluate((way) => Object.assign(window, { lie: way }), how);
test('where a browser gives other pixels than were drawn, the photo goes as it is, without the place, or says why it cannot', async ({
  page,
  mishaps,
}) => {
  test.slow();
  await page.addInitScript(lie);
  await openForm(page);
  const photo = await phonePhoto(2400, 1800, 90);
  for (const [how, expected] of [
    ['noise', 2000], // made small
    ['white', 2400], // as it is
    ['nothing', 2400],
  ] as const)
    await test.step(how, async () => {
      await lieOn(page, how);
      await input(page).setInputFiles(jpegFile(photo, `${how}.jpg`));
      await page.getByText(`Documento anexado: ${how}.jpg.`).waitFor();
      const bytes = await heldFile(page);
      const { width = 0, height = 0, exif } = await sharp(bytes).metadata();
      expect(Math.max(width, height)).toBe(expected);
      expect(exif?.includes('Celular de Teste') ?? false).toBe(false);
      const upright = sharp(bytes).rotate().removeAlpha().raw();
      const { data, info } = await upright.toBuffer({ resolveWithObject: true });
      const [red = 0, green = 255] = data.subarray((20 * info.width + 20) * 3); // the page's corner
      expect([red > 150, green < 90]).toEqual([true, true]);
    });
  await lieOn(page, 'white');
  const words = 'Este navegador não deixou preparar a foto.';
  await test.step('one above 5 MB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const heavy = sharp({ create: { width: 1500, height: 1400, channels: 3, background: '#ddd', noise } });
    const buffer = await heavy.png({ compressionLevel: 0 }).toBuffer();
    await input(page).setInputFiles({ name: 'pesada.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Diminuir a foto e usar' }).click();
    await expect(field(page)).toContainText(words);
  });
  await test.step('one of another kind', async () => {
    const buffer = await sharp(readFileSync('e2e/support/files/nis.jpg')).webp().toBuffer();
    await input(page).setInputFiles({ name: 'outra.webp', mimeType: 'image/webp', buffer });
    await expect(field(page)).toContainText(words);
  });
  const isAdvice = (said: string) => said.startsWith('warning: Canvas2D: Multiple readback'); // to `lie` itself
  expect(mishaps.filter((said) => !isAdvice(said))).toEqual([]);
  mishaps.length = 0;
});

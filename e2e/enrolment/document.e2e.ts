import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  type DocumentFile,
  jpegFile,
  onDisk,
  phonePhoto,
  plain,
  smallPdf,
} from '../support/document-files.ts';
import { expect, fillEnrolment, holdRequests, openForm, send, test, toast } from '../support/fixtures.ts';
import { closeToast, heldFile } from '../support/sending.ts';
import { isStored } from '../support/stored-files.ts';

const LIMIT = 5_242_880;
const file = (name: string, mimeType: string, buffer: Buffer): DocumentFile => ({ name, mimeType, buffer });
const inputOf = (page: Page) => page.locator('#cadastroUnico');
const field = (page: Page) => page.locator('.question--file');
const attached = (page: Page, name: string) =>
  expect(field(page)).toContainText(`Documento anexado: ${name}.`);

const count = (page: Page) => inputOf(page).evaluate((input: HTMLInputElement) => input.files?.length);

/** Whether the red corner of the page is where `at` says. */
async function redCorner(photo: Buffer, at: 'upper left' | 'upper right' = 'upper left') {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = at === 'upper left' ? 20 : info.width - 20;
  const place = (20 * info.width + x) * 3;
  return (data[place] ?? 0) > 150 && (data[place + 1] ?? 255) < 90;
}

test('a document is taken for what it is, and can be changed', async ({ page, server }) => {
  await openForm(page);
  await test.step('a PDF stays as it is, byte for byte', async () => {
    const pdf = readFileSync('e2e/support/files/nis.pdf');
    await inputOf(page).setInputFiles(file('Folha Resumo.pdf', 'application/pdf', pdf));
    await attached(page, 'Folha Resumo.pdf');
    expect(await heldFile(page)).toEqual(pdf);
    await expect(field(page)).not.toContainText('Dá para ler');
  });
  await test.step('a small photo has the same pixels and loses the place', async () => {
    const photo = await plain(1200, 900, '#ddd')
      .withExif({ IFD0: { Model: 'Celular de Teste' } })
      .jpeg()
      .toBuffer();
    await inputOf(page).setInputFiles(jpegFile(photo, 'leve.jpg'));
    await attached(page, 'leve.jpg');
    const shown = await heldFile(page);
    expect(photo.includes('Celular de Teste')).toBe(true);
    expect(shown.includes('Celular de Teste')).toBe(false);
    const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer();
    expect((await pixels(shown)).equals(await pixels(photo))).toBe(true);
  });
  await test.step('a WebP becomes a JPEG', async () => {
    await inputOf(page).setInputFiles(
      file('print.webp', 'image/webp', await plain(900, 800, '#ddd').webp().toBuffer()),
    );
    await attached(page, 'print.jpg');
    await expect(field(page)).toContainText('Mudamos o formato da foto para a equipe conseguir abrir.');
    expect((await sharp(await heldFile(page)).metadata()).format).toBe('jpeg');
  });
  await test.step('a dark photo and a tiny one are doubted, and taken', async () => {
    await inputOf(page).setInputFiles(
      jpegFile(await plain(1000, 800, '#111').jpeg().toBuffer(), 'escura.jpg'),
    );
    await expect(field(page)).toContainText('A foto parece escura. Se puder, tire outra.');
    await inputOf(page).setInputFiles(jpegFile(await plain(300, 200, '#ddd').jpeg().toBuffer(), 'outra.jpg'));
    await expect(field(page)).toContainText('A foto parece pequena. Se puder, tire outra.');
    expect(await count(page)).toBe(1);
  });

  await test.step('a photo can be turned and changed', async () => {
    await inputOf(page).setInputFiles(onDisk(jpegFile(await phonePhoto(1600, 1200), 'girada.jpg')));
    await attached(page, 'girada.jpg');
    const before = await heldFile(page);
    await page.getByRole('button', { name: 'Girar' }).click();
    await expect.poll(async () => (await heldFile(page)).equals(before)).toBe(false);
    await attached(page, 'girada.jpg');
    const turned = await heldFile(page);
    expect(await sharp(turned).metadata()).toMatchObject({ width: 1600, height: 1200 });
    expect(await redCorner(turned, 'upper right')).toBe(true);

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Trocar' }).click();
    await (await chooser).setFiles('e2e/support/files/nis.pdf');
    await attached(page, 'nis.pdf');
    expect(await count(page)).toBe(1);
  });
  await test.step('a file dropped on the box is taken', async () => {
    const carrier = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'solto.pdf', { type: 'application/pdf' }));
      return data;
    }, smallPdf().toString('latin1'));
    await field(page).dispatchEvent('drop', { dataTransfer: carrier });
    await attached(page, 'solto.pdf');
    expect(await heldFile(page)).toEqual(smallPdf());
  });
  await test.step('three photos become one PDF that opens', async () => {
    await inputOf(page).setInputFiles(onDisk(jpegFile(await phonePhoto(2400, 1800), 'p1.jpg')));
    await attached(page, 'p1.jpg');
    for (const pages of [2, 3]) {
      await page
        .getByLabel('Adicionar página')
        .setInputFiles(onDisk(jpegFile(await phonePhoto(2000, 1500), `p${pages}.jpg`)));
      await attached(page, 'comprovante.pdf');
      await expect(field(page)).toContainText(`${pages} páginas em um arquivo`);
    }
    const pdf = await heldFile(page);
    expect(pdf.length).toBeLessThanOrEqual(LIMIT);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('Celular de Teste')).toBe(false);
    if (!existsSync('/usr/bin/pdfinfo')) return;
    const path = join(test.info().outputPath(), 'paginas.pdf');
    mkdirSync(test.info().outputPath(), { recursive: true });
    writeFileSync(path, pdf);
    expect(execFileSync('/usr/bin/pdfinfo', [path]).toString()).toMatch(/Pages:\s+3/);
  });
  await test.step('a heavy photo is sent small, upright, without the place, and as it was shown', async () => {
    const photo = await phonePhoto();
    expect(photo.length).toBeGreaterThan(4 * 1024 * 1024);
    expect(photo.length).toBeLessThan(LIMIT);
    await fillEnrolment(page, { nomeCompleto: 'Foto Pesada' }, onDisk(jpegFile(photo, 'IMG_1.jpeg')));
    await attached(page, 'IMG_1.jpg');
    await expect(field(page)).toContainText('Diminuímos a foto para o envio ser rápido.');
    expect(await field(page).innerText()).not.toMatch(/\d ?[KM]B/);
    await expect(field(page)).toContainText('Dá para ler o nome e o NIS?');
    const shown = await heldFile(page);
    await page.getByRole('button', { name: 'Ver', exact: true }).click();
    const large = page.getByRole('dialog', { name: 'Dá para ler o nome e o NIS?' });
    await expect(large.getByRole('img')).toBeVisible();
    await large.getByRole('button', { name: 'Sim, dá para ler' }).click();
    await expect(field(page)).toContainText('✓ Dá para ler');
    await expect(field(page)).not.toContainText('Dá para ler o nome');

    await send(page);
    await expect(toast(page)).toContainText('Inscrição enviada com sucesso! 🎉');
    expect(await isStored(server, shown)).toBe(true);
    const { width, height, exif, orientation } = await sharp(shown).metadata();
    expect(shown.length).toBeLessThan(900 * 1024);
    expect([width, height, exif, orientation]).toEqual([1500, 2000, undefined, undefined]);
    expect(shown.includes('Celular de Teste')).toBe(false);
    expect(await redCorner(shown)).toBe(true);
  });
});

test('what cannot be a document is refused, whatever has arrived of the page', async ({ page, mishaps }) => {
  test.slow(); // a photo of 20 megapixels is made first
  await test.step('without the script for photos, a document goes as it is', async () => {
    await openForm(page);
    await page.route('**/assets/prepare-*.js', (route) => route.abort());
    await inputOf(page).setInputFiles('e2e/support/files/nis.jpg');
    await attached(page, 'nis.jpg');
    expect(await heldFile(page)).toEqual(readFileSync('e2e/support/files/nis.jpg'));
    await test.step('but not a photo that broke off in the middle', async () => {
      const whole = readFileSync('e2e/support/files/nis.jpg');
      await inputOf(page).setInputFiles(jpegFile(whole.subarray(0, whole.length / 2), 'cortada.jpg'));
      await expect(field(page)).toContainText('A foto não abriu. Tire outra.');
      expect(await count(page)).toBe(0);
    });
    mishaps.length = 0;
    await page.unrouteAll();
  });
  await test.step('what is prepared does not move the page under a finger', async () => {
    const release = await holdRequests(page, '**/assets/DocumentCard-*.js');
    await openForm(page);
    await inputOf(page).setInputFiles(file('nis.pdf', 'application/pdf', smallPdf()));
    await expect(field(page)).toContainText('Preparando');
    const button = page.getByRole('button', { name: 'Enviar Inscrição' });
    await button.hover();
    await page.mouse.down();
    release();
    await page.waitForTimeout(500);
    await expect(field(page)).not.toContainText('Documento anexado');
    await page.mouse.up();
    await attached(page, 'nis.pdf');
    await expect(page.getByRole('heading', { name: /Confira/ })).toBeVisible(); // the press was heard
  });
  await test.step('what cannot be a document is refused, and says why and what to do (each kind: app/document/prepare.test.ts); one of exactly 5 MB is sent', async () => {
    await test.step('5 MB to the byte is taken; one byte more is refused in the words of the SPEC, with a way out', async () => {
      const photo = await phonePhoto(2000, 1500);
      const padded = (size: number) =>
        onDisk(jpegFile(Buffer.concat([photo, Buffer.alloc(size - photo.length)]), '5-MB.jpg'));
      await inputOf(page).setInputFiles(padded(LIMIT));
      await attached(page, '5-MB.jpg');
      await inputOf(page).setInputFiles(padded(LIMIT + 1));
      await expect(toast(page).getByRole('alert')).toContainText('Arquivo muito grande!');
      await expect(field(page)).toContainText('O arquivo deve ter no máximo 5MB.');
      await expect(field(page)).not.toContainText('Documento anexado');
      expect(await count(page)).toBe(0);
      await expect(page.getByRole('button', { name: 'Diminuir a foto e usar' })).toBeVisible();
    });
    await test.step('a photo that is too large is made small once that is asked for', async () => {
      await page.getByRole('button', { name: 'Diminuir a foto e usar' }).click();
      await attached(page, '5-MB.jpg');
      await expect(field(page)).not.toContainText('O arquivo deve ter no máximo 5MB.');
      const shown = await heldFile(page);
      expect(shown.length).toBeLessThan(900 * 1024);
      expect((await sharp(shown).metadata()).height).toBeGreaterThanOrEqual(1400);
      expect(await redCorner(shown)).toBe(true);
    });
    const pdf = (bytes: number) => onDisk(file('grande.pdf', 'application/pdf', smallPdf('', bytes)));
    await test.step('a PDF one byte over the limit is refused in the words of the SPEC, and asks for a photo of the page', async () => {
      await closeToast(page);
      await inputOf(page).setInputFiles(pdf(LIMIT + 1));
      await expect(toast(page).getByRole('alert')).toContainText('Arquivo muito grande!');
      await expect(toast(page).getByRole('alert')).toContainText('O arquivo deve ter no máximo 5MB.');
      expect(await count(page)).toBe(0);
      await expect(field(page)).toContainText(
        'O arquivo deve ter no máximo 5MB. Tire uma foto da página com o nome e o NIS.',
      );
      await expect(page.getByRole('button', { name: 'Diminuir a foto e usar' })).toHaveCount(0);
    });
  });
});

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
      await inputOf(page).setInputFiles(jpegFile(photo, `${how}.jpg`));
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
    await inputOf(page).setInputFiles({ name: 'pesada.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Diminuir a foto e usar' }).click();
    await expect(field(page)).toContainText(words);
  });
  await test.step('one of another kind', async () => {
    const buffer = await sharp(readFileSync('e2e/support/files/nis.jpg')).webp().toBuffer();
    await inputOf(page).setInputFiles({ name: 'outra.webp', mimeType: 'image/webp', buffer });
    await expect(field(page)).toContainText(words);
  });
  const isAdvice = (said: string) => said.startsWith('warning: Canvas2D: Multiple readback'); // to `lie` itself
  expect(mishaps.filter((said) => !isAdvice(said))).toEqual([]);
  mishaps.length = 0;
});

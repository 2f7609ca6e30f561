import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, fillEnrolment, holdRequests, openForm, send, test, toast } from './fixtures.ts';
import { jpegFile, type PaperFile, phonePhoto, plain, smallPdf } from './papers.ts';

const LIMIT = 5_242_880;
const file = (name: string, mimeType: string, buffer: Buffer): PaperFile => ({ name, mimeType, buffer });
const inputOf = (page: Page) => page.locator('#cadastroUnico');
const field = (page: Page) => page.locator('.question--file');
const attached = (page: Page, name: string) =>
  expect(field(page)).toContainText(`Documento anexado: ${name}.`);

/** What stands in the input now, and would be sent. */
async function held(page: Page): Promise<Buffer> {
  const text = await inputOf(page).evaluate(
    (input: HTMLInputElement) =>
      new Promise<string>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
        reader.readAsDataURL(input.files?.[0] ?? new Blob());
      }),
  );
  return Buffer.from(text, 'base64');
}

const count = (page: Page) => inputOf(page).evaluate((input: HTMLInputElement) => input.files?.length);

/** Pictures for whoever wants to look; nowhere unless SHOTS names a folder. */
async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const dialog = page.locator('dialog[open]');
    const seen = (await dialog.count()) > 0 ? dialog : field(page);
    await seen.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
}

/** Whether a file of exactly these bytes lies somewhere in the folder. */
function storedIn(folder: string, bytes: Buffer): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() && statSync(path).size === bytes.length && readFileSync(path).equals(bytes);
  });
}

/** Whether the red corner of the page stands at the upper left. */
async function redCorner(photo: Buffer, at: 'upper left' | 'upper right' = 'upper left') {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const x = at === 'upper left' ? 20 : info.width - 20;
  const place = (20 * info.width + x) * 3;
  return (data[place] ?? 0) > 150 && (data[place + 1] ?? 255) < 90;
}

test('a heavy photo is sent small, upright, without the place, and as it was shown', async ({
  page,
  house,
}) => {
  const photo = await phonePhoto();
  expect(photo.length).toBeGreaterThan(4 * 1024 * 1024);
  expect(photo.length).toBeLessThan(LIMIT);
  await openForm(page);
  await shoot(page, 'none');
  await fillEnrolment(page, { nomeCompleto: 'Foto Pesada' }, jpegFile(photo, 'IMG_1.jpeg'));
  await attached(page, 'IMG_1.jpg');
  await expect(field(page)).toContainText(/foto reduzida de 4,\d MB para \d+ KB/);
  await expect(field(page)).toContainText('Dá para ler o nome e o NIS?');
  await shoot(page, 'photo');
  const shown = await held(page);
  await page.getByRole('button', { name: 'Ver a foto maior' }).click();
  await expect(page.getByRole('dialog', { name: 'Foto do documento' }).getByRole('img')).toBeVisible();
  await shoot(page, 'enlarged');
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await field(page).getByRole('button', { name: 'Sim' }).click();
  await expect(field(page)).not.toContainText('Dá para ler');

  if (process.env.SHOTS) writeFileSync(join(process.env.SHOTS, 'sent.jpg'), shown);
  await send(page);
  await expect(toast(page)).toContainText('Inscrição enviada com sucesso! 🎉');
  expect(storedIn(house.dataDir, shown)).toBe(true);
  const { width, height, exif, orientation } = await sharp(shown).metadata();
  expect(shown.length).toBeLessThan(900 * 1024);
  expect([width, height, exif, orientation]).toEqual([1500, 2000, undefined, undefined]);
  expect(shown.includes('Celular de Teste')).toBe(false);
  expect(await redCorner(shown)).toBe(true);
});

test('5 MB to the byte is taken; one byte more is refused in the words of the SPEC, with a way out', async ({
  page,
}) => {
  const photo = await phonePhoto();
  const padded = (size: number) => jpegFile(Buffer.concat([photo, Buffer.alloc(size - photo.length)]));
  await openForm(page);
  await inputOf(page).setInputFiles(padded(LIMIT));
  await attached(page, 'foto.jpg');
  await inputOf(page).setInputFiles(padded(LIMIT + 1));
  await expect(toast(page).getByRole('alert')).toContainText('Arquivo muito grande!');
  await expect(field(page)).toContainText('O arquivo deve ter no máximo 5MB.');
  await expect(field(page)).not.toContainText('Documento anexado');
  expect(await count(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Diminuir a foto e usar' })).toBeVisible();
  await shoot(page, 'large');
});

test('a photo of 12 MB is made small once that is asked for', async ({ page }) => {
  const photo = await phonePhoto(5200, 3900, 98);
  expect(photo.length).toBeGreaterThan(9 * 1024 * 1024);
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(photo));
  await page.getByRole('button', { name: 'Diminuir a foto e usar' }).click();
  await attached(page, 'foto.jpg');
  await expect(field(page)).not.toContainText('O arquivo deve ter no máximo 5MB.');
  const shown = await held(page);
  expect(shown.length).toBeLessThan(900 * 1024);
  expect((await sharp(shown).metadata()).height).toBeGreaterThanOrEqual(1400);
  expect(await redCorner(shown)).toBe(true);
});

test('a PDF over the limit asks for a photo of the page', async ({ page }) => {
  await openForm(page);
  await inputOf(page).setInputFiles(
    file('grande.pdf', 'application/pdf', Buffer.concat([smallPdf(), Buffer.alloc(LIMIT)])),
  );
  await expect(field(page)).toContainText(
    'O arquivo deve ter no máximo 5MB. Tire uma foto da página com o nome e o NIS.',
  );
  await expect(page.getByRole('button', { name: 'Diminuir a foto e usar' })).toHaveCount(0);
});

const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic and no picture', 'latin1');
const docx = Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0\0\0[Content_Types].xml', 'latin1');

for (const [what, make, words] of [
  ['empty', async () => file('vazio.jpg', 'image/jpeg', Buffer.alloc(0)), 'O arquivo está vazio.'],
  ['a program', async () => file('a.pdf', 'application/pdf', Buffer.from('MZ\x90\0')), 'não serve'],
  ['a web page', async () => file('a.png', 'image/png', Buffer.from('<html><script>')), 'não serve'],
  ['a text document', async () => file('a.docx', '', docx), 'Salve como PDF'],
  ['an iPhone photo', async () => file('a.jpg', 'image/jpeg', heic), 'em um formato que não abrimos (HEIC)'],
  ['a locked PDF', async () => file('a.pdf', 'application/pdf', smallPdf('/Encrypt 4 0 R')), 'tem senha'],
  [
    'a photo cut off in its header',
    async () => jpegFile((await plain(900, 900, '#ddd').jpeg().toBuffer()).subarray(0, 120)),
    'A foto está com defeito. Tire outra.',
  ],
  [
    'a picture that would fill the memory',
    async () => {
      const png = await plain(900, 900, '#ddd').png().toBuffer();
      png.writeUInt32BE(30_000, 16);
      png.writeUInt32BE(30_000, 20);
      return file('a.png', 'image/png', png);
    },
    'A foto tem pontos demais',
  ],
] as const) {
  test(`${what} is refused, and says why`, async ({ page }) => {
    await openForm(page);
    await inputOf(page).setInputFiles(await make());
    await expect(field(page).locator('.field__problem')).toContainText(words);
    expect(await count(page)).toBe(0);
    await shoot(page, `refused-${what.replaceAll(' ', '-')}`);
  });
}

test('a photo that broke off in transfer never passes without a word', async ({ page }) => {
  const whole = await phonePhoto(2000, 1500);
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(whole.subarray(0, whole.length / 2)));
  await expect(field(page)).toContainText(/com defeito|parece incompleto/);
  await shoot(page, 'cut');
});

test('a PDF stays as it is, byte for byte', async ({ page }) => {
  await openForm(page);
  const pdf = readFileSync('e2e/files/nis.pdf');
  await inputOf(page).setInputFiles(file('Folha Resumo.pdf', 'application/pdf', pdf));
  await attached(page, 'Folha Resumo.pdf');
  expect(await held(page)).toEqual(pdf);
  await expect(field(page)).not.toContainText('Dá para ler');
  await shoot(page, 'pdf');
});

test('a small PNG named .jpg is taken for what it is', async ({ page }) => {
  const png = await plain(900, 800, '#ddd').png().toBuffer();
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(png));
  await attached(page, 'foto.jpg');
  expect((await sharp(await held(page)).metadata()).format).toBe('png');
});

test('a small photo keeps its pixels and loses the place', async ({ page }) => {
  const photo = await plain(1200, 900, '#ddd')
    .withExif({ IFD0: { Model: 'Celular de Teste' } })
    .jpeg()
    .toBuffer();
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(photo));
  await attached(page, 'foto.jpg');
  const shown = await held(page);
  expect(photo.includes('Celular de Teste')).toBe(true);
  expect(shown.includes('Celular de Teste')).toBe(false);
  expect(await sharp(shown).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer());
});

test('a WebP becomes a JPEG', async ({ page }) => {
  await openForm(page);
  await inputOf(page).setInputFiles(
    file('print.webp', 'image/webp', await plain(900, 800, '#ddd').webp().toBuffer()),
  );
  await attached(page, 'print.jpg');
  await expect(field(page)).toContainText('Convertemos sua foto para JPG.');
  expect((await sharp(await held(page)).metadata()).format).toBe('jpeg');
});

test('a dark photo and a tiny one are doubted, and taken', async ({ page }) => {
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(await plain(1000, 800, '#111').jpeg().toBuffer()));
  await expect(field(page)).toContainText('A foto parece escura. Se puder, tire outra.');
  await shoot(page, 'dark');
  await inputOf(page).setInputFiles(jpegFile(await plain(300, 200, '#ddd').jpeg().toBuffer(), 'outra.jpg'));
  await expect(field(page)).toContainText('A foto parece pequena. Se puder, tire outra.');
  expect(await count(page)).toBe(1);
});

test('a photo can be turned, changed and removed', async ({ page }) => {
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(await phonePhoto(1600, 1200)));
  await attached(page, 'foto.jpg');
  const before = await held(page);
  await page.getByRole('button', { name: 'Girar' }).click();
  await expect.poll(async () => (await held(page)).equals(before)).toBe(false);
  await attached(page, 'foto.jpg');
  const turned = await held(page);
  expect(await sharp(turned).metadata()).toMatchObject({ width: 1600, height: 1200 });
  expect(await redCorner(turned, 'upper right')).toBe(true);

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Trocar' }).click();
  await (await chooser).setFiles('e2e/files/nis.pdf');
  await attached(page, 'nis.pdf');
  await page.getByRole('button', { name: 'Remover' }).click();
  await expect(field(page)).not.toContainText('Documento anexado');
  expect(await count(page)).toBe(0);
});

test('a file dropped on the box is taken', async ({ page }) => {
  await openForm(page);
  const carrier = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'solto.pdf', { type: 'application/pdf' }));
    return data;
  }, smallPdf().toString('latin1'));
  await field(page).dispatchEvent('drop', { dataTransfer: carrier });
  await attached(page, 'solto.pdf');
  expect(await held(page)).toEqual(smallPdf());
});

test('without the script for photos, a document goes as it is', async ({ page, mishaps }) => {
  await openForm(page);
  await page.route('**/assets/prepare-*.js', (route) => route.abort());
  await inputOf(page).setInputFiles('e2e/files/nis.jpg');
  await attached(page, 'nis.jpg');
  expect(await held(page)).toEqual(readFileSync('e2e/files/nis.jpg'));
  mishaps.length = 0;
});

test('what is prepared does not move the page under a finger', async ({ page }) => {
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

test('three photos become one PDF that opens', async ({ page }) => {
  await openForm(page);
  await inputOf(page).setInputFiles(jpegFile(await phonePhoto(2400, 1800)));
  await attached(page, 'foto.jpg');
  for (const pages of [2, 3]) {
    await page
      .getByLabel('Adicionar outra página')
      .setInputFiles(jpegFile(await phonePhoto(2000, 1500), `p${pages}.jpg`));
    await attached(page, 'comprovante.pdf');
    await expect(field(page)).toContainText(`${pages} páginas em um arquivo`);
  }
  await shoot(page, 'pages');
  const pdf = await held(page);
  expect(pdf.length).toBeLessThanOrEqual(LIMIT);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.includes('Celular de Teste')).toBe(false);
  if (!existsSync('/usr/bin/pdfinfo')) return;
  const path = join(test.info().outputPath(), 'paginas.pdf');
  mkdirSync(test.info().outputPath(), { recursive: true });
  writeFileSync(path, pdf);
  expect(execFileSync('/usr/bin/pdfinfo', [path]).toString()).toMatch(/Pages:\s+3/);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('the camera is one touch away', async ({ page }) => {
    await openForm(page);
    const camera = page.getByLabel('Tirar foto');
    await expect(camera).toHaveAttribute('capture', 'environment');
    await shoot(page, 'phone-none');
    await camera.setInputFiles(jpegFile(await phonePhoto(2400, 1800)));
    await attached(page, 'foto.jpg');
    expect((await sharp(await held(page)).metadata()).height).toBe(2000);
    await shoot(page, 'phone-photo');
  });
});

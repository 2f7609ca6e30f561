import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { DESKTOP, expectFits, PHONE } from '../support/axe.ts';
import { confirmIn, openScreen, ownDesk } from '../support/desk.ts';
import { jpegFile, onDisk, plain } from '../support/document-files.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// A photo of the centre's own, from a phone to the home page (decision 202). Cuts and bounds: domain/centre/photos.test.ts; what
// the database and the server do with it: tests/database/centre.test.ts, tests/contract/published-site.test.ts.

const desk = ownDesk();
test.use({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

/** 12 megapixels with the grain of a small sensor and the place it was taken at: a quarter each red, green, blue and white. */
async function photo() {
  const quarter = (fill: string, at: string) => `<rect width="2000" height="1500" fill="${fill}" ${at}/>`;
  const noise = { type: 'gaussian', mean: 225, sigma: 12 } as const;
  const grain = sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#ddd', noise } });
  const quarters = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000">${quarter('#f00', '')}${quarter('#0f0', 'x="2000"')}
    ${quarter('#00f', 'y="1500"')}${quarter('#fff', 'x="2000" y="1500"')}</svg>`;
  const buffer = await sharp(Buffer.from(quarters))
    .composite([{ input: await grain.png().toBuffer(), tile: true, blend: 'multiply' }])
    .flatten()
    .withExif({
      IFD0: { Model: 'Celular de Teste' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '16/1 41/1 12/1' },
    })
    .jpeg({ quality: 92 })
    .toBuffer();
  return onDisk(jpegFile(buffer));
}

/** The colour of a point of what a frame shows, in parts of its sides. */
const colourIn = (page: Page, frame: string, x: number, y: number) =>
  page
    .getByRole('button', { name: frame })
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        const one = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        one?.drawImage(canvas, -canvas.width * x, -canvas.height * y);
        const [red = 0, green = 0, blue = 0] = one?.getImageData(0, 0, 1, 1).data ?? [];
        return [red, green, blue].map((value) => (value > 128 ? 1 : 0)).join('');
      },
      [x, y] as const,
    );

/** Drags what a frame shows with a finger. */
async function drag(page: Page, frame: string, down: number) {
  const shown = page.getByRole('button', { name: frame });
  await shown.scrollIntoViewIfNeeded();
  const box = await shown.boundingBox();
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + by }],
    });
  await touch('touchStart', 0);
  for (let part = 1; part <= 8; part += 1) await touch('touchMove', (down * part) / 8);
  await touch('touchEnd', down);
}

const [COMPUTER, SMALL] = ['No computador: arraste', 'No celular: arraste'];

test('a photo from a phone is cut by dragging, published, and seen on the home page, light and without where it was taken; then the drawing is back', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn();
  await openScreen(page, 'Ajustes');
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = (file: string) => dialog.getByLabel('Foto', { exact: true }).setInputFiles(file);
  const file = await photo();
  await press('Trocar foto: Jiu-Jitsu');

  await test.step('what is small or no photo is refused with a sentence', async () => {
    await choose(onDisk(jpegFile(await plain(900, 500, '#0b1230').jpeg().toBuffer())));
    await expect(dialog).toContainText('precisa ter pelo menos 600 pontos de cada lado');
    await choose(onDisk(jpegFile(Buffer.from('nada'))));
    await expect(dialog).toContainText('não abre aqui como foto');
    await expect(dialog.getByRole('button', { name: 'Publicar' })).toBeDisabled();
  });

  await choose(file);
  await test.step('it is moved by a finger as far as there is photo, and by arrow keys', async () => {
    expect(await colourIn(page, SMALL, 0.25, 0.25)).toBe('100');
    expect(await colourIn(page, SMALL, 0.25, 0.75)).toBe('001');
    await drag(page, SMALL, 300);
    await expect.poll(() => colourIn(page, SMALL, 0.25, 0.9)).toBe('100');
    expect(await colourIn(page, COMPUTER, 0.25, 0.9)).toBe('001'); // the whole photo
    await page.getByRole('button', { name: SMALL }).focus();
    for (let time = 0; time < 2; time += 1) await page.keyboard.press('ArrowUp');
    await expect.poll(() => colourIn(page, SMALL, 0.25, 0.95)).toBe('001');
    await drag(page, SMALL, 300);
    await expectFits(page, [PHONE, DESKTOP]);
    await page.setViewportSize(PHONE);
  });
  await confirmIn(page, 'Publicar');
  await expect(dialog).toContainText('Diga o que se vê na foto');
  await dialog.getByLabel('O que se vê na foto').fill('Turma infantil no tatame');
  await confirmIn(page, 'Publicar');
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await expect(toast(page)).toContainText('Publicado.');

  await press('Trocar foto: Topo da página inicial');
  await choose(file);
  await page.getByRole('button', { name: 'só o meio' }).focus();
  for (let time = 0; time < 40; time += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => colourIn(page, 'só o meio', 0.95, 0.25)).toBe('100');
  await dialog.getByLabel('O que se vê na foto').fill('A sala de treino');
  await confirmIn(page, 'Publicar');
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await expect(toast(page)).toContainText('Publicado.');

  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      ...{ javaScriptEnabled, baseURL: desk.server.url, viewport: PHONE, deviceScaleFactor: 2 },
    });
    const family = await context.newPage();
    const sizes: number[] = [];
    family.on('response', async (answer) => {
      if (!/\/fotos\/[\da-f]{64}\.webp$/.test(answer.url())) return;
      const bytes = await answer.body();
      sizes.push(bytes.length);
      const { exif, xmp, format } = await sharp(bytes).metadata();
      expect([format, exif, xmp]).toEqual(['webp', undefined, undefined]);
    });
    await family.goto('/');
    const hero = family.getByRole('img', { name: 'A sala de treino' });
    const card = family.getByRole('img', { name: 'Turma infantil no tatame' });
    const isSeen = (image: typeof hero) =>
      image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0);
    await expect.poll(() => isSeen(hero)).toBe(true);
    const portrait = await family
      .locator('.photo--hero')
      .evaluate((one) => getComputedStyle(one).getPropertyValue('--portrait-y'));
    const positionOf = (image: typeof hero) => image.evaluate((one) => getComputedStyle(one).objectPosition);
    expect(await positionOf(hero)).toBe(`50% ${portrait}`);
    await family.mouse.wheel(0, 1_000);
    await card.scrollIntoViewIfNeeded();
    await expect.poll(() => isSeen(card)).toBe(true);
    expect(await positionOf(card)).toBe('50% 0%');
    await expect.poll(() => sizes.length).toBe(2);
    const link = family.getByRole('link', { name: 'Marcar minha primeira aula' });
    await link.focus(); // its scripts come, and with them the styles of a toast, which leave all others in force
    if (javaScriptEnabled) await expect(family.locator('html.used')).toHaveCount(1);
    await expect(link).toHaveCSS('color', 'rgb(11, 18, 48)');
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30_000);
    await context.close();
  }

  await press('Tirar foto: Jiu-Jitsu');
  await confirmIn(page, 'Tirar foto');
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await expect(toast(page)).toContainText('Publicado.');
  await expect(page.getByRole('button', { name: 'Tirar foto: Jiu-Jitsu' })).toHaveCount(0);
  const home = await (await page.request.get('/')).text();
  expect(home).toContain('/fotos/jiu-jitsu.svg');
  expect(home).toContain('A sala de treino');
});

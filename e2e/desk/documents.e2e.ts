import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as pdf from '../../prove/pdf/sample-pdfs.ts';
import { expectAccessible } from '../support/axe.ts';
import { detail, inDetail, openDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { expect, holdRequests, test } from '../support/fixtures.ts';
import { NOTES_READS, PROJECT } from '../support/hosted.ts';

// PDFs at the desk, drawn in the page. Pictures: dialog.e2e.ts; the headers of the reader: server/static-site.test.ts.

const sent = (buffer: Buffer) => ({ name: 'folha.pdf', mimeType: 'application/pdf', buffer });

const desk = ownDesk((desk) => desk.enrol({ nome_completo: 'Pessoa de Teste' }, sent(pdf.textPdf())));

const sheets = (page: Page) => detail(page).getByRole('img', { name: /^Documento enviado.*, página/ });
const LINKS = '**/storage/v1/object/sign/**?token=*';

const problem = (page: Page) =>
  detail(page).getByRole('region', { name: 'Documento', exact: true }).getByRole('alert');

/** The first sheet is drawn. */
const untilDrawn = (page: Page) => sheets(page).first().waitFor();

const press = (page: Page, name: string) => inDetail(page, name).click();

/** Opens the detail, and with it the document; with `bytes` in place of what was sent. */
async function show(page: Page, bytes?: Buffer) {
  await page.unroute(LINKS);
  if (bytes)
    await page.route(LINKS, (route) => route.fulfill({ body: bytes, contentType: 'application/pdf' }));
  await openDetail(page, 'Pessoa de Teste');
}

const expectFreed = (page: Page) => expect.poll(() => page.workers().length).toBe(0);

/** The colour of the first sheet at a place given in parts of its sides: red, black, white or another as numbers. */
const colourAt = (page: Page, x: number, y: number) =>
  sheets(page)
    .first()
    .evaluate(
      (element, [right, down]) => {
        const canvas = element as HTMLCanvasElement;
        const at = [canvas.width * right, canvas.height * down].map(Math.floor) as [number, number];
        const [r = 0, g = 0, b = 0] = canvas.getContext('2d')?.getImageData(...at, 1, 1).data ?? [];
        if (r > 150 && g < 70 && b < 70) return 'red';
        return r + g + b < 60 ? 'black' : r + g + b > 720 ? 'white' : `${r} ${g} ${b}`;
      },
      [x, y] as const,
    );

/** What is drawn, and what its reader needs for it. */
const SAMPLES: [string, () => Buffer | Promise<Buffer>, RegExp?][] = [
  ['a scan as JPEG', () => pdf.jpegScan()],
  ['a scan as JPEG in CMYK', () => pdf.jpegScan('cmyk')],
  ['a scan as JPEG 2000', pdf.jpxScan, /openjpeg\.wasm/],
  ['a scan as JBIG2', pdf.jbig2Scan, /jbig2\.wasm/],
  ['bytes before its beginning', () => Buffer.concat([Buffer.from('\ufeff\r\n\0\0'), pdf.textPdf()])],
  ['letters of another script', pdf.japanesePdf, /cmaps\/90ms-RKSJ-H/],
  ['active content', pdf.activePdf],
  ['a page of 14,400 points', () => pdf.pageOfSize('0 0 14400 14400')],
  ['a page of 14,400 points by one', () => pdf.pageOfSize('0 0 1 14400')],
  ['300 pages', () => pdf.pagesPdf(300)],
  ['a picture that is none', pdf.brokenScan],
  ['a picture that lies about its size', pdf.vastPicture],
  ['a page count that is not true', () => pdf.lyingCount(1e9)],
  ['an owner’s password alone', () => readFileSync('e2e/support/files/nis-so-leitura.pdf')],
];

/** What of a sample can be told by its look. */
async function expectDrawn(page: Page, name: string) {
  if (/JBIG2/.test(name)) {
    expect(await colourAt(page, 0.5, 0.5)).toBe('black');
    expect(await colourAt(page, 0.1, 0.5)).toBe('white');
  } else if (!/by one|owner|a picture/.test(name)) expect(await colourAt(page, 0.002, 0.02)).toBe('red');
  if (name !== '300 pages') return;
  await expect(detail(page).getByText('Mostradas 10 de 300 páginas. Baixe para ver o resto.')).toBeVisible();
  await expect(sheets(page)).toHaveCount(10);
}

const REFUSED: [string, () => Buffer, string][] = [
  ['is locked', () => readFileSync('e2e/support/files/nis-com-senha.pdf'), 'pede uma senha'],
  ['is broken', pdf.brokenPdf, 'não pôde ser mostrado'],
  [
    'has a page of a thousand million points',
    () => pdf.pageOfSize('0 0 1000000000 1000000000'),
    'tamanho impossível',
  ],
  ['is no PDF', () => Buffer.from('GIF89a'), 'não abre como foto nem como PDF'],
];

test('a PDF is read in the page, drawn by a reader that is fetched only then, at every size of the window', async ({
  page,
  signIn,
  mishaps,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const large = page.getByRole('dialog', { name: 'Documento', exact: true });

  await test.step('a PDF is seen page by page, turned and enlarged, by a worker under its own policy, and is never downloaded', async () => {
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await signIn();
    const before = (await desk.auditEntries('baixou_documento')).length;
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /\/pdf/i.test(path))).toEqual([]);
    const drawOn = await holdRequests(page, '**/standard_fonts/**');
    const [worker] = await Promise.all([page.waitForEvent('worker'), show(page)]);
    await expect
      .poll(() => asked.filter((path) => path.includes('standard_fonts')).length)
      .toBeGreaterThan(0);
    expect(worker.url()).toMatch(/\/assets\/pdfjs-[\d.]+\/legacy\/build\/pdf\.worker\.min\.mjs$/);
    drawOn();
    await untilDrawn(page);
    await expect(detail(page).getByText('página 1 de 2')).toBeVisible();
    await expect(sheets(page)).toHaveCount(2);
    await expectFreed(page); // as soon as all is drawn
    expect(await colourAt(page, 0.05, 0.04)).toBe('red');
    expect(await colourAt(page, 0.9, 0.9)).toBe('white');
    if (NOTES_READS) expect(await desk.auditEntries('baixou_documento')).toHaveLength(before + 1);

    const fitting = (await sheets(page).first().boundingBox())?.width ?? 0;
    await press(page, 'Ampliar');
    const sheet = large.getByRole('img').first();
    await expect.poll(async () => ((await sheet.boundingBox())?.width ?? 0) / fitting).toBeGreaterThan(2.5); // as wide as the window
    await large.getByRole('button', { name: 'Girar' }).click();
    await expect(sheet).toHaveCSS('rotate', '90deg');
    await large.getByRole('button', { name: 'Fechar' }).click();
    await expect(large).toHaveCount(0);
    await expect(sheets(page).first()).toHaveCSS('rotate', '90deg');
    await expect(inDetail(page, 'Ampliar')).toBeFocused();
    await press(page, 'Fechar');
    await expectFreed(page);
    expect(downloads).toEqual([]);
  });

  await test.step('a browser that saves data waits for a press; on a phone it is a preview, pressed it is large; axe finds nothing in it, and nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    asked.length = 0;
    await openFollowUp(page, 'Pessoa de Teste');
    expect(asked.filter((path) => path.includes('/object/sign/'))).toEqual([]);
    await press(page, 'Ver documento');
    await expectAccessible(page, 'a PDF', () => untilDrawn(page));
    await sheets(page).first().click();
    await expectAccessible(page, 'enlarged', () => large.getByRole('img').first().waitFor());
    await page.keyboard.press('Escape'); // the innermost alone
    await press(page, 'Fechar');
    await page.evaluate(() => Reflect.set(Reflect.get(navigator, 'connection'), 'saveData', false));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('without its reader it says so, and works when it comes', async () => {
    expect(mishaps).toEqual([]);
    await page.route('**/pdf.worker.min.mjs', (route) => route.abort());
    await show(page);
    await expect(problem(page)).toContainText('O leitor de PDF não carregou.');
    const saving = page.context().waitForEvent('download'); // its tab may be closed again before it could be asked
    await press(page, 'Baixar');
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^cadunico-\d{8}\.pdf$/); // which names nobody
    expect(await readFile(await saved.path())).toEqual(pdf.textPdf());
    mishaps.length = 0; // the browser reports what did not load
    await page.unroute('**/pdf.worker.min.mjs');
    await press(page, 'Fechar');
    await show(page);
    await untilDrawn(page);
    await press(page, 'Fechar');
  });

  await test.step('one that is no longer there is announced, and the answers are', async () => {
    await page.route('**/storage/v1/object/sign/**', async (route) => {
      const [folder] = route.request().url().split('public/');
      await route.fulfill({ response: await route.fetch({ url: `${folder}public/sumiu.pdf` }) });
    });
    await show(page);
    await expect(problem(page)).toContainText('O arquivo não está mais guardado.');
    await expect(inDetail(page, 'Ver documento')).toBeVisible(); // once more, when it is wanted
    await expect(detail(page).getByText('Cidade Exemplo').first()).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
  });
});

test('whatever is in a PDF, it is drawn, or the page says why it is not, and what it does by itself', async ({
  page,
  signIn,
}) => {
  test.slow();
  await desk.enrol({ nome_completo: 'Pessoa Ativa' }, sent(pdf.activePdf()));
  const asked: string[] = [];
  page.on('response', (response) => asked.push(`${response.status()} ${response.url()}`));
  await signIn();

  await test.step('above a document stands what it does by itself, and that not all of it was read', async (step) => {
    step.skip(PROJECT !== null, 'what our server alone looks for');
    await openDetail(page, 'Pessoa Ativa');
    await expect(problem(page)).toContainText(
      'traz um programa dentro, tenta abrir outro programa, traz outro arquivo dentro, faz algo sozinho ao abrir, tem partes não conferidas.',
    );
    await press(page, 'Fechar');
  });

  for (const [name, make, needs] of SAMPLES)
    await test.step(`${name}: drawn, and nothing that it asks for by itself happens`, async () => {
      asked.length = 0;
      await show(page, await make());
      await untilDrawn(page);
      if (needs) expect(asked.find((answer) => needs.test(answer))).toMatch(/^200 /);
      await expectDrawn(page, name);
      await press(page, 'Fechar');
      await expectFreed(page);
    });

  for (const [name, make, words] of REFUSED)
    await test.step(`one that ${name} says why, and can be downloaded`, async () => {
      await show(page, make());
      await problem(page).waitFor();
      await expect(problem(page)).toContainText(words);
      await expect(problem(page)).toContainText(/[Bb]aixe para ver/);
      await expect(inDetail(page, 'Baixar')).toBeVisible();
      await expect(sheets(page)).toHaveCount(0);
      await expectFreed(page);
      await press(page, 'Fechar');
    });

  await test.step('one that would be drawn for ever is ended, and while it lasts the desk goes on', async () => {
    await page.clock.install();
    await show(page, pdf.endlessPdf());
    await expect(detail(page).getByText('Abrindo o PDF…')).toBeVisible();
    await expect(detail(page).getByText('Cidade Exemplo').first()).toBeVisible();
    await expect(async () => {
      await page.clock.fastForward(31_000); // it is busy a while before its limit begins
      await expect(problem(page)).toContainText('Este PDF não pôde ser mostrado aqui.', {
        timeout: 1_000,
      });
    }).toPass();
    await expectFreed(page);
  });
});

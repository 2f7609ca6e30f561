import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { documentTexts } from '../../content/document.ts';
import { DOCUMENT_MAX_BYTES } from '../../domain/document/document.ts';
import { violations } from '../support/axe.ts';
import { type DocumentFile, jpegFile, phonePhoto, smallPdf } from '../support/document-files.ts';
import { expect, fillEnrolment, holdRequests, openForm, test } from '../support/fixtures.ts';
import { closeToast, enrolAnother, panel, UPLOADS } from '../support/sending.ts';

// The picker of the document under a finger, state by state; the page of a situation shows the same. Source: docs/ux.md §4.7, §6.5.

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

const pdfFile = (name: string, buffer: Buffer): DocumentFile => ({
  name,
  mimeType: 'application/pdf',
  buffer,
});

/** Files too large to be handed to the browser byte by byte: it reads them from here. */
const folder = mkdtempSync(join(tmpdir(), 'cc-picker-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stored(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const field = (page: Page) => page.locator('.question--file');
const chooser = (page: Page) => page.locator('#cadastroUnico');

test('each state of the picker has its own controls, one for an action, whole and under no other', async ({
  page,
  mishaps,
}) => {
  const press = 'Enviar Inscrição';
  test.slow(); // a dozen states
  const photo = await phonePhoto(1600, 1200);
  const camera = field(page).getByLabel(documentTexts.takePhoto);
  const button = (words: string) => page.getByRole('button', { name: words, exact: true });
  const attached = (file: string) => expect(field(page)).toContainText(documentTexts.attached(file));
  const chooses = async (...words: string[]) => expect(await look(page)).toEqual([...words, press]);
  const CARD = [documentTexts.enlarge, documentTexts.turn, documentTexts.addPage, documentTexts.change];
  const WAYS = [documentTexts.takePhoto, documentTexts.chooseFile];

  const release = await holdRequests(page, '**/assets/DocumentCard-*.js');
  await openForm(page);
  await fillEnrolment(page, { nomeCompleto: 'Pessoa do Formulário' }, null);
  await expect(camera).toHaveAttribute('capture', 'environment');
  await test.step('nothing chosen', async () => {
    await chooses(...WAYS);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('sent without one', async () => {
    await button(press).tap();
    await expect(field(page).locator('.field__problem')).toBeVisible();
    await closeToast(page);
    await chooses(...WAYS);
  });
  await test.step('a PDF, being prepared and ready', async () => {
    const file = 'um-nome-comprido-de-documento-sem-nenhum-espaco.pdf';
    await chooser(page).setInputFiles(pdfFile(file, smallPdf()));
    await expect(field(page)).toContainText(documentTexts.preparing);
    await chooses();
    release();
    await attached(file);
    await chooses(documentTexts.change);
  });
  await test.step('to be changed, and kept', async () => {
    await button(documentTexts.change).tap();
    await expect(camera).toBeFocused();
    await chooses(...WAYS, documentTexts.change);
    await button(documentTexts.change).tap();
    await chooses(documentTexts.change);
  });
  await test.step('of a wrong kind', async () => {
    await chooser(page).setInputFiles(pdfFile('programa.pdf', Buffer.from('MZ')));
    await expect(field(page)).toContainText('Este tipo de arquivo não serve.');
    await chooses(...WAYS);
  });
  await test.step('too large', async () => {
    await chooser(page).setInputFiles(stored('grande.pdf', smallPdf('', DOCUMENT_MAX_BYTES + 1)));
    await expect(field(page)).toContainText(documentTexts.largePdf);
    await closeToast(page);
    await chooses(...WAYS);
    const heavy = Buffer.concat([photo, Buffer.alloc(DOCUMENT_MAX_BYTES)]);
    await camera.setInputFiles(stored('foto.jpg', heavy));
    await expect(button(documentTexts.shrink)).toBeVisible();
    await closeToast(page);
    await chooses(...WAYS, documentTexts.shrink);
  });
  await test.step('a photo, and a page more', async () => {
    await camera.setInputFiles(jpegFile(photo));
    await attached('foto.jpg');
    await chooses(...CARD);
    await field(page).getByLabel(documentTexts.addPage).setInputFiles(jpegFile(photo, 'verso.jpg'));
    await expect(field(page)).toContainText(documentTexts.pages(2));
    await chooses(documentTexts.enlarge, documentTexts.addPage, documentTexts.change);
  });
  await test.step('not sent, and being sent', async () => {
    const release = await holdRequests(page, UPLOADS, (route) => route.abort());
    await button(press).tap();
    await expect(button('Enviando...')).toBeVisible();
    expect(await look(page)).toEqual([
      ...CARD.filter((words) => words !== documentTexts.turn),
      'Enviando...',
    ]);
    release();
    await panel(page).getByRole('button', { name: 'Parar' }).tap();
    await closeToast(page);
    await chooses(documentTexts.enlarge, documentTexts.addPage, documentTexts.change);
    mishaps.length = 0; // the browser reports the upload that was cut off
    await page.unroute(UPLOADS);
  });
  await test.step('sent, and a further document', async () => {
    await button('Tentar de novo').tap();
    await expect(page.locator('.confirmation__protocol')).toBeVisible();
    expect(await page.locator('input[type=file]').filter({ visible: true }).count()).toBe(0);
    await enrolAnother(page, { ofFamily: false });
    await expect(camera).toBeAttached();
    await closeToast(page);
    await chooses(...WAYS);
  });
});

/**
 * The words of what can be pressed in the picker and to send it, in the page's order. Throws unless
 * each is 44 pixels high and wide, lies in the window, under nothing and beside no other of the same
 * words, and nothing of the browser's own file inputs is to be seen.
 */
async function look(page: Page): Promise<string[]> {
  const { words, faults } = await page.evaluate(() => {
    const faults: string[] = [];
    const box = (element: Element) => element.getBoundingClientRect();
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const parts = '.question--file, form:has(.question--file) [type=submit], .sending-note, .not-sent';
    const within = (kinds: string) =>
      [...document.querySelectorAll<HTMLElement>(kinds)].filter((one) => isSeen(one) && one.closest(parts));
    const nameOf = (element: Element) => (element as HTMLElement).innerText.trim() || element.outerHTML;

    for (const input of document.querySelectorAll('input[type=file]')) {
      if (!input.checkVisibility()) continue;
      if (isSeen(input)) faults.push(`the browser’s own: ${input.outerHTML}`);
      if (getComputedStyle(input).position !== 'absolute') faults.push(`takes space: ${input.outerHTML}`);
      const [label, own] = [input.closest('label'), box(input)];
      if (!label || !isSeen(label)) faults.push(`has no words: ${input.outerHTML}`);
      else if (own.width < box(label).width - 4 || own.height < box(label).height - 4)
        faults.push(`does not fill its words: ${input.outerHTML}`);
    }
    const controls = within('a, button, summary, label:has(input)');
    for (const control of controls) {
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { width, height, left, right, top } = box(control);
      if (width < 44 || height < 44) faults.push(`${nameOf(control)}: ${width} × ${height}`);
      if (left < 0 || right > 360) faults.push(`${nameOf(control)}: from ${left} to ${right}`);
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!control.contains(above)) faults.push(`${nameOf(control)} lies under ${above?.outerHTML}`);
    }
    const texts = within('.question--file :is(p, .field__label)').filter((one) => !one.closest('.vh'));
    const all = [...controls, ...texts];
    for (const one of all)
      for (const other of all.slice(all.indexOf(one) + 1)) {
        const [a, b] = [box(one), box(other)];
        const isInside = one.contains(other) || other.contains(one);
        if (isInside || a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left)
          continue;
        faults.push(`${nameOf(one)} over ${nameOf(other)}`);
      }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > 360) faults.push(`the page is ${scrollWidth} wide`);
    const words = controls.map(nameOf);
    for (const word of words)
      if (words.indexOf(word) !== words.lastIndexOf(word)) faults.push(`twice: ${word}`);
    const ofPicker = controls.filter((control) => !control.closest('.not-sent, .sending-note'));
    return { words: ofPicker.map(nameOf), faults };
  });
  expect(faults).toEqual([]);
  await expect.poll(() => drawnByBrowser(page)).toBe(false); // a touch leaves its light behind for a moment
  return words;
}

/** Whether the field looks otherwise once its file inputs are made unseen; those without a box are drawn nowhere. */
async function drawnByBrowser(page: Page): Promise<boolean> {
  const inputs = page.locator('input[type=file]');
  if (!(await inputs.evaluateAll((all) => all.some((input) => input.checkVisibility())))) return false;
  const paint = (opacity: string) =>
    inputs.evaluateAll((all, value) => {
      for (const input of all) (input as HTMLElement).style.opacity = value;
    }, opacity);
  const picture = () => field(page).screenshot({ animations: 'disabled' });
  const before = await picture();
  await paint('0');
  const after = await picture();
  await paint('');
  return !before.equals(after);
}

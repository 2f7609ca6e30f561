import type { Browser } from '@playwright/test';

const BUILD = 'node_modules/pdfjs-dist/legacy/build';

/** The text of each page of a PDF, as pdf.js reads it, in a browser page of its own: it needs what Node does not have. */
export async function textOfPdf(browser: Browser, pdf: Buffer): Promise<string[]> {
  const context = await browser.newContext();
  await context.route('http://pdf.test/**', (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    return file
      ? route.fulfill({ path: `${BUILD}/${file}`, contentType: 'text/javascript' })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>pdf.js</title><script type="module" src="/pdf.mjs"></script>',
        });
  });
  const page = await context.newPage();
  await page.goto('http://pdf.test/');
  const texts = await page.evaluate<string[]>(`(async () => {
    const { getDocument, GlobalWorkerOptions } = globalThis.pdfjsLib;
    GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs';
    const data = Uint8Array.from(atob('${pdf.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const opened = await getDocument({ data }).promise;
    const texts = [];
    for (let number = 1; number <= opened.numPages; number += 1) {
      const { items } = await (await opened.getPage(number)).getTextContent();
      texts.push(items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\\n' : '')).join(''));
    }
    return texts;
  })()`);
  await context.close();
  return texts;
}

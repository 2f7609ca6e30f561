import { chromium, type Page } from '@playwright/test';
import { type Account, ADMIN } from '../kit/site.ts';

/** Signs in at the desk of a site, in a Chromium of its own that the caller closes (`page.context().browser()`). */
export async function openDeskPage(
  url: string,
  executablePath: string | null,
  viewport: { width: number; height: number },
): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: executablePath ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce', locale: 'pt-BR' });
  await signInOn(page, url, ADMIN);
  return page;
}

/** Signs in at the desk of a site on this page, and waits for the list. */
export async function signInOn(page: Page, url: string, { email, password }: Account): Promise<void> {
  await page.goto(`${url}/admin/inscricoes`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.locator('.enrolments__name').first().waitFor();
}

/** A page's memory after `settleMs` and a garbage collection: MB of JavaScript, and DOM nodes. */
export async function memoryOf(page: Page, settleMs: number): Promise<{ heapMb: number; nodes: number }> {
  await page.waitForTimeout(settleMs);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  await devtools.detach();
  const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { heapMb: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes') };
}

import type { Browser, CDPSession, Page } from '@playwright/test';
import { PERSON } from '../prove/browsers/family.ts';
import { percentile } from '../prove/measure.ts';
import { CPU, longestTask } from './page-thread.ts';

/** What its network gives, as `Network.emulateNetworkConditions` takes it. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 204_800,
  uploadThroughput: 93_750,
};

/** What is typed into each field, by its id: without the masks' signs, and details that a choice asks for. */
export const TYPED: Readonly<Record<string, string>> = {
  ...PERSON,
  nomeCompleto: 'Pessoa de Teste da Silva',
  dataNascimento: '05031990',
  cpf: '52998224725',
  condicaoMedicaDetalhes: 'Asma leve, usa bombinha',
};

/** Choices that open further fields. */
export const CHOSEN = ['#sexo-feminino', '#rendaFamiliar-ate-1', '#condicaoMedica-sim'];

/** A page on a phone's screen, its CPU `rate` times slower. */
export async function openPage(
  browser: Browser,
  rate: number,
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return { page, devtools };
}

/** Opens the form and waits until it can be sent. */
export async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/projeto-social`);
  await page.keyboard.press('Shift'); // its scripts wait for a person
  await page.waitForSelector('form button[type=submit]');
}

/** Types a character every 90 ms, then waits for what the page does after typing stops. */
async function type(page: Page, id: string, text: string): Promise<void> {
  await page.focus(`#${id}`);
  await page.waitForTimeout(300);
  await page.keyboard.type(text, { delay: 90 });
  await page.waitForTimeout(1200);
}

declare global {
  interface Window {
    /** Field, interaction and duration of every key so far. */
    keys: [id: string, interaction: number, ms: number][];
  }
}

/** The row of a page with one input and nothing else. */
export const BASELINE = 'página vazia';

/** How long the keys of a field took until they were drawn, in ms. */
export type KeyFigures = { id: string; keys: number; median: number; p98: number };

/** Each field of the form, with the browser's Event Timing; the first row is an empty page's. */
export async function measureKeys(browser: Browser, url: string): Promise<KeyFigures[]> {
  const { page } = await openPage(browser, CPU);
  await page.addInitScript(() => {
    window.keys = [];
    new PerformanceObserver((list) => {
      for (const { name, duration, target, interactionId } of list.getEntries() as PerformanceEventTiming[])
        if (/^key(down|up)$/.test(name) && target instanceof Element)
          window.keys.push([target.id, interactionId, duration]);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  const measure = async (id: string, text: string): Promise<KeyFigures> => {
    await type(page, id, text);
    const durations = await page.evaluate((wanted) => {
      const longest = new Map<number, number>();
      for (const [id, interaction, duration] of window.keys)
        if (id === wanted) longest.set(interaction, Math.max(duration, longest.get(interaction) ?? 0));
      return [...longest.values()].sort((a, b) => a - b);
    }, id);
    // a key below the threshold has no entry: it counts as one frame
    const all = [...Array<number>(Math.max(0, text.length - durations.length)).fill(16), ...durations];
    return { id, keys: text.length, median: percentile(all, 0.5), p98: percentile(all, 0.98) };
  };
  await page.goto(`${url}/health`);
  await page.evaluate(() =>
    document.body.replaceChildren(Object.assign(document.createElement('input'), { id: 'x' })),
  );
  const rows = [{ ...(await measure('x', TYPED.enderecoCompleto ?? '')), id: BASELINE }];
  await openForm(page, url);
  for (const choice of CHOSEN) await page.check(choice);
  for (const [id, text] of Object.entries(TYPED)) rows.push(await measure(id, text));
  await page.close();
  return rows;
}

/** The longest task while a field is typed in and after, by field. */
export async function measureWork(browser: Browser, url: string): Promise<Map<string, number>> {
  const { page, devtools } = await openPage(browser, 1);
  await openForm(page, url);
  for (const choice of CHOSEN) await page.check(choice);
  const longest = new Map<string, number>();
  for (const [id, text] of Object.entries(TYPED))
    longest.set(id, (await longestTask(devtools, () => type(page, id, text))).cpu);
  await page.close();
  return longest;
}

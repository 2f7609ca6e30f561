import { ensureBrowser } from '../../kit/browser.ts';
import { enrol, submissionOf } from '../../kit/family.ts';
import { startServer } from '../../kit/server.ts';
import { memoryOf, openDeskPage } from '../desk-page.ts';
import { jpegScan } from './sample-pdfs.ts';

// `npm run prove -- memory`: a hundred PDFs shown and hidden at the desk leave nothing behind.

const TIMES = 100;
/** The first ones fill caches that stay. */
const WARM = 20;
/** Megabytes that the page may have grown by between the warm beginning and the end. */
const MOST_MB = 3;

export async function run(): Promise<number> {
  const server = await startServer();
  try {
    await enrol(server, submissionOf('Pessoa de Teste', await jpegScan()));
    const page = await openDeskPage(server.url, ensureBrowser(), { width: 1280, height: 800 });
    const times: number[] = [];
    let warm = { heapMb: 0, nodes: 0 };
    for (let time = 1; time <= TIMES; time += 1) {
      const began = performance.now();
      await page.getByRole('button', { name: 'Ver inscrição de Pessoa de Teste' }).click();
      await page.locator('canvas').waitFor();
      times.push(performance.now() - began);
      await page.getByRole('button', { name: 'Fechar', exact: true }).click();
      await page.locator('canvas').waitFor({ state: 'detached' });
      if (time % WARM > 0) continue;
      const now = await memoryOf(page, 2_000);
      if (time === WARM) warm = now;
      console.log(`${time} documents: ${now.heapMb.toFixed(1)} MB, ${now.nodes} nodes`);
    }
    const end = await memoryOf(page, 2_000);
    const median = times.sort((a, b) => a - b)[TIMES / 2] ?? 0;
    console.log(`shown after ${median.toFixed(0)} ms (median), ${page.workers().length} workers left`);
    const flat = end.heapMb - warm.heapMb <= MOST_MB && page.workers().length === 0;
    console.log(flat ? 'Nothing is left behind.' : 'Memory grows.');
    await page.context().browser()?.close();
    return flat ? 0 : 1;
  } finally {
    await server.stop();
  }
}

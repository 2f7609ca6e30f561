import type { Page } from '@playwright/test';
import { memoryOf, openDeskPage } from '../prove/desk-page.ts';
import { ANIMALS_AND_PLANTS } from '../server/demo/names.ts';

const ROUNDS = 20;

/** `added`: milliseconds from input to drawn rows, without the API's; `memory`: after that number of pages. */
export type BrowserFigures = {
  added: Record<string, number[]>;
  memory: { pages: number; heapMb: number; nodes: number }[];
};

/** Pages through and searches the list as an administrator. */
export async function measureBrowser(url: string, chromiumPath: string | null): Promise<BrowserFigures> {
  const page = await openDeskPage(url, chromiumPath, { width: 1280, height: 800 });
  try {
    /** The next page; on the last one the page before it. */
    const nextPage = async () => {
      const next = page.getByRole('button', { name: 'Próxima' });
      await ((await next.isEnabled()) ? next : page.getByRole('button', { name: 'Anterior' })).click();
    };
    const search = async (text: string) => {
      await page.getByRole('searchbox').fill(text);
      if (text) await page.keyboard.press('Enter');
    };
    /** Milliseconds of each round. */
    const measure = async (rounds: number, act: (round: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const drawn = await watch(page);
        await act(round);
        times.push(await drawn());
      }
      return times;
    };
    const searched = await measure(ROUNDS, (round) => search(ANIMALS_AND_PLANTS[round] ?? ''));
    await measure(1, () => search(''));
    const turned: number[] = [];
    const memory: BrowserFigures['memory'] = [];
    for (let block = 1; block <= 3; block++) {
      turned.push(...(await measure(ROUNDS, nextPage)));
      memory.push({ pages: block * ROUNDS, ...(await memoryOf(page, 6_000)) });
    }
    const added = {
      'next page': turned,
      'search by name': searched,
    };
    return { added, memory };
  } finally {
    await page.context().browser()?.close();
  }
}

/**
 * Starts watching the rows. The result waits until other rows are drawn and returns
 * the milliseconds since the last answer of the API, or since the start.
 */
async function watch(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const rows = () => [...document.querySelectorAll('.enrolments__name')].map((cell) => cell.textContent);
    const before = rows().join();
    performance.clearResourceTimings();
    const settled = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (rows().length === 0 || rows().join() === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return { began: performance.now(), settled };
  });
  return () =>
    page.evaluate(async ({ began, settled }) => {
      const now = await settled;
      const answers = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /lista_de_inscricoes|inscricoes_projeto/.test(name));
      return (
        now - Math.max(began, ...answers.map((entry) => (entry as PerformanceResourceTiming).responseEnd))
      );
    }, seen);
}

import type { Page } from '@playwright/test';

/** What a page holds after `settleMs`, without what it has let go of: MB of JavaScript, and DOM nodes. */
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

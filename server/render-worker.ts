import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Published } from '../content/published.ts';

/** Pages of these facts: what published-site.ts asks of a thread that reads content/ anew, once. */
export type Asked = {
  folder: string;
  frames: Record<string, string>;
  facts: Published;
  siteUrl: string | null;
};

parentPort?.once('message', async ({ folder, frames, facts, siteUrl }: Asked) => {
  const given = { ...facts, quem_somos: { ...facts.quem_somos, ...(siteUrl !== null && { siteUrl }) } };
  globalThis.centreFacts = given;
  const { renderSite } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  parentPort?.postMessage(await renderSite(frames, given));
});

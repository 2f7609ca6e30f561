import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';

/** Pages of these facts: what published-site.ts asks of a thread that reads content/ anew, once. */
export type Asked = { folder: string; frames: Record<string, string>; facts: object; siteUrl: string | null };

parentPort?.once('message', async ({ folder, frames, facts, siteUrl }: Asked) => {
  const given = { ...facts, ...(siteUrl !== null && { siteUrl }) };
  globalThis.centreFacts = given;
  const { renderSite } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
  parentPort?.postMessage(await renderSite(frames, given));
});

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** What `drawn` of published-site.ts asks: pages of these facts, in a thread of their own, where content/ is read anew. */
export type Asked = { folder: string; frames: Record<string, string>; facts: object; siteUrl: string | null };

const { folder, frames, facts, siteUrl } = workerData as Asked;
globalThis.centreFacts = { ...facts, ...(siteUrl !== null && { siteUrl }) };
const { renderSite } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
parentPort?.postMessage(await renderSite(frames, facts));

/** What scripts/run.mjs gives to a program: the path of a Chromium, installed when missing; null for Playwright's own. */
export type Tools = { ensureBrowser: () => string | null };

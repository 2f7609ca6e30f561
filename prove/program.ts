/** What scripts/run.mjs gives to a program. */
export type Tools = {
  /** The path of a Chromium, installed when missing; null for Playwright's own. */
  ensureBrowser: (options?: { headless?: boolean }) => string | null;
  /** Installs one of Supabase's programs when it is missing; false where it cannot be had. */
  ensureSupabasePart: (name: 'postgrest' | 'cli') => boolean;
};

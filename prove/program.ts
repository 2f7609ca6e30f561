/** What scripts/run.mjs gives to a program. */
export type Tools = {
  /** The path of a Chromium, installed when missing; null for Playwright's own. */
  ensureBrowser: (options?: { headless?: boolean }) => string | null;
  /** Installs those of Supabase's parts that npm has, where they are missing. */
  ensureSupabaseParts: () => void;
};

import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const chromium = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/support/first-start.ts',
  outputDir: 'node_modules/.reports/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: process.env.SUPABASE_PROJECT ? 120_000 : 60_000, // there storage-api starts within a hook
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['dot'], ['json']],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    screenshot: 'off',
    // By default an action has no limit: a failed test would not say which one it waited for.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Smooth scrolling and animations take a third of a journey's time; `test.use(MOTION)` turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // MB for V8's young objects: with the usual size a loading page spends a fifth of its time in the collector.
        '--js-flags=--min-semi-space-size=32',
      ],
    },
  },
});

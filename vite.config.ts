import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { drawings } from './scripts/photos.mjs';

export default defineConfig({
  plugins: [react()],
  define: { DRAWINGS: JSON.stringify(drawings()) }, // for app/ui/Photo.tsx
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/worker/[name]-[hash:7].js' } }, // a folder with headers of its own (server/http/page-headers.ts)
  },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 600, // kB: the writer of PDFs, loaded with the second photo of a document
  },
  test: {
    testTimeout: 120_000, // for what hangs: a machine that many use takes ten times as long
    hookTimeout: 120_000,
    maxWorkers: 2, // files side by side: most of their time they wait for PostgreSQL
    isolate: false, // the files of a worker share their modules: loading them anew costs more than the tests
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,content,domain}/**/*.test.{ts,tsx}', 'tests/guards/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          globalSetup: ['tests/support/postgres.setup.ts'],
          include: ['{kit,scripts,server}/**/*.test.ts', 'tests/{api,database,contract,process}/*.test.ts'],
        },
      },
    ],
  },
});

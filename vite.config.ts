import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
  },
  test: {
    globalSetup: ['tests/postgres.setup.ts'],
    setupFiles: [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{app,content,domain}/**/*.test.{ts,tsx}',
            'tests/{architecture,styles,docs}.test.ts',
            'server/core/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['server/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['tests/{architecture,styles,docs}.test.ts', 'server/core/*.test.ts'],
        },
      },
    ],
  },
});

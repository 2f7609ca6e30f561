import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '../server/core/config.ts';
import { ROOT, sources } from './sources.ts';

// Proofs and benchmarks write people who are none: never into the home that `.env` names.

/** What `.env` may say of the home that is in use. */
const REAL = {
  DATABASE_URL: 'postgres://dona:dela@prod.example.com/escola',
  JWT_SECRET: 'um-segredo-que-e-so-deste-teste-0123456789',
  ANON_KEY: 'uma-chave-que-e-so-deste-teste',
  SITE_URL: 'https://www.escola.test',
  SUPABASE_URL: 'https://projeto.supabase.test',
};

/** Stands for start.mjs: reads `.env` as it does, and answers with the environment it then has. */
const STAND_IN = `
  import { createServer } from 'node:http';
  import { readEnvironmentFile } from './ensure.mjs';
  readEnvironmentFile();
  const server = createServer((_request, response) => response.end(JSON.stringify({ supabaseKey: process.env })));
  server.listen(0, '127.0.0.1', () => console.log('Pronto: http://127.0.0.1:' + server.address().port));`;

test('a server for a proof or a benchmark is a home of its own, whatever .env names', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cc-apart-'));
  mkdirSync(join(root, 'scripts'));
  for (const name of ['server.mjs', 'ensure.mjs'])
    copyFileSync(join(ROOT, 'scripts', name), join(root, 'scripts', name));
  writeFileSync(join(root, 'scripts/start.mjs'), STAND_IN);
  const lines = Object.entries({ ...REAL, TOLD: 'by .env' }).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(root, '.env'), lines.join(''));
  const { startServer } = await import(
    /* @vite-ignore */ pathToFileURL(join(root, 'scripts/server.mjs')).href
  );
  const server = await startServer();
  const there = server.key as Record<string, string>;
  await server.stop();
  rmSync(root, { recursive: true });

  expect(there.TOLD).toBe('by .env'); // it was read
  expect(readConfig(there)).toMatchObject({
    databaseUrl: null,
    jwtSecret: null,
    anonKey: null,
    siteUrl: null,
    dataDir: server.folder,
  });
  expect(there.SUPABASE_URL).toBe('');
});

test.each(sources(['scripts'], /\.mjs$/).filter(({ text }) => text.includes('...process.env, DATA_DIR')))(
  '$path says of its own home that it is apart',
  ({ text }) => {
    for (const [home] of text.matchAll(/\{ \.\.\.process\.env, DATA_DIR.*\}/g))
      expect(home).toContain('...APART');
  },
);

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../kit/server.ts';
import { readConfig } from '../../server/core/config.ts';
import { newFolder } from '../support/files.ts';
import { placeOf, ROOT, sources } from '../support/sources.ts';

// Proofs and benchmarks write artificial enrolments: never into the database that `.env` names.

/** What `.env` may say of the database in use. */
const REAL = {
  DATABASE_URL: 'postgres://dona:dela@prod.example.com/escola',
  JWT_SECRET: 'um-segredo-que-e-so-deste-teste-0123456789',
  ANON_KEY: 'uma-chave-que-e-so-deste-teste',
  SITE_URL: 'https://www.escola.test',
  SUPABASE_URL: 'https://projeto.supabase.test',
  BACKUP_DIR: '/media/disco/copias',
};

/** In place of start.mjs: reads `.env` as it does, and answers with the environment it then has. */
const STAND_IN = `
  import { createServer } from 'node:http';
  import { readEnvironmentFile } from './install/environment-file.mjs';
  readEnvironmentFile();
  const server = createServer((_request, response) => response.end(JSON.stringify({ supabaseKey: process.env })));
  server.listen(0, '127.0.0.1', () => console.log('Pronto: http://127.0.0.1:' + server.address().port));`;

test('a server for a proof or a benchmark has data of its own, whatever .env names', async () => {
  const root = newFolder();
  mkdirSync(join(root, 'scripts'));
  for (const name of ['ensure.mjs', 'install'])
    cpSync(join(ROOT, 'scripts', name), join(root, 'scripts', name), { recursive: true });
  writeFileSync(join(root, 'scripts/start.mjs'), STAND_IN);
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  const lines = Object.entries({ ...REAL, OTHER: 'from .env' }).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(root, '.env'), lines.join(''));
  const server = await startServer({ root });
  const there = server.key as unknown as Record<string, string>;
  await server.stop();

  expect(there.OTHER).toBe('from .env'); // it was read
  expect(readConfig(there)).toMatchObject({
    databaseUrl: null,
    jwtSecret: null,
    anonKey: null,
    siteUrl: null,
    backupDir: null,
    dataDir: server.folder,
  });
  expect(there.SUPABASE_URL).toBe('');
});

test('no proof or benchmark opens data but what kit/server.ts separates', () => {
  const programs = sources(['kit', 'bench', 'prove'], /\.ts$/).filter(({ path }) => path !== 'kit/server.ts');
  expect(programs.length).toBeGreaterThan(100);
  const found = programs.flatMap((program) => {
    const { path, text } = program;
    const named = /\bDATA_DIR\b|(?:runCommand\(.*,|readConfig\() ?process\.env/g;
    const opens = /start\.mjs|command\.mjs|runCommand\(|readConfig\(|'bench', 'bare-server'/.test(
      text.replace(/^\s*(\/\/|\/?\*).*$/gm, ''),
    );
    return [
      ...[...text.matchAll(named)].map(({ 0: what, index }) => `${placeOf(program, index)}: ${what}`),
      ...(opens && !text.includes('separateEnvironment(') ? [`${path}: no separateEnvironment(…)`] : []),
    ];
  });
  expect(found).toEqual([]);
});

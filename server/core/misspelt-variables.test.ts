import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, KNOWN_NAMES, readConfig } from './config.ts';
import { findMisspelt } from './misspelt-variables.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['BACKUP_DIRR', 'BACKUP_DIR'],
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['ADMIN_EMAI', 'ADMIN_EMAIL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWROD', 'ADMIN_PASSWORD'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['SITEURL', 'SITE_URL'],
  ['DATA_DRI', 'DATA_DIR'],
  ['ALERT_UR', 'ALERT_URL'],
])('%s stops the start and names %s', (name, meant) => {
  const read = () => readConfig({ [name]: 'um valor secreto' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name}: este nome não existe; o certo é ${meant}. Corrija-o no .env`);
  expect(read).not.toThrow(/secreto/);
});

test.each([
  ...['HOME', 'HOSTNAME', 'POST', 'PORTS', 'HOSTS', 'PATH', 'LIMIT', 'LOGLEVEL', 'NODE_ENV', 'PGPORT'],
  ...[
    'TRUST_PROXY',
    'SITE_ID',
    'JAVA_DIR',
    'BASE_URL',
    'TEST_DATABASE_URL',
    'SUPABASE_DB_URL',
    'SUPABASE_ANON_KEY',
  ],
  ...['XDG_DATA_DIRS', 'API_KEY', 'JWT_SECRET_KEY', 'ADMIN_NAME', 'BACKUP_ID', 'SMTP_HOST', 'DB_HOST'],
])('%s belongs to another program', (name) => {
  expect(findMisspelt({ [name]: 'x' }, KNOWN_NAMES)).toBeNull();
});

test('a name without a value stops nothing, and this very environment neither', () => {
  expect(findMisspelt({ DATABSE_URL: ' ' }, KNOWN_NAMES)).toBeNull();
  expect(findMisspelt(process.env, KNOWN_NAMES)).toBeNull();
});

test('the known names are those that .env.example has, and those of commands', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const written = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  expect([...KNOWN_NAMES].sort()).toEqual(
    [...written, 'SUPABASE_KEY', 'SUPABASE_SERVICE_KEY', 'SUPABASE_URL'].sort(),
  );
});

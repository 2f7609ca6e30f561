import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, cannotListen, readConfig } from './config.ts';

test.each([
  ['EADDRINUSE', 'PORT: a porta 80 já está em uso'],
  [
    'EACCES',
    'PORT: esta conta não pode usar a porta 80; deixe 3000 e ponha um proxy na frente (docs/operar.md)',
  ],
  ['EADDRNOTAVAIL', 'HOST: foo não é um endereço desta máquina; use 127.0.0.1, ou tire a linha'],
  ['ENOTFOUND', 'HOST: foo não é um endereço desta máquina; use 127.0.0.1, ou tire a linha'],
])('a server that cannot listen (%s) says which setting is wrong', (code, says) => {
  const fault = Object.assign(new Error('listen'), { code });
  expect(cannotListen(fault, { host: 'foo', port: 80 })).toMatchObject({
    name: 'ConfigError',
    message: says,
  });
});

describe('the configuration', () => {
  test('without an environment has every default', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: null,
      databaseUrl: null,
      admin: null,
      signup: false,
      trustedProxies: [],
      limits: 'on',
      logLevel: 'info',
      jwtSecret: null,
      anonKey: null,
    });
  });

  test('takes what is given', () => {
    expect(
      readConfig({
        PORT: '8080',
        SITE_URL: 'https://www.exemplo.com.br/',
        TRUSTED_PROXIES: '127.0.0.1, fd00::/8',
        SIGNUP: 'on',
        LIMITS: 'relaxed',
        JWT_SECRET: '0f3a9c51e7d28b64a1c05e9f7d3b2846',
        ADMIN_EMAIL: 'Administracao@Example.com',
        ADMIN_PASSWORD: ' doze letras, sim ',
      }),
    ).toMatchObject({
      port: 8080,
      siteUrl: 'https://www.exemplo.com.br',
      trustedProxies: ['127.0.0.1', 'fd00::/8'],
      signup: true,
      limits: 'relaxed',
      admin: { email: 'administracao@example.com', password: ' doze letras, sim ' },
    });
  });

  test.each([
    ['PORT', '65536'],
    ['HOST', 'a b'],
    ['SITE_URL', 'https://exemplo.com.br/site'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['LIMITS', 'off'],
    ['LOG_LEVEL', 'verbose'],
    ['SIGNUP', 'yes'],
    ['TRUSTED_PROXIES', 'proxy.local'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['ALERT_URL', 'ntfy.example/tema'],
    ['ALERT_URL', 'https://eu:segredo@ntfy.example/tema'],
    ['ALERT_URL', 'http://ntfy.example/tema'],
    ['ALERT_URL', 'http://127.0.0.1.example/tema'],
    ['JWT_SECRET', 'curto'],
    ['JWT_SECRET', 'a'.repeat(64)],
    ['JWT_SECRET', 'super-secret-jwt-token-with-at-least-32-characters-long'],
    ['ANON_KEY', 'com espaço e acentuação, longa o bastante'],
    ['ADMIN_EMAIL', 'sem-arroba'],
    ['ADMIN_EMAIL', 'sozinho@example.com'],
    ['BACKUP_KEEP', '0'],
  ])('stops the start and names %s when it is %j', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}: use `));
    if (!['SITE_URL', 'LIMITS', 'SIGNUP', 'BACKUP_KEEP'].includes(name))
      expect(read).not.toThrow(new RegExp(value.replace(/[^\w]/g, '.'))); // a secret is not repeated
  });
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['ADMIN_PASSWROD', 'ADMIN_PASSWORD'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATA_DRI', 'DATA_DIR'],
])('%s stops the start and names %s, unless it has no value', (name, meant) => {
  const read = () => readConfig({ [name]: 'um valor secreto' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name}: este nome não existe; o certo é ${meant}. Corrija-o no .env`);
  expect(read).not.toThrow(/secreto/);
  readConfig({ [name]: ' ' });
});

test('what belongs to other programs stops nothing, nor does this very environment', () => {
  const others =
    'HOME HOSTNAME POST PORTS HOSTS PATH LIMIT LOGLEVEL NODE_ENV PGPORT TRUST_PROXY SITE_ID JAVA_DIR BASE_URL TEST_DATABASE_URL ' +
    'SUPABASE_DB_URL SUPABASE_ANON_KEY XDG_DATA_DIRS API_KEY JWT_SECRET_KEY ADMIN_NAME BACKUP_ID SMTP_HOST DB_HOST';
  readConfig({ ...Object.fromEntries(others.split(' ').map((name) => [name, 'x'])) });
  readConfig({ ...process.env });
});

test('.env.example has every variable, but those of commands', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const written = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const asked = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  expect([...asked].sort()).toEqual(written.sort());
});

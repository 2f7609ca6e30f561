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
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['HOST', 'a b'],
    ['SITE_URL', 'exemplo.com.br'],
    ['SITE_URL', 'https://exemplo.com.br/site'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['LIMITS', 'off'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_LEVEL', 'INFO'],
    ['SIGNUP', 'yes'],
    ['TRUSTED_PROXIES', 'proxy.local'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '300.1.1.1'],
    ['TRUSTED_PROXIES', '::1/129'],
    ['ALERT_URL', 'ntfy.example/tema'],
    ['ALERT_URL', 'https://eu:segredo@ntfy.example/tema'],
    ['ALERT_URL', 'http://ntfy.example/tema'],
    ['ALERT_URL', 'http://127.0.0.1.example/tema'],
    ['JWT_SECRET', 'curto'],
    ['JWT_SECRET', 'a'.repeat(64)],
    ['JWT_SECRET', '12345678901234567890123456789012'],
    ['JWT_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['JWT_SECRET', 'segredo-segredo-segredo-segredo-segredo'],
    ['JWT_SECRET', 'super-secret-jwt-token-with-at-least-32-characters-long'],
    ['ANON_KEY', 'com espaço e acentuação, longa o bastante'],
    ['ADMIN_EMAIL', 'sem-arroba'],
  ])('stops the start and names %s when it is %j', (name, value) => {
    const both =
      name === 'ADMIN_PASSWORD'
        ? { ADMIN_EMAIL: 'administracao@example.com' }
        : name === 'ADMIN_EMAIL'
          ? { ADMIN_PASSWORD: 'doze letras ou mais' }
          : {};
    const read = () => readConfig({ ...both, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}: `));
    if (!['SITE_URL', 'LIMITS', 'SIGNUP'].includes(name))
      expect(read).not.toThrow(new RegExp(value.replace(/[^\w]/g, '.'))); // a secret is not repeated
  });
});

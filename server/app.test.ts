import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { rpc } from '../tests/support/desk.ts';
import { engines, portless, serverForTests } from '../tests/support/server.ts';
import { signedIn } from '../tests/support/sign-in.ts';
import { ROOT } from '../tests/support/sources.ts';
import { createApp, routeTemplate } from './app.ts';
import { loadPages } from './pages.ts';

const [engine] = engines; // nothing here depends on the engine
const server = serverForTests(engine as (typeof engines)[number], {
  trustedProxies: ['10.0.0.9', '10.7.0.0/16', 'fd00:7::/32'],
});

/** A request as it comes over a socket from `address`. */
const ask = (
  path: string,
  headers: Record<string, string> = {},
  address = '10.0.0.1',
  init: RequestInit = {},
) => server.app.request(path, { ...init, headers }, { incoming: { socket: { remoteAddress: address } } });

describe('the gateway', () => {
  test.each([
    '/rest/v1/inscricoes_projeto',
    '/rest/v1/',
    '/rest/v1',
    '/auth/v1/settings',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/nada',
  ])('%s is closed without the public key, and with another', async (path) => {
    const without = await ask(path);
    expect(without.status).toBe(401);
    expect(await without.json()).toEqual({
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
    const wrong = await ask(path, { apikey: 'outra' });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toEqual({
      message: 'Invalid API key',
      hint: 'Double check your Supabase `anon` or `service_role` API key.',
    });
  });

  test('lets no other site read an answer', async () => {
    const answer = await ask('/auth/v1/settings', {
      apikey: server.keys.anonKey,
      Origin: 'https://outro.example',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await ask(
      '/rest/v1/inscricoes_projeto',
      { Origin: 'https://outro.example', 'Access-Control-Request-Method': 'POST' },
      '10.0.0.1',
      { method: 'OPTIONS' },
    );
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['/rest/v1/inscricoes_projeto', '/auth/v1/settings', '/storage/v1/object/public/x/y'])(
    '%s is neither cached nor sniffed',
    async (path) => {
      const { headers } = await ask(path, { apikey: server.keys.anonKey });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    },
  );

  test.each([
    '/rest/v2/x',
    '/realtime/v1/websocket',
    '/functions/v1/x',
    '/graphql/v1',
    '/storage/v9',
    '/auth',
  ])('%s is a JSON 404, never a page', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });
});

describe('every answer', () => {
  const PATHS = [
    '/',
    '/nada',
    '/%2f',
    '/health',
    '/config.json',
    '/realtime/v1',
    '/rest/v1/x',
    '/auth/v1/user',
  ];
  const ALL: [path: string, method: string][] = [
    ...PATHS.map((path): [string, string] => [path, 'GET']),
    ['/', 'POST'],
    ['/storage/v1/object/a/b', 'PUT'],
  ];

  test.each(ALL)('%s to %s is typed, framed by nobody and runs nothing', async (path, method) => {
    const { headers } = await ask(path, { apikey: server.keys.anonKey }, '10.0.0.1', { method });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('strict-transport-security')).toBeNull(); // it came over plain http
  });

  test.each(ALL)('%s to %s over TLS says that TLS stays', async (path, method) => {
    const { headers } = await ask(path, { 'X-Forwarded-Proto': 'https' }, '10.0.0.9', { method });
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
  });
});

describe('the address of a caller', () => {
  const counted = async (headers: Record<string, string>, address: string) => {
    await server.database.query('delete from servidor.limites');
    const own = { apikey: server.keys.anonKey, 'Content-Type': 'application/json' };
    await ask('/auth/v1/token?grant_type=password', { ...own, ...headers }, address, {
      method: 'POST',
      body: JSON.stringify({ email: 'ninguem@example.com', password: 'nada' }),
    });
    const rows = await server.rows<{ key: string }>(
      `select key from servidor.limites where key like 'sign-in-address:%'`,
    );
    return rows.map(({ key }) => key.replace('sign-in-address:', ''));
  };

  test.each([
    ['is the socket’s', {}, '10.0.0.1', '10.0.0.1'],
    ['is not what an untrusted caller claims', { 'X-Forwarded-For': '1.2.3.4' }, '10.0.0.1', '10.0.0.1'],
    ['is what a trusted proxy sends', { 'X-Forwarded-For': '1.2.3.4' }, '10.0.0.9', '1.2.3.4'],
    [
      'is the last hop that is not trusted',
      { 'X-Forwarded-For': '6.6.6.6, 1.2.3.4, 10.0.0.9' },
      '10.0.0.9',
      '1.2.3.4',
    ],
    ['is the proxy’s when the header is no address', { 'X-Forwarded-For': 'nada' }, '10.0.0.9', '10.0.0.9'],
    ['is what a proxy of a trusted network sends', { 'X-Forwarded-For': '1.2.3.4' }, '10.7.3.4', '1.2.3.4'],
    [
      'is that also over IPv6',
      { 'X-Forwarded-For': '1.2.3.4, ::ffff:10.7.0.1' },
      '::ffff:10.7.3.4',
      '1.2.3.4',
    ],
    ['and of an IPv6 network', { 'X-Forwarded-For': '1.2.3.4, fd00:7::2' }, 'fd00:7::1', '1.2.3.4'],
    ['not beside the network', { 'X-Forwarded-For': '1.2.3.4' }, '10.8.0.1', '10.8.0.1'],
    ['is an IPv4 one also over IPv6', {}, '::ffff:10.0.0.1', '10.0.0.1'],
    ['is the network of an IPv6 one', {}, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['is the network of a short IPv6 one', {}, '2001:db8::6', '2001:db8:0:0::'],
  ])('%s', async (_what, headers, socket, expected) => {
    expect(await counted(headers as Record<string, string>, socket)).toEqual([expected]);
  });
});

test('a proxy outside TRUSTED_PROXIES is named once in the log, and no visitor', async () => {
  const warned = () =>
    server.lines.flatMap((line) => (/outside TRUSTED_PROXIES/.test(line) ? [JSON.parse(line).proxy] : []));
  server.lines.length = 0;
  for (const address of ['192.168.7.7', '192.168.7.7', '203.0.113.7', '203.0.113.8', '10.7.0.1'])
    await ask('/', { 'X-Forwarded-For': '1.2.3.4' }, address);
  expect(warned()).toEqual(['192.168.7.7', 'public']);
  expect(server.lines.join()).not.toMatch(/203\.0\.113|1\.2\.3\.4/);
});

describe('the route in the log', () => {
  const pages = loadPages(join(ROOT, 'dist/site'));

  test.each([
    ['/rest/v1/inscricoes_projeto', '/rest/v1/*'],
    ['/storage/v1/object/sign/cadastro_unico_uploads/public/nome.pdf', '/storage/v1/object/sign/*'],
    ['/auth/v1/token', '/auth/v1/token'],
    ['/config.json', '/config.json'],
    ['/health/live', '/health/live'],
    ['/qualquer/coisa', '/*'],
    ['/projeto-social/situacao/52998224725', '/*'],
    ['/assets/nome-de-alguem.js', '/assets/*'],
    ['/', '/'],
  ])('%s is written as %s', (path, template) => {
    expect(routeTemplate(path, pages)).toBe(template);
  });

  test('every page that is built stands in it by its name, and nothing of what a family’s link adds', async () => {
    const app = createApp(server, pages);
    const built = [...pages].flatMap(([path, { headers }]) =>
      headers['Content-Type']?.startsWith('text/html') ? [path] : [],
    );
    expect(built.length).toBeGreaterThan(8); // eight screens, and the page of what is not there
    server.lines.length = 0;
    for (const path of built) await app.request(`${path}?c=segredo-do-link`);
    const logged = server.lines.filter((line) => line.includes('"request"'));
    expect(logged.map((line) => JSON.parse(line).route)).toEqual(built);
    expect(logged.join()).not.toContain('segredo');
  });
});

test('the home page is told at once of classes that the desk has changed', async () => {
  const look = vi.fn(async () => {});
  const app = createApp({ ...server, centre: { check: async () => {}, look } }, new Map());
  const reached = { ...server, ...portless(app) };
  const { token } = await signedIn(server, { administrator: true });
  const turma = { name: 'Capoeira', days: 'Sábado', time: '10:00', ofProject: false };
  const saved = await rpc(reached, token, 'salvar_turma', { turma });
  const ended = await rpc(reached, token, 'terminar_turma', { turma: saved.body });
  expect([saved.status, ended.status < 300, look.mock.calls.length]).toEqual([200, true, 2]);
});

import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { authRoutes } from './auth/routes.ts';
import type { Env, House } from './core/house.ts';
import { sameText } from './core/tokens.ts';
import { type Pages, pageRoutes } from './pages.ts';
import { restRoutes } from './rest/routes.ts';
import { storageRoutes } from './storage/routes.ts';

/** Every API answer: never kept, never guessed at, never framed. */
const API_HEADERS: Record<string, string> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Every route of the house: the Supabase subset under its three prefixes, the
 * browser's configuration, the health check, then the pages. `ready` tells
 * whether pages, database and documents work.
 */
export function createApp(house: House, pages: Pages, ready: () => Promise<boolean>): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const began = performance.now();
    c.set('requestId', randomUUID());
    const { address, secure } = clientOf(c, house.config.trustedProxies);
    c.set('address', address);
    c.set('secure', secure);
    await next();
    const fields = {
      id: c.get('requestId'),
      status: c.res.status,
      ms: Math.round(performance.now() - began),
    };
    house.log.info({ ...fields, method: c.req.method, route: routeTemplate(c.req.path) }, 'request');
  });

  for (const prefix of ['/rest/v1', '/auth/v1', '/storage/v1']) {
    for (const path of [prefix, `${prefix}/*`]) {
      app.use(path, async (c, next) => {
        await next();
        for (const [name, value] of Object.entries(API_HEADERS)) {
          if (!c.res.headers.has(name)) c.res.headers.set(name, value);
        }
        c.res.headers.set('X-Request-Id', c.get('requestId'));
      });
    }
  }
  for (const prefix of ['/rest/v1', '/auth/v1']) {
    for (const path of [prefix, `${prefix}/*`])
      app.use(path, async (c, next) => (await keyRefusal(c, house.keys.anonKey)) ?? next());
  }
  app.route('/rest/v1', restRoutes(house));
  app.route('/auth/v1', authRoutes(house));
  app.route('/storage/v1', storageRoutes(house));

  app.get('/health', async (c) => {
    const well = await ready().catch(() => false);
    return c.json({ status: well ? 'ok' : 'unavailable' }, well ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  app.route('/', pageRoutes(house, pages));

  app.onError((error, c) => {
    house.log.error(
      { id: c.get('requestId'), route: routeTemplate(c.req.path), name: error.name },
      'unexpected',
    );
    return c.json(
      { code: '500', message: 'Erro interno. Tente de novo daqui a pouco.', details: null, hint: null },
      500,
    );
  });
  return app;
}

/** The gateway's refusal of a call without the public key, or with another; null when it may pass. Source: contract §1. */
async function keyRefusal(c: Context<Env>, anonKey: string): Promise<Response | null> {
  const given = c.req.header('apikey') ?? c.req.query('apikey');
  if (given === undefined || given === '') {
    return c.json(
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
      401,
    );
  }
  if (sameText(given, anonKey)) return null;
  return c.json(
    { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' },
    401,
  );
}

/**
 * The socket's address; behind a trusted proxy, the right-most hop of
 * X-Forwarded-For that is not trusted itself, and whether the person came over TLS.
 */
function clientOf(c: Context<Env>, trusted: readonly string[]): { address: string; secure: boolean } {
  const plain = (address: string) => address.replace(/^::ffff:/, '');
  const onSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env;
  const socket = onSocket ? plain(getConnInfo(c).remote.address ?? '') : '';
  if (!trusted.includes(socket)) return { address: network(socket) || 'local', secure: false };
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plain(hop.trim()));
  const client = hops.reverse().find((hop) => hop !== '' && !trusted.includes(hop));
  return {
    address: network(client && isIP(client) ? client : socket),
    secure: c.req.header('x-forwarded-proto') === 'https',
  };
}

/** One subscriber has a whole /64 of IPv6 addresses: what counts is the network. */
function network(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right = ''] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const groups = address.includes('::')
    ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
    : head;
  return `${groups.slice(0, 4).join(':')}::`;
}

/** A path without what a caller put into it: names of objects, tables that do not exist, pages that do not. */
export function routeTemplate(path: string): string {
  const api =
    /^\/(rest|auth|storage)\/v1(?:\/(object|bucket|rpc|token|user|logout|signup|settings|health|admin)(?:\/(sign|public|authenticated|info|list))?)?/.exec(
      path,
    );
  if (api) return api[0] === path ? path : `${api[0]}/*`;
  return /^\/(health|config\.json|projeto-social|admin\/inscricoes|)$/.test(path)
    ? path
    : path.startsWith('/assets/')
      ? '/assets/*'
      : '/*';
}

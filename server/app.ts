import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { FUNCTIONS, type FunctionName } from '../domain/functions.ts';
import { authRoutes } from './auth/routes.ts';
import type { AppContext, Env } from './core/context.ts';
import {
  addressOf,
  clientAddress,
  type IsTrusted,
  isLoopback,
  isPrivate,
  plainAddress,
  trustedBy,
} from './core/proxies.ts';
import { sameText } from './core/tokens.ts';
import { errorResponse, UNEXPECTED } from './http/api.ts';
import { CONFIG, EVERY_ANSWER, HSTS } from './http/page-headers.ts';
import { type Pages, pageRoutes } from './pages.ts';
import type { Functions } from './rest/call-function.ts';
import { restRoutes } from './rest/routes.ts';
import { removeUnclaimed } from './storage/leftovers.ts';
import { storageRoutes } from './storage/routes.ts';
import { type HealthWatch, healthRoutes, watchHealth } from './watch/health.ts';

/**
 * Every route of the server: the Supabase subset under its three prefixes, the
 * browser's configuration, the health check, then the pages.
 */
export function createApp(
  context: AppContext,
  pages: Pages,
  health: HealthWatch = watchHealth(context, pages),
  functions: Functions = FUNCTIONS,
): Hono<Env> {
  const app = new Hono<Env>();
  const isTrusted = trustedBy(context.config.trustedProxies);
  const nameProxy = proxyNotice(context);
  const isHttps = context.config.siteUrl?.startsWith('https:') === true;

  app.use(async (c, next) => {
    const began = performance.now();
    c.set('requestId', randomUUID());
    const { address, secure, local } = clientOf(c, isTrusted, nameProxy);
    c.set('address', address);
    c.set('secure', secure || isHttps);
    c.set('local', local);
    // before the answer, which may name another value: afterwards it would be copied
    for (const [name, value] of Object.entries(EVERY_ANSWER)) c.header(name, value);
    if (c.get('secure')) c.header('Strict-Transport-Security', HSTS);
    await next();
    const fields = {
      id: c.get('requestId'),
      status: c.res.status,
      ms: Math.round(performance.now() - began),
    };
    const { method, path } = c.req;
    context.log.info({ ...fields, method, route: routeTemplate(path, pages) }, 'request');
  });

  for (const prefix of ['/rest/v1', '/auth/v1', '/storage/v1'])
    app.use(`${prefix}/*`, (c, next) => {
      c.header('Cache-Control', 'no-store');
      c.header('X-Request-Id', c.get('requestId'));
      return next();
    });
  for (const prefix of ['/rest/v1', '/auth/v1'])
    app.use(`${prefix}/*`, async (c, next) => keyRefusal(c, context.keys.anonKey) ?? next());
  /**
   * Middleware: runs `work` after a successful call of one of these functions, before it is answered. The one
   * registered last runs first.
   */
  const after = (names: readonly FunctionName[], work: () => Promise<unknown>) => {
    for (const name of names)
      app.use(`/rest/v1/rpc/${name}`, async (c, next) => {
        await next();
        if (c.res.ok) await work();
      });
  };
  after(['apagar_inscricao', 'recolher_enxurrada', 'limpar_vencidas'], () => context.erased());
  after(['publicar_centro'], async () => context.centre?.look());
  after(['salvar_turma', 'terminar_turma', 'mostrar_turmas'], async () => void context.centre?.look());
  after(['recolher_enxurrada'], () => removeUnclaimed(context));
  after(['apagar_inscricao', 'recolher_enxurrada', 'mudar_acesso', 'mudar_papel'], health.count);
  app.route('/rest/v1', restRoutes(context, functions));
  app.route('/auth/v1', authRoutes(context));
  app.route('/storage/v1', storageRoutes(context));

  app.route('/health', healthRoutes(health));
  app.route('/', pageRoutes(context, pages));

  app.onError((error, c) => {
    const route = routeTemplate(c.req.path, pages);
    context.log.error({ id: c.get('requestId'), route, name: error.name }, 'unexpected');
    return errorResponse(c, UNEXPECTED);
  });
  return app;
}

/** 401 for a call without the public key, or with another; null when the key is right. Source: docs/contract.md §1. */
function keyRefusal(c: Context<Env>, anonKey: string): Response | null {
  const given = c.req.header('apikey') ?? c.req.query('apikey') ?? '';
  if (sameText(given, anonKey)) return null;
  const [message, hint] = given
    ? ['Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.']
    : ['No API key found in request', 'No `apikey` request header or url param was found.'];
  return c.json({ message, hint }, 401);
}

/**
 * The client's address, and whether a trusted proxy says that it used TLS. `local`: this machine itself asks,
 * through no proxy.
 */
function clientOf(
  c: Context<Env>,
  isTrusted: IsTrusted,
  nameProxy: (address: string) => void,
): { address: string; secure: boolean; local: boolean } {
  const onSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env;
  const socket = onSocket ? plainAddress(getConnInfo(c).remote.address ?? '') : '';
  const forwarded = c.req.header('x-forwarded-for');
  const local = forwarded === undefined && (!onSocket || isLoopback(socket) || socket === ownEndOf(c));
  const trusted = isTrusted(socket);
  if (!trusted && forwarded !== undefined) nameProxy(socket);
  return {
    address: addressOf(clientAddress(socket, forwarded, isTrusted)) || 'local',
    secure: trusted && c.req.header('x-forwarded-proto') === 'https',
    local,
  };
}

/** The server's own address of the connection: a caller with the same one is this machine. */
function ownEndOf(c: Context<Env>): string {
  const { incoming } = c.env as unknown as { incoming: { socket: { localAddress?: string } } };
  return plainAddress(incoming.socket.localAddress ?? '');
}

/** How many addresses outside TRUSTED_PROXIES the log names. */
const PROXIES_NAMED = 5;

/**
 * Logs, once for each address, that one outside TRUSTED_PROXIES sends proxy headers: everybody behind it is
 * throttled as one person. A public address may be a visitor's and is not logged.
 */
function proxyNotice({ log }: AppContext): (address: string) => void {
  const named = new Set<string>();
  return (address) => {
    const proxy = isPrivate(address) ? address : 'public';
    if (named.has(proxy) || named.size >= PROXIES_NAMED) return;
    named.add(proxy);
    log.warn({ proxy }, 'X-Forwarded-For from an address outside TRUSTED_PROXIES is ignored');
  };
}

/**
 * The path for the log: of our own pages and routes, without anything a caller chose. Names of objects, tables and
 * unknown pages become `*`.
 */
export function routeTemplate(path: string, pages: Pick<Pages, 'has'>): string {
  const api =
    /^\/(rest|auth|storage)\/v1(?:\/(object|rpc|token|user|logout|signup|settings|admin)(?:\/sign)?)?/.exec(
      path,
    );
  if (api) return api[0] === path ? path : `${api[0]}/*`;
  if (path.startsWith('/assets/')) return '/assets/*';
  return pages.has(path) || [CONFIG, '/health', '/health/live'].includes(path) ? path : '/*';
}

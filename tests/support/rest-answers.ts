import { expect } from 'vitest';
import { type Engine, openTestServer } from './server.ts';
import { signedIn } from './sign-in.ts';

/** A whole answer: only the request's own id is left out of its headers. */
type Answer = { status: number; headers: Record<string, string>; body: string };

/** What everybody hears, or what each hears; without a token or with the public key one is anonymous. */
export type ExpectedAnswers = Answer | { anonymous: Answer; stranger: Answer; administrator: Answer };

export type Request = { path: string; headers?: Record<string, string>; body?: unknown };

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** What app.ts adds to every API answer. */
const EVERY_ANSWER = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function refusal(
  status: number,
  code: string,
  message: string,
  { details = null as string | null, hint = null as string | null, headers = {} } = {},
): Answer {
  const body = JSON.stringify({ code, message, details, hint });
  return {
    status,
    headers: { ...JSON_TYPE, ...length(body), 'proxy-status': `PostgREST; error=${code}`, ...headers },
    body,
  };
}

export function rows(path: string, body: string, range: string): Answer {
  const headers = { ...JSON_TYPE, ...length(body), 'content-location': path, 'content-range': range };
  return { status: 200, headers, body };
}

export function added(): Answer {
  return { status: 201, headers: { ...length(''), 'content-range': '*/*' }, body: '' };
}

function length(body: string) {
  return { 'content-length': String(Buffer.byteLength(body)) };
}

/** A server over its own database, and `expectHeard`, which sends one request as each caller and compares the whole answers. */
export async function openCallers(engine: Engine) {
  const server = await openTestServer(engine);
  const tokens = {
    nobody: null,
    visitor: server.keys.anonKey,
    stranger: (await signedIn(server, { administrator: false })).token,
    administrator: (await signedIn(server, { administrator: true })).token,
  };

  /** The answer to one person, a row's id in it written as ID. */
  async function answerTo(
    who: keyof typeof tokens,
    method: string,
    { path, headers: more, body }: Request,
  ): Promise<Answer> {
    const headers = new Headers({ apikey: server.keys.anonKey });
    if (tokens[who] !== null) headers.set('authorization', `Bearer ${tokens[who]}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(more ?? {})) headers.set(name, value);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await server.fetch(`${server.url}/rest/v1${path}`, { method, headers, body: text });
    const withoutIds = (value: string) =>
      value.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
    const heard = [...answer.headers].filter(([name]) => name !== 'x-request-id');
    return {
      status: answer.status,
      headers: Object.fromEntries(heard.map(([name, value]) => [name, withoutIds(value)])),
      body: withoutIds(await answer.text()),
    };
  }

  async function expectHeard(method: string, request: Request, heard: ExpectedAnswers): Promise<void> {
    const { anonymous, stranger, administrator } =
      'status' in heard ? { anonymous: heard, stranger: heard, administrator: heard } : heard;
    const expected = { nobody: anonymous, visitor: anonymous, stranger, administrator };
    for (const who of ['nobody', 'visitor', 'stranger', 'administrator'] as const) {
      const { status, headers, body } = expected[who];
      expect([who, await answerTo(who, method, request)]).toEqual([
        who,
        { status, headers: { ...EVERY_ANSWER, ...headers }, body },
      ]);
    }
  }

  return { server, expectHeard, close: () => server.close() };
}

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { addressOf, formOf, makeSubmission, type Submission } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { checkSubmissions } from './check-submissions.ts';
import { freePort } from './command.ts';
import { check, eventually } from './kill.ts';
import { askOwner } from './owner-client.ts';

// `npm run prove -- proxies`: a family enrols through nginx and through Caddy, each started with its
// file of deploy/ (only address, ports and certificate are others), over a self-made certificate.

/** The address that the family comes from; the proxy is on 127.0.0.1. */
const FAMILY = '127.0.0.2';
const ADDRESS = 'www.exemplo.com.br';
const DOCUMENT_BYTES = 5_000_000;

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

function makeCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const of = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${ADDRESS}`, '-addext', `subjectAltName=DNS:${ADDRESS}`];
  execFileSync('openssl', ['req', '-x509', ...of, ...name, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { cert, key };
}

type ProxySetup = {
  folder: string;
  port: number;
  plain: number;
  upstream: number;
  cert: string;
  key: string;
};

/** The file of deploy/ with this place in it, and the program that takes it. */
const PROXIES: Record<string, (place: ProxySetup) => { file: string; text: string; command: string[] }> = {
  nginx: ({ folder, port, plain, upstream, cert, key }) => {
    const file = join(folder, 'nginx.conf');
    const site = readFileSync('deploy/nginx.conf', 'utf8')
      .replaceAll(
        /listen (\[::\]:)?443 ssl http2/g,
        (_all, six) => `listen ${six ?? '127.0.0.1:'}${port} ssl http2`,
      )
      .replaceAll(/listen (\[::\]:)?80;/g, (_all, six) => `listen ${six ?? '127.0.0.1:'}${plain};`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
    const text = `pid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\n${site}\n}\n`;
    return { file, text, command: ['nginx', '-p', folder, '-c', file, '-g', 'daemon off;'] };
  },
  caddy: ({ folder, port, plain, upstream, cert, key }) => {
    const file = join(folder, 'Caddyfile');
    const site = readFileSync('deploy/Caddyfile', 'utf8')
      .replace(`${ADDRESS} {`, `https://${ADDRESS}:${port} {\n\ttls ${cert} ${key}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
    const text = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n}\n${site}`;
    return { file, text, command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', file] };
  },
};

/** Asks through the proxy as a family's phone does, which also claims another address. */
function askThrough(
  { port, cert }: ProxySetup,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Uint8Array } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        headers: {
          Host: `${ADDRESS}:${port}`,
          'X-Forwarded-For': '6.6.6.6',
          ...(options.body ? { 'Content-Length': String(options.body.byteLength) } : {}),
          ...options.headers,
        },
        servername: ADDRESS,
        ca: readFileSync(cert),
        localAddress: FAMILY,
        agent: false,
      },
      (answer) => {
        let body = '';
        answer.on('data', (chunk) => {
          body += chunk;
        });
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    asked.on('error', reject);
    asked.end(options.body);
  });
}

/** Status and Location of a path without TLS. */
function askPlainly(
  { plain: port }: ProxySetup,
  path: string,
): Promise<[status?: number, location?: string]> {
  const asked = { host: '127.0.0.1', port, path, headers: { Host: ADDRESS }, agent: false };
  return new Promise((resolve, reject) => {
    get(asked, (answer) => resolve([answer.statusCode, answer.resume().headers.location])).on(
      'error',
      reject,
    );
  });
}

/** Posts as the page does, with the public key. */
function post(
  place: ProxySetup,
  key: string,
  path: string,
  body: Uint8Array,
  headers: Record<string, string>,
) {
  const by = { apikey: key, Authorization: `Bearer ${key}` };
  return askThrough(place, path, { method: 'POST', headers: { ...by, ...headers }, body });
}

async function upload(place: ProxySetup, key: string, path: string, bytes: Buffer): Promise<Answer> {
  const wire = new Response(formOf(new Uint8Array(bytes)));
  const type = wire.headers.get('content-type') ?? '';
  const body = new Uint8Array(await wire.arrayBuffer());
  return post(place, key, `/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, body, { 'Content-Type': type });
}

async function enrol(place: ProxySetup, key: string, { row, path }: Submission): Promise<Answer> {
  const cadastro_unico_url = addressOf({ url: `https://${ADDRESS}`, key }, path);
  const body = new TextEncoder().encode(JSON.stringify({ ...row, cadastro_unico_url }));
  const headers = { 'Content-Type': 'application/json', Prefer: 'return=minimal' };
  return post(place, key, '/rest/v1/inscricoes_projeto', body, headers);
}

/** The addresses that the throttles store, of wrong passwords. */
async function countedAddresses({ folder }: RunningServer): Promise<string[]> {
  return (await askOwner<{ key: string }>(folder, 'select key from servidor.limites')).map(({ key }) => key);
}

/** Starts the proxy; `end` waits for its end. Throws with what it said where it does not answer. */
async function startProxy(place: ProxySetup, [program = '', ...args]: readonly string[]) {
  const { folder } = place;
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
  child.once('error', () => {
    said = `${program} is not installed (apt-get install ${program})`;
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const answers = async () => {
    if (child.exitCode !== null) throw new Error('it ended');
    return (await askThrough(place, '/health/live').catch(() => null))?.status === 200;
  };
  await eventually('the proxy answers', 10_000, answers, 100).catch(async (error: Error) => {
    await end();
    throw new Error(`${error.message}: ${said}`);
  });
  return end;
}

async function proveProxy(name: string): Promise<void> {
  const folder = newFolder();
  const [port, plain] = [await freePort(), await freePort()];
  const environment = { SITE_URL: `https://${ADDRESS}`, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' };
  const server = await startServer({ environment });
  const place = {
    folder,
    port,
    plain,
    upstream: Number(new URL(server.url).port),
    ...makeCertificate(folder),
  };
  const { file, text, command } = (PROXIES[name] as (typeof PROXIES)[string])(place);
  writeFileSync(file, text);
  const end = await startProxy(place, command).catch(async (error) => {
    await server.stop();
    throw error;
  });
  try {
    const page = await askThrough(place, '/projeto-social');
    check(page.status === 200 && /html/.test(page.headers['content-type'] ?? ''), 'the form is served');
    check(
      /max-age/.test(page.headers['strict-transport-security'] ?? ''),
      'the browser is told to use HTTPS only',
    );
    const [status, location] = await askPlainly(place, '/projeto-social');
    check(
      /^30[18]$/.test(`${status}`) && location === `https://${ADDRESS}/projeto-social`,
      `without TLS a page leads to HTTPS (${status} ${location})`,
    );
    for (const path of ['/rest/v1/inscricoes_projeto', '/auth/v1/token', '/storage/v1/object/x'])
      check((await askPlainly(place, path))[0] === 403, `without TLS ${path} is refused`);
    const submission = makeSubmission(1, DOCUMENT_BYTES);
    const stored = await upload(place, server.key, submission.path, submission.bytes);
    check(stored.status === 200, `5 MB are taken (${stored.status} ${stored.body.slice(0, 200)})`);
    const sent = await enrol(place, server.key, submission);
    check(sent.status === 201, `the enrolment is taken (${sent.status} ${sent.body.slice(0, 200)})`);
    const large = makeSubmission(2, 6_000_000);
    const refused = await upload(place, server.key, large.path, large.bytes);
    check(/"statusCode":"413"/.test(refused.body), 'above 5 MB the site refuses, not the proxy');
    await checkSubmissions(server, [submission]);
    const nobody = new TextEncoder().encode('{"email":"ninguem@example.com","password":"nada"}');
    await post(place, server.key, '/auth/v1/token?grant_type=password', nobody, {
      'Content-Type': 'application/json',
    });
    const counted = await countedAddresses(server);
    check(
      counted.some((each) => each.endsWith(FAMILY)),
      'the family is counted by its own address',
    );
    check(!counted.some((each) => each.includes('6.6.6.6')), 'and not by the one that it claims');
    console.log(
      `${name}: form, document of 5 MB and enrolment over HTTPS alone; 6 MB refused; address right`,
    );
  } finally {
    await end();
    await server.stop();
  }
}

export async function run(): Promise<number> {
  for (const name of Object.keys(PROXIES)) await proveProxy(name);
  console.log('Every promise holds.');
  return 0;
}

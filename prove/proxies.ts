import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { addressOf, makeSubmission, type Submission } from '../kit/family.ts';
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

type Answer = { status: number; head: string; body: string };

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

/** Asks with curl from the family's address, through the proxy or `plain`ly past its TLS, as a phone that also claims another address. */
async function ask(place: ProxySetup, path: string, more: string[] = [], plain = false): Promise<Answer> {
  const origin = plain ? `http://${ADDRESS}:${place.plain}` : `https://${ADDRESS}:${place.port}`;
  const from = ['--interface', FAMILY, '--connect-to', `::127.0.0.1:`, '--cacert', place.cert];
  const claimed = ['-H', 'X-Forwarded-For: 6.6.6.6', '-H', 'Expect:'];
  const { stdout } = await promisify(execFile)('curl', [
    '-s',
    '-i',
    ...from,
    ...claimed,
    ...more,
    origin + path,
  ]);
  const [head = '', ...body] = stdout.split('\r\n\r\n');
  const status = Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]);
  return { status, head, body: body.join('\r\n\r\n') };
}

/** Posts as the page does, with the public key. */
function post(
  place: ProxySetup,
  key: string,
  path: string,
  body: Uint8Array | string,
  type = 'application/json',
) {
  const file = join(place.folder, 'sent');
  writeFileSync(file, body);
  const by = [`apikey: ${key}`, `Authorization: Bearer ${key}`, `Content-Type: ${type}`].flatMap((each) => [
    '-H',
    each,
  ]);
  return ask(place, path, [...by, '--data-binary', `@${file}`]);
}

const upload = (place: ProxySetup, key: string, { path, bytes }: Submission) =>
  post(place, key, `/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, bytes, 'application/pdf');

const enrol = (place: ProxySetup, key: string, { row, path }: Submission) => {
  const cadastro_unico_url = addressOf({ url: `https://${ADDRESS}`, key }, path);
  return post(place, key, '/rest/v1/inscricoes_projeto', JSON.stringify({ ...row, cadastro_unico_url }));
};

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
    return (await ask(place, '/health/live').catch(() => null))?.status === 200;
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
    const page = await ask(place, '/projeto-social');
    check(page.status === 200 && /content-type: text\/html/i.test(page.head), 'the form is served');
    check(/strict-transport-security: max-age/i.test(page.head), 'the browser is told to use HTTPS only');
    const { status, head } = await ask(place, '/projeto-social', [], true);
    check(
      /^30[18]$/.test(`${status}`) &&
        head.toLowerCase().includes(`location: https://${ADDRESS}/projeto-social`),
      `without TLS a page leads to HTTPS (${head})`,
    );
    for (const path of ['/rest/v1/inscricoes_projeto', '/auth/v1/token', '/storage/v1/object/x'])
      check((await ask(place, path, [], true)).status === 403, `without TLS ${path} is refused`);
    const submission = makeSubmission(1, DOCUMENT_BYTES);
    const stored = await upload(place, server.key, submission);
    check(stored.status === 200, `5 MB are taken (${stored.status} ${stored.body.slice(0, 200)})`);
    const sent = await enrol(place, server.key, submission);
    check(sent.status === 201, `the enrolment is taken (${sent.status} ${sent.body.slice(0, 200)})`);
    const refused = await upload(place, server.key, makeSubmission(2, 6_000_000));
    check(/"statusCode":"413"/.test(refused.body), 'above 5 MB the site refuses, not the proxy');
    await checkSubmissions(server, [submission]);
    const nobody = '{"email":"ninguem@example.com","password":"nada"}';
    await post(place, server.key, '/auth/v1/token?grant_type=password', nobody);
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

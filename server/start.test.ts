import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServer } from '../kit/server.ts';
import { ADMIN, call, siteAt } from '../kit/site.ts';

const run = promisify(execFile);
const inherited = { PATH: process.env.PATH, HOME: process.env.HOME };
/** A site in this folder, or one of its own. */
const start = (environment: Record<string, string> = {}, folder?: string) =>
  startServer({ folder, inherited, environment: { LIMITS: 'relaxed', LOG_LEVEL: 'info', ...environment } });

// A folder that only root may enter: there root’s PostgreSQL keeps its data elsewhere.
test('a first start, and the next ones in the same folder', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'cc-closed-'));
  chmodSync(closed, 0o700);
  const dataDir = join(closed, 'data');
  const first = await start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, dataDir);
  const email = /e-mail:\s+(\S+@\S+)/.exec(first.said())?.[1] ?? '';
  const password = /senha:\s+(\S+)/.exec(first.said())?.[1] ?? '';
  const moved = /dados em (\S+):/.exec(first.said())?.[1];

  const { LOG_LEVEL: _usual, ...usual } = process.env;
  /** What a start says until it is stopped, having answered two requests and the sign-in with that password. */
  const said = async (program: string, args: string[]) => {
    const env = { ...usual, PORT: '0', DATA_DIR: dataDir, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
    const child = spawn(program, args, { env, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const address = () => /Pronto: (http\S+)/.exec(output)?.[1];
    await expect.poll(address, { timeout: 30_000 }).toBeTruthy();
    expect((await fetch(`${address()}/projeto-social`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${address()}/health`)).status).toBe(200);
    expect(await signIn(address() ?? '', email, password)).toBe(200);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    return output;
  };
  // without an administrator it makes one, and shows its password that one time
  expect(await signIn(first.url, email, password)).toBe(200);
  await first.stop();
  for (const mode of [statSync(dataDir), statSync(join(dataDir, 'documents'))])
    expect(mode.mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);

  // the next one shows none, and in a terminal logs no line for each request, which would push away what it says
  expect(first.said()).toContain('"msg":"request"');
  if (process.platform === 'linux') {
    // elsewhere script has other options
    const output = await said('script', ['-qec', `'${process.execPath}' scripts/start.mjs`, '/dev/null']);
    expect(output).not.toMatch(/senha:|"msg":"request"/);
    const pidFile = join(moved ?? join(dataDir, 'postgresql'), 'postmaster.pid');
    await expect.poll(() => existsSync(pidFile)).toBe(false);
  }
  if (process.getuid?.() === 0) {
    // only root needs an account for PostgreSQL
    expect(first.said()).toContain('PostgreSQL guarda os dados em /var/lib/construindo-campeoes/');
    expect(moved).toBeTruthy();
  }
  rmSync(closed, { recursive: true });
  if (moved) rmSync(dirname(moved), { recursive: true });
});

// server/core/config.test.ts has the other settings, tests/process the other commands and faults.
test('a start with a wrong setting, or in the folder of a live server, stops and says so', async () => {
  const live = await start();
  for (const [values, says] of [
    [{ LIMITS: 'off', DATA_DIR: join(live.folder, 'wrong') }, /^LIMITS: /],
    [{ DATA_DIR: live.folder }, /já está em uso/],
  ] as const) {
    const env = { ...inherited, PORT: '0', ...values };
    const failed = await run(process.execPath, ['scripts/start.mjs'], { env }).catch((error) => error);
    expect(failed.code).toBe(3);
    expect(failed.stderr).toMatch(says);
    expect(failed.stderr).not.toContain('    at ');
  }
  expect((await fetch(`${live.url}/health`)).status).toBe(200);
  await live.stop();
});

test('a terminal that is closed ends the server with 0 once what was accepted is answered, and PostgreSQL with it', async () => {
  const server = await start();
  // Connections that the server has certainly accepted: those still on their way need no answer.
  const open = await Promise.all(Array.from({ length: 8 }, () => openConnection(server.url)));
  const body = JSON.stringify(ADMIN);
  const answers = open.map((ask) =>
    ask(
      `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: a\r\napikey: ${server.key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );
  const ended = new Promise((resolve) => server.child.once('exit', (code) => resolve(code)));
  const pidFile = join(server.folder, 'postgresql/postmaster.pid');
  const postgres = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  server.child.kill('SIGHUP');
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toBe(0);
  expect(() => process.kill(postgres, 0)).toThrow();
  rmSync(server.folder, { recursive: true });
});

test('the log says what happened by route and status, and nothing of anybody', async () => {
  const server = await start();
  await signIn(server.url, 'marcada-no-log@example.com', 'senha-marcada-no-log');
  await fetch(`${server.url}/rest/v1/inscricoes_projeto?nome_completo=eq.NomeMarcadoNoLog`, {
    headers: { apikey: server.key },
  });
  await fetch(
    `${server.url}/storage/v1/object/sign/cadastro_unico_uploads/public/ArquivoMarcado.pdf?token=TokenMarcado`,
  );
  await fetch(`${server.url}/CaminhoMarcado?consulta=ConsultaMarcada`);
  await fetch(`${server.url}/health`);
  await expect.poll(() => server.said()).toMatch(/"route":"\/rest\/v1\/\*".*"route":"\/health"/s);
  expect(server.said()).not.toMatch(/marcad[ao]/i);
  await server.stop();
});

/** The status that a sign-in is answered with. */
async function signIn(url: string, email: string, password: string): Promise<number> {
  const path = '/auth/v1/token?grant_type=password';
  return (await call(await siteAt(url), path, { body: { email, password } })).status;
}

/** A connection that has had one answer already; gives the way to ask once more on it, and what comes back. */
async function openConnection(url: string): Promise<(request: string) => Promise<string>> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ask = (request: string) =>
    new Promise<string>((resolve, reject) => {
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('error', reject);
      socket.once('close', () => resolve('closed without an answer'));
      socket.write(request);
    });
  await ask('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
  return ask;
}

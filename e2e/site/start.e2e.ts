import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ADMIN, call, siteAt } from '../../kit/site.ts';
import { startCluster } from '../../server/postgres/cluster.ts';
import { expect, startServer, test } from '../support/fixtures.ts';

const run = promisify(execFile);
const environment = (values: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...values,
});

// A folder that only root may enter: there root’s PostgreSQL keeps its data elsewhere.
test('a first start, and the next ones in the same folder', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'cc-closed-'));
  chmodSync(closed, 0o700);
  const dataDir = join(closed, 'data');
  const first = await startServer({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, dataDir);
  const email = /e-mail:\s+(\S+@\S+)/.exec(first.output())?.[1] ?? '';
  const password = /senha:\s+(\S+)/.exec(first.output())?.[1] ?? '';
  const moved = /dados em (\S+):/.exec(first.output())?.[1];

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
  let elsewhere = '';

  await test.step('without an administrator makes one, and shows its password that one time', async () => {
    expect(await signIn(first.url, email, password)).toBe(200);
    await first.stop();
    elsewhere = await said(process.execPath, ['scripts/start.mjs']);
    expect(elsewhere).not.toContain('senha:');
    for (const mode of [statSync(dataDir), statSync(join(dataDir, 'documents'))])
      expect(mode.mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
  });

  await test.step('in a terminal logs no line for each request, which would push away what it says; elsewhere it does', async (step) => {
    expect(elsewhere).toContain('"msg":"request"');
    step.skip(process.platform !== 'linux', 'script has other options elsewhere');
    const postgres = moved ?? join(dataDir, 'postgresql');
    await expect.poll(() => existsSync(join(postgres, 'postmaster.pid'))).toBe(false);
    const start = `'${process.execPath}' scripts/start.mjs`;
    expect(await said('script', ['-qec', start, '/dev/null'])).not.toContain('"msg":"request"');
    await expect.poll(() => existsSync(join(postgres, 'postmaster.pid'))).toBe(false);
  });

  await test.step('works where root’s PostgreSQL account cannot follow', async (step) => {
    step.skip(process.getuid?.() !== 0, 'only root needs an account for PostgreSQL');
    expect(first.output()).toContain('PostgreSQL guarda os dados em /var/lib/construindo-campeoes/');
    expect(moved).toBeTruthy();
  });
  rmSync(closed, { recursive: true });
  if (moved) rmSync(dirname(moved), { recursive: true });
});

test('a start with a wrong setting stops and names it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-wrong-'));
  for (const [name, value, code = 3] of [
    ['PORT', 'abc'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://ninguem:nada@127.0.0.1:1/nada', 1],
    ['LIMITS', 'off'],
    ['LOG_LEVEL', 'verbose'],
    ['JWT_SECRET', 'curto'],
    ['HOST', 'nenhum.invalid'],
    ['HOST', '192.0.2.1'],
  ] as const)
    await test.step(`with ${name}=${value} stops and names it`, async () => {
      const failed = await run(process.execPath, ['scripts/start.mjs'], {
        env: environment({ PORT: '0', DATA_DIR: dataDir, [name]: value }),
      }).catch((error) => error);
      expect(failed.code).toBe(code);
      expect(failed.stderr).toMatch(new RegExp(`^${name}: `));
      expect(failed.stderr).not.toContain('    at ');
    });
  rmSync(dataDir, { recursive: true });
});

test('takes a PostgreSQL of one’s own, and stores nothing in the folder but documents and keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cc-own-'));
  const cluster = await startCluster(folder, 'only-for-tests');
  const { host, user, password } = cluster.connection;
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-data-'));
  const server = await startServer(
    { DATABASE_URL: `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(host)}` },
    dataDir,
  );
  expect(await signIn(server.url, ADMIN.email, ADMIN.password)).toBe(200);
  expect(() => statSync(join(dataDir, 'postgresql'))).toThrow();
  await server.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true });
});

test('a signal answers what was accepted and ends with 0, and PostgreSQL with it', async () => {
  let folder: string | undefined; // the second server continues where the first ended
  // SIGHUP: the terminal was closed
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    await test.step(`${signal} answers what was accepted and ends with 0, and PostgreSQL with it`, async () => {
      const server = await startServer({}, folder);
      folder = server.dataDir;
      // Connections that the server has certainly accepted: those still on their way need no answer.
      const open = await Promise.all(Array.from({ length: 8 }, () => openConnection(server.url)));
      const body = JSON.stringify(ADMIN);
      const answers = open.map((ask) =>
        ask(
          `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: a\r\napikey: ${server.key}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        ),
      );
      const ended = new Promise((resolve) => server.process.once('exit', (code) => resolve(code)));
      const postgres = Number(readFileSync(join(folder, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]);
      server.process.kill(signal);
      for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(await ended).toBe(0);
      expect(() => process.kill(postgres, 0)).toThrow();
    });
  if (folder) rmSync(folder, { recursive: true });
});

test('a server that runs tells nothing of anybody, keeps its folder, obeys commands and outlives its PostgreSQL', async ({
  server,
}) => {
  await test.step('the log says what happened by route and status, and nothing of anybody', async () => {
    await signIn(server.url, 'marcada-no-log@example.com', 'senha-marcada-no-log');
    await fetch(`${server.url}/rest/v1/inscricoes_projeto?nome_completo=eq.NomeMarcadoNoLog`, {
      headers: { apikey: server.key },
    });
    await fetch(
      `${server.url}/storage/v1/object/sign/cadastro_unico_uploads/public/ArquivoMarcado.pdf?token=TokenMarcado`,
    );
    await fetch(`${server.url}/CaminhoMarcado?consulta=ConsultaMarcada`);
    await fetch(`${server.url}/health`);
    await expect.poll(() => server.output()).toMatch(/"route":"\/rest\/v1\/\*".*"route":"\/health"/s);
    expect(server.output()).not.toMatch(/marcad[ao]/i);
  });

  await test.step('refuses a data folder that a live server owns, and that server goes on', async () => {
    const second = await run(process.execPath, ['scripts/start.mjs'], {
      env: environment({ PORT: '0', DATA_DIR: server.dataDir }),
    }).catch((error) => error);
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('já está em uso');
    expect(second.stderr).not.toContain('    at ');
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  await test.step('administrators are added, listed and disabled by command while the server runs', async () => {
    const admin = (args: string[], typed = '') =>
      new Promise<{ code: number | null; said: string }>((resolve) => {
        const child = spawn(process.execPath, ['scripts/command.mjs', 'admin', ...args], {
          env: environment({ DATA_DIR: server.dataDir }),
        });
        let said = '';
        child.stdout.on('data', (chunk) => {
          said += chunk;
        });
        child.once('exit', (code) => resolve({ code, said }));
        child.stdin.end(typed);
      });
    expect((await admin(['add', 'secretaria@example.com'], 'uma terceira senha de teste\n')).code).toBe(0);
    expect(await signIn(server.url, 'secretaria@example.com', 'uma terceira senha de teste')).toBe(200);
    expect((await admin(['list'])).said).toContain('secretaria@example.com');
    expect((await admin(['disable', 'secretaria@example.com'])).code).toBe(0);
    expect((await admin(['nada'])).code).toBe(2);
  });

  await test.step('a PostgreSQL that is killed comes back by itself, with what it had', async () => {
    const pid = Number(
      readFileSync(join(server.dataDir, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(pid, 'SIGKILL');
    const health = () => fetch(`${server.url}/health`).then(({ status }) => status);
    await expect.poll(() => server.output()).toContain('PostgreSQL ended; starting it again');
    await expect.poll(health, { timeout: 20_000 }).toBe(200);
    expect(await signIn(server.url, ADMIN.email, ADMIN.password)).toBe(200);
  });
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

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { listenOn } from '../../kit/listen.ts';
import { ensureBuilt } from '../../scripts/ensure.mjs';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, enrolled } from '../support/desk.ts';
import { embedded, forTests, serverForTests } from '../support/server.ts';
import { ROOT } from '../support/sources.ts';

// `npm run retention` against a Supabase project: through its API alone.

describe.each(embedded)('npm run retention with SUPABASE_URL, $name', (engine) => {
  beforeAll(() => ensureBuilt(), 300_000); // the command runs from dist
  const server = serverForTests(engine);
  const api = forTests(() => listenOn(createAdaptorServer({ fetch: server.app.fetch }) as Server));

  const run = async (environment: Record<string, string>, ...args: string[]) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/command.mjs'), 'retention', ...args], {
      env: {
        PATH: process.env.PATH,
        SUPABASE_URL: api.url,
        SUPABASE_KEY: server.keys.anonKey,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk;
      });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    return { code, said };
  };

  test('erases expired enrolments with their documents, as an administrator; and nobody else can', async () => {
    const { email: admin } = await addPerson(server, { administrator: true });
    const { email: stranger } = await addPerson(server);
    const erased = await enrolled(server);
    const stays = await enrolled(server);
    await server.database.query(
      `update public.inscricoes_projeto set created_at = now() - interval '25 months' where id = $1`,
      [erased.id],
    );

    const refused = await run({ ADMIN_EMAIL: stranger, ADMIN_PASSWORD: PASSWORD });
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('42501')]);
    const done = await run({ ADMIN_EMAIL: admin, ADMIN_PASSWORD: PASSWORD });
    expect(done).toEqual({
      code: 0,
      said: 'Apagado: 1 inscrições pelo prazo, 0 documentos pelo prazo, 1 arquivos.\n',
    });
    const rows = await server.rows('select id from public.inscricoes_projeto');
    expect([rows, readdirSync(server.documentsDir).length]).toEqual([[{ id: stays.id }], 1]);
    expect((await auditEntries(server)).map(({ acao }) => acao).slice(-4)).toEqual([
      'apagou_pelo_prazo',
      'apagou_documento',
      'retencao',
      'saiu',
    ]);
    expect(JSON.stringify(await auditEntries(server))).toContain(erased.id);
  });

  test('releases no brake of the team there: that is the owner’s, in the SQL editor', async () => {
    const { email } = await addPerson(server, { administrator: true });
    expect(await run({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD }, '--libera')).toEqual({
      code: 3,
      said: 'No Supabase, libere no SQL Editor do painel: select private.liberar_equipe();\n',
    });
  });

  test('waits for a person as the server does: says so, erases nothing, and goes on with --confirmo', async () => {
    const { email } = await addPerson(server, { administrator: true });
    const { many, rows } = agedEnrolments(() => server);
    const before = (await rows()).length;
    await many(25, 'nao-aprovada', '7 months');
    const waiting = await run({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD });
    expect(waiting).toEqual({
      code: 3,
      said: expect.stringMatching(
        /^Nada foi apagado: .+ e sairiam agora 25 de \d+ inscrições .+ --confirmo\n$/,
      ),
    });
    expect((await rows()).length).toBe(before + 25);
    const confirmed = await run({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD }, '--confirmo');
    expect(confirmed).toMatchObject({ code: 0, said: expect.stringMatching(/^Apagado: 25 inscrições/) });
    expect((await rows()).length).toBe(before);
    const actions = (await auditEntries(server)).map(({ acao, quem }) => [acao, quem !== null]);
    expect(actions).toContainEqual(['liberou_retencao', true]);
  });

  test('says what is wrong with a key, an account or a password, each in one sentence', async () => {
    const { email } = await addPerson(server, { administrator: true });
    const { email: stranger } = await addPerson(server);
    const token = (role: string) =>
      new SignJWT({ role })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(32)));
    const account = { ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD };
    for (const [wrong, code, words] of [
      [{ ADMIN_PASSWORD: 'outra' }, 1, /^Não deu certo: ADMIN_EMAIL, ADMIN_PASSWORD: o projeto não deixa/],
      [{ ADMIN_EMAIL: stranger }, 1, /^Não deu certo: ADMIN_EMAIL: esta conta não administra o site/],
      [{ SUPABASE_KEY: await token('anon') }, 1, /^Não deu certo: SUPABASE_KEY: este projeto não aceita/],
      [{ SUPABASE_KEY: await token('service_role') }, 3, /a chave service_role, que abre tudo/],
      [{ SUPABASE_URL: 'abcdefgh' }, 3, /não é um endereço/],
    ] as const) {
      const ended = await run({ ...account, ...wrong });
      expect([ended.code, ended.said]).toEqual([code, expect.stringMatching(words)]);
      expect(ended.said.trim().split('\n')).toHaveLength(1);
    }
  });

  test('says which variable is missing', async () => {
    expect(await run({ ADMIN_EMAIL: 'a@example.com' })).toEqual({
      code: 1,
      said: 'Não deu certo: ADMIN_PASSWORD: falta, com SUPABASE_URL\n',
    });
    const nobody = {
      SUPABASE_URL: 'http://127.0.0.1:1',
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: PASSWORD,
    };
    expect(await run(nobody)).toEqual({
      code: 1,
      said: 'Não deu certo: SUPABASE_URL: sem resposta deste endereço\n',
    });
  });
});

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { listenOn } from '../../kit/listen.ts';
import { ERASED_AT_ONCE } from '../../server/storage/files.ts';
import { addPerson, PASSWORD } from '../support/accounts.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { run } from '../support/copies.ts';
import { auditEntries, enrolled } from '../support/desk.ts';
import { embedded, forTests, serverForTests } from '../support/server.ts';
import { ROOT } from '../support/sources.ts';

// `npm run retention` against a Supabase project: through its API alone.

describe.each(embedded)('npm run retention with SUPABASE_URL, $name', (engine) => {
  const server = serverForTests(engine);
  const api = forTests(() => listenOn(createAdaptorServer({ fetch: server.app.fetch }) as Server));

  const settings = (more: Record<string, string>) => ({
    SUPABASE_URL: api.url,
    SUPABASE_KEY: server.keys.anonKey,
    ...more,
  });
  const retention = (more: Record<string, string>, ...args: string[]) =>
    run('retention', args, settings(more));
  /** As the command line runs it: its exit code, and all that it says. */
  const runAlone = async (more: Record<string, string>) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/command.mjs'), 'retention'], {
      env: { PATH: process.env.PATH, ...settings(more) },
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
    const { id, email: admin } = await addPerson(server, { administrator: true });
    const { email: stranger } = await addPerson(server);
    const erased = await enrolled(server);
    const stays = await enrolled(server);
    await server.database.query(
      `update public.inscricoes_projeto set created_at = now() - interval '25 months' where id = $1`,
      [erased.id],
    );

    const refused = await runAlone({ ADMIN_EMAIL: stranger, ADMIN_PASSWORD: PASSWORD });
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('42501')]);
    const done = await runAlone({ ADMIN_EMAIL: admin, ADMIN_PASSWORD: PASSWORD });
    expect(done).toEqual({
      code: 0,
      said: 'Apagado: 1 inscrições pelo prazo, 0 documentos pelo prazo, 1 arquivos.\n',
    });
    const rows = await server.rows('select id from public.inscricoes_projeto');
    expect([rows, readdirSync(server.documentsDir).length]).toEqual([[{ id: stays.id }], 1]);
    const acts = ['apagou_pelo_prazo', 'apagou_documento', 'retencao', 'saiu'];
    const entries = (await auditEntries(server)).slice(-4).map(({ acao, quem }) => ({ acao, quem }));
    expect(entries).toEqual(acts.map((acao) => ({ acao, quem: id })));
    expect(JSON.stringify(await auditEntries(server))).toContain(erased.id);
  });

  test('removes more documents than the storage takes at once', async () => {
    const { email } = await addPerson(server, { administrator: true });
    await server.database.query(
      `insert into storage.objects (bucket_id, name, created_at)
       select $1, 'public/' || gen_random_uuid() || '_a.pdf', now() - interval '25 hours' from generate_series(0, $2)`,
      [DOCUMENT_BUCKET, ERASED_AT_ONCE],
    );
    expect(await retention({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD })).toMatchObject({
      code: 0,
      lines: [`Apagado: 0 inscrições pelo prazo, 0 documentos pelo prazo, ${ERASED_AT_ONCE + 1} arquivos.`],
    });
  });

  test('erases nothing at once there: that is the owner’s, in the SQL editor', async () => {
    const { email } = await addPerson(server, { administrator: true });
    const asked = ['--apaga-ja', '12345678', 'ordem_judicial'] as const;
    expect(await retention({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD }, ...asked)).toEqual({
      code: 3,
      lines: [
        "No Supabase, rode no SQL Editor do painel: select private.apagar_ja('12345678', 'ordem_judicial');",
      ],
      refusal: null,
    });
  });

  test('waits for a person as the server does: says so, erases nothing, and goes on with --confirmo', async () => {
    const { email } = await addPerson(server, { administrator: true });
    const { many, rows } = agedEnrolments(() => server);
    const before = (await rows()).length;
    await many(25, 'nao-aprovada', '7 months');
    const waiting = await retention({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD });
    expect(waiting).toEqual({
      code: 3,
      lines: [
        expect.stringMatching(/^Nada foi apagado: .+ e sairiam agora 25 de \d+ inscrições .+ --confirmo$/),
      ],
      refusal: null,
    });
    expect((await rows()).length).toBe(before + 25);
    const confirmed = await retention({ ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD }, '--confirmo');
    expect(confirmed).toMatchObject({ code: 0, lines: [expect.stringMatching(/^Apagado: 25 inscrições/)] });
    expect((await rows()).length).toBe(before);
    const actions = (await auditEntries(server)).map(({ acao, quem }) => [acao, quem !== null]);
    expect(actions).toContainEqual(['liberou_retencao', true]);
  });

  test('says what is wrong with a key, an account or a password, each in one sentence', async () => {
    const { email } = await addPerson(server, { administrator: true });
    const { email: stranger } = await addPerson(server);
    const { email: desk, id } = await addPerson(server, { administrator: true });
    await server.database.query('select private.dar_papel($1, null, $2)', [id, 'secretaria']);
    const token = (role: string) =>
      new SignJWT({ role })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(32)));
    const account = { ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD };
    for (const [wrong, code, words] of [
      [{ ADMIN_PASSWORD: 'outra' }, 1, /^ADMIN_EMAIL, ADMIN_PASSWORD: o projeto não deixa/],
      [{ ADMIN_EMAIL: stranger }, 1, /^ADMIN_EMAIL: esta conta não é da direção/],
      [{ ADMIN_EMAIL: desk }, 1, /^ADMIN_EMAIL: esta conta não é da direção/],
      [{ SUPABASE_KEY: await token('anon') }, 1, /^SUPABASE_KEY: este projeto não aceita/],
      [{ SUPABASE_KEY: await token('service_role') }, 3, /a chave service_role, que abre tudo/],
      [{ SUPABASE_URL: 'abcdefgh' }, 3, /não é um endereço/],
    ] as const) {
      const ended = await retention({ ...account, ...wrong });
      expect(ended).toEqual({ code, lines: [], refusal: expect.stringMatching(words) });
      expect(ended.refusal).not.toContain('\n');
    }
  });

  test('says which variable is missing', async () => {
    expect(await runAlone({ ADMIN_EMAIL: 'a@example.com' })).toEqual({
      code: 1,
      said: 'Não deu certo: ADMIN_PASSWORD: falta, com SUPABASE_URL\n',
    });
    const nobody = {
      SUPABASE_URL: 'http://127.0.0.1:1',
      ADMIN_EMAIL: 'a@example.com',
      ADMIN_PASSWORD: PASSWORD,
    };
    expect(await retention(nobody)).toEqual({
      code: 1,
      lines: [],
      refusal: 'SUPABASE_URL: sem resposta deste endereço',
    });
  });
});

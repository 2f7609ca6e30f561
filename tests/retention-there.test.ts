import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, PASSWORD } from './accounts.ts';
import { auditLines, enrolled } from './desk.ts';
import { engines, type OpenHouse, openHouse } from './house.ts';
import { ROOT } from './sources.ts';

// `npm run retention` against a home that is not ours: only that home's own calls.

describe.each(engines)('npm run retention with SUPABASE_URL, $name', (engine) => {
  let house: OpenHouse;
  let server: ReturnType<typeof createAdaptorServer>;
  let url: string;
  beforeAll(async () => {
    house = await openHouse(engine);
    server = createAdaptorServer({ fetch: house.app.fetch });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await house.close();
  });

  const run = async (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/retention.mjs')], {
      env: { PATH: process.env.PATH, SUPABASE_URL: url, SUPABASE_KEY: house.keys.anonKey, ...environment },
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

  test('erases what had its time, with its documents, as an administrator; and nobody else can', async () => {
    const { email: admin } = await addPerson(house, { administrator: true });
    const { email: stranger } = await addPerson(house);
    const gone = await enrolled(house, { telefone_responsavel: null });
    const stays = await enrolled(house);
    await house.database.query(
      `update public.inscricoes_projeto set created_at = now() - interval '31 days'`,
    );

    const refused = await run({ ADMIN_EMAIL: stranger, ADMIN_PASSWORD: PASSWORD });
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('42501')]);
    const done = await run({ ADMIN_EMAIL: admin, ADMIN_PASSWORD: PASSWORD });
    expect(done).toEqual({
      code: 0,
      said: 'Apagado: 1 inscrições pelo prazo, 0 documentos pelo prazo, 1 arquivos.\n',
    });
    const { rows } = await house.database.query('select id from public.inscricoes_projeto');
    expect([rows, readdirSync(house.documentsDir).length]).toEqual([[{ id: stays.id }], 1]);
    expect((await auditLines(house)).map(({ acao }) => acao).slice(-4)).toEqual([
      'apagou_pelo_prazo',
      'apagou_documento',
      'retencao',
      'saiu',
    ]);
    expect(JSON.stringify(await auditLines(house))).toContain(gone.id);
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

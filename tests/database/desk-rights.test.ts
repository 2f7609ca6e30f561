import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, DESK_CALLS, enrolled, get, rpc } from '../support/desk.ts';
import { engines, openTestServer, type TestServer } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// Who × what → answer, for everything that the desk may do. Nobody but a live
// administrator gets anything, and what they get is the same in the database.

describe.each(engines)('the desk’s functions on $name', (engine) => {
  let server: TestServer;
  let tokens: Record<string, string>;
  beforeAll(async () => {
    server = await openTestServer(engine);
    const disabled = await signedIn(server, { administrator: true });
    await server.database.query(
      'update private.administradores set desativado_em = now() where user_id = $1',
      [disabled.userId],
    );
    const signedOut = await signedIn(server, { administrator: true });
    await server.database.query('delete from auth.sessions where id = $1', [signedOut.sessionId]);
    const reused = await signedIn(server, { administrator: true });
    await server.database.query('update auth.refresh_tokens set revoked = true where session_id = $1', [
      reused.sessionId,
    ]);
    tokens = {
      visitor: server.keys.anonKey,
      stranger: (await signedIn(server, { administrator: false })).token,
      disabled: disabled.token,
      'signed out': signedOut.token,
      'reused token': reused.token,
      administrator: (await signedIn(server, { administrator: true })).token,
    };
    await enrolled(server, { idade: 14, telefone_responsavel: null });
    await server.database.query(`select private.encerrar_prazos(1, 0, 0)`); // so that there is something to see
  });
  afterAll(() => server.close());

  const cases = Object.entries(DESK_CALLS).flatMap(([name, [body, administrator]]) =>
    ['visitor', 'stranger', 'disabled', 'signed out', 'reused token', 'administrator'].map(
      (who) => [who, name, body, administrator] as const,
    ),
  );

  test.each(cases)('%s calls %s', async (who, name, body, administrator) => {
    const before = (await auditEntries(server)).length;
    const answer = await rpc(server, tokens[who] ?? '', name, body);
    if (who === 'administrator') return expect(answer.status).toBe(administrator);
    if (who === 'visitor')
      expect(answer.status).toBe(engine.hosted ? 401 : 404); // what is not theirs to call has no name with us
    else expect([answer.status, answer.body.code]).toEqual([403, '42501']);
    expect((await auditEntries(server)).length).toBe(before);
  });

  test.each(['visitor', 'stranger', 'disabled', 'signed out', 'reused token'])(
    '%s sees no enrolment, no document and no list of them, and leaves no line',
    async (who) => {
      const { path } = await enrolled(server);
      const before = (await auditEntries(server)).length;
      const token = tokens[who] ?? '';
      const rows = await get(server, token, '/rest/v1/inscricoes_projeto?select=*');
      expect(await rows.json()).toEqual(who === 'visitor' ? expect.objectContaining({ code: '42501' }) : []);
      const link = await get(server, token, path, { body: { expiresIn: 60 } });
      expect(await link.json()).toMatchObject({ code: 'NoSuchKey' });
      expect((await auditEntries(server)).length).toBe(before);
    },
  );

  test.each([
    'private.auditoria',
    'private.auditoria_pontas',
    'private.apagamentos',
    'private.prazos',
    'private.decisoes',
    'private.copias',
    'private.freio',
    'private.origens',
    'private.documentos_novos',
    'private.pedidos',
    'private.chegadas',
    'private.chave_dos_enderecos',
    'private.tentativas',
  ])('nobody reads or writes %s by SQL either', async (table) => {
    for (const role of ['anon', 'authenticated'] as const)
      for (const sql of [`select from ${table}`, `delete from ${table} where true`])
        await expect(
          server.database.as({ role, claims: { role } }, (tx) => tx.query(sql)),
        ).rejects.toMatchObject({ code: '42501' });
  });
});

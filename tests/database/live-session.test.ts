import { describe, expect, test } from 'vitest';
import { addPerson, decoded, refresh, sessionOf, signIn } from '../support/accounts.ts';
import { enrolled, rpc } from '../support/desk.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { callerOf, signedIn } from '../support/sign-in.ts';

// What private.meu_papel() takes for a live session, where GoTrue is the one that signs in.
// First generation: a row of auth.refresh_tokens for each token. Second generation: no rows; the session holds
// refresh_token_hmac_key, and signing out or reuse deletes the session. Source: docs/contract.md §12.

const SECOND_GENERATION =
  'alter table auth.sessions add column refresh_token_hmac_key text, add column refresh_token_counter bigint';

const key = `update auth.sessions set refresh_token_hmac_key = 'a2V5', refresh_token_counter = 0 where id = $1`;
const noTokens = 'delete from auth.refresh_tokens where session_id = $1';
const revoked = 'update auth.refresh_tokens set revoked = true where session_id = $1';
const signedOut = 'delete from auth.sessions where id = $1';
const expired = 'update auth.sessions set not_after = now() where id = $1';
const ahead = `update auth.sessions set created_at = now() + interval '400 days', not_after = now() + interval '407 days' where id = $1`;
const later = `update auth.sessions set not_after = now() + interval '1 minute' where id = $1`;
const disabled = `update private.administradores set desativado_em = now()
  where user_id = (select user_id from auth.sessions where id = $1)`;
const ofAccount = (sql: string) =>
  `update auth.users set ${sql} where id = (select user_id from auth.sessions where id = $1)`;
const banned = ofAccount(`banned_until = now() + interval '1 day'`);
const wasBanned = ofAccount('banned_until = now()');
const deleted = ofAccount('deleted_at = now()');

const FIRST: [what: string, changes: string[], live: boolean][] = [
  ['with its refresh token', [], true],
  ['with an end that is yet to come', [later], true],
  ['of an account that was suspended', [wasBanned], true],
  ['whose tokens were revoked', [revoked], false],
  ['without a token', [noTokens], false],
  ['signed out', [signedOut], false],
  ['expired', [expired], false],
  ['that began while the clock was ahead', [ahead], false],
  ['that began two hours from now', [ahead.replaceAll('400 days', '2 hours')], false],
  ['that began in half an hour', [ahead.replaceAll('400 days', '30 minutes')], true],
  ['of a disabled administrator', [disabled], false],
  ['of a suspended account', [banned], false],
  ['of a deleted account', [deleted], false],
];

const SECOND: typeof FIRST = [
  ['without a key, its tokens revoked', [revoked], false],
  ['with a key and no token', [key, noTokens], true],
  ['changed from the first to the second, its old tokens revoked', [key, revoked], true],
  ['with a key, signed out', [key, noTokens, signedOut], false],
];

// What cannot be taken back asks for a fresh sign-in: the newest password of the token's `amr` is at most five
// minutes old, whatever a session was refreshed since.
const AGAIN = 'Confirme com a sua senha.';
const by = (method: string, ago: number) => ({ method, timestamp: Math.floor(Date.now() / 1000) - ago });

const TOKENS: [what: string, claims: () => object, fresh: boolean][] = [
  ['a password just now', () => ({ amr: [by('password', 0)] }), true],
  ['a password almost five minutes ago', () => ({ amr: [by('password', 285)] }), true],
  ['a password more than five minutes ago', () => ({ amr: [by('password', 305)] }), false],
  ['a password half a minute to come', () => ({ amr: [by('password', -30)] }), true],
  ['a password two minutes to come', () => ({ amr: [by('password', -120)] }), false],
  ['two passwords, one just now', () => ({ amr: [by('password', 0), by('password', 9_000)] }), true],
  ['a link by e-mail just now', () => ({ amr: [by('otp', 0), by('password', 9_000)] }), false],
  ['another site just now', () => ({ amr: [by('oauth', 0)] }), false],
  ['a second factor just now', () => ({ aal: 'aal2', amr: [by('totp', 0), by('password', 9_000)] }), false],
  ['a moment that is no number', () => ({ amr: [{ method: 'password', timestamp: 'agora' }] }), false],
  ['methods alone', () => ({ amr: ['password'] }), false],
  ['no list', () => ({ amr: 'password' }), false],
  ['nothing', () => ({}), false],
];

describe.each(engines)('on $name', (engine) => {
  const server = serverForTests(engine);
  const person = forTests(() => signedIn(server, { administrator: true }));

  test.each([
    ['first', '', FIRST],
    ['second', engine.hosted ? '' : SECOND_GENERATION, SECOND], // there GoTrue has made the columns
  ])('a session of the %s generation', async (_which, prepare, cases) => {
    await server.database.query(prepare);
    for (const [what, changes, live] of cases) {
      const { userId, sessionId } = await signedIn(server, { administrator: true });
      for (const sql of changes) await server.database.query(sql, [sessionId]);
      const claims = { role: 'authenticated', sub: userId, session_id: sessionId };
      const { rows } = await server.database.as({ role: 'authenticated', claims }, (tx) =>
        tx.query('select public.meu_papel() is not null as live'),
      );
      expect([what, rows]).toEqual([what, [{ live }]]);
    }
  });

  test.each(TOKENS)('a token of %s', async (_what, more, fresh) => {
    const { role, claims } = callerOf(person);
    const call = server.database.as({ role, claims: { ...claims, ...more() } }, (tx) =>
      tx.query(`select public.guardar_ajuste('validacao_estrita', 'false')`),
    );
    if (fresh) await call;
    else await expect(call).rejects.toMatchObject({ code: '42501', message: AGAIN });
  });

  test('a session that is refreshed stays as old as its sign-in, and a sign-in beside it leaves it alone', async () => {
    const { email } = await addPerson(server, { administrator: true });
    const enter = async () => sessionOf(await signIn(server, email));
    const first = await enter();
    const aged = [`auth.sessions set created_at = created_at - interval '6 minutes' where id`];
    if (engine.hosted)
      aged.push(`auth.mfa_amr_claims set updated_at = updated_at - interval '6 minutes' where session_id`);
    const { session_id } = decoded(first.access_token).payload as { session_id: string };
    for (const sql of aged) await server.database.query(`update ${sql} = $1`, [session_id]);
    const desk = await sessionOf(await refresh(server, first.refresh_token));
    const { id: inscricao, protocolo: confirmacao } = await enrolled(server);
    const erase = (token: string) =>
      rpc(server, token, 'apagar_inscricao', { inscricao, confirmacao, motivo: 'pedido_da_familia' });
    expect(await erase(desk.access_token)).toMatchObject({ status: 403, body: { message: AGAIN } });
    expect((await erase((await enter()).access_token)).status).toBe(200);
    expect((await refresh(server, desk.refresh_token)).status).toBe(200);
  });
});

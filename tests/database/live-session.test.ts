import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openTestServer, type TestServer } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// What private.meu_papel() takes for a live session, where GoTrue is the one that signs in.
// First generation: a row of auth.refresh_tokens for each token. Second generation: no rows;
// the session holds refresh_token_hmac_key, and signing out or reuse deletes the session.
// Source: docs/contract.md §12.

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
const banned = `update auth.users set banned_until = now() + interval '1 day'
  where id = (select user_id from auth.sessions where id = $1)`;

const FIRST: [what: string, changes: string[], live: boolean][] = [
  ['with its refresh token', [], true],
  ['with an end that is yet to come', [later], true],
  ['whose tokens were revoked', [revoked], false],
  ['without a token', [noTokens], false],
  ['signed out', [signedOut], false],
  ['expired', [expired], false],
  ['that began while the clock was ahead', [ahead], false],
];

const SECOND: typeof FIRST = [
  ...FIRST,
  ['with a key and no token', [key, noTokens], true],
  ['changed from the first to the second, its old tokens revoked', [key, revoked], true],
  ['with a key, signed out', [key, noTokens, signedOut], false],
  ['with a key, expired', [key, noTokens, expired], false],
  ['with a key, of a disabled administrator', [key, noTokens, disabled], false],
  ['with a key, of a suspended account', [key, noTokens, banned], false],
];

describe.each(engines)('on $name', (engine) => {
  describe.each([
    { generation: 'the first generation, the column absent', prepare: 'select 1', cases: FIRST },
    {
      generation: 'the second generation',
      prepare: engine.hosted ? 'select 1' : SECOND_GENERATION, // there GoTrue has made the columns
      cases: SECOND,
    },
  ])('in $generation', ({ prepare, cases }) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openTestServer(engine);
      await server.database.query(prepare);
    });
    afterAll(() => server.close());

    test.each(cases)('a session %s', async (_what, changes, live) => {
      const { userId, sessionId } = await signedIn(server, { administrator: true });
      for (const sql of changes) await server.database.query(sql, [sessionId]);
      const claims = { role: 'authenticated', sub: userId, session_id: sessionId };
      const { rows } = await server.database.as({ role: 'authenticated', claims }, (tx) =>
        tx.query('select public.meu_papel() is not null as live'),
      );
      expect(rows).toEqual([{ live }]);
    });
  });
});

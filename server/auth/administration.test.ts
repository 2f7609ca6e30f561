import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addPerson,
  call,
  isAdministrator,
  outcome,
  PASSWORD,
  present,
  sessionOf,
  signIn,
} from '../../tests/support/accounts.ts';
import { agedEnrolments } from '../../tests/support/aged-enrolments.ts';
import { rpc } from '../../tests/support/desk.ts';
import { embedded, forTests, serverForTests, waiting } from '../../tests/support/server.ts';
import type { Transaction } from '../core/database.ts';
import { addAdministrator, disableAdministrator } from './accounts.ts';

const OTHER = 'outra senha de teste';

describe.each(embedded)('administrators about one another on $name', (engine) => {
  const server = serverForTests(engine, { signup: true });
  const admin = forTests(() => present(server, { administrator: true }));
  const { tamper } = agedEnrolments(() => server);

  const add = (bearer: string, body: object) =>
    call(server, 'POST', '/admin/users', { bearer, body: { current_password: PASSWORD, ...body } });
  const give = (bearer: string, id: string, password: string, current_password = PASSWORD) =>
    call(server, 'PUT', `/admin/users/${id}`, { bearer, body: { password, current_password } });
  const access = (bearer: string, conta: string, com_acesso: boolean) =>
    rpc(server, bearer, 'mudar_acesso', { conta, com_acesso });
  const newEmail = () => `${randomUUID().slice(0, 13)}@example.com`;

  test('an existing account is taken over: its password and sessions end', async () => {
    const stranger = await present(server);
    await add(admin.session.access_token, { email: stranger.email, password: OTHER });
    expect(await outcome(call(server, 'GET', '/user', { bearer: stranger.session.access_token }))).toBe(
      '403 session_not_found',
    );
    expect(await outcome(signIn(server, stranger.email))).toBe('400 invalid_credentials');
    expect(await outcome(signIn(server, stranger.email, OTHER))).toBe('200');
  });

  test('a new password ends the sessions of whom it is for', async () => {
    const other = await present(server, { administrator: true, role: 'secretaria' });
    expect(await outcome(give(admin.session.access_token, other.id, OTHER))).toBe('200');
    expect(await isAdministrator(server, other.session.access_token)).toBe(false);
    expect(await outcome(signIn(server, other.email))).toBe('400 invalid_credentials');
    expect(await outcome(signIn(server, other.email, OTHER))).toBe('200');
  });

  test('nobody sets the password of another direção, with access or without', async () => {
    const { session } = await present(server, { administrator: true });
    const other = await present(server, { administrator: true });
    expect(await outcome(give(other.session.access_token, other.id, OTHER))).toBe('400 P0001'); // nor the own
    for (const hasAccess of [true, false]) {
      if (!hasAccess) expect((await access(session.access_token, other.id, false)).status).toBe(204);
      const answer = await give(session.access_token, other.id, OTHER);
      const message =
        'A senha de quem é da direção, ou era há menos de sete dias, só quem cuida do site troca.';
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'P0001', message }]);
    }
    await access(session.access_token, other.id, true);
    await rpc(server, session.access_token, 'mudar_papel', { conta: other.id, papel: 'professor' });
    const givenAfter = async (ago: string) => {
      await tamper(`set momento = momento - interval '${ago}' where acao = 'tirou_acesso'`);
      return outcome(give(session.access_token, other.id, OTHER));
    };
    expect(await givenAfter('6 days 23 hours')).toBe('400 P0001'); // not even by that way
    expect(await outcome(signIn(server, other.email))).toBe('200');
    expect(await givenAfter('61 minutes')).toBe('200');
  });

  test.each<[string, object, string]>([
    ['an administrator again', {}, '422 email_exists'],
    ['no e-mail', { email: 'ninguem' }, '400 validation_failed'],
    ['no password', { email: 'nova@example.com', password: '' }, '400 validation_failed'],
    ['the e-mail', { email: 'nova@example.com', password: 'nova@example.com' }, '422 weak_password'],
  ])('adding %s is refused', async (_what, change, said) => {
    const body = { email: admin.email, password: OTHER, ...change };
    expect(await outcome(add(admin.session.access_token, body))).toBe(said);
  });

  test('a new password for an unknown id, a stranger and no id is refused', async () => {
    const stranger = await addPerson(server);
    for (const id of [randomUUID(), stranger.id, 'eu'])
      expect(await outcome(give(admin.session.access_token, id, OTHER))).toBe('404 user_not_found');
  });

  test.each([
    ['secretaria', 'secretaria'],
    ['direcao', 'direcao'],
    [undefined, 'direcao'], // as a client of 1.1.1 asks
    ['professor', 'professor'],
    ['chefe', null],
  ])('somebody is added with the role %s', async (papel, role) => {
    const email = newEmail();
    const made = await add(admin.session.access_token, { email, password: OTHER, papel });
    expect(made.status).toBe(role ? 200 : 400);
    if (!role) return;
    const { access_token } = await sessionOf(await signIn(server, email, OTHER));
    expect((await rpc(server, access_token, 'meu_papel')).body).toBe(role);
    const { id } = await addPerson(server, { administrator: true, role: 'secretaria' });
    if (role === 'direcao') {
      expect(await outcome(give(access_token, id, OTHER, OTHER))).toBe('400 P0001');
      expect((await access(access_token, id, false)).body.message).toMatch('menos de sete dias');
      return;
    }
    const body = { email: newEmail(), password: OTHER };
    expect(await outcome(add(access_token, body))).toBe('403 not_admin');
    expect(await outcome(give(access_token, admin.id, OTHER))).toBe('403 not_admin');
  });

  test('the list shows who has access, who signed in when, and which one is the caller', async () => {
    const { id: account, email } = await present(server, { administrator: true });
    await access(admin.session.access_token, account, false);
    const listed = async () => {
      const { body } = await rpc(server, admin.session.access_token, 'lista_de_contas');
      return body.filter((one: { account: string; isMe: boolean }) => one.isMe || one.account === account);
    };
    const line = { name: null, role: 'direcao', lastSignIn: expect.any(String) };
    const mine = { ...line, account: admin.id, email: admin.email, disabledAt: null, isMe: true };
    const other = { ...line, account, email, disabledAt: expect.any(String), isMe: false };
    expect(await listed()).toEqual(expect.arrayContaining([mine, other]));
    await server.rows('update auth.users set deleted_at = now() where id = $1', account);
    expect(await listed()).toEqual([mine]);
    expect(await outcome(give(admin.session.access_token, account, OTHER))).toBe('404 user_not_found');
  });

  test.each([
    ['POST', 'adds nobody'],
    ['PUT', 'gives no password'],
  ])('whoever loses their access while their %s is under way %s', async (method) => {
    const leaver = await present(server, { administrator: true });
    const colleague = await addPerson(server, { administrator: true, role: 'secretaria' });
    const email = newEmail();
    const body = new ReadableStream(
      {
        async pull(controller) {
          // the session lives on, as where it is another server's
          await server.database.query(
            'update private.administradores set desativado_em = now() where user_id = $1',
            [leaver.id],
          );
          const fields = { email, password: OTHER, current_password: PASSWORD };
          controller.enqueue(new TextEncoder().encode(JSON.stringify(fields)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const path = method === 'POST' ? '/admin/users' : `/admin/users/${colleague.id}`;
    const bearer = `Bearer ${leaver.session.access_token}`;
    const answer = server.fetch(`${server.url}/auth/v1${path}`, {
      ...{ method, body, duplex: 'half' },
      headers: { apikey: server.keys.anonKey, Authorization: bearer },
    } as RequestInit);
    expect(await outcome(answer)).toBe('403 not_admin');
    expect(await outcome(signIn(server, email, OTHER))).toBe('400 invalid_credentials');
    expect(await outcome(signIn(server, colleague.email))).toBe('200');
  });

  test.each<[string, (tx: Transaction, who: { id: string; email: string }) => Promise<unknown>, string]>([
    ['disabling', (tx, { id }) => disableAdministrator(tx, id), 'auth.sessions'],
    [
      'admitting',
      (tx, { email }) => addAdministrator(tx, `outra.${email}`, '$argon2id$'),
      'private.administradores',
    ],
  ])('%s somebody waits for others without holding up the record', async (_what, work, held) => {
    const who = await present(server, { administrator: true });
    let done: Promise<unknown> | undefined;
    await server.database.asOwner(async (tx) => {
      await tx.query(`lock table ${held} in share row exclusive mode`);
      done = server.database.asOwner((other) => work(other, who));
      done.catch(() => {});
      await expect.poll(() => waiting(server, held)).toBe(1);
      await tx.query(`select private.anotar('saiu')`);
    });
    await done;
  });
});

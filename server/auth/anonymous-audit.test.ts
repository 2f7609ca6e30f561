import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPerson, call, outcome, PASSWORD, present, signIn } from '../../tests/support/accounts.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';

const WRONG = 'outra senha de teste';
const NOBODY = 'ninguem@example.com';
const LAST = { ultima_da_hora: true };

describe.each(embedded)('what strangers write into the audit log, $name', (engine) => {
  const server = serverForTests(engine, { limits: 'on', signup: true });
  beforeEach(() => server.database.query('delete from servidor.limites'));

  /** As if 28 entries of that had been written in the last half hour, with two left. */
  const nearlyAll = (action: string, account = '') =>
    server.database.query('insert into servidor.limites (key, points, expire) values ($1, 28, $2)', [
      `anonymous-audit:${action} ${account}`,
      Date.now() + 1_800_000,
    ]);

  /** Addresses of their own, so that no other limit ends it sooner. */
  let addresses = 0;
  const elsewhere = () => {
    addresses += 1;
    return `10.2.0.${addresses}`;
  };
  const fail = (email: string) => signIn(server, email, WRONG, elsewhere());

  /** The entries of five calls of `work`: action, account and details of each. */
  async function recorded(work: () => Promise<unknown>, times = 5) {
    const before = (await auditEntries(server)).length;
    for (let time = 0; time < times; time += 1) await work();
    const entries = (await auditEntries(server)).slice(before);
    return entries.map(({ acao, conta, detalhes }) => [acao, conta, detalhes]);
  }

  test('failed sign-ins of e-mails without an account, from anywhere: thirty an hour, the last one says so', async () => {
    await nearlyAll('falha_de_login');
    expect(await recorded(() => fail(NOBODY))).toEqual([
      ['falha_de_login', null, {}],
      ['falha_de_login', null, LAST],
    ]);
  });

  test('they hide no failure on an administrator’s account: each has thirty of its own', async () => {
    const [one, other] = [
      await addPerson(server, { administrator: true }),
      await addPerson(server, { administrator: true }),
    ];
    for (const account of ['', one.id]) await nearlyAll('falha_de_login', account);
    await recorded(() => fail(NOBODY));
    expect(await recorded(() => fail(one.email))).toEqual([
      ['falha_de_login', one.id, {}],
      ['falha_de_login', one.id, LAST],
    ]);
    await server.rows('select private.desativar_administrador($1, null)', other.id);
    expect(await recorded(() => fail(other.email), 1)).toEqual([['falha_de_login', other.id, {}]]);
  });

  test('the failures of people who signed up count with those of nobody', async () => {
    const { id, email } = await addPerson(server);
    await nearlyAll('falha_de_login');
    expect(await recorded(() => fail(email), 1)).toEqual([['falha_de_login', id, {}]]);
    expect(await recorded(() => fail(NOBODY))).toEqual([['falha_de_login', null, LAST]]);
  });

  test('sign-ins of people who signed up, all together: thirty an hour', async () => {
    const emails = [(await addPerson(server)).email, (await addPerson(server)).email];
    await nearlyAll('entrou');
    const enter = async () => {
      emails.reverse();
      expect(await outcome(signIn(server, emails[0] ?? '', PASSWORD, elsewhere()))).toBe('200');
    };
    expect(await recorded(enter)).toEqual([
      ['entrou', null, {}],
      ['entrou', null, LAST],
    ]);
  });

  test('accounts that they make: thirty an hour, with their sign-ins', async () => {
    for (const action of ['criou_conta', 'entrou']) await nearlyAll(action);
    const signUp = async () => {
      const body = { email: `${randomUUID().slice(0, 13)}@example.com`, password: PASSWORD };
      expect(await outcome(call(server, 'POST', '/signup', { body, address: elsewhere() }))).toBe('200');
    };
    const made = await recorded(signUp);
    expect(made.map(([action, , details]) => [action, details])).toEqual([
      ['criou_conta', {}],
      ['entrou', {}],
      ['criou_conta', LAST],
      ['entrou', LAST],
    ]);
  });

  test('passwords that they mistype, or change: thirty an hour', async () => {
    const { id, session } = await present(server);
    for (const action of ['errou_senha', 'trocou_senha']) await nearlyAll(action);
    const bearer = session.access_token;
    let password = PASSWORD;
    const change = async (current_password: string, next: string) => {
      await server.database.query('delete from servidor.limites where key like $1', ['own-password%']);
      const body = { password: next, current_password };
      return outcome(call(server, 'PUT', '/user', { body, bearer, address: elsewhere() }));
    };
    expect(await recorded(() => change(WRONG, `${PASSWORD} nova`), 3)).toEqual([
      ['errou_senha', id, {}],
      ['errou_senha', id, LAST],
    ]);
    const set = async () => {
      const next = `${password} x`;
      expect(await change(password, next)).toBe('200');
      password = next;
    };
    expect(await recorded(set, 3)).toEqual([
      ['trocou_senha', id, {}],
      ['trocou_senha', id, LAST],
    ]);
  });

  test('what administrators do themselves is always recorded', async () => {
    const { id, email } = await addPerson(server, { administrator: true });
    for (const account of ['', id]) await nearlyAll('entrou', account);
    const entries = await recorded(() => signIn(server, email, PASSWORD, elsewhere()));
    expect(entries).toEqual(Array(5).fill(['entrou', null, {}]));
  });
});

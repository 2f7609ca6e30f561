import { AuthClient } from '@supabase/auth-js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../domain/roles.ts';
import { disableAdministrator } from '../../server/auth/accounts.ts';
import { addPerson, isAdministrator, PASSWORD } from '../support/accounts.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, rpc } from '../support/desk.ts';
import { engines, serverForTests } from '../support/server.ts';
import { type SignedIn, signedIn } from '../support/sign-in.ts';

// Sessions by the official client, as SPEC §7 has the site use it (calls 5 to 8; each request by itself:
// server/auth), and what colleagues may do to one another's access (their passwords: server/auth/administration.test.ts).

describe.each(engines)('sessions by the official client on $name', (engine) => {
  const server = serverForTests(engine, { signup: true });

  /** A browser tab; two with the same `stored` share what a reload or another tab would find. */
  const tab = (stored = new Map<string, string>()) =>
    new AuthClient({
      ...{ url: `${server.url}/auth/v1`, headers: { apikey: server.keys.anonKey }, fetch: server.fetch },
      ...{ storageKey: 'sessao', persistSession: true, autoRefreshToken: false, detectSessionInUrl: false },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
  const signInTab = async (email: string) => {
    const stored = new Map<string, string>();
    const client = tab(stored);
    const { data, error } = await client.signInWithPassword({ email, password: PASSWORD });
    if (error) throw error;
    return { client, stored, session: data.session };
  };
  const somebody = async () => {
    const person = await addPerson(server, { administrator: true });
    return { ...person, ...(await signInTab(person.email)) };
  };
  const refreshing = async (refresh_token: string) => (await tab().refreshSession({ refresh_token })).error;

  test('call 5: signing in gives user and session, which a reload reads without a call and a call refreshes', async () => {
    const { id, email, client, stored, session } = await somebody();
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { id, email } });
    expect((await client.getUser()).data.user).toEqual(session.user);
    const reloaded = tab(stored);
    expect((await reloaded.getSession()).data.session?.access_token).toBe(session.access_token);
    const { data, error } = await reloaded.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    const wrong = { name: 'AuthApiError', status: 400, code: 'invalid_credentials' }; // as sign-in.test.ts
    expect(await tab().signInWithPassword({ email, password: 'outra senha de teste' })).toMatchObject({
      ...{ data: { user: null, session: null }, error: wrong },
    });
  });

  test('call 6: signing out ends every session at the server and the one in the tab', async () => {
    const { email, client, stored, session } = await somebody();
    const elsewhere = await signInTab(email);
    expect(await isAdministrator(server, session.access_token)).toBe(true);
    expect(await client.signOut()).toEqual({ error: null });
    expect([stored.size, await isAdministrator(server, session.access_token)]).toEqual([0, false]);
    expect((await refreshing(elsewhere.session.refresh_token))?.code).toBe('refresh_token_not_found');
  });

  test('calls 6 and 7: after the session ended elsewhere, asking for oneself clears the tab, and signing out is no error', async () => {
    for (const [ask, said] of [
      ['getUser', 'AuthSessionMissingError'],
      ['signOut', undefined],
    ] as const) {
      const { id, client, stored } = await somebody();
      await server.database.asOwner((tx) => disableAdministrator(tx, id));
      expect([(await client[ask]()).error?.name, stored.size]).toEqual([said, 0]);
    }
  });

  test('call 7: a token that ran out is refreshed when it is read, also by two tabs at once; used again later it signs the tab out', async () => {
    const { client, stored, session } = await somebody();
    const overdue = JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 });
    const tabs = [stored, new Map<string, string>()].map((each) => tab(each.set('sessao', overdue)));
    const read = tabs.map(async (each) => (await each.getSession()).data.session?.refresh_token);
    const [fresh, same] = await Promise.all(read);
    expect(fresh).toMatch(/./);
    expect([fresh === session.refresh_token, same]).toEqual([false, fresh]);
    await tabs[0]?.refreshSession();
    await server.rows(`update auth.refresh_tokens set updated_at = updated_at - interval '61 seconds'`);
    const used = { status: 400, code: 'refresh_token_already_used' };
    expect(await refreshing(session.refresh_token)).toMatchObject(used);
    // GoTrue keeps the row of a session whose tokens it has revoked
    const ended = (await client.getUser()).error?.name;
    expect(ended).toBe(engine.hosted ? undefined : 'AuthSessionMissingError');
  });

  test('call 8 and a new password: taken, and a weak one says why', async () => {
    const weak = { name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] };
    const { email, client } = await somebody();
    const change = (password: string) => client.updateUser({ password, current_password: PASSWORD });
    expect((await change('curta')).error).toMatchObject(weak);
    expect((await change('outra senha de teste')).data.user?.email).toBe(email);

    const join = { email: 'nova@example.com', password: PASSWORD };
    const { data } = await tab().signUp({ ...join, options: { data: { nome: 'Pessoa de Teste' } } });
    const made = { email: join.email, user_metadata: { nome: 'Pessoa de Teste' } };
    expect(data).toMatchObject({ user: made, session: { access_token: expect.any(String) } });
  });
});

describe.each(engines)('access of colleagues on $name', (engine) => {
  const server = serverForTests(engine);
  const { tamper } = agedEnrolments(() => server);
  const person = (role: Role = 'direcao') => signedIn(server, { administrator: true, role });
  beforeEach(() => tamper(`set momento = momento - interval '2 days' where true`)); // another day
  const said = ({ status, body }: Awaited<ReturnType<typeof rpc>>) => `${status} ${body?.message ?? ''}`;
  const access = async (by: SignedIn, conta: string, com_acesso = false) =>
    said(await rpc(server, by.token, 'mudar_acesso', { conta, com_acesso }));
  const give = async (by: SignedIn, { userId: conta }: SignedIn, papel: string) =>
    said(await rpc(server, by.token, 'mudar_papel', { conta, papel }));

  test('a direção gives roles, never their own, at once, and of two who take away each other’s one stays', async () => {
    const roleOf = async ({ token }: SignedIn) => (await rpc(server, token, 'meu_papel')).body;
    const [one, other, third] = [await person(), await person(), await person('secretaria')];
    expect(await give(one, one, 'secretaria')).toMatch(/^400 .+ o próprio papel/);
    const own = '400 Você não pode tirar o próprio acesso. Peça a outra pessoa da direção.';
    expect(await access(one, one.userId)).toBe(own);
    for (const role of ['chefe', '']) expect(await give(one, third, role)).toMatch(/^400/);
    for (const role of ['professor', 'direcao'])
      expect([await give(one, third, role), await roleOf(third)]).toEqual(['204 ', role]); // in the open session
    const entry = { acao: 'deu_acesso', conta: third.userId, detalhes: { papel: 'direcao' } };
    expect((await auditEntries(server)).at(-1)).toMatchObject(entry);
    const stranger = await signedIn(server, { administrator: false });
    expect(await access(one, stranger.userId, true)).toMatch(/^400 Esta pessoa não está na lista/);
    const answers = await Promise.all([give(one, other, 'secretaria'), give(other, one, 'secretaria')]);
    const refused = '403 O seu papel não permite isto. Peça a alguém da direção.';
    expect(answers.sort()).toEqual(['204 ', refused]);
    expect([await roleOf(one), await roleOf(other)].sort()).toEqual(['direcao', 'secretaria']);
    const [a, b] = [await person(), await person()];
    const ended = await Promise.all([access(a, b.userId), access(b, a.userId)]);
    expect(ended.map((each) => each.slice(0, 3)).sort()).toEqual(['204', '403']);
  });

  test('a direção says how everybody is called, and the desk says that in the place of the e-mail', async () => {
    const [one, other] = [await person(), await person('secretaria')];
    const name = (by: SignedIn, { userId: conta }: SignedIn, papel: string, nome: string | null) =>
      rpc(server, by.token, 'mudar_papel', { conta, papel, nome }).then(said);
    const listed = async ({ userId }: SignedIn) =>
      (await rpc(server, one.token, 'lista_de_contas')).body.find(
        ({ account }: { account: string }) => account === userId,
      ).name;
    expect(await name(one, other, 'secretaria', ' Colega ')).toBe('204 ');
    expect([await listed(other), await listed(one)]).toEqual(['Colega', null]);
    const newest = async () => (await rpc(server, one.token, 'registro_de_acessos', { quantas: 1 })).body[0];
    expect(await newest()).toMatchObject({ accountName: 'Colega', details: { que: 'nome' } });
    expect(await name(one, one, 'direcao', 'Ana')).toBe('204 '); // the own name, and never the own role
    expect(await name(one, other, 'secretaria', 'Colega')).toBe('204 '); // as it is: without an entry
    expect(await name(one, one, 'secretaria', 'Bia')).toMatch(/^400 .+ o próprio papel/);
    expect(await newest()).toMatchObject({ byName: 'Ana', accountName: 'Ana' });
    expect(await give(one, other, 'professor')).toBe('204 '); // without one, as a tab of before calls it
    expect(await listed(other)).toBe('Colega');
    expect(await name(other, one, 'direcao', 'Ninguém')).toMatch(/^403/);
    expect(await name(one, other, 'professor', '')).toBe('204 ');
    expect([await listed(other), (await newest()).accountName]).toEqual([null, other.email]);
  });

  test('three accounts an hour lose access, or get less of it, by one person; by the owner’s command any number', async () => {
    const [one, two, a, b] = [await person(), await person(), await person(), await person()];
    const [c, d, e, f] = [await person(), await person(), await person(), await person()];
    await server.rows(`select private.anotar('trocou_senha', $1, $1)`, one.userId); // the own one does not count
    expect(await give(one, a, 'professor')).toBe('204 ');
    for (const { userId } of [b, b]) // nor what was away already
      expect(await access(one, userId)).toBe('204 ');
    await server.rows(`select private.anotar('trocou_senha', $1, $2)`, one.userId, c.userId);
    const many = /^400 Nada mudou: em uma hora você já tirou o acesso ou trocou a senha de três pessoas\./;
    expect(await access(one, d.userId)).toMatch(many);
    expect(await give(one, d, 'professor')).toMatch(/^400 .+ em uma hora você já tirou o acesso/);
    expect(await give(one, d, 'direcao')).toBe('204 '); // which takes nothing away
    expect(await access(two, d.userId)).toBe('204 ');
    await server.rows('select private.desativar_administrador($1, null)', e.userId);
    await tamper(`set momento = momento + interval '400 days' where acao = 'tirou_acesso'`); // a clock that was ahead
    expect(await access(one, f.userId)).toMatch(many);
    await tamper(`set momento = momento - interval '400 days 59 minutes' where acao = 'tirou_acesso'`);
    expect(await access(one, f.userId)).toMatch(many);
    await tamper(`set momento = momento - interval '2 minutes' where acao = 'tirou_acesso'`);
    expect(await access(one, f.userId)).toBe('204 ');
  });

  test('whoever came into the direção this week takes nothing from a colleague there', async () => {
    const [old, other, young] = [await person(), await person(), await person()];
    const secretaria = await person('secretaria');
    const NEW = /^400 Você é da direção há menos de sete dias\./;
    const expectRefused = async () => {
      expect(await access(young, other.userId)).toMatch(NEW);
      expect(await give(young, other, 'secretaria')).toMatch(NEW);
    };
    for (const papel of ['secretaria', 'direcao']) expect(await give(old, young, papel)).toBe('204 ');
    await expectRefused();
    expect(await access(young, secretaria.userId)).toMatch(/^400/);
    for (const papel of ['professor', 'direcao'])
      expect(await give(young, secretaria, papel)).toMatch(/^400/);
    expect(await give(old, secretaria, 'professor')).toBe('204 ');
    const entry = { acao: 'tirou_acesso', detalhes: { papel: 'secretaria' } };
    expect((await auditEntries(server)).at(-1)).toMatchObject(entry);
    const since = (interval: string) =>
      server.rows(
        'update private.administradores set papel_desde = now() - $2::interval where user_id = $1',
        ...[young.userId, interval],
      );
    await since('6 days 23 hours');
    await expectRefused();
    await since('7 days 1 minute');
    expect(await give(young, other, 'secretaria')).toBe('204 ');
  });

  test('accounts that got their role this week lose it without a limit, and the owner’s command makes none of them', async () => {
    const [defender, made] = [await person(), await Promise.all(Array.from({ length: 5 }, () => person()))];
    const ids = made.map(({ userId }) => userId);
    await server.rows('update private.administradores set papel_desde = now() where user_id = any ($1)', ids);
    for (const id of ids) expect(await access(defender, id)).toBe('204 ');
    for (const papel of ['secretaria', 'direcao'])
      await server.rows('select private.dar_papel($1, null, $2)', defender.userId, papel);
    for (const _time of [1, 2]) expect(await access(defender, ids[0] ?? '', true)).toBe('204 ');
    const given = (await auditEntries(server)).slice(-2).map(({ conta, detalhes }) => [conta, detalhes]);
    expect(given).toEqual([defender.userId, ids[0]].map((id) => [id, { papel: 'direcao' }]));
  });
});

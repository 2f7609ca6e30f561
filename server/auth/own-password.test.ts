import { beforeEach, describe, expect, test } from 'vitest';
import { addPerson, call, outcome, PASSWORD, present } from '../../tests/support/accounts.ts';
import { auditEntries } from '../../tests/support/desk.ts';
import { embedded, forTests, serverForTests } from '../../tests/support/server.ts';

const OTHER = 'outra senha de teste';
const NEW = 'nova@example.com';

describe.each(embedded)('the own password, $name', (engine) => {
  const server = serverForTests(engine, { limits: 'on' });
  let admin: Awaited<ReturnType<typeof present>>;
  const colleague = forTests(() => addPerson(server, { administrator: true, role: 'secretaria' }));
  beforeEach(async () => {
    await server.database.query('delete from servidor.limites');
    admin = await present(server, { administrator: true });
  });

  /** The calls that ask for it, with this text as the caller's password. */
  const asking = (current_password: unknown, password = OTHER, address = '10.0.0.1') => {
    const bearer = admin.session.access_token;
    const body = { password, current_password };
    return {
      'changing it': () => call(server, 'PUT', '/user', { bearer, body, address }),
      'adding an administrator': () =>
        call(server, 'POST', '/admin/users', { bearer, body: { ...body, email: NEW }, address }),
      'another person’s new password': () =>
        call(server, 'PUT', `/admin/users/${colleague.id}`, { bearer, body, address }),
    };
  };
  type Asking = keyof ReturnType<typeof asking>;
  const ALL: Asking[] = ['changing it', 'adding an administrator', 'another person’s new password'];

  test.each(ALL)('%s needs it, and a wrong one is noted', async (what) => {
    const before = (await auditEntries(server)).length;
    expect(await outcome(asking(undefined)[what]())).toBe('400 current_password_required');
    expect(await outcome(asking('')[what]())).toBe('400 current_password_required');
    expect(await outcome(asking(1)[what]())).toBe('400 PGRST102');
    expect((await auditEntries(server)).length).toBe(before);
    expect(await outcome(asking('a senha de outra pessoa')[what]())).toBe('400 current_password_invalid');
    expect((await auditEntries(server)).slice(before)).toMatchObject([
      { acao: 'errou_senha', quem: admin.id, conta: admin.id, detalhes: {} },
    ]);
    expect(await outcome(asking(PASSWORD)[what]())).toBe('200');
    expect((await auditEntries(server)).at(-1)).toMatchObject({ quem: admin.id });
  });

  test('thirty of one address are enough, before the password that is wrong costs a hash', async () => {
    const address = '10.0.0.9';
    for (let time = 0; time < 30; time++) await server.throttles.add('account', address);
    const answers = await Promise.all(ALL.map((what) => outcome(asking('errada', OTHER, address)[what]())));
    expect(answers).toEqual(ALL.map(() => '429 over_request_rate_limit'));
  });

  test.each(ALL)('five wrong ones stop %s for a while, the right one too', async (what) => {
    for (let failure = 0; failure < 5; failure++)
      expect(await outcome(asking('errada')[what]())).toBe('400 current_password_invalid');
    const answer = await asking(PASSWORD)[what]();
    expect(await outcome(answer)).toBe('429 over_request_rate_limit');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(290);
  });

  test('the right one takes the failures away', async () => {
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 4; failure++) await asking('errada')['changing it']();
      expect(await outcome(asking(PASSWORD, PASSWORD)['changing it']())).toBe('422 same_password');
    }
  });
});

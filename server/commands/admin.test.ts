import { beforeEach, describe, expect, test } from 'vitest';
import {
  addPerson,
  isAdministrator,
  outcome,
  PASSWORD,
  sessionOf,
  signIn,
} from '../../tests/support/accounts.ts';
import { runOn } from '../../tests/support/copies.ts';
import { embedded, forThisTest, openTestServer, serverForTests } from '../../tests/support/server.ts';
import { admin } from './admin.ts';

describe.each(embedded)('npm run admin, $name', (engine) => {
  const server = serverForTests(engine);
  beforeEach(() => server.database.query('delete from auth.users'));

  /** Runs the command; `typed` is the password given to it. */
  const run = async (line: string, typed = '') => {
    const questions: string[] = [];
    const { code, lines } = await runOn(server, admin, line === '' ? [] : line.split(' '), {
      readPassword: async (question) => {
        questions.push(question);
        return typed;
      },
    });
    return { code, printed: lines.join('\n'), questions };
  };

  test('add makes an administrator with the password that was typed, and does not show it', async () => {
    const { code, printed, questions } = await run('add Maria@example.com direcao', PASSWORD);
    expect([code, questions]).toEqual([0, ['Senha de maria@example.com (vazia: criar uma): ']]);
    expect(printed).toBe('maria@example.com agora é da equipe: direção.');
    const { access_token } = await sessionOf(await signIn(server, 'maria@example.com'));
    expect(await isAdministrator(server, access_token)).toBe(true);
  });

  test('add makes a password when none is typed, and shows it once', async () => {
    const { code, printed } = await run('add maria@example.com');
    expect(printed.split('\n')[0]).toBe('maria@example.com agora é da equipe: professor.'); // the least rights
    const [, password] = /Senha \(anote, não será mostrada de novo\): (\S+)/.exec(printed) ?? [];
    expect([code, password]).toEqual([0, expect.stringMatching(/^\S{20}$/)]);
    expect(await outcome(signIn(server, 'maria@example.com', password))).toBe('200');
  });

  test('add refuses an administrator, and a weak password', async () => {
    await run('add maria@example.com direcao', PASSWORD);
    expect(await run('add maria@example.com')).toMatchObject({
      code: 3,
      printed: 'maria@example.com já é da equipe.',
    });
    await run('disable maria@example.com');
    expect((await run('add maria@example.com')).printed).toContain('use enable');
    expect(await run('add joana@example.com', 'curta')).toMatchObject({
      code: 3,
      printed: 'A senha precisa de pelo menos 12 letras.',
    });
    expect(await outcome(signIn(server, 'joana@example.com', 'curta'))).toBe('400 invalid_credentials');
  });

  test('password puts another in place and ends the sessions', async () => {
    await run('add maria@example.com direcao', PASSWORD);
    const { access_token } = await sessionOf(await signIn(server, 'maria@example.com'));
    expect((await run('password maria@example.com', 'outra senha de teste')).code).toBe(0);
    expect(await isAdministrator(server, access_token)).toBe(false);
    expect(await outcome(signIn(server, 'maria@example.com'))).toBe('400 invalid_credentials');
    expect(await outcome(signIn(server, 'maria@example.com', 'outra senha de teste'))).toBe('200');
  });

  test('disable ends access at once and warns when no administrator is left; enable restores it', async () => {
    await run('add maria@example.com direcao', PASSWORD);
    await run('add joana@example.com direcao', PASSWORD);
    const { access_token } = await sessionOf(await signIn(server, 'maria@example.com'));
    const first = await run('disable maria@example.com');
    expect(first).toMatchObject({ code: 0, printed: expect.not.stringContaining('Atenção') });
    expect(await isAdministrator(server, access_token)).toBe(false);
    expect((await run('disable joana@example.com')).printed).toMatch(
      /^joana@example\.com não tem mais acesso; as sessões foram encerradas\.\nAtenção: não resta ninguém da direção.*add E-MAIL direcao\.$/,
    );
    expect((await run('password joana@example.com', 'outra senha de teste')).code).toBe(0);
    expect((await run('enable joana@example.com')).code).toBe(0);
    const back = await sessionOf(await signIn(server, 'joana@example.com', 'outra senha de teste'));
    expect(await isAdministrator(server, back.access_token)).toBe(true);
    expect((await run('enable maria@example.com')).code).toBe(0);
    const again = await sessionOf(await signIn(server, 'maria@example.com'));
    expect(await isAdministrator(server, again.access_token)).toBe(true);
  });

  test('list shows everybody, and their state', async () => {
    expect(await run('list')).toMatchObject({ code: 0, printed: 'Ninguém na equipe.' });
    await run('add maria@example.com direcao', PASSWORD);
    await run('add joana@example.com direcao', PASSWORD);
    await run('disable joana@example.com');
    await signIn(server, 'maria@example.com');
    const { printed } = await run('list');
    const lines = printed.split('\n');
    expect(lines[0]).toMatch(/^joana@example\.com {2}direção, sem acesso desde .+, nunca entrou$/);
    expect(lines[1]).toMatch(
      /^maria@example\.com {2}direção, com acesso, conta de .+, última entrada \d\d\/\d\d\/\d{4}/,
    );
  });

  test('role gives another role, and never takes away the last direção', async () => {
    await run('add maria@example.com direcao', PASSWORD);
    expect((await run('add joana@example.com secretaria', PASSWORD)).printed).toBe(
      'joana@example.com agora é da equipe: secretaria.',
    );
    await expect(run('role maria@example.com secretaria')).rejects.toThrow('última pessoa da direção');
    expect((await run('role joana@example.com direcao')).printed).toBe('joana@example.com: direção.');
    expect((await run('role maria@example.com secretaria')).code).toBe(0);
    expect((await run('disable joana@example.com')).printed).toContain('ninguém da direção');
    expect((await run('disable maria@example.com')).printed).toContain('ninguém da direção'); // still
    expect((await run('enable maria@example.com')).code).toBe(0);
    expect((await run('list')).printed).toMatch(
      /^joana\S+ {2}direção, sem acesso.*\nmaria\S+ {2}secretaria, com acesso/,
    );
  });

  test('unlock ends the waits after wrong passwords', async () => {
    const strict = await forThisTest(openTestServer(engine, { limits: 'on' }));
    const person = await addPerson(strict, { administrator: true });
    for (let failure = 0; failure < 5; failure++) await signIn(strict, person.email, 'outra senha de teste');
    expect(await outcome(signIn(strict, person.email))).toBe('429 over_request_rate_limit');
    for (let at = 0; at < 25; at++) await signIn(strict, `pessoa${at}@example.com`); // the address waits too
    expect((await runOn(strict, admin, ['unlock', person.email])).code).toBe(0);
    expect(await outcome(signIn(strict, person.email))).toBe('200');
  });

  test.each(['disable', 'enable', 'password', 'unlock', 'role'])(
    '%s of somebody unknown is refused',
    async (command) => {
      const role = command === 'role' ? ' direcao' : '';
      expect(await run(`${command} ninguem@example.com${role}`)).toMatchObject({
        code: 3,
        printed: 'ninguem@example.com não é da equipe.',
      });
    },
  );

  const whichRole = 'O papel é professor, secretaria ou direcao.';
  test.each([
    ['', 'Falta dizer o quê.'],
    ['help', 'Não entendi “help”.'],
    ['add', 'Falta o e-mail depois de add.'],
    ['add maria', '“maria” não é um e-mail.'],
    ['add a@example.com b@example.com', whichRole],
    ['list x', 'Não entendi “list x”.'],
    ['role a@example.com', whichRole],
    ['role a@example.com chefe', whichRole],
    ['add a@example.com chefe', whichRole],
    ['disable a@example.com direcao', 'Não entendi “disable a@example.com direcao”.'],
    ['toString a@example.com', 'Não entendi “toString a@example.com”.'],
  ])('the wrong use "%s" is answered “%s”', async (line, sentence) => {
    expect(await run(line)).toMatchObject({ code: 2, printed: sentence });
  });
});

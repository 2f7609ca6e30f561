import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../server/commands/audit.ts';
import { runOn } from '../support/copies.ts';
import { auditEntries } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';

// The chain that the lines make, what a line may hold, and when it goes. What leaves which line: tests/api/audit.test.ts.

/** Makes every hash anew, as if the lines had been written the way they are now. */
const CHAINED = `
  do $$
  declare
    anterior bytea := (select elo_antes from private.auditoria_pontas);
    linha private.auditoria;
  begin
    for linha in select * from private.auditoria order by numero loop
      anterior := private.elo_da_linha(anterior, linha);
      update private.auditoria set elo = anterior where numero = linha.numero;
    end loop;
    update private.auditoria_pontas set ultimo_elo = anterior;
  end $$`;

describe.each(engines)('the audit log on $name', (engine) => {
  const { server, desk } = familyAndDeskForTests(engine);
  beforeAll(async () => {
    await server.database.query(`select private.anotar('exportou') from generate_series(1, 45)`);
  });

  const check = async (...args: string[]) => {
    const { code, lines } = await runOn(server, audit, args);
    return { code, printed: lines.join('\n') };
  };
  /** Runs SQL as somebody who owns the database and wants to hide something. */
  const tamper = (sql: string) =>
    server.database.query(`alter table private.auditoria disable trigger guardar_auditoria; ${sql};
      alter table private.auditoria enable trigger guardar_auditoria`);
  /** What the check says then. Everything is as it was afterwards. */
  const checkAfter = async (sql: string) => {
    await server.database.query('create table public.copia as select * from private.auditoria');
    await tamper(sql);
    const found = await check();
    await tamper('delete from private.auditoria; insert into private.auditoria select * from public.copia');
    await server.database.query('drop table public.copia');
    return found;
  };

  test('not even the owner changes, removes or empties a line, and none takes more than codes and numbers', async () => {
    for (const sql of [
      `update private.auditoria set acao = 'saiu'`,
      'delete from private.auditoria',
      'truncate private.auditoria',
    ])
      await expect(server.rows(sql)).rejects.toThrow('O registro de acessos não se altera.');
    for (const details of [
      '{"nome": "Pessoa de Teste"}',
      '{"quem": "pessoa@example.com"}',
      '{"numero": 52998224725}',
      '{"linhas": ["52998224725"]}',
      '{"linha": {"a": "b"}}',
      '["a"]',
    ])
      await expect(
        server.rows(`select private.anotar('mudou', null, null, null, $1)`, details),
        details,
      ).rejects.toMatchObject({ code: '23514' });
  });

  test('a day is the centre’s, from its first second to its last', async () => {
    await tamper(`update private.auditoria set momento = '2020-01-01 00:00-03'::timestamptz
      + ('{-1 second,0,23:59:59,24:00}'::interval[])[numero::integer] where numero <= 4; ${CHAINED}`);
    const ofDay: { number: number }[] = await desk('registro_de_acessos', { dia: '2020-01-01' });
    expect(ofDay.map(({ number }) => number)).toEqual([3, 2]);
  });

  const set = (sql: string) => `update private.auditoria set ${sql}`;
  const remove = (where: string) => `delete from private.auditoria where ${where}`;
  test.each<[what: string, sql: string, said: string]>([
    ['an edited line', set('quem = gen_random_uuid() where numero = 20'), 'Linha 20: alterada.'],
    ['an edited time', set(`momento = momento + '1 second' where numero = 21`), 'Linha 21: alterada.'],
    ['an edited detail', set(`detalhes = '{"linhas": 1}' where numero = 5`), 'Linha 5: alterada.'],
    ['another enrolment', set('inscricao = gen_random_uuid() where numero = 22'), 'Linha 22: alterada.'],
    ['another account', set('conta = gen_random_uuid() where numero = 23'), 'Linha 23: alterada.'],
    ['another protocol', set(`protocolo = '00000000' where numero = 24`), 'Linha 24: alterada.'],
    ['a removed line', remove('numero = 30'), 'Linha 31: falta'],
    ['the first line removed', remove('numero = 1'), 'Linha 2: falta'],
    ['the last line removed', remove('numero = (select max(numero) from private.auditoria)'), 'falta uma'],
    ['everything removed', remove('true'), 'falta uma'],
    [
      'an edited line with its hash made anew',
      set(`acao = 'retencao', elo = private.elo_da_linha(
        (select elo from private.auditoria where numero = 39),
        row(numero, momento, 'retencao', quem, conta, inscricao, protocolo, detalhes, null)::private.auditoria)
        where numero = 40`),
      'Linha 41: alterada.',
    ],
  ])('the check finds %s', async (_what, sql, said) => {
    expect(await checkAfter(sql)).toEqual({ code: 1, printed: expect.stringContaining(said) });
    expect((await check()).code).toBe(0);
  });

  test('a whole chain made anew is found by an end that was noted elsewhere', async () => {
    const { printed } = await check();
    const [, number = '', hash = ''] = /Ponta \(anote fora daqui\): (\d+) ([0-9a-f]{64})/.exec(printed) ?? [];
    expect((await check(number, hash)).code).toBe(0);
    const other = createHash('sha256').update('another').digest('hex');
    const changed = expect.stringContaining('não é mais');
    expect(await check(number, other)).toEqual({ code: 1, printed: changed });
    expect((await check('não')).code).toBe(2);
  });

  test('entries older than their retention are deleted from the beginning, and the chain still holds', async () => {
    await tamper(`update private.auditoria set momento = now() - interval '25 months' where numero <= 10;
      update private.auditoria set momento = now() - interval '24 months' + interval '1 day' where numero = 11; ${CHAINED}`);
    const ends = () =>
      server.row('select min(numero)::integer as first, max(numero)::integer as last from private.auditoria');
    const before = await ends();
    await server.database.query('select private.encerrar_prazos(0, 0, 0)');
    expect(await ends()).toEqual({ first: 11, last: before?.last + 1 });
    expect((await check()).code).toBe(0);
    expect(await check('3', 'a'.repeat(64))).toMatchObject({
      code: 0,
      printed: expect.stringContaining('Linha 3: já saiu do registro pelo prazo'),
    });
    expect((await check('10', 'a'.repeat(64))).code).toBe(1);
  });

  test('a beginning that went before its time is found by a line that was noted elsewhere', async () => {
    const [older, last] = await server.rows(
      `select numero, encode(elo, 'hex') as elo from private.auditoria where numero in (20, 25) order by numero`,
    );
    await tamper(`update private.auditoria_pontas set antes = numero, elo_antes = elo from private.auditoria where numero = 25;
      delete from private.auditoria where numero <= 25`);
    expect((await check()).code).toBe(0); // by itself the rest is one chain
    const said = (line: unknown) =>
      `Linha ${(line as { numero: string }).numero}: saiu do registro sem que o prazo explique.`;
    for (const line of [older, last])
      expect((await check(line?.numero, line?.elo)).printed).toContain(said(line));
    await server.database.query('update private.configuracao set guardar_auditoria_meses = null');
    const { printed } = await check('20', older?.elo);
    expect(printed).toContain(said(older));
    expect(printed).toContain('O REGISTRO NÃO CONFERE');
    await server.database.query('update private.configuracao set guardar_auditoria_meses = 24');
  });

  test.skipIf(engine.hosted)('twenty at once leave twenty lines in one chain', async () => {
    const before = (await auditEntries(server)).length;
    await Promise.all(Array.from({ length: 20 }, () => desk('lista_de_inscricoes', {})));
    expect((await auditEntries(server)).length).toBe(before + 20);
    expect((await check()).code).toBe(0);
  });
});

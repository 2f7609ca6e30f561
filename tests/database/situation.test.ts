import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { personalCodeOf } from '../../domain/personal-code.ts';
import { codeOf, enrolled } from '../support/desk.ts';
import { engines, openTestServer, type TestServer } from '../support/server.ts';

/** A family's own look at its enrolment: what it is told, and how attempts are counted. */
describe.each(engines)('$name', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  beforeEach(() => forget());

  const ask = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await server.database.query<Row>(sql, values)).rows;
  const forget = async () => {
    await ask('delete from private.tentativas where true');
    await ask('delete from private.tentativas_de_todos where unica');
  };
  /** Calls a function as a visitor from an address; the answer, and the status that the function chose. */
  const call = (name: string, values: unknown[], address = '192.0.2.1') =>
    server.database.as(
      { role: 'anon', claims: { role: 'anon' } },
      async (tx) => {
        const list = values.map((_, at) => `$${at + 1}`).join();
        const { rows } = await tx.query<{
          answer: Record<string, unknown> | null;
          status: string;
          headers: string;
        }>(
          `select a.answer, current_setting('response.status', true) as status, current_setting('response.headers', true) as headers
           from (select public.${name}(${list}) as answer offset 0) as a`,
          values,
        );
        return rows[0];
      },
      { settings: { 'request.headers': JSON.stringify({ 'x-forwarded-for': address }) } },
    );
  const byCode = async (code: string, address?: string) =>
    (await call('situacao_da_inscricao', [code], address))?.answer;
  const byPair = (protocol: string, birth: string, address?: string) =>
    call('situacao_por_protocolo', [protocol, birth], address);

  test('the personal code is the same in SQL and in TypeScript', async () => {
    const uuids = fc.sample(fc.uuid(), 200);
    const rows = await ask<{ code: string }>(
      'select private.codigo_pessoal(u::uuid) as code from unnest($1::text[]) with ordinality as t(u, n) order by n',
      uuids,
    );
    expect(rows.map(({ code }) => code)).toEqual(uuids.map(personalCodeOf));
  });

  test('the holder of the code sees each situation, since when, class and first day, and nothing else', async () => {
    const one = await enrolled(server);
    expect(await byCode(codeOf(one.key))).toEqual({
      situacao: 'nova',
      desde: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      turma: null,
      primeiroDia: null,
      pedidos: [],
      podeEnviarDocumento: false,
    });
    await ask(
      `update private.acompanhamentos set situacao = 'aprovada', turma = 'Turma de Teste', primeiro_dia = '2026-12-01', decidida_em = '2026-11-22 12:00+00' where inscricao_id = $1`,
      one.id,
    );
    expect(await byCode(codeOf(one.key).toUpperCase())).toMatchObject({
      situacao: 'aprovada',
      desde: '2026-11-22T12:00:00+00:00',
      turma: 'Turma de Teste',
      primeiroDia: '2026-12-01',
    });
    expect((await byPair(one.protocolo, '2012-03-05'))?.answer).toEqual({
      situacao: 'aprovada',
      desde: '2026-11-22T12:00:00+00:00',
    });
  });

  test('a wrong code, protocol or date, an erased enrolment and one without a document are nobody’s', async () => {
    const one = await enrolled(server);
    const other = await enrolled(server);
    await ask('delete from public.inscricoes_projeto where id = $1', other.id);
    for (const code of [
      personalCodeOf(randomUUID()),
      codeOf(other.key),
      '',
      'x'.repeat(5_000),
      one.protocolo,
    ])
      expect(await byCode(code)).toBeNull();
    expect(await byCode(null as never)).toBeNull();
    for (const [protocol, birth] of [
      [one.protocolo, '2012-03-06'],
      [other.protocolo, '2012-03-05'],
      ['', '2012-03-05'],
      [null, null],
    ])
      expect((await byPair(protocol as string, birth as string))?.answer).toBeNull();
  });

  test('two enrolments with one protocol are told apart by the birth date, and not told when that is one too', async () => {
    const envio = randomUUID();
    const [head, tail] = [envio.slice(0, 13), envio.slice(13)];
    const twin = `${head}${tail.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`; // the protocol comes of the first twelve digits
    expect([twin === envio, protocolOf(twin)]).toEqual([false, protocolOf(envio)]);
    const enrol = async (uuid: string, birth: string, situation: string) => {
      const { id, key } = await enrolled(server, { data_nascimento: birth });
      await ask('update storage.objects set name = $2 where name = $1', key, `public/${uuid}_a.pdf`);
      await ask(
        `update public.inscricoes_projeto set cadastro_unico_url = replace(cadastro_unico_url, $2, $3) where id = $1`,
        id,
        key,
        `public/${uuid}_a.pdf`,
      );
      await ask('update private.acompanhamentos set situacao = $2 where inscricao_id = $1', id, situation);
      return id;
    };
    await enrol(envio, '2012-03-05', 'em-analise');
    const second = await enrol(twin, '2013-04-06', 'desistiu');
    const situationOf = async (birth: string) => (await byPair(protocolOf(envio), birth))?.answer?.situacao;
    expect([await situationOf('2012-03-05'), await situationOf('2013-04-06')]).toEqual([
      'em-analise',
      'desistiu',
    ]);
    await ask(`update public.inscricoes_projeto set data_nascimento = '2012-03-05' where id = $1`, second);
    expect(await situationOf('2012-03-05')).toBeUndefined();
  });

  test('after twenty wrong pairs an address waits, right pair or wrong, and others do not', async () => {
    const { protocolo, ...one } = await enrolled(server);
    for (let at = 0; at < 20; at += 1) expect((await byPair(protocolo, '2001-01-01'))?.status).toBeFalsy();
    const refused = await byPair(protocolo, '2001-01-01');
    expect(refused).toMatchObject({
      status: '429',
      answer: { code: 'PGRST429', details: expect.any(String) },
    });
    const [{ 'Retry-After': seconds = '0' } = {}] = JSON.parse(refused?.headers ?? '[]') as Record<
      string,
      string
    >[];
    expect(Number(seconds)).toBeGreaterThan(3_500);
    expect(Number(seconds)).toBeLessThanOrEqual(3_600);
    expect(await byPair(protocolo, '2012-03-05')).toMatchObject({
      status: '429',
      answer: { code: 'PGRST429' },
    });
    expect((await byPair(protocolo, '2012-03-05', '198.51.100.7'))?.answer).toMatchObject({
      situacao: 'nova',
    });
    expect(await byCode(codeOf(one.key))).toMatchObject({ situacao: 'nova' }); // the link goes on
    await ask(`update private.tentativas set comecou = comecou - interval '61 minutes' where true`);
    expect((await byPair(protocolo, '2012-03-05'))?.answer).toMatchObject({ situacao: 'nova' });
  });

  test('right pairs are not counted, so that a whole school may look', async () => {
    const { protocolo } = await enrolled(server);
    for (let at = 0; at < 30; at += 1)
      expect((await byPair(protocolo, '2012-03-05'))?.answer).toMatchObject({ situacao: 'nova' });
    expect(await ask('select quantas from private.tentativas')).toEqual([{ quantas: 0 }]);
    expect(await ask('select quantas from private.tentativas_de_todos')).toEqual([{ quantas: 0 }]);
  });

  test('after 120 wrong pairs of everybody one attempt is looked at each fifteen seconds, and waiting counts for nobody', async () => {
    const { protocolo } = await enrolled(server);
    await ask('insert into private.tentativas_de_todos (quantas) values (120)');
    expect((await byPair(protocolo, '2001-01-01'))?.status).toBeFalsy();
    const waits = await byPair(protocolo, '2012-03-05', '198.51.100.7');
    expect(waits).toMatchObject({ status: '429' });
    const [{ 'Retry-After': seconds = '0' } = {}] = JSON.parse(waits?.headers ?? '[]') as Record<
      string,
      string
    >[];
    expect(Number(seconds)).toBeLessThanOrEqual(15);
    expect(await ask('select sum(quantas)::integer as counted from private.tentativas')).toEqual([
      { counted: 1 },
    ]);
    await ask(`update private.tentativas_de_todos set livre_em = now() - interval '1 second' where unica`);
    expect((await byPair(protocolo, '2012-03-05', '198.51.100.7'))?.answer).toMatchObject({
      situacao: 'nova',
    });
  });

  test('a /64 of IPv6 is one address, and no bucket says whose it is', async () => {
    await byPair('1', '2001-01-01', '2001:db8:1:2::1');
    await byPair('1', '2001-01-01', '2001:db8:1:2:ffff::2');
    expect(await ask('select quantas from private.tentativas')).toEqual([{ quantas: 2 }]);
    await byPair('1', '2001-01-01', 'no address');
    const rows = await ask<{ balde: number }>('select balde from private.tentativas');
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(rows.every(({ balde }) => balde >= 0 && balde < 65_536)).toBe(true);
  });
});

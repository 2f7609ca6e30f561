import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { lastDayWithoutGuardian } from '../../domain/enrolment/guardian.ts';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { DEFAULT_RULES } from '../../domain/enrolment/rules.ts';
import { newPersonalCode } from '../../domain/personal-code.ts';
import { addClass, enrolled, enrolledAlone, rpc } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** A family's own look at its enrolment: what it is told, and how attempts are counted. */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeEach(() => forget());

  const { rows: ask } = server;
  const forget = () => ask('delete from private.tentativas where true');
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

  test('the holder of the code sees each situation, since when, class and first day, and nothing else', async () => {
    const one = await enrolled(server);
    const decided = `${laterDay(todayInBrazil(), -3)}T12:00:00+00:00`;
    expect(await byCode(codeOf(one.key))).toEqual({
      situacao: 'nova',
      desde: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      motivo: null,
      turma: null,
      primeiroDia: null,
      pedidos: [],
      podeEnviarDocumento: false,
      falta: [],
      faltaAte: null,
      atualizadoEm: null,
      proprio: true, // which opens 'Meus dados' besides, with the CPF
    });
    await ask(
      `update private.acompanhamentos set situacao = 'aprovada', turma_id = $3, primeiro_dia = '2026-12-01', decidida_em = $2 where inscricao_id = $1`,
      one.id,
      decided,
      await addClass(server, 'Turma de Teste'),
    );
    expect(await byCode(codeOf(one.key).toUpperCase())).toMatchObject({
      situacao: 'aprovada',
      desde: decided,
      turma: 'Turma de Teste',
      primeiroDia: '2026-12-01',
    });
    expect((await byPair(one.protocolo, '2012-03-05'))?.answer).toEqual({
      situacao: 'aprovada',
      desde: decided,
    });
  });

  test('who waits for a class reads its name by the link, however long, and not by protocol and birth date', async () => {
    const one = await enrolled(server);
    await ask(
      `update private.acompanhamentos set situacao = 'lista-de-espera', turma_id = $2, decidida_em = now() - interval '90 days' where inscricao_id = $1`,
      one.id,
      await addClass(server, 'Turma Cheia'),
    );
    expect(await byCode(codeOf(one.key))).toMatchObject({ turma: 'Turma Cheia', primeiroDia: null });
    expect((await byPair(one.protocolo, '2012-03-05'))?.answer).not.toHaveProperty('turma');
  });

  test('a wrong code, protocol or date, an erased enrolment and one without a document are nobody’s', async () => {
    const one = await enrolled(server);
    const other = await enrolled(server);
    await ask('delete from public.inscricoes_projeto where id = $1', other.id);
    for (const code of [newPersonalCode(), codeOf(other.key), '', 'x'.repeat(5_000), one.protocolo])
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

  /** Asks with `count` wrong pairs at once; returns how many were checked. */
  const wrongPairs = async (count: number, address?: string) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => byPair('00000000', '2001-01-01', address)),
    );
    return answers.filter((answer) => !answer?.status).length;
  };
  const waits = (answer: Awaited<ReturnType<typeof byPair>>) => {
    expect(answer).toMatchObject({
      status: '429',
      answer: { code: 'PGRST429', details: expect.any(String) },
    });
    const [said] = JSON.parse(answer?.headers ?? '[]') as Record<string, string>[];
    return Number(said?.['Retry-After']);
  };
  const later = (interval: string) =>
    ask(
      `update private.tentativas set hora = hora - $1::interval, dia = dia - $1::interval where true`,
      interval,
    );

  test('after ten wrong pairs in an hour an address waits, right pair or wrong, and nobody else does', async () => {
    const { protocolo, ...one } = await enrolled(server);
    expect(await wrongPairs(10)).toBe(10);
    const seconds = waits(await byPair(protocolo, '2001-01-01'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    waits(await byPair(protocolo, '2012-03-05'));
    const elsewhere = await byPair(protocolo, '2012-03-05', '198.51.100.7');
    expect(elsewhere?.answer).toMatchObject({ situacao: 'nova' });
    expect(await byCode(codeOf(one.key))).toMatchObject({ situacao: 'nova' }); // the link goes on
    await later('61 minutes');
    expect((await byPair(protocolo, '2012-03-05'))?.answer).toMatchObject({ situacao: 'nova' });
  });

  test('after thirty in a day it waits until the day is over, and what is refused counts for nothing', async () => {
    const { protocolo } = await enrolled(server);
    for (const hour of [1, 2, 3]) {
      expect([hour, await wrongPairs(12)]).toEqual([hour, 10]);
      await later('61 minutes');
    }
    const seconds = waits(await byPair(protocolo, '2012-03-05'));
    expect(seconds).toBeGreaterThan(20 * 3_600);
    expect(seconds).toBeLessThanOrEqual(21 * 3_600);
    await later('21 hours');
    expect((await byPair(protocolo, '2012-03-05'))?.answer).toMatchObject({ situacao: 'nova' });
  });

  test('calls at the same moment pass no limit, also beside right ones', async () => {
    const { protocolo } = await enrolled(server);
    const right = Promise.all(Array.from({ length: 20 }, () => byPair(protocolo, '2012-03-05')));
    expect(await wrongPairs(40)).toBe(10);
    for (const answer of await right)
      if (answer?.status) waits(answer);
      else expect(answer?.answer).toMatchObject({ situacao: 'nova' });
    expect(await ask(`select na_hora, no_dia from private.tentativas order by que`)).toEqual([
      { na_hora: 10, no_dia: 10 },
      { na_hora: 10, no_dia: 10 },
    ]);
  });

  test('right pairs are not counted, so that a whole school may look', async () => {
    const { protocolo } = await enrolled(server);
    for (const address of ['192.0.2.1', '2001:db8:1:2::1']) {
      for (let at = 0; at < 12; at += 1)
        expect((await byPair(protocolo, '2012-03-05', address))?.answer).toMatchObject({ situacao: 'nova' });
    }
    const left = await ask('select que, na_hora, no_dia from private.tentativas order by que');
    expect(left).toEqual([
      { que: 'protocolo', na_hora: 0, no_dia: 0 },
      { que: 'protocolo', na_hora: 0, no_dia: 0 },
      { que: 'rede', na_hora: 0, no_dia: 0 },
      { que: 'rede', na_hora: 0, no_dia: 0 },
    ]);
  });

  test('however many addresses try, an address that did not is looked at, and the sum of all is told', async () => {
    const { protocolo } = await enrolled(server);
    for (let at = 1; at <= 30; at += 1) await wrongPairs(10, `203.0.${at}.1`);
    const [alert] = await ask('select private.pares_errados() as sum');
    expect(alert).toEqual({ sum: 300 });
    expect((await byPair(protocolo, '2012-03-05'))?.answer).toMatchObject({ situacao: 'nova' });
    await later('61 minutes');
    expect(await ask('select private.pares_errados() as sum')).toEqual([{ sum: 0 }]);
  });

  test('a /64 of IPv6 is one address, a /48 or a /24 of IPv4 has forty wrong pairs an hour and 120 a day, and the next its own', async () => {
    expect(await wrongPairs(5, '2001:db8:1:0::1')).toBe(5);
    expect(await wrongPairs(6, '2001:DB8:0001:0:ffff::2')).toBe(5);
    for (let net = 1; net <= 12; net += 1) await wrongPairs(10, `2001:db8:1:${net.toString(16)}::1`);
    const [{ looked } = {}] = await ask<{ looked: number }>('select private.pares_errados() as looked');
    expect(looked).toBe(40);
    waits(await byPair('1', '2001-01-01', '2001:db8:1:ff::1'));
    expect(await wrongPairs(1, '2001:db8:2::1')).toBe(1);
    for (let at = 1; at <= 4; at += 1) expect(await wrongPairs(10, `203.0.113.${at}`)).toBe(10);
    waits(await byPair('1', '2001-01-01', '203.0.113.5'));
    expect(await wrongPairs(1, '203.0.112.5')).toBe(1);
    for (let at = 5; at <= 12; at += 1) {
      if (at % 4 === 1) await later('61 minutes');
      expect([at, await wrongPairs(10, `203.0.113.${at}`)]).toEqual([at, 10]);
    }
    await later('61 minutes');
    waits(await byPair('1', '2001-01-01', '203.0.113.13')); // a hundred and twenty a day
    expect(await byCode('x', '2001:db8:1:1::1')).toBeNull(); // codes have a count of their own
  });

  test('of an address a keyed hash stays, for a day: attempts clear what is older, whatever is no address is one', async () => {
    await byPair('1', '2001-01-01');
    await byPair('1', '2001-01-01', 'no address');
    const rows = await ask<{ origem: Buffer }>('select origem from private.tentativas');
    expect(rows.map(({ origem }) => origem.length)).toEqual([16, 16, 16, 16]);
    await ask('delete from private.chave_dos_enderecos where unica'); // as a restored copy comes
    await later('25 hours');
    await byPair('1', '2001-01-01', '198.51.100.7');
    expect(await ask('select na_hora from private.tentativas')).toEqual([{ na_hora: 1 }, { na_hora: 1 }]);
  });

  test('sixty wrong codes an hour of one address are looked at', async () => {
    const codes = Promise.all(Array.from({ length: 62 }, () => call('situacao_da_inscricao', ['x'])));
    expect((await codes).filter((answer) => answer?.status === '429')).toHaveLength(2);
  });

  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const state = (inscricao: string) => desk('ficha', { inscricao });
  const time = async (inscricao: string) => (await desk('dias_de_guarda', { inscricoes: [inscricao] }))[0];
  /** The last day without the guardian's telephone, when nothing has happened for `days`. */
  const dayAfter = (days: number) => laterDay(todayInBrazil(), 30 + days);

  /** As if it had agreed to the declaration of today. */
  const agreedNow = (inscricao: string) =>
    ask(
      `update private.consentimentos set versao_texto = (select versao_declaracao from private.configuracao) where inscricao_id = $1`,
      inscricao,
    );

  test('the family is told by its link alone, until it is decided, and the day only where the enrolment is erased for it', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: null });
    expect(await byCode(one.codigo)).toMatchObject({
      falta: ['nomeResponsavel', 'telefoneResponsavel'],
      faltaAte: dayAfter(-10),
    });
    const pair = await byPair(one.protocolo, '2012-03-05');
    expect(Object.keys(pair?.answer ?? {})).toEqual(['desde', 'situacao']);
    const nothing = { falta: [], faltaAte: null };
    const noDay = { falta: ['nomeResponsavel', 'telefoneResponsavel'], faltaAte: null };
    await ask(`update private.consentimentos set versao_texto = '1' where inscricao_id = $1`, one.id);
    expect(await byCode(one.codigo)).toMatchObject(noDay);
    await ask(`update private.consentimentos set versao_texto = '2' where inscricao_id = $1`, one.id);
    await ask('update private.configuracao set guardar_sem_responsavel_dias = null where unica');
    expect(await byCode(one.codigo)).toMatchObject({ faltaAte: dayAfter(-10) }); // it was told that day
    await agreedNow(one.id);
    expect(await byCode(one.codigo)).toMatchObject(noDay);
    expect(await time(one.id)).toMatchObject({ guardianUntil: null });
    await ask('update private.configuracao set guardar_sem_responsavel_dias = default where unica');
    expect(await byCode(one.codigo)).toMatchObject({ faltaAte: dayAfter(-10) });
    for (const situacao of ['aprovada', 'lista-de-espera', 'em-analise', 'falta-documento']) {
      const { versao } = await state(one.id);
      const turma = situacao === 'lista-de-espera' ? await addClass(server, 'Com Fila') : null;
      await desk('decidir_situacao', { inscricao: one.id, versao, situacao, motivo: 'teste', turma });
      const isOpen = situacao === 'em-analise' || situacao === 'falta-documento';
      expect(await byCode(one.codigo)).toMatchObject(isOpen ? { faltaAte: dayAfter(0) } : nothing);
    }
    const { versao } = await state(one.id);
    await desk('conferir_criterio', { inscricao: one.id, versao, criterio: 'responsavel', cumprido: true });
    expect(await byCode(one.codigo)).toMatchObject(nothing);
  });

  test('a prepared message tells the day that holds once it was prepared', async () => {
    const one = await enrolledAlone(server);
    const { eraseOn, guardianUntil } = await time(one.id);
    expect([eraseOn, guardianUntil]).toEqual([dayAfter(-10 + 1), dayAfter(0)]);
    await desk('anotar_mensagem', { inscricao: one.id, modelo: 'contato', para: 'pessoa' });
    expect(await byCode(one.codigo)).toMatchObject({ faltaAte: guardianUntil });
    expect(await time(one.id)).toMatchObject({ eraseOn: laterDay(guardianUntil, 1), guardianUntil });
  });

  test('the form, the page of the situation and retention agree on the last day, at every moment and setting', async () => {
    const one = await enrolledAlone(server, { data_nascimento: '2024-01-01' }); // a minor at each of them
    const moment = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2034-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const samples = [
      [new Date('2026-11-23T02:59:59Z'), 30],
      [new Date('2026-11-23T03:00:00Z'), 30],
      ...fc.sample(fc.tuple(moment, fc.integer({ min: 1, max: 400 })), 60),
    ] as [Date, number][];
    for (const [at, diasSemResponsavel] of samples) {
      const wanted = lastDayWithoutGuardian(at, { ...DEFAULT_RULES, diasSemResponsavel });
      await ask('update public.inscricoes_projeto set created_at = $2 where id = $1', one.id, at);
      await ask(
        'update private.configuracao set guardar_sem_responsavel_dias = $1 where unica',
        diasSemResponsavel,
      );
      await agreedNow(one.id);
      const [row] = await ask<{ last: string; goes: Date }>(
        'select responsavel_ate::text as last, apagar_em as goes from private.prazos where inscricao_id = $1',
        one.id,
      );
      expect([at, row?.last]).toEqual([at, wanted]);
      expect(todayInBrazil(new Date((row?.goes.getTime() ?? 0) - 1))).toBe(wanted);
      expect(todayInBrazil(row?.goes)).toBe(laterDay(wanted, 1));
      expect(await byCode(one.codigo)).toMatchObject({ faltaAte: wanted });
    }
    await ask('update private.configuracao set guardar_sem_responsavel_dias = default where unica');
  });
});

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { lastDayWithoutGuardian } from '../../domain/enrolment/guardian.ts';
import { DEFAULT_RULES } from '../../domain/enrolment/rules.ts';
import { addClass, enrolledAlone } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';
import { ANON } from '../support/sign-in.ts';

const BORN = '2012-03-05'; // as everybody here, unless said otherwise

/** A family's own look at its enrolment: what it is told, and how attempts are counted. */
describe.each(engines)('$name', (engine) => {
  const { server, desk, decide, enrol, time } = familyAndDeskForTests(engine);
  beforeEach(() => server.database.query('delete from private.tentativas where true'));

  const { rows: ask } = server;
  /** Calls a function as a visitor from an address; the answer, and the status that the function chose. */
  const call = (name: string, values: unknown[], address = '192.0.2.1') =>
    server.database.as(
      ANON,
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
      { settings: { 'request.headers': JSON.stringify({ 'x-forwarded-for': `${address}, 10.0.0.1` }) } },
    );
  const byCode = async (code: string | null, address?: string) =>
    (await call('situacao_da_inscricao', [code], address))?.answer;
  const byPair = (protocol: string | null, birth: string | null = BORN, address?: string) =>
    call('situacao_por_protocolo', [protocol, birth], address);
  const NEW = { answer: { situacao: 'nova' } };

  test('the holder of the code sees situation, since when and class; protocol and birth date tell the first two, and nobody else anything', async () => {
    const [{ id, codigo, protocolo }, erased] = [await enrol(), await enrol()];
    expect(await byCode(codigo)).toEqual({
      ...{ situacao: 'nova', desde: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), motivo: null },
      ...{ turma: null, primeiroDia: null, pedidos: [], podeEnviarDocumento: false, falta: [] },
      ...{ faltaAte: null, atualizadoEm: null, renovacao: null, proprio: true }, // which opens 'Meus dados' besides, with the CPF
    });
    const turma = await addClass(server, 'Turma de Teste');
    const [situacao, desde] = ['lista-de-espera', `${laterDay(todayInBrazil(), -90)}T12:00:00+00:00`];
    await ask(
      'update private.acompanhamentos set situacao = $2, turma_id = $3, decidida_em = $4 where inscricao_id = $1',
      ...[id, situacao, turma, desde],
    );
    const shown = { situacao, desde, turma: 'Turma de Teste' }; // however long; of the approved: tests/api/link.test.ts
    expect(await byCode(codigo.toUpperCase())).toMatchObject(shown);
    expect((await byPair(protocolo))?.answer).toEqual({ situacao, desde });
    await ask('delete from public.inscricoes_projeto where id = $1', erased.id);
    for (const code of [erased.codigo, '', 'x'.repeat(5_000), null])
      expect([code, await byCode(code)]).toEqual([code, null]);
    for (const answer of [byPair(protocolo, '2012-03-06'), byPair(erased.protocolo), byPair(null, null)])
      expect((await answer)?.answer).toBeNull();
  });

  test('two enrolments with one protocol are told apart by the birth date, and not told when that is one too', async () => {
    const [one, other] = [await enrol(), await enrol({ data_nascimento: '2013-04-06' })];
    // the protocol is of the first twelve digits
    const twin = one.key.replace(/(?<=^.{42})./, (last) => (last === '0' ? '1' : '0'));
    await ask('update storage.objects set name = $2 where name = $1', other.key, twin);
    await ask(
      `update public.inscricoes_projeto set cadastro_unico_url = replace(cadastro_unico_url, $2, $3) where id = $1`,
      ...[other.id, other.key, twin],
    );
    await decide(other.id, 'desistiu');
    expect(await byPair(one.protocolo)).toMatchObject(NEW);
    expect(await byPair(one.protocolo, '2013-04-06')).toMatchObject({ answer: { situacao: 'desistiu' } });
    await ask('update public.inscricoes_projeto set data_nascimento = $2 where id = $1', other.id, BORN);
    expect((await byPair(one.protocolo))?.answer).toBeNull();
  });

  /** Asks with `count` wrong pairs at once; returns how many were checked. */
  const wrongPairs = async (count: number, address?: string) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => byPair('00000000', '2001-01-01', address)),
    );
    return answers.filter((answer) => !answer?.status).length;
  };
  /** For how many seconds it is told to wait. */
  const waits = (answer: Awaited<ReturnType<typeof byPair>>) => {
    const said = { code: 'PGRST429', details: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
    expect(answer).toMatchObject({ status: '429', answer: said });
    const seconds = Number(JSON.parse(answer?.headers ?? '[]')[0]?.['Retry-After']);
    expect((Date.parse(String(answer?.answer?.details)) - Date.now()) / 1000 - seconds).toBeCloseTo(0, -2);
    return seconds;
  };
  const later = (interval: string) =>
    ask(
      `update private.tentativas set hora = hora - $1::interval, dia = dia - $1::interval where true`,
      interval,
    );

  test('an address has ten wrong pairs an hour and thirty a day, then waits, right pair or wrong, and nobody else does', async () => {
    const { protocolo, codigo } = await enrol();
    for (const hour of [1, 2, 3]) {
      expect([hour, await wrongPairs(12)]).toEqual([hour, 10]); // what is refused counts for nothing
      const seconds = waits(await byPair(protocolo));
      expect(seconds).toBeGreaterThan(hour < 3 ? 3_500 : 21 * 3_600);
      expect(seconds).toBeLessThanOrEqual(hour < 3 ? 3_600 : 22 * 3_600);
      expect(await byPair(protocolo, BORN, '198.51.100.7')).toMatchObject(NEW);
      expect(await byCode(codigo)).toMatchObject(NEW.answer); // the link goes on
      await later('61 minutes');
      if (hour < 3) expect(await byPair(protocolo)).toMatchObject(NEW);
    }
    waits(await byPair(protocolo));
    await later('21 hours');
    expect(await byPair(protocolo)).toMatchObject(NEW);
    await wrongPairs(12);
    await later('-400 days'); // a clock that was ahead
    expect(await byPair(protocolo)).toMatchObject(NEW);
  });

  test('calls at the same moment pass no limit, also beside right ones, which are not counted: a whole school may look', async () => {
    const { protocolo } = await enrol();
    const right = Promise.all(Array.from({ length: 20 }, () => byPair(protocolo)));
    expect(await wrongPairs(40)).toBe(10);
    for (const answer of await right)
      if (answer?.status) waits(answer);
      else expect(answer).toMatchObject(NEW);
    const left = 'select na_hora, no_dia from private.tentativas where na_hora > 0';
    expect(await ask(left)).toEqual(Array(2).fill({ na_hora: 10, no_dia: 10 }));
    for (let at = 0; at < 12; at += 1)
      expect(await byPair(protocolo, BORN, '2001:db8:1:2::1')).toMatchObject(NEW);
    expect(await ask(left)).toHaveLength(2);
  });

  test('a /64 of IPv6 is one address, a /48 or a /24 of IPv4 has forty wrong pairs an hour and 120 a day, and the next its own', async () => {
    const looked = () => server.value<number>('select private.pares_errados() as sum');
    expect(await wrongPairs(5, '2001:db8:1:0::1')).toBe(5);
    expect(await wrongPairs(6, '2001:DB8:0001:0:ffff::2')).toBe(5);
    for (let net = 1; net <= 12; net += 1) await wrongPairs(10, `2001:db8:1:${net.toString(16)}::1`);
    expect(await looked()).toBe(40);
    waits(await byPair('1', BORN, '2001:db8:1:ff::1'));
    expect(await wrongPairs(1, '2001:db8:2::1')).toBe(1);
    for (let at = 1; at <= 12; at += 1) {
      expect([at, await wrongPairs(10, `203.0.113.${at}`)]).toEqual([at, 10]);
      if (at % 4 > 0) continue;
      waits(await byPair('1', BORN, '203.0.113.250'));
      expect(await wrongPairs(1, `203.0.${at}.5`)).toBe(1);
      await later('61 minutes');
    }
    expect(await looked()).toBe(0);
    waits(await byPair('1', BORN, '203.0.113.13')); // a hundred and twenty a day
    expect(await byCode('x', '2001:db8:1:1::1')).toBeNull(); // codes have a count of their own
  });

  test('of an address a keyed hash stays, for a day: attempts clear what is older, whatever is no address is one', async () => {
    await byPair('1');
    await byPair('1', BORN, 'no address');
    const rows = await ask<{ origem: Buffer }>('select origem from private.tentativas');
    expect(rows.map(({ origem }) => origem.length)).toEqual([16, 16, 16, 16]);
    await ask('delete from private.chave_dos_enderecos where unica'); // as a restored copy comes
    await later('25 hours');
    await byPair('1', BORN, '198.51.100.7');
    expect(await ask('select na_hora from private.tentativas')).toEqual([{ na_hora: 1 }, { na_hora: 1 }]);
  });

  test('sixty wrong codes an hour of one address are looked at', async () => {
    const codes = Promise.all(Array.from({ length: 62 }, () => call('situacao_da_inscricao', ['x'])));
    expect((await codes).filter((answer) => answer?.status === '429')).toHaveLength(2);
  });

  /** The last day without the guardian's telephone, when nothing has happened for `days`. */
  const dayAfter = (days: number) => laterDay(todayInBrazil(), 30 + days);
  const setDays = (days: string) =>
    ask(`update private.configuracao set guardar_sem_responsavel_dias = ${days} where unica`);
  /** As if it had agreed to the declaration of that version, or of today. */
  const agreed = (inscricao: string, version: string | null = null) =>
    ask(
      `update private.consentimentos set versao_texto = coalesce($2, (select versao_declaracao from private.configuracao)) where inscricao_id = $1`,
      ...[inscricao, version],
    );

  test('what is missing of the guardian is told until it is decided or confirmed, and the day only where the enrolment is erased for it', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: null });
    const falta = ['nomeResponsavel', 'telefoneResponsavel'];
    const expectMissing = async (faltaAte: string | null, of = falta) =>
      expect(await byCode(one.codigo)).toMatchObject({ falta: of, faltaAte });
    await expectMissing(dayAfter(-10));
    await agreed(one.id, '1'); // which told of no such rule
    await expectMissing(null);
    await agreed(one.id, '2');
    for (const days of ['60', 'null']) {
      await setDays(days);
      await expectMissing(dayAfter(-10)); // it was told that day
      expect(await time(one.id)).toMatchObject({ guardianUntil: dayAfter(0) });
    }
    await agreed(one.id);
    await expectMissing(null);
    expect(await time(one.id)).toMatchObject({ guardianUntil: null });
    await setDays('default');
    await expectMissing(dayAfter(-10));
    const { eraseOn, guardianUntil } = await time(one.id);
    expect([eraseOn, guardianUntil]).toEqual([dayAfter(-10 + 1), dayAfter(0)]);
    await desk('anotar_mensagem', { inscricao: one.id, modelo: 'contato', para: 'pessoa' });
    await expectMissing(guardianUntil); // the day that a message tells holds once it was prepared
    expect(await time(one.id)).toMatchObject({ eraseOn: dayAfter(1), guardianUntil });
    const turma = await addClass(server, 'Com Fila');
    for (const situacao of ['aprovada', 'lista-de-espera', 'em-analise', 'falta-documento']) {
      await decide(one.id, situacao, { turma });
      const isOpen = situacao === 'em-analise' || situacao === 'falta-documento';
      await (isOpen ? expectMissing(dayAfter(0)) : expectMissing(null, []));
    }
    const { version: versao } = await desk('ficha', { inscricao: one.id });
    await desk('conferir_criterio', { inscricao: one.id, versao, criterio: 'responsavel', cumprido: true });
    await expectMissing(null, []);
  });

  test('the form, the page of the situation and retention agree on the last day, at every moment and setting', async () => {
    const one = await enrolledAlone(server, { data_nascimento: '2024-01-01' }); // a minor at each of them
    const moment = fc.date({
      ...{
        min: new Date('2024-01-01T00:00:00Z'),
        max: new Date('2034-01-01T00:00:00Z'),
        noInvalidDate: true,
      },
    });
    const samples: [Date, number][] = [
      [new Date('2026-11-23T02:59:59Z'), 30], // still the 22nd at the centre
      [new Date('2026-11-23T03:00:00Z'), 30],
      ...fc.sample(fc.tuple(moment, fc.integer({ min: 1, max: 400 })), 60),
    ];
    for (const [at, diasSemResponsavel] of samples) {
      const wanted = lastDayWithoutGuardian(at, { ...DEFAULT_RULES, diasSemResponsavel });
      await ask('update public.inscricoes_projeto set created_at = $2 where id = $1', one.id, at);
      await setDays(String(diasSemResponsavel));
      await agreed(one.id);
      const [row] = await ask<{ last: string; goes: Date; regra: string }>(
        'select responsavel_ate::text as last, apagar_em as goes, regra from private.prazos where inscricao_id = $1',
        one.id,
      );
      expect([at, row?.last, row?.regra]).toEqual([at, wanted, 'sem_responsavel']);
      expect(todayInBrazil(new Date((row?.goes.getTime() ?? 0) - 1))).toBe(wanted);
      expect(todayInBrazil(row?.goes)).toBe(laterDay(wanted, 1));
      expect(await byCode(one.codigo)).toMatchObject({ faltaAte: wanted });
    }
    expect(lastDayWithoutGuardian(new Date('2026-11-23T02:59:59Z'), DEFAULT_RULES)).toBe('2026-12-22');
    await setDays('default');
  });
});

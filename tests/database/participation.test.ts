import { describe, expect, test } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { classForTests, day, said, TODAY } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';

/** What the lists make of a pupil, how a participation ends, and what is left of it. */
describe.each(engines)('$name', (engine) => {
  const {
    server,
    admin,
    asked,
    desk,
    state,
    followedOf,
    enrol,
    decide,
    undo,
    open,
    listed,
    noted,
    time,
    now,
    take,
    pupil,
    missing,
  } = classForTests(engine);
  const { rows: sql } = server;
  const absent = async () => (await desk('contagem_de_inscricoes', { filtro: { faltou: true } })).total;
  const end = async (inscricao: string, more: object = {}) =>
    asked('decidir_situacao', {
      inscricao,
      versao: (await state(inscricao)).version,
      situacao: 'desistiu',
      ultimo_dia: TODAY,
      porque: 'mudou',
      ...more,
    });

  test('three absences in a row wait for the desk, a justified one neither counts nor ends them; ‘voltou’ and being there do', async () => {
    const one = await pupil();
    await missing(one.id, 12, 10);
    await take({ [one.id]: 'justificada' }, { dia: day(8) }, admin);
    expect([await absent(), (await state(one.id)).absentOn]).toEqual([0, [day(12), day(10)]]);
    await missing(one.id, 6);
    const shown = { isAbsent: true, absentOn: [day(12), day(10), day(6)] };
    expect([await absent(), await state(one.id), await listed(one.id)]).toMatchObject([
      1,
      shown,
      [{ id: one.id }],
    ]);
    const { waiting: chips } = await desk('contagem_de_inscricoes', {});
    expect(chips).toMatchObject({ absent: 1 });
    const [row] = await listed(one.id, { faltou: true, ordem: 'espera', sentido: 'asc' });
    expect(todayInBrazil(new Date(row.waitingSince))).toBe(day(6));
    await sql('update private.configuracao set faltas_seguidas = 4');
    expect(await absent()).toBe(0);
    await sql('update private.configuracao set faltas_seguidas = default');

    const back = await asked('voltou', { inscricao: one.id });
    expect(back.body).toMatchObject({
      applied: true,
      version: 3,
      absentOn: [],
      history: [{ action: 'voltou', from: '3' }, {}],
    });
    expect((await noted(one.id)).at(-1)).toMatchObject({ acao: 'mudou', detalhes: { que: 'voltou' } });
    const { body: undone } = await undo(one.id);
    expect(undone).toMatchObject({ ...shown, undoUntil: null });
    expect(undone.history[0]).toMatchObject({ action: 'situacao-desfeita', from: 'voltou', to: null });
    await asked('voltou', { inscricao: one.id });
    const again = await asked('voltou', { inscricao: one.id });
    expect(again.body.history).toHaveLength(4); // nothing to say
    await missing(one.id, 5, 4, 3);
    expect((await state(one.id)).absentOn).toEqual([day(5), day(4), day(3)]);
    await take({}, { dia: day(2) }, admin); // nobody tapped them
    expect(await absent()).toBe(0);
    await take({ [one.id]: null }, { dia: day(2), pronta: false }, admin);
    expect(await absent()).toBe(1);
    await take({ [one.id]: 'presente' }, { dia: day(4) }, admin); // corrected
    expect((await state(one.id)).absentOn).toEqual([day(3)]);
    await take({}, {}, admin);
    expect((await state(one.id)).absentOn).toEqual([]);
  });

  test('a participation ends on its last day: the place is free, the next is who waits, and it is undone as it was', async () => {
    await sql('update private.turmas set vagas = 1 where id = $1', now.turma);
    const [one, next] = [await pupil(), await enrol()];
    await decide(next.id, 'lista-de-espera', { turma: now.turma });
    await missing(one.id, 6, 5, 4);
    const left = await end(one.id, { ultimo_dia: day(6), porque: 'faltas' });
    const ended = {
      applied: true,
      situation: 'desistiu',
      leftOn: day(6),
      leftBecause: 'faltas',
      classId: null,
      absentOn: [],
    };
    expect([left, await listed(one.id)]).toMatchObject([
      { status: 200, body: ended },
      [{ leftOn: day(6), leftBecause: 'faltas' }],
    ]);
    expect(await absent()).toBe(0);
    expect(await desk('proxima_da_espera', { turma: now.turma })).toBe(next.id);
    const undone = await undo(one.id);
    expect(undone.body).toMatchObject({
      applied: true,
      situation: 'aprovada',
      classId: now.turma,
      firstDay: day(30),
      leftOn: null,
      leftBecause: null,
      isAbsent: true,
    });
    await end(one.id);
    await decide(one.id, 'desistiu', { motivo: null }); // again: it is no other end
    expect(await state(one.id)).toMatchObject({ leftOn: TODAY, leftBecause: 'mudou' });
    const since =
      "update private.acompanhamentos set decidida_em = now() - interval '3 days' where inscricao_id = $1";
    await sql(since, one.id);
    const { decidida_em } = (await followedOf(one.id)) ?? {};
    for (const ultimo_dia of [day(31), day(35)]) // not before the first day, or long before it was said
      expect((await end(one.id, { ultimo_dia })).status).toBe(400);
    const right = await end(one.id, { ultimo_dia: day(29), porque: 'idade' }); // said again, it is corrected
    expect(right.body).toMatchObject({ applied: true, leftOn: day(29), leftBecause: 'idade' });
    expect(await followedOf(one.id)).toMatchObject({ decidida_em });
    expect((await undo(one.id)).body).toMatchObject({ leftOn: TODAY, leftBecause: 'mudou' });
    await decide(one.id, 'aprovada', { turma: now.turma }); // comes back: from now on, with no absence of then
    expect(await state(one.id)).toMatchObject({ leftOn: null, absentOn: [] });
    await decide(one.id, 'desistiu'); // as a page of before says it, or the family by its link
    expect(await state(one.id)).toMatchObject({ leftOn: TODAY, leftBecause: null });
  });

  test('a last day that cannot be, and an unknown reason, end nothing', async () => {
    const [one, newer] = [
      await pupil({}, { primeiro_dia: day(90) }),
      await pupil({}, { primeiro_dia: day(2) }),
    ];
    const wrong = said(
      'Confira por que saiu e o último dia: até hoje, não antes do primeiro, nem mais de 31 dias antes de anotado.',
    );
    for (const more of [{ ultimo_dia: day(-1) }, { ultimo_dia: day(32) }, { porque: 'sei lá' }])
      expect([more, await end(one.id, more)]).toMatchObject([more, wrong]);
    expect(await end(newer.id, { ultimo_dia: day(3) })).toMatchObject(wrong);
    expect((await end((await enrol()).id)).body).toMatchObject({ leftOn: null }); // who never was approved
    const tomorrow = await pupil({}, { primeiro_dia: day(-1) }); // never came
    expect((await end(tomorrow.id)).status).toBe(200);
  });

  test('retention counts from the last day, tells the direção thirty days before, and numbers of nobody stay', async () => {
    const one = await pupil();
    await missing(one.id, 6, 5);
    await take({}, { dia: day(4) }, admin);
    await end(one.id, { ultimo_dia: day(3), porque: 'trabalho' });
    const rule = await time(one.id);
    expect(rule).toMatchObject({ rule: 'participante', eraseOn: expect.stringContaining(day(3).slice(4)) });
    const soon = async () => (await desk('contagem_de_inscricoes', { filtro: { saemLogo: true } })).total;
    expect(await soon()).toBe(0);
    const ago = (interval: string) =>
      sql(
        `update private.acompanhamentos set saiu_em = (now() - $2::interval)::date, decidida_em = now() - $2::interval where inscricao_id = $1`,
        ...[one.id, interval],
      );
    await ago('11 months 10 days');
    const { rows } = await desk('lista_de_inscricoes', { filtro: { saemLogo: true } });
    expect([await soon(), rows]).toMatchObject([1, [{ id: one.id }]]);
    const other = await enrol();
    await decide(other.id, 'nao-aprovada');
    expect(await soon()).toBe(1);
    await ago('12 months 2 days');
    await sql(`select private.anotar('retencao')`);
    expect(await sql('select inscricoes from private.apagar_vencidas(10)')).toEqual([{ inscricoes: 1 }]);
    const second = await pupil();
    await missing(second.id, 6);
    await sql(
      `insert into private.apagamentos (inscricao_id, o_que, motivo) values ($1, 'inscricao', 'participante')`,
      second.id,
    ); // as a restore repeats it
    const months = new Map<string, { pessoas: number; presencas: number; faltas: number }>();
    for (const [ago, present] of [
      [6, 0],
      [5, 0],
      [4, 1],
      [6, 0],
    ] as const) {
      const mes = `${day(ago).slice(0, 7)}-01`;
      const known = months.get(mes) ?? { pessoas: 2, presencas: 0, faltas: 0 };
      months.set(mes, { ...known, presencas: known.presencas + present, faltas: known.faltas + 1 - present });
    }
    const numbers = await sql<{ mes: string }>(
      'select turma_id, mes::text, pessoas, presencas, faltas from private.participacoes_passadas where turma_id = $1 order by mes',
      now.turma,
    );
    if (months.size === 1)
      expect(numbers).toEqual([...months].map(([mes, of]) => ({ turma_id: now.turma, mes, ...of })));
    else expect(numbers.map(({ mes }) => mes)).toEqual([...months.keys()].sort()); // at the turn of a month
    await sql('delete from private.apagamentos where inscricao_id = $1', second.id);
  });

  test('a last day said weeks late erases nothing at once, and no document sooner', async () => {
    await sql('update private.configuracao set guardar_participante_meses = 1, guardar_documento_dias = 31');
    const one = await pupil({}, { primeiro_dia: day(90) });
    expect((await end(one.id, { ultimo_dia: day(31) })).status).toBe(200);
    await sql(`select private.anotar('retencao')`);
    expect(await sql('select inscricoes, documentos from private.apagar_vencidas(10)')).toEqual([
      { inscricoes: 0, documentos: 0 },
    ]);
    expect((await time(one.id)).eraseOn > day(-6)).toBe(true);
    await sql(
      'update private.configuracao set guardar_participante_meses = default, guardar_documento_dias = default',
    );
  });

  test('the days in class belong to the family’s own data, but where whereabouts are hidden', async () => {
    const one = await pupil();
    await missing(one.id, 2);
    await take({}, { dia: day(1) });
    const inData = async () => (await open(one.codigo)).dados.presencas;
    expect(await inData()).toEqual([
      { dia: day(1), marca: 'presente' },
      { dia: day(2), marca: 'falta' },
    ]);
    await desk('conferir_criterio', { inscricao: one.id, versao: 2, criterio: 'protegido', cumprido: true });
    expect(await inData()).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addClass, auditEntries, rpc } from '../support/desk.ts';
import { classForTests, day, said, TODAY } from '../support/desk-server.ts';
import { engines, waiting } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const REFUSED = { status: 403, body: { code: '42501' } };
/** What a list says of who was in the class and is no longer. */
const known = { name: expect.any(String), idade: expect.any(Number) };
const LATE = said('Este dia ainda não chegou, ou já passou do prazo para mudar a chamada.');

/** The lists of a class: who is on them, who takes them, and what telephones send. */
describe.each(engines)('$name', (engine) => {
  const around = classForTests(engine);
  const { server, admin, asked, desk, enrol, decide, undo, professor, secretaria, now } = around;
  const { take, pupil, read, idsOf, marksOf, missing, lists } = around;
  const { rows: sql } = server;
  const listOf = (mes: string | undefined, who = professor) =>
    desk('folha_da_turma', { turma: now.turma, com_saude: true, mes }, who);

  test('the list of a day has who is in the class by then, and names nobody; who is named, with health and whom to call, is recorded', async () => {
    const one = await pupil({ condicao_medica: 'sim', condicao_medica_detalhes: 'asma' });
    const newer = await pupil({}, { primeiro_dia: TODAY });
    await pupil({}, { primeiro_dia: day(-1) });
    await pupil({}, { turma: await addClass(server, randomUUID()) });
    await decide((await enrol()).id, 'lista-de-espera', { turma: now.turma });
    const binned = await pupil();
    await desk('apagar_inscricao', { inscricao: binned.id, confirmacao: binned.protocolo, motivo: 'teste' });
    const before = (await auditEntries(server)).length;
    const list = await read();
    expect(list).toEqual({
      ...{ day: TODAY, takenAt: null, takenBy: null, mayChange: true },
      pupils: expect.arrayContaining([{ id: one.id, mark: null, before: null }]),
    });
    expect(idsOf(list)).toEqual([one.id, newer.id].sort());
    expect(idsOf(await read(day(1)))).toEqual([one.id]);
    expect(await auditEntries(server)).toHaveLength(before);
    await take({ [one.id]: 'falta' });
    expect((await listOf(TODAY)).find(({ id }: { id: string }) => id === one.id)).toMatchObject({
      ...{ health: 'asma', telefoneResponsavel: '62900000001', marks: { [TODAY]: 'falta' } },
    });
    const seen = { acao: 'imprimiu_turma', quem: professor.userId, inscricao: one.id };
    expect((await auditEntries(server)).slice(before)).toContainEqual(
      expect.objectContaining({ ...seen, detalhes: { saude: true } }),
    );
  });

  test('each reaches what the role and the class allow, of every function: another’s class, an ended one and nobody’s say nothing', async () => {
    const other = await addClass(server, randomUUID());
    const ended = await addClass(server, randomUUID(), { professor: professor.userId, ativa: false });
    const stranger = await signedIn(server, { administrator: false });
    const calls = Object.entries({
      chamada_da_turma: { dia: TODAY },
      fazer_chamada: { dia: TODAY, marcas: {} },
      folha_da_turma: { mes: TODAY },
    });
    const before = await auditEntries(server);
    for (const [name, body] of calls) {
      for (const of of [other, ended, randomUUID()])
        expect([name, await asked(name, { ...body, turma: of }, professor)]).toMatchObject([name, REFUSED]);
      expect(await asked(name, { ...body, turma: now.turma }, stranger)).toMatchObject(REFUSED);
      const anon = await rpc(server, server.keys.anonKey, name, { ...body, turma: now.turma });
      expect(anon.status).toBeGreaterThan(400);
    }
    expect(await asked('voltou', { inscricao: randomUUID() }, professor)).toMatchObject(REFUSED);
    expect(await auditEntries(server)).toEqual(before);
    for (const [name, body] of calls)
      for (const of of [now.turma, other, ended])
        expect([name, (await asked(name, { ...body, turma: of }, secretaria)).status]).toEqual([name, 200]);
    expect(await take({}, { turma: randomUUID() }, admin)).toMatchObject(
      said('Esta turma não existe. Recarregue a página.'),
    );
  });

  test('one tap and ‘Pronto’: who was not tapped is there; a correction keeps what stood before, and who did what is recorded', async () => {
    const [one, two] = [await pupil(), await pupil()];
    const first = await take({ [one.id]: 'falta' });
    expect(first.body).toMatchObject({ takenAt: expect.any(String), takenBy: null }); // no e-mail
    await sql(`update private.administradores set nome = 'Rosa' where user_id = $1`, professor.userId);
    expect((await read()).takenBy).toBe('Rosa');
    expect(marksOf(first.body)).toEqual({ [one.id]: 'falta', [two.id]: 'presente' });
    await take({ [one.id]: 'justificada', [two.id]: 'presente' }, { pronta: false }, secretaria);
    const { pupils } = await read();
    expect(pupils).toHaveLength(2);
    expect(pupils).toContainEqual({ id: one.id, mark: 'justificada', before: 'falta' });
    expect(pupils).toContainEqual({ id: two.id, mark: 'presente', before: null });
    const detail = (marcas: number) => ({
      ...{ acao: 'mudou', detalhes: { que: 'chamada', turma: [now.turma], marcas } },
    });
    const entries = (await auditEntries(server)).filter(({ detalhes }) => detalhes.que === 'chamada');
    expect(entries.slice(-2)).toMatchObject([detail(2), { ...detail(1), quem: secretaria.userId }]);
    const later = await pupil({}, { primeiro_dia: TODAY });
    expect((await read()).takenAt).toBeNull(); // whoever came in between is not on it yet
    await take({});
    expect(marksOf(await read())).toEqual({
      ...{ [one.id]: 'justificada', [two.id]: 'presente', [later.id]: 'presente' },
    });
  });

  test('two telephones at once are one list, and neither touches what the other tapped', async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => pupil()))).map(({ id }) => id);
    const [a = '', b = '', c = ''] = ids;
    const { calls } = await server.database.asOwner(async (tx) => {
      await tx.query('select from private.turmas where id = $1 for update', [now.turma]);
      const both = [take({ [a]: 'falta' }), take({ [b]: 'falta', [c]: 'justificada' }, {}, secretaria)];
      await expect.poll(() => waiting(server)).toBe(2);
      return { calls: both };
    });
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
    // whichever came second had to correct the ‘presente’ of the other's ‘Pronto’
    const all = Object.fromEntries(ids.map((id) => [id, 'presente']));
    expect(marksOf(await read())).toEqual({ ...all, [a]: 'falta', [b]: 'falta', [c]: 'justificada' });
  });

  test('a list is changed for as many days as the role has, never for a day to come', async () => {
    const one = await pupil({}, { primeiro_dia: day(380) });
    const of = [
      [professor, 6],
      [secretaria, 364],
      [admin, 364],
    ] as const;
    for (const [who, last] of of) {
      expect([
        (await take({}, { dia: day(last) }, who)).status,
        (await read(day(last), who)).mayChange,
      ]).toEqual([200, true]);
      for (const other of [day(last + 1), day(-1), null, 'infinity', '-infinity'])
        expect([other, await take({}, { dia: other }, who)]).toMatchObject([other, { status: 400 }]);
      expect(await take({}, { dia: day(-1) }, who)).toMatchObject(LATE);
      expect((await read(day(-1), who)).mayChange).toBe(false);
    }
    expect((await lists()).map(({ inscricao_id: id }) => id)).toEqual([one.id, one.id]);
    const old = said('Aqui só este mês e o passado. Peça os outros à secretaria.');
    expect(await asked('chamada_da_turma', { turma: now.turma, dia: day(70) }, professor)).toMatchObject(old);
    expect(await asked('folha_da_turma', { turma: now.turma, mes: day(70) }, professor)).toMatchObject(old);
  });

  test.each([[null], [[]], ['falta'], [7], [{ x: 'faltou' }], [{ x: 1 }], [{ x: { y: 'falta' } }]])(
    '%j is no list: nothing is stored',
    async (marcas) => {
      await pupil();
      expect(await take(marcas)).toMatchObject(said('Confira a chamada.'));
      expect(await lists()).toEqual([]);
    },
  );

  test('null takes a mark away: absences count as before it, and the list is not taken', async () => {
    const [one, other] = [await pupil(), await pupil()];
    await missing(one.id, 2, 1);
    await take({});
    const absentOn = async () => (await desk('ficha', { inscricao: one.id })).absentOn;
    expect(await absentOn()).toEqual([]);
    const { body } = await take({ [one.id]: null }, { pronta: false });
    expect(marksOf(body)).toEqual({ [one.id]: null, [other.id]: 'presente' });
    expect([body.takenAt, await absentOn()]).toEqual([null, [day(2), day(1)]]);
  });

  test('who gets a class later, or is marked by a clock that was ahead, is on no list of before, and counts from what was', async () => {
    const one = await enrol();
    await decide(one.id, 'aprovada', { primeiro_dia: day(30) });
    await decide(one.id, 'aprovada', { turma: now.turma, primeiro_dia: day(30) });
    expect([idsOf(await read(day(1))), idsOf(await read())]).toEqual([[], [one.id]]);
    await sql(
      `insert into private.presencas (turma_id, dia, inscricao_id, marca) values ($1, $2, $3, 'presente')`,
      ...[now.turma, day(-5), one.id],
    );
    await take({ [one.id]: 'falta' });
    expect((await desk('ficha', { inscricao: one.id })).absentOn).toEqual([TODAY]);
  });

  test('who is not on the list is passed over, of another class, in the bin, erased or invented: the others are stored', async () => {
    const here = await pupil();
    const away = await pupil({}, { turma: await addClass(server, randomUUID()) });
    const binned = await pupil();
    await take({ [binned.id]: 'falta' }, { pronta: false });
    await desk('apagar_inscricao', { inscricao: binned.id, confirmacao: binned.protocolo, motivo: 'teste' });
    const ids = [here.id, away.id, binned.id, randomUUID(), 'x'];
    const { body } = await take(Object.fromEntries(ids.map((id) => [id, 'justificada'])));
    expect(marksOf(body)).toEqual({ [here.id]: 'justificada' });
    await desk('devolver_apagada', { inscricao: binned.id }); // whole, with its mark
    expect(marksOf(await read())).toEqual({ [here.id]: 'justificada', [binned.id]: 'falta' });
  });

  test('who moves to another class stays on the lists that were taken, without whom to call, and is on the new ones from that day on', async () => {
    const one = await pupil();
    await missing(one.id, 3);
    const other = await addClass(server, randomUUID(), { professor: professor.userId });
    await decide(one.id, 'aprovada', { turma: other, primeiro_dia: day(30) });
    expect([idsOf(await read(day(1))), idsOf(await read())]).toEqual([[one.id], []]);
    const ofOther = (dia: string) => read(dia, professor, other);
    expect([idsOf(await ofOther(day(1))), idsOf(await ofOther(TODAY))]).toEqual([[], [one.id]]);
    const row = { ...known, id: one.id, marks: { [day(3)]: 'falta' } };
    expect([await listOf(undefined), await listOf(day(3))]).toEqual([[], [row]]);
    await undo(one.id);
    expect(idsOf(await read(day(1)))).toEqual([one.id]);
    // the class ends into the other: its month stays readable for the desk
    await desk('terminar_turma', { turma: now.turma, para: other });
    expect([idsOf(await read(day(3), admin)), idsOf(await ofOther(TODAY))]).toEqual([[one.id], [one.id]]);
  });

  test('a list that is entered late has who took part on that day, who left or changed class since too', async () => {
    const other = await addClass(server, randomUUID(), { professor: professor.userId });
    const [left, moved, back] = [await pupil(), await pupil({}, { primeiro_dia: day(6) }), await pupil()];
    await decide(left.id, 'desistiu', { motivo: null, ultimo_dia: day(9), porque: 'mudou' });
    await decide(left.id, 'desistiu', { motivo: null, ultimo_dia: day(3), porque: 'mudou' }); // corrected
    await decide(moved.id, 'aprovada', { turma: other, primeiro_dia: day(6) });
    await decide(back.id, 'desistiu', { motivo: null, ultimo_dia: day(4) });
    await decide(back.id, 'aprovada', { turma: now.turma });
    const names = { [left.id]: 'left', [moved.id]: 'moved', [back.id]: 'back' };
    const inWords = (ids: string[]) =>
      ids
        .map((id) => names[id])
        .sort()
        .join(' ');
    const on = async (ago: number, turma = now.turma) =>
      inWords(idsOf(await read(day(ago), professor, turma)));
    expect([await on(4), await on(3), await on(2), await on(0)]).toEqual([
      'back left moved',
      'left moved',
      'moved',
      'back',
    ]);
    expect([await on(31), await on(1, other)]).toEqual(['', '']);
    // each is named in the whole month, as the list of a day asks for it, without whom to call
    const ofMonth = await listOf(`${day(3).slice(0, 7)}-01`, admin);
    expect(ofMonth).toContainEqual({ ...known, id: left.id, marks: {} });
    expect(inWords(idsOf({ pupils: ofMonth }))).toBe('back left moved');
    expect(await listOf(day(200), admin)).toMatchObject([{ id: back.id }]);
    const { body } = await take({ [left.id]: 'falta' }, { dia: day(3) });
    expect(marksOf(body)).toEqual({ [left.id]: 'falta', [moved.id]: 'presente' });
    // into the class and away again: of each day the class of that day
    await sql(
      `update private.historico set quando = now() - interval '5 days' where inscricao_id = $1 and antes ->> 'turma' = $2`,
      ...[moved.id, now.turma],
    );
    await decide(moved.id, 'aprovada', { turma: now.turma, primeiro_dia: day(6) });
    const ofEach = [await on(6), await on(5), await on(5, other), await on(0)];
    expect(ofEach).toEqual(['back left moved', 'back left', 'moved', 'back moved']);
  });
});

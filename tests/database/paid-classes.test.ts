import { describe, expect, test } from 'vitest';
import { addClass } from '../support/desk.ts';
import { deskForTests } from '../support/desk-server.ts';
import { IMPORTED } from '../support/people.ts';
import { engines } from '../support/server.ts';

// Classes outside of the project (decision 203).

describe.each(engines)('$name', (engine) => {
  const { desk, decide, undo } = deskForTests(engine);
  const decided = (situacao: string) => async (turma: string) => {
    const id = await desk.enrol();
    await decide(id, 1, situacao, { turma });
    return id;
  };
  const [approved, awaiting] = [decided('aprovada'), decided('lista-de-espera')];
  const ask = async (name: string, body: object = {}) => (await desk.administrator.rpc(name, body)).data;
  const classOf = async (id: string) =>
    (await ask('lista_de_turmas')).find((one: { id: string }) => one.id === id);
  const save = (turma: object) => desk.administrator.rpc('salvar_turma', { turma });
  const end = (turma: string, para: string) => desk.administrator.rpc('terminar_turma', { turma, para });
  const bin = (id: string, when: string) =>
    desk.server.rows(`update private.acompanhamentos set apagada_em = ${when} where inscricao_id = $1`, id);
  const refusal = (message: string) => ({ status: 400, error: { message } });
  const WHEN = { days: 'Sábado', time: '07:00' };

  test('a class outside of the project is of the timetable alone: nobody comes into it, by whatever way', async () => {
    const given = { name: 'Só de Quem Paga', ageFrom: 6, places: 5, teacher: null };
    expect(await save({ ...given, ofProject: true })).toMatchObject(
      refusal('Diga os dias e a hora: só uma turma fora do projeto fica a combinar.'),
    );
    const { data: paid } = await save({ ...given, ofProject: false });
    const nothing = { days: null, time: null, ageFrom: null, places: null, free: null, pupils: 0 };
    expect(await classOf(paid)).toMatchObject({ ofProject: false, ...nothing });
    const turma = await addClass(desk.server, 'Do Projeto');
    const [pupil, line] = [await approved(turma), await awaiting(turma)];
    const refused = refusal('Esta turma não é do projeto. Escolha outra.');
    for (const situacao of ['aprovada', 'lista-de-espera'])
      expect(await decide(await desk.enrol(), 1, situacao, { turma: paid })).toMatchObject(refused);
    expect(await end(turma, paid)).toMatchObject(refusal('Escolha outra turma para os alunos.'));
    const linhas = [{ linha: 2, turma: paid, primeiro_dia: '2024-02-01', respostas: IMPORTED }];
    const { error } = await desk.administrator.rpc('importar_participantes', { linhas, guardar: true });
    expect(error?.message).toContain('Confira a turma e o primeiro dia.');

    const inIt = 'Nesta turma há inscritos: ela é do projeto. Para mudar isso, encerre-a e faça outra.';
    await decide(line, 2, 'em-analise');
    await bin(pupil, 'now()'); // who may come back
    expect(await save({ id: turma, ofProject: false })).toMatchObject(refusal(inIt));
    await bin(pupil, 'null');
    await decide(pupil, 2, 'desistiu');
    expect((await save({ id: turma, ofProject: false })).data).toBe(turma);
    for (const id of [pupil, line])
      expect(await undo(id, 3)).toMatchObject(refusal('A turma não é mais do projeto. Decida de novo.'));
    await save({ id: turma, ofProject: true, ...WHEN });
    expect((await undo(line, 3)).data).toMatchObject({ applied: true, classId: turma });
  });

  test('who was in a class outside of the project before 2.0 stays in it, and on its list', async () => {
    const turma = await addClass(desk.server, 'De Antes');
    const id = await approved(turma);
    await desk.server.rows('update private.turmas set do_projeto = false where id = $1', turma);
    expect((await decide(id, 2, 'aprovada', { turma, primeiro_dia: '2027-01-11' })).status).toBe(200);
    expect(await ask('folha_da_turma', { turma })).toMatchObject([{ id }]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { addClass, auditEntries } from '../support/desk.ts';
import { type Desk, openDesk } from '../support/desk-server.ts';
import { engines, forTests, waiting } from '../support/server.ts';

const NOBODY = '00000000-0000-4000-8000-000000000001';

/** Places of a class, who waits for it and in which order, changing and ending it. Source: docs/ux.md §8.5, decision 138. */
describe.each(engines)('$name', (engine) => {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.clear());

  type Client = Desk['administrator'];
  const decide = (
    id: string,
    versao: number,
    situacao: string,
    more: object = {},
    who: Client = desk.administrator,
  ) => who.rpc('decidir_situacao', { inscricao: id, versao, situacao, ...more });
  const approved = async (turma: string) => {
    const id = await desk.enrol();
    await decide(id, 1, 'aprovada', { turma });
    return id;
  };
  const awaiting = async (turma: string) => {
    const id = await desk.enrol();
    await decide(id, 1, 'lista-de-espera', { turma });
    return id;
  };
  const classOf = async (id: string) => {
    const { data } = await desk.administrator.rpc('lista_de_turmas');
    return (data as { id: string; active: boolean }[]).find((one) => one.id === id);
  };
  const nextOf = async (turma: string) => (await desk.administrator.rpc('proxima_da_espera', { turma })).data;
  const save = (turma: object, who: Client = desk.administrator) => who.rpc('salvar_turma', { turma });
  const end = (turma: string, para: string | null = null) =>
    desk.administrator.rpc('encerrar_turma', { turma, para });
  const FULL = {
    status: 409,
    error: {
      code: 'PT409',
      hint: 'turma-cheia',
      message: expect.stringMatching(/^A turma .* está cheia: todas as vagas \(\d+\) estão ocupadas\.$/),
    },
  };

  test('twenty-five want twenty places of two desks at once: twenty get one, and more only when that is said', async () => {
    const turma = await addClass(desk.server, 'Vinte Vagas', { vagas: 20 });
    const ids: string[] = [];
    for (let at = 0; at < 25; at += 1) ids.push(await desk.enrol());
    const answers = await Promise.all(
      ids.map((id, at) => decide(id, 1, 'aprovada', { turma }, at % 2 ? desk.administrator : desk.colleague)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.flatMap((answer, at) =>
      answer.status === 200 ? [] : [{ ...answer, id: ids[at] ?? '' }],
    );
    for (const answer of refused) expect(answer).toMatchObject(FULL);
    expect(await classOf(turma)).toMatchObject({ pupils: 20 });
    const [last] = refused;
    const beyond = await decide(last?.id ?? '', 1, 'aprovada', { turma, alem_das_vagas: true });
    expect(beyond.data).toMatchObject({ applied: true, version: 2 });
    expect(await classOf(turma)).toMatchObject({ pupils: 21 });
    expect(await decide(refused[1]?.id ?? '', 1, 'aprovada', { turma })).toMatchObject(FULL);
  });

  test('site and desk say one number of places: who waits comes first', async () => {
    const turma = await addClass(desk.server, 'Lugares', { vagas: 20 });
    const free = async () => {
      const { vagas } = (await desk.server.value<{ vagas: { nome: string; restam: number }[] }>(
        'select public.formulario() as f',
      )) ?? { vagas: [] };
      return [vagas.find(({ nome }) => nome === 'Lugares')?.restam, await classOf(turma)];
    };
    expect(await free()).toEqual([20, expect.objectContaining({ pupils: 0, waiting: 0, free: 20 })]);
    for (let at = 0; at < 12; at += 1) await approved(turma);
    for (let at = 0; at < 3; at += 1) await awaiting(turma);
    expect(await free()).toEqual([5, expect.objectContaining({ pupils: 12, waiting: 3, free: 5 })]);
    await save({ id: turma, places: 14 });
    expect(await free()).toEqual([0, expect.objectContaining({ places: 14, free: 0 })]);
    await save({ id: turma, places: null });
    expect(await free()).toEqual([undefined, expect.objectContaining({ places: null, free: null })]);
  });

  test('two desks that approve for the last place in the same moment wait for one another', async () => {
    const turma = await addClass(desk.server, 'Uma Vaga', { vagas: 1 });
    const [one, other] = [await desk.enrol(), await desk.enrol()];
    let second: ReturnType<typeof decide> | undefined;
    await desk.server.database.asOwner(async (tx) => {
      await tx.query('select private.turma_para_decidir($1)', [turma]); // as the first does, not committed yet
      second = decide(other, 1, 'aprovada', { turma }, desk.colleague);
      second.then(() => {});
      await expect.poll(() => waiting(desk.server), { timeout: 60_000 }).toBe(1);
      await tx.query(
        `update private.acompanhamentos set situacao = 'aprovada', turma_id = $2, versao = 2 where inscricao_id = $1`,
        [one, turma],
      );
    });
    expect(await second).toMatchObject(FULL);
  });

  test('who is in a full class stays, moves out and leaves a place; its history has both classes', async () => {
    const [turma, other] = [
      await addClass(desk.server, 'Cheia', { vagas: 1 }),
      await addClass(desk.server, 'Com Vagas'),
    ];
    const id = await approved(turma);
    const dated = await decide(id, 2, 'aprovada', { turma, primeiro_dia: '2027-01-11' });
    expect(dated.data).toMatchObject({ applied: true, classId: turma });
    const { data } = await decide(id, 3, 'aprovada', { turma: other });
    expect((data as { history: object[] }).history).toMatchObject([
      { className: 'Com Vagas' },
      { className: 'Cheia' },
      { className: 'Cheia' },
    ]);
    expect((await decide(await desk.enrol(), 1, 'aprovada', { turma })).status).toBe(200);
  });

  test('a decision is not taken back into a place that somebody else has now', async () => {
    const [turma, other] = [
      await addClass(desk.server, 'Disputada', { vagas: 1 }),
      await addClass(desk.server, 'Outra'),
    ];
    const id = await approved(turma);
    await decide(id, 2, 'aprovada', { turma: other });
    const undo = (versao: number) => desk.administrator.rpc('voltar_decisao', { inscricao: id, versao });
    const taken = await approved(turma);
    expect(await undo(3)).toMatchObject({
      status: 409,
      error: {
        code: 'PT409',
        hint: 'turma-cheia',
        message: 'A vaga na turma Disputada já foi dada a outra pessoa. Decida de novo.',
      },
    });
    await decide(taken, 2, 'desistiu');
    expect((await undo(3)).data).toMatchObject({ applied: true, classId: turma });
  });

  test('nobody waits in no line, whoever asks for it, but where no class is offered', async () => {
    const turma = await addClass(desk.server, 'Com Fila');
    const id = await desk.enrol();
    for (const nobodys of [{}, { turma: null }])
      expect(await decide(id, 1, 'lista-de-espera', nobodys)).toMatchObject({
        status: 400,
        error: { code: '23514', message: 'Escolha a turma: cada uma tem a sua fila.' },
      });
    expect((await decide(id, 1, 'lista-de-espera', { turma })).data).toMatchObject({
      applied: true,
      classId: turma,
    });
    expect((await decide(id, 2, 'lista-de-espera')).status).toBe(400); // nor leaves it so
    expect(await nextOf(turma)).toBe(id);
    await desk.server.database.query('update private.turmas set do_projeto = not ativa where ativa');
    const { data } = await decide(await desk.enrol(), 1, 'lista-de-espera');
    expect(data).toMatchObject({ applied: true, classId: null });
    await desk.server.database.query('update private.turmas set do_projeto = true where ativa');
  });

  test('who waits is called in the order in which they began to, whatever is decided of them meanwhile', async () => {
    const [turma, other] = [
      await addClass(desk.server, 'Com Fila', { vagas: 0 }),
      await addClass(desk.server, 'Outra Fila'),
    ];
    const anywhere = await awaiting(other);
    await desk.server.database.query(
      `update private.acompanhamentos set turma_id = null where inscricao_id = $1`, // as it could be until 1.2
      [anywhere],
    );
    const [first, second, third] = [await awaiting(turma), await awaiting(turma), await awaiting(turma)];
    expect(await classOf(turma)).toMatchObject({ pupils: 0, waiting: 3 });
    expect(await nextOf(turma)).toBe(first);
    await decide(second, 2, 'lista-de-espera', { turma }); // again: keeps the place
    await decide(anywhere, 2, 'lista-de-espera', { turma }); // has waited for any class before them
    expect(await nextOf(turma)).toBe(anywhere);
    await decide(first, 2, 'lista-de-espera', { turma: other });
    await decide(first, 3, 'lista-de-espera', { turma }); // waits for it anew
    await desk.administrator.rpc('voltar_decisao', { inscricao: third, versao: 2 });
    const called = [];
    for (let id = await nextOf(turma); id; id = await nextOf(turma)) {
      called.push(id);
      const { data } = await desk.administrator.rpc('ficha', { inscricao: id });
      const { version } = data as { version: number };
      expect((await decide(id as string, version, 'aprovada', { turma, alem_das_vagas: true })).status).toBe(
        200,
      );
    }
    expect(called).toEqual([anywhere, second, first]);
    const { data } = await desk.administrator.rpc('voltar_decisao', { inscricao: second, versao: 4 });
    expect(data).toMatchObject({ applied: true, situation: 'lista-de-espera', classId: turma });
    expect(await nextOf(turma)).toBe(second);
    expect(await nextOf(NOBODY)).toBeNull();
  });

  test('who is in the bin has no place and does not wait; who comes back is in the class, also beyond its places', async () => {
    const turma = await addClass(desk.server, 'Da Lixeira', { vagas: 1 });
    const [id, line] = [await approved(turma), await awaiting(turma)];
    const bin = (inscricao: string, when: string) =>
      desk.server.database.query(
        `update private.acompanhamentos set apagada_em = ${when} where inscricao_id = $1`,
        [inscricao],
      );
    await bin(id, 'now()');
    await bin(line, 'now()');
    expect(await classOf(turma)).toMatchObject({ pupils: 0, waiting: 0 });
    expect(await nextOf(turma)).toBeNull();
    await approved(turma);
    await bin(id, 'null');
    expect(await classOf(turma)).toMatchObject({ pupils: 2 });
  });

  test('anybody is told how many places are left in the project’s classes that have a limit, and of nobody', async () => {
    await addClass(desk.server, 'Encerrada', { vagas: 5, ativa: false });
    await addClass(desk.server, 'De Quem Paga', { vagas: 5, do_projeto: false });
    await addClass(desk.server, 'Sem Limite');
    const turma = await addClass(desk.server, 'À Vista', { vagas: 3 });
    const shown = async () => {
      const { data } = await desk.visitor.rpc('formulario', {}, { get: true });
      const { vagas } = data as { vagas: { nome: string }[] };
      const others = ['Encerrada', 'De Quem Paga', 'Sem Limite'];
      expect(vagas.filter(({ nome }) => others.includes(nome))).toEqual([]);
      return vagas.filter(({ nome }) => nome.startsWith('À Vista'));
    };
    expect(await shown()).toEqual([{ nome: 'À Vista', restam: 3 }]);
    await approved(turma);
    await awaiting(turma); // comes before whoever enrols now
    expect(await shown()).toEqual([{ nome: 'À Vista', restam: 1 }]);
    await approved(turma);
    await approved(turma);
    expect(await shown()).toEqual([{ nome: 'À Vista', restam: 0 }]);
    const { data: twin } = await save({ name: 'À Vista', time: '07:00' }); // of the same name, without a limit
    await desk.server.database.query(`update private.turmas set dias = 'Sábado' where id = $1`, [turma]);
    expect(await shown()).toEqual([{ nome: 'À Vista · Sábado', restam: 0 }]);
    await end(String(twin));
  });

  test('a class is made and changed, with an entry of what changed', async () => {
    const { data: id } = await save({
      name: ' Capoeira ',
      modality: 'Capoeira',
      days: 'Terça e quinta',
      time: '17:30',
      ageFrom: 6,
      ageTo: 12,
      places: 20,
    });
    const entry = async () => (await auditEntries(desk.server)).at(-1);
    expect(await entry()).toMatchObject({
      acao: 'mudou_turma',
      detalhes: { que: 'nova-turma', turma: [id], colunas: expect.arrayContaining(['nome', 'vagas']) },
    });
    const made = {
      ...{
        id,
        name: 'Capoeira',
        modality: 'Capoeira',
        days: 'Terça e quinta',
        time: '17:30',
        ageFrom: 6,
      },
      ...{
        ageTo: 12,
        places: 20,
        ofProject: true,
        active: true,
        teacher: null,
        pupils: 0,
        waiting: 0,
        free: 20,
      },
    };
    expect(await classOf(String(id))).toEqual(made);
    expect((await save({ id, places: null, ageTo: 14 })).data).toBe(id);
    expect(await classOf(String(id))).toEqual({ ...made, places: null, free: null, ageTo: 14 });
    expect((await entry())?.detalhes).toEqual({ que: 'turma', turma: [id], colunas: ['idade_ate', 'vagas'] });
    const { data: record } = await desk.administrator.rpc('registro_de_acessos', { quantas: 1 });
    expect((record as { details: object }[])[0]?.details).toMatchObject({
      turma: ['Capoeira · 17:30 · Terça e quinta'],
    });
    expect(await save({ name: 'CAPOEIRA', days: 'terça e quinta', time: '17:30' })).toMatchObject({
      status: 400,
      error: { message: 'Já existe uma turma com este nome, horário e dias.' },
    });
    await approved(String(id));
    await save({ id, places: 0 }); // fewer than are there: they stay
    expect(await classOf(String(id))).toMatchObject({ places: 0, pupils: 1 });
    await end(String(id));
  });

  test.each([
    [{}, 'Escreva o nome da turma.'],
    [{ name: '  ' }, 'Escreva o nome da turma.'],
    [{ name: 'n'.repeat(121) }, 'Confira o nome da turma, com até 120 letras.'],
    [{ name: 'duas\nlinhas' }, 'Confira o nome da turma, com até 120 letras.'],
    [{ name: 7 }, 'Confira o nome da turma, com até 120 letras.'],
    [{ name: 'T', time: '18h' }, 'Confira o horário, como 18:00.'],
    [{ name: 'T', time: '24:00' }, 'Confira o horário, como 18:00.'],
    [{ name: 'T', places: -1 }, 'Confira as vagas, de 0 a 1000.'],
    [{ name: 'T', places: 1.5 }, 'Confira as vagas, de 0 a 1000.'],
    [{ name: 'T', places: '20' }, 'Confira as vagas, de 0 a 1000.'],
    [{ name: 'T', places: 1e300 }, 'Confira as vagas, de 0 a 1000.'],
    [{ name: 'T', ageFrom: 121 }, 'Confira as idades, de 0 a 120 anos.'],
    [{ name: 'T', ageFrom: 12, ageTo: 6 }, 'A primeira idade é maior que a última.'],
    [{ name: 'T', ofProject: 'sim' }, 'Confira os dados da turma.'],
    [{ name: 'T', ofProject: null }, 'Confira os dados da turma.'],
    [{ name: 'T', active: false }, 'Para encerrar a turma, diga para onde vão os alunos.'],
    [{ name: 'T', teacher: NOBODY }, 'Escolha um professor que entra na secretaria.'],
    [{ name: 'T', preco: 10 }, 'Confira os dados da turma.'],
    [{ id: NOBODY, name: 'T' }, 'Esta turma não existe. Recarregue a página.'],
    [['T'], 'Confira os dados da turma.'],
    [null, 'Confira os dados da turma.'],
  ])('%j is no class, and a sentence says why', async (turma, message) => {
    const count = async () => ((await desk.administrator.rpc('lista_de_turmas')).data as object[]).length;
    const before = await count();
    expect(await save(turma as object)).toMatchObject({ status: 400, error: { code: '23514', message } });
    expect(await count()).toBe(before);
  });

  test('two who make the same class at once make one', async () => {
    const turma = { name: 'Ao Mesmo Tempo', time: '07:00' };
    const answers = await Promise.all([save(turma), save(turma, desk.colleague)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a class that ends gives its people and its line to another, in order, and each history says so', async () => {
    const [turma, para] = [
      await addClass(desk.server, 'Que Acaba', { vagas: 1 }),
      await addClass(desk.server, 'Que Fica', { vagas: 2 }),
    ];
    const [pupil, line] = [await approved(turma), await awaiting(turma)];
    const later = await awaiting(para);
    await approved(para);
    await desk.administrator.rpc('anotar_mensagem', {
      inscricao: pupil,
      modelo: 'aprovada',
      para: 'pessoa',
    });
    expect((await end(turma, para)).data).toBe(2);
    expect(await classOf(turma)).toMatchObject({ active: false, pupils: 0, waiting: 0 });
    expect(await classOf(para)).toMatchObject({ pupils: 2, waiting: 2 });
    expect(await nextOf(para)).toBe(line); // has waited longer than `later`
    expect(later).not.toBe(line);
    const { data } = await desk.administrator.rpc('ficha', { inscricao: pupil });
    expect(data).toMatchObject({ version: 3, situation: 'aprovada', classId: para, toNotify: true });
    expect((data as { history: object[] }).history[0]).toMatchObject({
      from: 'aprovada',
      to: 'aprovada',
      className: 'Que Fica',
    });
    const entries = (await auditEntries(desk.server)).filter(({ acao }) => acao === 'mudou_turma');
    expect(entries.at(-1)).toMatchObject({
      detalhes: { que: 'turma-encerrada', turma: [turma, para], inscricoes: 2 },
    });
  });

  test('a class that ends without another keeps its people by its name, and takes nobody', async () => {
    const turma = await addClass(desk.server, 'Só o Nome');
    const [pupil, line] = [await approved(turma), await awaiting(turma)];
    expect((await end(turma)).data).toBe(0);
    expect(await classOf(turma)).toMatchObject({ active: false, pupils: 1, waiting: 1 });
    const dated = await decide(pupil, 2, 'aprovada', { turma, primeiro_dia: '2027-01-11' });
    expect(dated.data).toMatchObject({ applied: true, className: 'Só o Nome' });
    for (const [id, versao] of [
      [await desk.enrol(), 1],
      [line, 2],
    ] as const)
      expect(await decide(id, versao, 'aprovada', { turma })).toMatchObject({
        status: 400,
        error: { message: 'Esta turma foi encerrada. Escolha outra.' },
      });
    await save({ id: turma, active: true });
    expect((await decide(line, 2, 'aprovada', { turma })).status).toBe(200);
  });

  test('a class does not end into one without room for all, one that ended, itself or none, and nobody moves', async () => {
    const [turma, small, ended] = [
      await addClass(desk.server, 'Grande'),
      await addClass(desk.server, 'Pequena', { vagas: 1 }),
      await addClass(desk.server, 'Encerrada', { ativa: false }),
    ];
    for (let at = 0; at < 2; at += 1) await approved(turma);
    expect(await end(turma, small)).toMatchObject({
      status: 409,
      error: {
        hint: 'turma-cheia',
        message: 'Na turma Pequena não cabem todos. Vagas: 1. Alunos: 0. Viriam mais: 2.',
      },
    });
    for (const para of [ended, turma, NOBODY])
      expect(await end(turma, para)).toMatchObject({
        status: 400,
        error: { message: 'Escolha outra turma para os alunos.' },
      });
    expect((await end(NOBODY)).error?.message).toBe('Esta turma não existe. Recarregue a página.');
    expect((await end(ended)).error?.message).toBe('Esta turma já foi encerrada.');
    expect(await classOf(turma)).toMatchObject({ active: true, pupils: 2 });
  });
});

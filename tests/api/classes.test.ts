import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { schedule } from '../../content/home.ts';
import { classInWords } from '../../domain/timetable.ts';
import { addClass, auditEntries, restClient } from '../support/desk.ts';
import { type Desk, deskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** Places of a class, who waits for it and in which order, changing and ending it, its list for the teacher. Source: docs/ux.md §8.5, decision 138. */
describe.each(engines)('$name', (engine) => {
  const { desk, state, decide, undo } = deskForTests(engine);

  type Client = Desk['administrator'];
  const decided = (situacao: string) => async (turma: string) => {
    const id = await desk.enrol();
    await decide(id, 1, situacao, { turma });
    return id;
  };
  const [approved, awaiting] = [decided('aprovada'), decided('lista-de-espera')];
  const ask = async (name: string, body: object = {}) => (await desk.administrator.rpc(name, body)).data;
  const classOf = async (id: string) =>
    (await ask('lista_de_turmas')).find((one: { id: string }) => one.id === id);
  const nextOf = (turma: string) => ask('proxima_da_espera', { turma });
  const save = (turma: object | null, who: Client = desk.administrator) => who.rpc('salvar_turma', { turma });
  /** When a new class of the project is. */
  const WHEN = { days: 'Sábado', time: '07:00' };
  const end = (turma: string, para: string | null = null) =>
    desk.administrator.rpc('terminar_turma', { turma, para });
  const bin = (ids: string[], when: string) =>
    desk.server.rows(
      `update private.acompanhamentos set apagada_em = ${when} where inscricao_id = any ($1)`,
      ids,
    );
  const refusal = (message: string) => ({ status: 400, error: { message } });
  const full = (message: unknown) => ({
    status: 409,
    error: { code: 'PT409', hint: 'turma-cheia', message },
  });
  const TAKEN = /^A turma .* está cheia: todas as vagas \(\d+\) estão ocupadas\.$/;
  const FULL = full(expect.stringMatching(TAKEN));

  test('a new site has the classes of the public timetable', async () => {
    const rows = await desk.server.rows(
      `select t.nome, t.horario, t.dias, t.modalidade, t.do_projeto, t.ativa, private.turma_em_palavras(t) as palavras,
         coalesce(t.idade_de, t.idade_ate, t.vagas) is null as "nobody has said more"
       from private.turmas t`,
    );
    const wanted = schedule.map(({ name, time, days }) => ({
      ...{ nome: name, horario: time, dias: days, modalidade: name.replace(/ (Infantil|Juvenil.*)$/, '') },
      ...{ do_projeto: name !== 'Personal Fight', ativa: true, palavras: classInWords({ name, time, days }) },
      'nobody has said more': true,
    }));
    expect(rows).toHaveLength(wanted.length);
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });

  test('twenty-five want twenty places of two desks at once: twenty get one, and more only when that is said', async () => {
    const turma = await addClass(desk.server, 'Vinte Vagas', { vagas: 20 });
    const ids: string[] = [];
    for (let at = 0; at < 25; at += 1) ids.push(await desk.enrol());
    const answers = await Promise.all(
      ids.map((id, at) => decide(id, 1, 'aprovada', { turma }, at % 2 ? desk.administrator : desk.colleague)),
    );
    const refused = ids.filter((_, at) => answers[at]?.status !== 200);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(FULL);
    expect([refused.length, await classOf(turma)]).toMatchObject([5, { pupils: 20 }]);
    const beyond = await decide(refused[0] ?? '', 1, 'aprovada', { turma, alem_das_vagas: true });
    expect(beyond.data).toMatchObject({ applied: true, version: 2 });
    expect(await classOf(turma)).toMatchObject({ pupils: 21 });
    expect(await decide(refused[1] ?? '', 1, 'aprovada', { turma })).toMatchObject(FULL);
  });

  test('site and desk say one number of places, of the project’s classes that have a limit: who waits comes first', async () => {
    await desk.server.rows('update private.turmas set ativa = false where vagas is not null'); // of the tests before
    await addClass(desk.server, 'Encerrada', { vagas: 5, ativa: false });
    await addClass(desk.server, 'De Quem Paga', { vagas: 5, do_projeto: false });
    await addClass(desk.server, 'Sem Limite');
    const turma = await addClass(desk.server, 'À Vista', { vagas: 20 });
    const shown = async () => (await desk.visitor.rpc('formulario', {}, { get: true })).data.vagas;
    const expectFree = async (free: number | null, more: object) => {
      expect(await shown()).toEqual(free === null ? [] : [{ nome: 'À Vista', restam: free }]);
      expect(await classOf(turma)).toMatchObject({ free, ...more });
    };
    await expectFree(20, { pupils: 0, waiting: 0 });
    for (let at = 0; at < 12; at += 1) await approved(turma);
    for (let at = 0; at < 3; at += 1) await awaiting(turma);
    await expectFree(5, { pupils: 12, waiting: 3 });
    await save({ id: turma, places: 14 });
    await expectFree(0, { places: 14 });
    const { data: twin } = await save({ name: 'À Vista', ...WHEN }); // of the same name, without a limit
    await desk.server.rows(`update private.turmas set dias = 'Domingo' where id = $1`, turma);
    expect(await shown()).toEqual([{ nome: 'À Vista · Domingo', restam: 0 }]);
    await end(twin);
    await save({ id: turma, places: null });
    await expectFree(null, { places: null });
  });

  test('who is in a full class stays, moves out and leaves a place, and is not taken back into one that is gone', async () => {
    const [turma, other] = [
      await addClass(desk.server, 'Disputada', { vagas: 1 }),
      await addClass(desk.server, 'Outra'),
    ];
    const id = await approved(turma);
    const dated = await decide(id, 2, 'aprovada', { turma, primeiro_dia: '2027-01-11' });
    expect(dated.data).toMatchObject({ applied: true, classId: turma });
    expect((await undo(id, 3)).data).toMatchObject({ applied: true, classId: turma, firstDay: null });
    const { data } = await decide(id, 4, 'aprovada', { turma: other });
    const history = ['Outra', 'Disputada', 'Disputada', 'Disputada'].map((className) => ({ className }));
    expect(data).toMatchObject({ history });
    const taken = await approved(turma);
    expect(await decide(id, 5, 'aprovada', { turma })).toMatchObject(FULL); // who moves needs a place too
    const lost = full('A vaga na turma Disputada já foi dada a outra pessoa. Decida de novo.');
    expect(await undo(id, 5)).toMatchObject(lost);
    await decide(taken, 2, 'desistiu');
    expect((await undo(id, 5)).data).toMatchObject({ applied: true, classId: turma });
  });

  test('nobody waits in no line, whoever asks for it, but where no class is offered', async () => {
    const turma = await addClass(desk.server, 'Com Fila');
    const id = await desk.enrol();
    for (const nobodys of [{}, { turma: null }])
      expect(await decide(id, 1, 'lista-de-espera', nobodys)).toMatchObject(
        refusal('Escolha a turma: cada uma tem a sua fila.'),
      );
    const { data } = await decide(id, 1, 'lista-de-espera', { turma });
    expect(data).toMatchObject({ applied: true, classId: turma });
    expect((await decide(id, 2, 'lista-de-espera')).status).toBe(400); // nor leaves it so
    expect(await nextOf(turma)).toBe(id);
    await desk.server.rows('update private.turmas set do_projeto = not ativa where ativa');
    const anywhere = await decide(await desk.enrol(), 1, 'lista-de-espera');
    expect(anywhere.data).toMatchObject({ applied: true, classId: null });
    await desk.server.rows('update private.turmas set do_projeto = true where ativa');
  });

  test('who waits is called in the order in which they began to, whatever is decided of them meanwhile', async () => {
    const [turma, other] = [
      await addClass(desk.server, 'Com Fila', { vagas: 0 }),
      await addClass(desk.server, 'Outra Fila'),
    ];
    const anywhere = await awaiting(other);
    // as it could be until 1.2
    await desk.server.rows(
      'update private.acompanhamentos set turma_id = null where inscricao_id = $1',
      anywhere,
    );
    const [first, second, third] = [await awaiting(turma), await awaiting(turma), await awaiting(turma)];
    expect([await classOf(turma), await nextOf(turma)]).toMatchObject([{ pupils: 0, waiting: 3 }, first]);
    await decide(second, 2, 'lista-de-espera', { turma }); // again: keeps the place
    await decide(anywhere, 2, 'lista-de-espera', { turma }); // has waited for any class before them
    expect(await nextOf(turma)).toBe(anywhere);
    await decide(first, 2, 'lista-de-espera', { turma: other });
    await decide(first, 3, 'lista-de-espera', { turma }); // waits for it anew
    await undo(third, 2);
    const called = [];
    for (let id = await nextOf(turma); id; id = await nextOf(turma)) {
      called.push(id);
      const { version } = await state(id);
      const beyond = await decide(id, version, 'aprovada', { turma, alem_das_vagas: true });
      expect(beyond.status).toBe(200);
    }
    expect(called).toEqual([anywhere, second, first]);
    const { data } = await undo(second, 4);
    expect(data).toMatchObject({ applied: true, situation: 'lista-de-espera', classId: turma });
    await undo(first, 5); // waits again since it came back
    expect([await nextOf(turma), await nextOf(randomUUID())]).toEqual([second, null]);
  });

  test('who is in the bin has no place and does not wait; who comes back is in the class, also beyond its places', async () => {
    const turma = await addClass(desk.server, 'Da Lixeira', { vagas: 1 });
    const [id, line] = [await approved(turma), await awaiting(turma)];
    await bin([id, line], 'now()');
    expect([await classOf(turma), await nextOf(turma)]).toMatchObject([{ pupils: 0, waiting: 0 }, null]);
    await approved(turma);
    await bin([id], 'null');
    expect(await classOf(turma)).toMatchObject({ pupils: 2 });
  });

  test('a class is made and changed, with an entry of what changed; of two who make the same at once one does', async () => {
    const given = {
      ...{ days: 'Terça e quinta', time: '17:30', ageFrom: 6, ageTo: 12, places: 20 },
    };
    const turma = { name: ' Capoeira ', ...given };
    const answers = await Promise.all([save(turma), save({ ...turma, name: 'CAPOEIRA' }, desk.colleague)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const id = answers.find(({ data }) => data)?.data;
    const entry = async () => (await auditEntries(desk.server)).at(-1);
    const colunas = expect.arrayContaining(['nome', 'vagas']);
    expect(await entry()).toMatchObject({
      ...{ acao: 'mudou_turma', detalhes: { que: 'nova-turma', turma: [id], colunas } },
    });
    expect((await save({ id, name: 'Capoeira', modality: null })).status).toBe(200); // as a page of 1.2
    const made = {
      ...{ ...given, id, name: 'Capoeira', ofProject: true, active: true, teacher: null },
      ...{ pupils: 0, waiting: 0, free: 20 },
    };
    expect(await classOf(id)).toEqual(made);
    expect((await save({ id, places: null, ageFrom: 14, ageTo: 14 })).data).toBe(id);
    expect(await classOf(id)).toEqual({ ...made, places: null, free: null, ageFrom: 14, ageTo: 14 });
    const changed = ['idade_ate', 'idade_de', 'vagas'];
    expect((await entry())?.detalhes).toEqual({ que: 'turma', turma: [id], colunas: changed });
    expect((await save({ id, active: false })).status).toBe(400); // ending it asks for its people
    const [record] = await ask('registro_de_acessos', { quantas: 1 });
    expect(record.details).toMatchObject({ turma: ['Capoeira · 17:30 · Terça e quinta'] });
    const again = refusal('Já existe uma turma com este nome, horário e dias.');
    expect(await save({ name: 'CAPOEIRA', days: 'terça e quinta', time: '17:30' })).toMatchObject(again);
    await approved(id);
    await save({ id, places: 0 }); // fewer than are there: they stay
    expect(await classOf(id)).toMatchObject({ places: 0, pupils: 1 });
  });

  const T = { name: 'T', ...WHEN };
  test.each<[message: string, ...turmas: unknown[]]>([
    ['Escreva o nome da turma.', {}, { name: '  ' }],
    [
      'Confira o nome da turma, com até 120 letras.',
      ...[{ name: 'n'.repeat(121) }, { name: 'duas\nlinhas' }, { name: 7 }],
    ],
    ['Confira o horário, como 18:00.', { ...T, time: '18:60' }, { ...T, time: '24:00' }],
    ['Confira as vagas, de 0 a 1000.', ...[-1, 1.5, '20', 1_001].map((places) => ({ ...T, places }))],
    ['Confira as idades, de 0 a 120 anos.', { ...T, ageFrom: 121 }, { ...T, ageTo: 121 }],
    ['A primeira idade é maior que a última.', { ...T, ageFrom: 12, ageTo: 6 }],
    ['Para encerrar a turma, diga para onde vão os alunos.', { ...T, active: false }],
    ['Escolha um professor que entra na secretaria.', { ...T, teacher: randomUUID() }],
    ['Esta turma não existe. Recarregue a página.', { ...T, id: randomUUID() }],
    [
      'Confira os dados da turma.',
      ...[{ ...T, ofProject: 'sim' }, { ...T, ofProject: null }, { ...T, preco: 10 }, ['T'], null],
    ],
  ])('“%s” is said of what is no class: %j, %j', async (message, ...turmas) => {
    const count = async () => (await ask('lista_de_turmas')).length;
    const before = await count();
    for (const turma of turmas)
      expect([turma, await save(turma as object)]).toMatchObject([
        ...[turma, { status: 400, error: { code: '23514', message } }],
      ]);
    expect(await count()).toBe(before);
  });

  test('a class that ends gives its people and its line to another, in order, and each history says so', async () => {
    const [turma, para] = [
      await addClass(desk.server, 'Que Acaba', { vagas: 1 }),
      await addClass(desk.server, 'Que Fica', { vagas: 2 }),
    ];
    await bin([await approved(turma)], 'now()'); // who is there does not come along
    const [pupil, line] = [await approved(turma), await awaiting(turma)];
    await awaiting(para);
    await approved(para);
    await ask('anotar_mensagem', { inscricao: pupil, modelo: 'aprovada', para: 'pessoa' });
    expect((await end(turma, para)).data).toBe(2);
    expect(await classOf(turma)).toMatchObject({ active: false, pupils: 0, waiting: 0 });
    expect(await classOf(para)).toMatchObject({ pupils: 2, waiting: 2 });
    expect(await nextOf(para)).toBe(line); // has waited longer
    const now = { version: 3, situation: 'aprovada', classId: para, toNotify: true };
    expect(await state(pupil)).toMatchObject({
      ...{ ...now, history: [{ from: 'aprovada', to: 'aprovada', className: 'Que Fica' }, {}, {}] },
    });
    const entries = (await auditEntries(desk.server)).filter(({ acao }) => acao === 'mudou_turma');
    const detalhes = { que: 'turma-encerrada', turma: [turma, para], inscricoes: 2 };
    expect(entries.at(-1)).toMatchObject({ detalhes });
  });

  test('a class that ends without another keeps its people by its name, and takes nobody', async () => {
    const turma = await addClass(desk.server, 'Só o Nome');
    const [pupil, line] = [await approved(turma), await awaiting(turma)];
    expect((await end(turma)).data).toBe(0);
    expect(await classOf(turma)).toMatchObject({ active: false, pupils: 1, waiting: 1 });
    const dated = await decide(pupil, 2, 'aprovada', { turma, primeiro_dia: '2027-01-11' });
    expect(dated.data).toMatchObject({ applied: true, className: 'Só o Nome' });
    const ended = refusal('Esta turma foi encerrada. Escolha outra.');
    expect(await decide(await desk.enrol(), 1, 'aprovada', { turma })).toMatchObject(ended);
    expect(await decide(line, 2, 'aprovada', { turma })).toMatchObject(ended);
    expect((await save({ id: turma, places: 3 })).data).toBe(turma);
    const all: { name: string; active: boolean }[] = await ask('lista_de_turmas');
    const { compare } = new Intl.Collator('pt-BR');
    const inOrder = all.toSorted((a, b) => +b.active - +a.active || compare(a.name, b.name));
    expect(all).toEqual(inOrder);
    const { data: twin } = await save({ name: 'Só o Nome', ofProject: false });
    expect((await save({ id: turma, active: true })).status).toBe(400);
    await end(twin);
    await save({ id: turma, active: true });
    expect((await decide(line, 2, 'aprovada', { turma })).status).toBe(200);
  });

  test('a class does not end into one without room for all, one that ended, itself or none, and nobody moves', async () => {
    const [turma, small, ended] = [
      await addClass(desk.server, 'Grande'),
      await addClass(desk.server, 'Pequena', { vagas: 1 }),
      await addClass(desk.server, 'Que Acabou', { ativa: false }),
    ];
    for (let at = 0; at < 2; at += 1) await approved(turma);
    const room = 'Na turma Pequena não cabem todos. Vagas: 1. Alunos: 0. Viriam mais: 2.';
    expect(await end(turma, small)).toMatchObject({
      status: 409,
      error: { hint: 'turma-cheia', message: room },
    });
    for (const para of [ended, turma, randomUUID()])
      expect(await end(turma, para)).toMatchObject(refusal('Escolha outra turma para os alunos.'));
    expect(await end(randomUUID())).toMatchObject(refusal('Esta turma não existe. Recarregue a página.'));
    expect(await end(ended)).toMatchObject(refusal('Esta turma já foi encerrada.'));
    expect(await classOf(turma)).toMatchObject({ active: true, pupils: 2 });
  });

  test('the list has the people of one class by name, health only when asked, and an entry of each; a professor reads the own active classes’, without weight and height', async () => {
    const person = await signedIn(desk.server, { administrator: true, role: 'professor' });
    const professor = restClient(desk.server, person.token);
    const given = { name: 'Do Professor', days: 'Sábado', time: '07:00', places: 20 };
    const { data: own } = await save({ ...given, teacher: person.userId });
    const ended = await addClass(desk.server, 'Do Professor Até Ontem', {
      professor: person.userId,
      ativa: false,
    });
    const others = await addClass(desk.server, 'De Outra Pessoa');
    const born = await desk.server.value<string>(
      `select ((now() at time zone 'America/Sao_Paulo')::date - interval '10 years')::date::text as born`,
    );
    const approve = async (answers: object, turma = own) => {
      const id = await desk.enrol(answers);
      await decide(id, 1, 'aprovada', { turma });
      return id;
    };
    const zelia = await approve({ nome_completo: 'Aba', nome_social: 'Zélia', nome_responsavel: null });
    const agata = await approve({
      ...{ nome_completo: 'Ágata', data_nascimento: born, contato_recados: 'Vizinha, (62) 3300-9999' },
      ...{ condicao_medica: 'sim', condicao_medica_detalhes: 'asma' },
    });
    await desk.server.rows('update public.inscricoes_projeto set idade = 9 where id = $1', agata);
    await approve({ nome_completo: 'De Outra Turma' }, others);
    await awaiting(own);
    await decide(await approve({ nome_completo: 'Que Desistiu' }), 2, 'desistiu');

    const [none, size] = [
      { peso: null, altura: null },
      { peso: ROW.peso, altura: ROW.altura },
    ];
    const shown = {
      ...{ id: agata, marks: {}, name: 'Ágata', idade: 10, health: 'asma', ...size }, // today's age
      ...{ nomeResponsavel: ROW.nome_responsavel, telefoneResponsavel: ROW.telefone_responsavel },
      ...{ contatoRecados: 'Vizinha, (62) 3300-9999', telefoneWhatsapp: expect.stringMatching(/^6290/) },
      ...{ newPhone: null, isUnconfirmed: false, noImage: false, lines: null, runsOut: null },
    };
    const second = { name: 'Zélia', health: null, nomeResponsavel: null };
    const before = (await auditEntries(desk.server)).length;
    for (const [who, com_saude, more] of [
      [desk.administrator, true, {}],
      [desk.administrator, undefined, { ...none, health: null }],
      [professor, true, none],
      [professor, false, { ...none, health: null }],
    ] as const) {
      const { data } = await who.rpc('folha_da_turma', { turma: own, com_saude });
      expect(data).toEqual([{ ...shown, ...more }, expect.objectContaining({ ...size, ...more, ...second })]);
    }
    expect(await ask('folha_da_turma', { turma: randomUUID(), com_saude: true })).toEqual([]);
    const entries = (await auditEntries(desk.server)).slice(before);
    expect(entries.map(({ acao, inscricao, detalhes }) => [acao, inscricao, detalhes])).toEqual(
      [true, false, true, false].flatMap((saude) =>
        [agata, zelia].map((id) => ['imprimiu_turma', id, { saude }]),
      ),
    );
    expect(entries.at(-1)?.quem).toBe(person.userId);

    const classes = async () => (await professor.rpc('turmas_do_professor')).data;
    expect(await classes()).toEqual([{ id: own, ...given, pupils: 2 }]);
    const refused = { status: 403, error: { code: '42501' } };
    for (const turma of [ended, others])
      expect(await professor.rpc('folha_da_turma', { turma, com_saude: true })).toMatchObject(refused);
    await save({ id: own, teacher: null });
    expect(await professor.rpc('folha_da_turma', { turma: own })).toMatchObject(refused);
    expect(await classes()).toEqual([]);
    await save({ id: others, teacher: person.userId });
    const disabled = 'update private.administradores set desativado_em = now() where user_id = $1';
    await desk.server.rows(disabled, person.userId);
    expect((await save({ id: others, places: 21 })).status).toBe(200); // it stays theirs
    expect((await save({ id: own, teacher: person.userId })).status).toBe(400);
  });
});

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preparedMessages } from '../../domain/desk/family-message.ts';
import { answersOf, type StoredEnrolment } from '../../domain/desk/sheet.ts';
import { SITUATIONS, type Situation } from '../../domain/desk/situations.ts';
import { addClass, auditEntries } from '../support/desk.ts';
import { type Desk, openDesk } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';

/** Class and first day of an approved person, which families are to be told, and the teacher's list. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  let group: string;
  let other: string;
  const desk = forTests(() => openDesk(engine));
  beforeAll(async () => {
    [group, other] = [await addClass(desk.server, 'Turma de Teste'), await addClass(desk.server, 'Outra')];
  });
  beforeEach(() => desk.clear());

  const decide = (inscricao: string, versao: number, situacao: string, more: object = {}) =>
    desk.administrator.rpc('decidir_situacao', { inscricao, versao, situacao, motivo: 'motivo', ...more });
  const prepare = (inscricao: string, modelo: string) =>
    desk.administrator.rpc('anotar_mensagem', { inscricao, modelo, para: 'pessoa' });
  const approve = async (answers: Parameters<Desk['enrol']>[0] = {}, turma = group) => {
    const id = await desk.enrol(answers);
    await decide(id, 1, 'aprovada', { turma });
    return id;
  };
  const toTell = () => desk.find({ avisar: true });

  test('an approved person has a class and a first day, in the state and in the list', async () => {
    const id = await desk.enrol();
    const given = {
      situacao: 'aprovada',
      turma: group,
      turmaNome: 'Turma de Teste',
      primeiroDia: '2027-01-11',
      aAvisar: true,
    };
    const answer = await decide(id, 1, 'aprovada', { turma: group, primeiro_dia: '2027-01-11' });
    expect(answer.data).toMatchObject(given);
    const { data } = await desk.administrator.rpc('lista_de_inscricoes', { filtro: {} });
    expect((data as { linhas: unknown[] }).linhas).toEqual([expect.objectContaining(given)]);
    expect((await decide(id, 2, 'aprovada')).data).toMatchObject({
      turma: null,
      turmaNome: null,
      primeiroDia: null,
    });
  });

  test.each(Object.keys(SITUATIONS).filter((code) => code !== 'aprovada'))(
    'with %s there is no first day, and a class only to wait for, also when they are given',
    async (situacao) => {
      const id = await approve();
      const given = { turma: group, primeiro_dia: '2027-01-11' };
      expect((await decide(id, 2, situacao, given)).data).toMatchObject({
        situacao,
        turma: situacao === 'lista-de-espera' ? group : null,
        primeiroDia: null,
      });
    },
  );

  test.each([
    [{ turma: 'Turma de Teste' }],
    [{ turma: '00000000-0000-4000-8000-000000000001' }],
    [{ primeiro_dia: 'infinity' }],
    [{ primeiro_dia: '1999-12-31' }],
    [{ primeiro_dia: '2027-02-30' }],
    [{ primeiro_dia: 'segunda' }],
  ])('%j is refused and changes nothing', async (wrong) => {
    const id = await desk.enrol();
    const answer = await decide(id, 1, 'aprovada', wrong);
    expect(answer.status).toBe(400);
    if (answer.error?.code === '23514')
      expect(answer.error.message).toMatch(
        /^(Confira o primeiro dia|Esta turma não existe\. Escolha outra)\.$/,
      );
    expect((await decide(id, 1, 'aprovada', { turma: group })).data).toMatchObject({ versao: 2 });
  });

  test.each(Object.keys(SITUATIONS) as Situation[])(
    'the family is to be told of %s when it has a message of its own, until that one was prepared',
    async (situacao) => {
      const id = await desk.enrol();
      const [message] = preparedMessages(
        { ...answersOf(ROW), dataNascimento: '1990-03-05' } as StoredEnrolment,
        {
          situation: situacao,
          reason: 'motivo',
          className: null,
          firstDay: null,
          newPhone: null,
          link: null,
          guardianPhone: null,
          guardianUntil: '',
          confirmed: true,
          eraseOn: null,
          today: '2026-12-20',
          own: {},
        },
      );
      const expected = message?.model === 'contato' ? [] : ['Pessoa'];
      const names = async () => (await toTell()).map((name) => name.split(' ')[0]);
      const turma = situacao === 'lista-de-espera' ? group : null;
      expect((await decide(id, 1, situacao, { turma })).data).toMatchObject({ aAvisar: expected.length > 0 });
      expect(await names()).toEqual(expected);
      expect((await prepare(id, 'responsavel')).data).toMatchObject({ aAvisar: expected.length > 0 });
      expect((await prepare(id, message?.model ?? '')).data).toMatchObject({ aAvisar: false, versao: 2 });
      expect(await names()).toEqual([]);
    },
  );

  test('a row of the list has the reason only where the spreadsheet asks for it', async () => {
    await decide(await desk.enrol(), 1, 'nao-aprovada');
    const reasons = async (colunas?: string[]) => {
      const { data } = await desk.administrator.rpc('lista_de_inscricoes', { filtro: { colunas } });
      return (data as { linhas: { motivo: string | null; inscricao: object | null }[] }).linhas.map(
        ({ motivo, inscricao }) => [motivo, Object.keys(inscricao ?? {})],
      );
    };
    expect(await reasons(['id', 'motivo'])).toEqual([['motivo', ['id']]]);
    expect((await reasons(['*']))[0]?.[0]).toBeNull();
    expect(await reasons()).toEqual([[null, []]]);
  });

  test('a family is told again when what was said changes, and not when it stays', async () => {
    const id = await approve();
    await prepare(id, 'aprovada');
    expect((await decide(id, 2, 'aprovada', { turma: group })).data).toMatchObject({ aAvisar: false });
    expect((await decide(id, 3, 'aprovada', { turma: other })).data).toMatchObject({ aAvisar: true });
    expect((await prepare(id, 'espera')).data).toMatchObject({ aAvisar: true }); // made by who had not seen the decision
    await prepare(id, 'aprovada');
    await decide(id, 4, 'lista-de-espera', { turma: group });
    expect((await prepare(id, 'ainda-quer')).data).toMatchObject({ aAvisar: false });
  });

  test('who was told of a decision that is then taken back is told again', async () => {
    const undo = (inscricao: string, versao: number) =>
      desk.administrator.rpc('voltar_decisao', { inscricao, versao });
    const id = await desk.enrol();
    await decide(id, 1, 'lista-de-espera', { turma: group });
    await prepare(id, 'espera');
    await decide(id, 2, 'aprovada');
    expect((await undo(id, 3)).data).toMatchObject({ aAvisar: false }); // nobody heard of it
    await decide(id, 4, 'aprovada');
    await prepare(id, 'aprovada');
    expect((await undo(id, 5)).data).toMatchObject({ situacao: 'lista-de-espera', aAvisar: true });
  });

  test('the teacher’s list has the people of one class by name, and health only when asked', async () => {
    const born = await desk.server.value<string>(
      `select ((now() at time zone 'America/Sao_Paulo')::date - interval '10 years')::date::text as born`,
    );
    await approve({ nome_completo: 'Zélia de Teste', nome_responsavel: null, telefone_responsavel: null });
    const child = await approve({
      nome_completo: 'Ágata de Teste',
      data_nascimento: born,
      contato_recados: 'Vizinha, (62) 3300-9999',
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'asma',
    });
    await desk.server.database.query('update public.inscricoes_projeto set idade = 9 where id = $1', [child]);
    await approve({ nome_completo: 'De Outra Turma' }, other);
    await decide(await desk.enrol({ nome_completo: 'Que Espera' }), 1, 'lista-de-espera', { turma: group });
    await decide(await approve({ nome_completo: 'Que Desistiu' }), 2, 'desistiu');
    const list = async (body: object) => (await desk.administrator.rpc('folha_da_turma', body)).data;

    const { data: classes } = await desk.administrator.rpc('lista_de_turmas');
    expect((classes as { pupils: number }[]).filter(({ pupils }) => pupils > 0)).toMatchObject([
      { id: other, name: 'Outra', pupils: 1, waiting: 0 },
      { id: group, name: 'Turma de Teste', pupils: 2, waiting: 1 },
    ]);
    const agata = {
      nomeCompleto: 'Ágata de Teste',
      idade: 10, // today's, not the one of the day it was sent
      peso: ROW.peso,
      altura: ROW.altura,
      nomeResponsavel: ROW.nome_responsavel,
      telefoneResponsavel: ROW.telefone_responsavel,
      contatoRecados: 'Vizinha, (62) 3300-9999',
      telefoneWhatsapp: expect.stringMatching(/^6290/),
      newPhone: null,
      isUnconfirmed: false,
      health: 'asma',
    };
    expect(await list({ turma: group, com_saude: true })).toEqual([
      agata,
      expect.objectContaining({ nomeCompleto: 'Zélia de Teste', health: null, peso: ROW.peso, nomeResponsavel: null }),
    ]);
    const without = { peso: null, altura: null, health: null };
    for (const body of [{ turma: group, com_saude: false }, { turma: group }])
      expect(await list(body)).toEqual([{ ...agata, ...without }, expect.objectContaining(without)]);
    expect(await list({ turma: '00000000-0000-4000-8000-000000000001', com_saude: true })).toEqual([]);
  });

  test('each person on the list has an audit entry, which says whether health was on it', async () => {
    const ids = [await approve({ nome_completo: 'Bia' }), await approve({ nome_completo: 'Ana' })].reverse();
    const before = (await auditEntries(desk.server)).length;
    await desk.administrator.rpc('folha_da_turma', { turma: group, com_saude: true });
    await desk.administrator.rpc('folha_da_turma', { turma: group, com_saude: false });
    const entries = (await auditEntries(desk.server)).slice(before);
    expect(entries.map(({ acao, inscricao, detalhes }) => [acao, inscricao, detalhes])).toEqual(
      [true, false].flatMap((saude) => ids.map((id) => ['imprimiu_turma', id, { saude }])),
    );
    await desk.administrator.rpc('lista_de_turmas'); // names nobody
    expect(await auditEntries(desk.server)).toHaveLength(before + 4);
  });
});

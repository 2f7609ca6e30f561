import type { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { addClass, auditEntries, enrolled, enrolledAlone, restClient, rpc } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { bornYearsAgo } from '../support/people.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const GUARDIAN = { nome: 'Responsável Que Veio', telefone: '62988880001' };

/** The guardian that a minor's enrolment lacks, given by the family's link. */
describe.each(engines)('$name', (engine) => {
  let family: PostgrestClient;
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    family = restClient(server);
  });

  const alone = (answers: object = {}) => enrolledAlone(server, { nome_responsavel: null, ...answers });
  const give = (codigo: string, given: object = GUARDIAN) =>
    family.rpc('enviar_responsavel', { codigo, ...given });
  const seenBy = async (codigo: string) => (await family.rpc('situacao_da_inscricao', { codigo })).data;
  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const state = (inscricao: string) => desk('ficha', { inscricao });
  const rule = async (inscricao: string) =>
    (await desk('dias_de_guarda', { inscricoes: [inscricao] }))[0]?.rule;
  const listed = async (filtro: object, inscricao: string) =>
    (await desk('lista_de_inscricoes', { filtro })).rows.find(({ id }: { id: string }) => id === inscricao);
  const NOTHING = { falta: [], faltaAte: null };

  test('it stops the erasing at once, stands beside the answers, and the desk is told', async () => {
    const one = await alone();
    expect(await rule(one.id)).toBe('sem_responsavel');
    expect(await seenBy(one.codigo)).toMatchObject({
      falta: ['nomeResponsavel', 'telefoneResponsavel'],
      faltaAte: laterDay(todayInBrazil(), 20),
    });
    expect(await listed({ semResponsavel: true }, one.id)).toMatchObject({ hasNewGuardian: false });

    expect(await give(one.codigo)).toMatchObject({ status: 200, data: { recebido: true, ...NOTHING } });
    expect(await rule(one.id)).toBe('sem_decisao');
    expect(await seenBy(one.codigo)).toMatchObject(NOTHING);
    const now = await state(one.id);
    expect(now).toMatchObject({
      guardianName: GUARDIAN.nome,
      guardianPhone: GUARDIAN.telefone,
      hasNewGuardian: true,
      version: 1,
      criteria: { responsavel: false },
      history: [{ action: 'responsavel', by: null, reason: GUARDIAN.telefone }],
    });
    expect(await listed({ semResponsavel: true }, one.id)).toBeUndefined();
    expect(await listed({ busca: 'que veio' }, one.id)).toMatchObject({
      guardianName: GUARDIAN.nome,
      guardianPhone: GUARDIAN.telefone,
      hasNewGuardian: true,
    });
    expect(await listed({ busca: '62988880001' }, one.id)).toBeDefined();
    expect(
      await server.rows(
        'select nome_responsavel, telefone_responsavel from public.inscricoes_projeto where id = $1',
        one.id,
      ),
    ).toEqual([{ nome_responsavel: null, telefone_responsavel: ' ' }]);
    expect((await auditEntries(server)).filter(({ inscricao }) => inscricao === one.id)).toContainEqual(
      expect.objectContaining({ acao: 'mudou', quem: null, detalhes: { que: 'responsavel' } }),
    );
  });

  test('asked again with the same it is there already, and another guardian takes no place', async () => {
    const one = await alone();
    await give(one.codigo);
    expect((await give(one.codigo)).data).toMatchObject({ recebido: true });
    expect((await give(one.codigo, { nome: 'Outra Pessoa', telefone: '62977770000' })).data).toMatchObject({
      recebido: false,
    });
    const now = await state(one.id);
    expect(now).toMatchObject({ guardianName: GUARDIAN.nome, guardianPhone: GUARDIAN.telefone });
    expect(now.history).toHaveLength(1);
  });

  test.each([
    ['only the name', { nome_responsavel: null, telefone_responsavel: '62977770000' }, ['nomeResponsavel']],
    [
      'only the telephone',
      { nome_responsavel: 'Quem Já Está', telefone_responsavel: '' },
      ['telefoneResponsavel'],
    ],
  ])('where %s is missing, that alone is taken', async (_what, answers, falta) => {
    const one = await alone(answers);
    expect(await seenBy(one.codigo)).toMatchObject({ falta });
    expect(
      (
        await give(
          one.codigo,
          falta[0] === 'nomeResponsavel' ? { nome: 'Só o Nome' } : { telefone: GUARDIAN.telefone },
        )
      ).data,
    ).toMatchObject({ recebido: true, ...NOTHING });
    expect(await state(one.id)).toMatchObject(
      falta[0] === 'nomeResponsavel'
        ? { guardianName: 'Só o Nome', guardianPhone: null }
        : { guardianName: null, guardianPhone: GUARDIAN.telefone },
    );
  });

  test('half of it, a telephone that is none and a long name are refused, and a wrong code is nobody’s', async () => {
    const one = await alone();
    for (const given of [
      { nome: GUARDIAN.nome },
      { telefone: GUARDIAN.telefone },
      {},
      { nome: ' ', telefone: GUARDIAN.telefone },
      { ...GUARDIAN, telefone: '123' },
      { ...GUARDIAN, telefone: '(62) 98888-00012345' },
      { ...GUARDIAN, nome: 'x'.repeat(481) },
    ])
      expect([given, await give(one.codigo, given)]).toMatchObject([
        {},
        { status: 400, error: { code: '23514' } },
      ]);
    expect(await seenBy(one.codigo)).toMatchObject({ falta: ['nomeResponsavel', 'telefoneResponsavel'] });
    expect(await give('0'.repeat(32))).toMatchObject({ status: 200, data: null });
  });

  test('nothing is taken where nothing is missing: of an adult, of who has a guardian, once it is decided', async () => {
    const adult = await enrolled(server, {
      data_nascimento: '1990-03-05',
      idade: 30,
      nome_responsavel: null,
      telefone_responsavel: null,
    });
    const guarded = await enrolled(server);
    const decided = await alone();
    await desk('decidir_situacao', { inscricao: decided.id, versao: 1, situacao: 'aprovada' });
    for (const { id, key } of [adult, guarded, decided]) {
      expect((await give(codeOf(key))).data).toMatchObject({ recebido: false, ...NOTHING });
      expect(await state(id)).toMatchObject({
        guardianName: null,
        guardianPhone: null,
        hasNewGuardian: false,
      });
    }
  });

  test('who turns 18 lacks no guardian any more: for the list, the family’s page and the erasing', async () => {
    const one = await alone({ data_nascimento: bornYearsAgo(18) });
    await server.database.query('update public.inscricoes_projeto set idade = 17 where id = $1', [one.id]); // as it was sent
    expect(await listed({ semResponsavel: true }, one.id)).toBeUndefined();
    expect(await listed({ idade: 'adulto' }, one.id)).toBeDefined();
    expect(await seenBy(one.codigo)).toMatchObject(NOTHING);
    expect(await rule(one.id)).toBe('sem_decisao');
    expect((await give(one.codigo)).data).toMatchObject({ recebido: false });
  });

  test('it is not confirmed until somebody says so, whatever is decided, or corrects it', async () => {
    const one = await alone();
    await give(one.codigo);
    await desk('decidir_situacao', { inscricao: one.id, versao: 1, situacao: 'aprovada' });
    expect(await state(one.id)).toMatchObject({ hasNewGuardian: true });
    const tick = (versao: number, cumprido: boolean) =>
      desk('conferir_criterio', { inscricao: one.id, versao, criterio: 'responsavel', cumprido });
    expect(await tick(2, true)).toMatchObject({ applied: true, hasNewGuardian: false });
    expect(await tick(2, false)).toMatchObject({ applied: true, hasNewGuardian: true });
    const correct = (versao: number, mudancas: object) =>
      desk('corrigir_respostas', { inscricao: one.id, versao, mudancas, motivo: 'digitado-errado' });
    expect(await correct(2, { nome_responsavel: 'Quem É' })).toMatchObject({ hasNewGuardian: true }); // the telephone
    expect(await correct(3, { telefone_responsavel: '62977770000' })).toMatchObject({
      hasNewGuardian: false,
    });
    expect(await desk('voltar_decisao', { inscricao: one.id, versao: 4 })).toMatchObject({
      hasNewGuardian: true,
    });
  });

  test('a number that turns out to be the child’s own is still the one to call, and the link asks again', async () => {
    const one = await alone();
    await give(one.codigo);
    const tick = (versao: number, cumprido: boolean) =>
      desk('conferir_criterio', { inscricao: one.id, versao, criterio: 'telefone', cumprido });
    expect(await tick(1, false)).toMatchObject({
      guardianPhone: null,
      newPhone: GUARDIAN.telefone,
    });
    expect(await seenBy(one.codigo)).toMatchObject({
      falta: ['telefoneResponsavel'],
      faltaAte: expect.any(String),
    });
    expect(await rule(one.id)).toBe('sem_responsavel');
    expect(await tick(1, true)).toMatchObject({ guardianPhone: GUARDIAN.telefone });
    expect(await rule(one.id)).toBe('sem_decisao');
  });

  test('the class’s list names it, and whether somebody confirmed it', async () => {
    const one = await alone();
    await give(one.codigo);
    const turma = await addClass(server, 'Turma do Responsável');
    await desk('decidir_situacao', {
      inscricao: one.id,
      versao: 1,
      situacao: 'aprovada',
      turma,
    });
    const listed = { nomeResponsavel: GUARDIAN.nome, telefoneResponsavel: GUARDIAN.telefone };
    expect(await desk('folha_da_turma', { turma })).toMatchObject([{ ...listed, isUnconfirmed: true }]);
    await desk('conferir_criterio', {
      inscricao: one.id,
      versao: 2,
      criterio: 'responsavel',
      cumprido: true,
    });
    expect(await desk('folha_da_turma', { turma })).toMatchObject([{ ...listed, isUnconfirmed: false }]);
  });
});

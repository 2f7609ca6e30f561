import type { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import {
  addClass,
  auditEntries,
  emptyBin,
  enrolled,
  enrolledAlone,
  restClient,
  rpc,
} from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** What a family asks for by its personal link, and what the desk makes of it. */
describe.each(engines)('$name', (engine) => {
  let family: PostgrestClient;
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    family = restClient(server);
  });

  const enrol = async () => {
    const one = await enrolled(server);
    return { ...one, codigo: codeOf(one.key) };
  };
  const ask = (codigo: string, tipo: string, telefone?: string) =>
    family.rpc('pedir_pela_familia', { codigo, tipo, ...(telefone && { telefone }) });
  const state = async (inscricao: string) =>
    (await rpc(server, admin.token, 'ficha', { inscricao })).body;
  const answer = async (inscricao: string, confirmado: boolean, changes: object = {}) => {
    const { versao, pedidos } = await state(inscricao);
    return rpc(server, admin.token, 'atender_pedido', {
      inscricao,
      versao,
      pedido: pedidos[0]?.id,
      confirmado,
      ...changes,
    });
  };

  test('a withdrawal stands open once, and confirmed it is a decision with its lines', async () => {
    const one = await enrol();
    for (let at = 0; at < 3; at += 1)
      expect(await ask(one.codigo, 'desistir')).toMatchObject({
        status: 200,
        data: { recebido: true, situacao: 'nova', pedidos: ['desistir'] },
      });
    expect(await state(one.id)).toMatchObject({
      pedido: true,
      pedidos: [{ tipo: 'desistir', telefone: null }],
      historico: [{ acao: 'pedido', de: 'desistir', quem: null }],
    });
    const { body: list } = await rpc(server, admin.token, 'lista_de_inscricoes', { filtro: {} });
    expect(list.linhas.find(({ id }: { id: string }) => id === one.id)).toMatchObject({ pedido: true });
    expect((await answer(one.id, true)).body).toMatchObject({
      aplicada: true,
      situacao: 'desistiu',
      versao: 2,
      pedido: false,
      pedidos: [],
      historico: [
        { acao: 'pedido-confirmado', de: 'desistir' },
        { acao: 'situacao', para: 'desistiu' },
        { acao: 'pedido' },
      ],
    });
    expect(
      (await auditEntries(server)).filter(({ inscricao, acao }) => inscricao === one.id && acao === 'mudou'),
    ).toMatchObject([
      { quem: null, detalhes: { que: 'pedido', pedido: 'desistir' } },
      { detalhes: { que: 'situacao', para: 'desistiu' } },
      { detalhes: { que: 'pedido-confirmado', pedido: 'desistir' } },
    ]);
    expect(await ask(one.codigo, 'desistir')).toMatchObject({
      data: { recebido: false, situacao: 'desistiu' },
    });
  });

  test('a confirmed withdrawal that is taken back stands open again, and another request stays answered', async () => {
    const one = await enrol();
    await ask(one.codigo, 'telefone', '(62) 98888-0001');
    await answer(one.id, true);
    await ask(one.codigo, 'desistir');
    await answer(one.id, true);
    const undone = await rpc(server, admin.token, 'voltar_decisao', { inscricao: one.id, versao: 2 });
    expect(undone.body).toMatchObject({
      aplicada: true,
      situacao: 'nova',
      pedido: true,
      pedidos: [{ tipo: 'desistir' }],
    });
    expect((await answer(one.id, true)).body).toMatchObject({ situacao: 'desistiu', pedidos: [] });
  });

  test('a withdrawal is not confirmed over a decision that was not seen, and a dismissed one changes nothing', async () => {
    const one = await enrol();
    await ask(one.codigo, 'desistir');
    await rpc(server, admin.token, 'decidir_situacao', { inscricao: one.id, versao: 1, situacao: 'aprovada' });
    expect((await answer(one.id, true, { versao: 1 })).body).toMatchObject({
      aplicada: false,
      situacao: 'aprovada',
      pedidos: [{ tipo: 'desistir' }],
    });
    const dismissed = await answer(one.id, false);
    expect(dismissed.body).toMatchObject({ situacao: 'aprovada', versao: 2, pedido: false, pedidos: [] });
    expect(dismissed.body.historico[0]).toMatchObject({ acao: 'pedido-dispensado', de: 'desistir' });
  });

  test('another telephone stands beside the answers once it is confirmed, and never in their place', async () => {
    const one = await enrol();
    expect(await ask(one.codigo, 'telefone', '(62) 98888-0001')).toMatchObject({ data: { recebido: true } });
    expect(await ask(one.codigo, 'telefone', '(62) 98888-0002')).toMatchObject({
      data: { pedidos: ['telefone'] },
    });
    expect(await state(one.id)).toMatchObject({
      pedidos: [{ tipo: 'telefone', telefone: '(62) 98888-0002' }],
      telefoneNovo: null,
      historico: [
        { acao: 'pedido', de: 'telefone', motivo: '(62) 98888-0002' },
        { acao: 'pedido', de: 'telefone', motivo: '(62) 98888-0001' }, // the desk reads what it took the place of
      ],
    });
    await ask(one.codigo, 'telefone', '(62) 98888-0002'); // the same again
    expect((await state(one.id)).historico).toHaveLength(2);
    expect((await answer(one.id, true)).body).toMatchObject({
      telefoneNovo: '(62) 98888-0002',
      situacao: 'nova',
      versao: 1,
    });
    expect(
      await server.rows('select telefone_whatsapp from public.inscricoes_projeto where id = $1', one.id),
    ).toEqual([{ telefone_whatsapp: '62900000000' }]);
    expect(
      (
        await rpc(server, admin.token, 'atender_pedido', {
          inscricao: one.id,
          versao: 1,
          pedido: one.id,
          confirmado: false,
        })
      ).body,
    ).toMatchObject({ telefoneNovo: '(62) 98888-0002' });
  });

  test('a number that was given after somebody looked is not confirmed unseen', async () => {
    const one = await enrol();
    await ask(one.codigo, 'telefone', '(62) 98888-0001');
    const [seen] = (await state(one.id)).pedidos;
    await ask(one.codigo, 'telefone', '(62) 98888-0001'); // the same again is the same request
    expect((await state(one.id)).pedidos).toEqual([seen]);
    await ask(one.codigo, 'telefone', '(62) 98888-0002');
    expect((await answer(one.id, true, { pedido: seen.id })).body).toMatchObject({
      telefoneNovo: null,
      pedidos: [{ telefone: '(62) 98888-0002' }],
    });
    expect((await answer(one.id, true)).body).toMatchObject({ telefoneNovo: '(62) 98888-0002' });
  });

  test('a confirmed telephone is in the list and on the class’s sheet, and found beside the answer’s', async () => {
    const one = await enrol();
    const find = async (busca: string) =>
      (await rpc(server, admin.token, 'lista_de_inscricoes', { filtro: { busca } })).body.linhas.filter(
        ({ id }: { id: string }) => id === one.id,
      );
    await ask(one.codigo, 'telefone', '+55 (64) 97777-0003');
    for (const busca of ['64977770003', '0003']) expect(await find(busca)).toEqual([]); // nobody has confirmed it
    await answer(one.id, true);
    for (const busca of [
      '64977770003',
      '(64) 97777-0003',
      '+55 64 97777 0003',
      '649777',
      '0003',
      '62900000000',
    ])
      expect(await find(busca)).toMatchObject([{ telefoneNovo: '+55 (64) 97777-0003' }]);
    const turma = await addClass(server, 'Turma de Teste');
    await rpc(server, admin.token, 'decidir_situacao', {
      inscricao: one.id,
      versao: 1,
      situacao: 'aprovada',
      turma,
    });
    expect(
      (await rpc(server, admin.token, 'folha_da_turma', { turma, com_saude: false })).body,
    ).toMatchObject([{ telefoneWhatsapp: '62900000000', newPhone: '+55 (64) 97777-0003' }]);

    // A later one that is dismissed changes nothing, one that is confirmed takes its place.
    await ask(one.codigo, 'telefone', '62 98888-0004');
    await answer(one.id, false);
    expect((await state(one.id)).telefoneNovo).toBe('+55 (64) 97777-0003');
    await ask(one.codigo, 'telefone', '62 98888-0005');
    await answer(one.id, true);
    expect((await state(one.id)).telefoneNovo).toBe('62 98888-0005');
  });

  test('twenty requests of a link in a day, no telephone that is none, nothing unknown, and nothing for a wrong code', async () => {
    const one = await enrol();
    for (const [tipo, telefone, code] of [
      ['telefone', undefined, '23514'],
      ['telefone', '123', '23514'],
      ['outro', undefined, '22023'],
    ] as const)
      expect(await ask(one.codigo, tipo, telefone)).toMatchObject({ status: 400, error: { code } });
    const number = (at: number) => `62 98888-00${String(at).padStart(2, '0')}`;
    for (let at = 1; at <= 20; at += 1) {
      for (const again of [1, 2]) // the same again is the same request, and counts once
        expect([at, again, (await ask(one.codigo, 'telefone', number(at))).data]).toMatchObject([
          at,
          again,
          { recebido: true },
        ]);
      if (at % 5 === 0) await answer(one.id, false); // also what took another's place counts
    }
    const enough = { recebido: false, limite: true };
    expect(await ask(one.codigo, 'telefone', number(21))).toMatchObject({ status: 200, data: enough });
    expect(await ask(one.codigo, 'desistir')).toMatchObject({ data: { ...enough, pedidos: [] } });
    const made = await desk('fazer_link', { inscricao: one.id });
    expect(await ask(made.codigo, 'desistir')).toMatchObject({ data: { recebido: true } }); // each link has its own
    await server.database.query(
      `update private.tentativas set hora = hora - interval '25 hours', dia = dia - interval '25 hours' where que = 'pedido'`,
    );
    expect(await ask(one.codigo, 'telefone', number(21))).toMatchObject({ data: { recebido: true } });
    expect(await ask('0123456789abcdef0123', 'desistir')).toMatchObject({ status: 200, data: null });
    await rpc(server, admin.token, 'apagar_inscricao', {
      inscricao: one.id,
      confirmacao: one.protocolo,
      motivo: 'pedido_da_familia',
    });
    await emptyBin(server);
    expect(await server.rows('select from private.pedidos where inscricao_id = $1', one.id)).toHaveLength(0);
  });

  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const time = async (inscricao: string) => (await desk('dias_de_guarda', { inscricoes: [inscricao] }))[0];
  const seenBy = async (codigo: string) => (await family.rpc('situacao_da_inscricao', { codigo })).data;
  /** Sends a telephone by the link; what the desk answers to take it. */
  const given = async (one: { id: string; codigo: string }, telefone: string) => {
    expect(await ask(one.codigo, 'telefone', telefone)).toMatchObject({ data: { recebido: true } });
    const { versao, pedidos } = await state(one.id);
    return { inscricao: one.id, versao, pedido: pedidos[0].id, confirmado: true };
  };
  /** The last day without the guardian's telephone, when nothing has happened for `days`. */
  const dayAfter = (days: number) => laterDay(todayInBrazil(), 30 + days);

  test('the guardian’s telephone that came by the link and was taken stops the erasing at once', async () => {
    const one = await enrolledAlone(server);
    expect(await time(one.id)).toMatchObject({ rule: 'sem_responsavel', eraseOn: dayAfter(-10 + 1) });
    expect(await seenBy(one.codigo)).toMatchObject({
      falta: ['telefoneResponsavel'],
      faltaAte: dayAfter(-10),
    });
    const question = await given(one, '(62) 98888-0001');
    expect(await time(one.id)).toMatchObject({ rule: 'sem_responsavel', eraseOn: dayAfter(1) }); // it came: the days start again
    expect(await seenBy(one.codigo)).toMatchObject({ falta: ['telefoneResponsavel'], faltaAte: dayAfter(0) });

    const now = await desk('atender_pedido', { ...question, do_responsavel: true });
    expect(now).toMatchObject({
      telefoneNovo: '(62) 98888-0001',
      telefoneDoResponsavel: '(62) 98888-0001',
      criterios: { responsavel: false }, // nobody has confirmed anything in person
      pedidos: [],
    });
    expect(now.historico[0]).toMatchObject({ acao: 'pedido-confirmado', de: 'telefone-do-responsavel' });
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      inscricao: one.id,
      detalhes: { que: 'pedido-confirmado', pedido: 'telefone-do-responsavel' },
    });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao', guardianUntil: null });
    expect(await seenBy(one.codigo)).toMatchObject({ falta: [], faltaAte: null, pedidos: [] });
  });

  test.each([
    ['no', { do_responsavel: false }],
    ['no answer, as the pages of before send it,', {}],
    ['null', { do_responsavel: null }],
  ])('%s only starts the days again', async (_what, answer) => {
    const one = await enrolledAlone(server);
    const question = await given(one, '(62) 98888-0001');
    await server.database.query(
      `update private.historico set quando = now() - interval '5 days' where inscricao_id = $1`,
      [one.id],
    );
    expect(await seenBy(one.codigo)).toMatchObject({ faltaAte: dayAfter(-5) });
    expect(await desk('atender_pedido', { ...question, ...answer })).toMatchObject({
      telefoneNovo: '(62) 98888-0001',
      telefoneDoResponsavel: null,
    });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_responsavel', eraseOn: dayAfter(1) });
    expect(await seenBy(one.codigo)).toMatchObject({ falta: ['telefoneResponsavel'], faltaAte: dayAfter(0) });
  });

  test('the first answer holds: pressed again, by another at the desk, or to a number that was replaced', async () => {
    const one = await enrolledAlone(server);
    const first = await given(one, '(62) 98888-0001');
    const second = await given(one, '(62) 98888-0002');
    expect(await desk('atender_pedido', { ...first, do_responsavel: true })).toMatchObject({
      telefoneNovo: null,
      telefoneDoResponsavel: null,
      pedidos: [{ id: second.pedido, telefone: '(62) 98888-0002' }],
    });
    const twice = [1, 2].map(() => desk('atender_pedido', { ...second, do_responsavel: true }));
    for (const now of await Promise.all(twice))
      expect(now).toMatchObject({ telefoneDoResponsavel: '(62) 98888-0002', pedidos: [] });
    const other = await desk('atender_pedido', { ...second, do_responsavel: false });
    expect(other).toMatchObject({ telefoneDoResponsavel: '(62) 98888-0002' });
    expect(other.historico.filter(({ acao }: { acao: string }) => acao === 'pedido-confirmado')).toHaveLength(
      1,
    );
    expect(
      await desk('atender_pedido', { ...second, confirmado: false, do_responsavel: true }),
    ).toMatchObject({
      telefoneDoResponsavel: '(62) 98888-0002',
    });
  });

  test('a dismissed number is nobody’s, whatever else was said', async () => {
    const one = await enrolledAlone(server);
    const question = await given(one, '(62) 98888-0001');
    const now = await desk('atender_pedido', { ...question, confirmado: false, do_responsavel: true });
    expect(now).toMatchObject({ telefoneNovo: null, telefoneDoResponsavel: null });
    expect(now.historico[0]).toMatchObject({ acao: 'pedido-dispensado', de: 'telefone' });
  });

  test('a wrong answer is put right behind ‘Mais’, and so is a number taken before anybody was asked', async () => {
    const one = await enrolledAlone(server);
    await desk('atender_pedido', await given(one, '(62) 98888-0001'));
    const tick = async (cumprido: boolean) => {
      const { versao } = await state(one.id);
      return desk('conferir_criterio', { inscricao: one.id, versao, criterio: 'telefone', cumprido });
    };
    expect(await tick(true)).toMatchObject({ aplicada: true, telefoneDoResponsavel: '(62) 98888-0001' });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao' });
    expect(await tick(false)).toMatchObject({ telefoneNovo: '(62) 98888-0001', telefoneDoResponsavel: null });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_responsavel', eraseOn: dayAfter(1) });
    const { versao } = await state(one.id);
    await tick(true);
    await desk('decidir_situacao', { inscricao: one.id, versao, situacao: 'em-analise' });
    expect(
      await desk('conferir_criterio', { inscricao: one.id, versao, criterio: 'telefone', cumprido: false }),
    ).toMatchObject({ aplicada: false, telefoneDoResponsavel: '(62) 98888-0001' }); // somebody decided meanwhile
  });

  test('a later number that is not the guardian’s leaves the guardian’s where it is, found by search and on the class’s list', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: 'Responsável de Teste' });
    const listed = async (filtro: object) =>
      (await desk('lista_de_inscricoes', { filtro })).linhas.filter(({ id }: { id: string }) => id === one.id);
    expect(await listed({ semResponsavel: true })).toHaveLength(1);
    await desk('atender_pedido', { ...(await given(one, '(62) 98888-1111')), do_responsavel: true });
    await desk('atender_pedido', await given(one, '(64) 97777-2222'));
    const numbers = { telefoneNovo: '(64) 97777-2222', telefoneDoResponsavel: '(62) 98888-1111' };
    expect(await state(one.id)).toMatchObject(numbers);
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao' });
    for (const busca of ['62988881111', '1111', '64977772222'])
      expect(await listed({ busca })).toMatchObject([numbers]);
    expect(await listed({ semResponsavel: true })).toEqual([]); // name and telephone are known now
    await server.database.query(`update public.inscricoes_projeto set cidade = 'Outra' where id = $1`, [
      one.id,
    ]);
    expect(await listed({ busca: '62988881111' })).toHaveLength(1); // a corrected enrolment keeps it
    const turma = await addClass(server, `Turma ${one.id}`);
    await desk('decidir_situacao', { inscricao: one.id, versao: 1, situacao: 'aprovada', turma });
    expect(await desk('folha_da_turma', { turma, com_saude: false })).toMatchObject([
      { telefoneResponsavel: '(62) 98888-1111', newPhone: '(64) 97777-2222' },
    ]);
  });

  test.each([
    ['an adult', { data_nascimento: '1990-01-01' }],
    ['a minor whose guardian’s telephone is in the answers', { telefone_responsavel: '62900000001' }],
  ])('the answers of %s stay the only ones of a guardian', async (_who, answers) => {
    const one = await enrolledAlone(server, answers);
    const now = await desk('atender_pedido', {
      ...(await given(one, '(62) 98888-0001')),
      do_responsavel: true,
    });
    expect(now).toMatchObject({ telefoneNovo: '(62) 98888-0001', telefoneDoResponsavel: null });
    expect(await seenBy(one.codigo)).toMatchObject({ falta: [], faltaAte: null });
  });
});

import type { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, codeOf, enrolled, restClient, rpc } from '../support/desk.ts';
import { engines, openTestServer, type TestServer } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** What a family asks for by its personal link, and what the desk makes of it. */
describe.each(engines)('$name', (engine) => {
  let server: TestServer;
  let family: PostgrestClient;
  let token: string;
  beforeAll(async () => {
    server = await openTestServer(engine);
    family = restClient(server);
    token = (await signedIn(server, { administrator: true })).token;
  });
  afterAll(() => server.close());

  const enrol = async () => {
    const one = await enrolled(server);
    return { ...one, codigo: codeOf(one.key) };
  };
  const ask = (codigo: string, tipo: string, telefone?: string) =>
    family.rpc('pedir_pela_familia', { codigo, tipo, ...(telefone && { telefone }) });
  const state = async (inscricao: string) => (await rpc(server, token, 'acompanhamento', { inscricao })).body;
  const answer = async (inscricao: string, confirmado: boolean, changes: object = {}) => {
    const { versao, pedidos } = await state(inscricao);
    return rpc(server, token, 'responder_pedido', {
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
    const { body: list } = await rpc(server, token, 'buscar_inscricoes', { filtro: {} });
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
    const undone = await rpc(server, token, 'desfazer_decisao', { inscricao: one.id, versao: 2 });
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
    await rpc(server, token, 'mudar_situacao', { inscricao: one.id, versao: 1, situacao: 'aprovada' });
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
    });
    expect((await answer(one.id, true)).body).toMatchObject({
      telefoneNovo: '(62) 98888-0002',
      situacao: 'nova',
      versao: 1,
    });
    const { rows } = await server.database.query(
      'select telefone_whatsapp from public.inscricoes_projeto where id = $1',
      [one.id],
    );
    expect(rows).toEqual([{ telefone_whatsapp: '62900000000' }]);
    expect(
      (
        await rpc(server, token, 'responder_pedido', {
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
      (await rpc(server, token, 'buscar_inscricoes', { filtro: { busca } })).body.linhas.filter(
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
    await rpc(server, token, 'mudar_situacao', {
      inscricao: one.id,
      versao: 1,
      situacao: 'aprovada',
      turma: 'Turma de Teste',
    });
    expect(
      (await rpc(server, token, 'lista_da_turma', { turma: 'Turma de Teste', com_saude: false })).body,
    ).toMatchObject([{ telefone: '62900000000', telefoneNovo: '+55 (64) 97777-0003' }]);

    // A later one that is dismissed changes nothing, one that is confirmed takes its place.
    await ask(one.codigo, 'telefone', '62 98888-0004');
    await answer(one.id, false);
    expect((await state(one.id)).telefoneNovo).toBe('+55 (64) 97777-0003');
    await ask(one.codigo, 'telefone', '62 98888-0005');
    await answer(one.id, true);
    expect((await state(one.id)).telefoneNovo).toBe('62 98888-0005');
  });

  test('five requests in all, no telephone that is none, nothing unknown, and nothing for a wrong code', async () => {
    const one = await enrol();
    for (const [tipo, telefone, code] of [
      ['telefone', undefined, '23514'],
      ['telefone', '123', '23514'],
      ['outro', undefined, '22023'],
    ] as const)
      expect(await ask(one.codigo, tipo, telefone)).toMatchObject({ status: 400, error: { code } });
    for (let at = 1; at <= 6; at += 1) {
      expect(await ask(one.codigo, 'telefone', `62 98888-000${at}`)).toMatchObject({
        data: { recebido: at <= 5 },
      });
      if (at <= 5) await answer(one.id, false);
    }
    expect(await ask('0123456789abcdef0123', 'desistir')).toMatchObject({ status: 200, data: null });
    await rpc(server, token, 'apagar_inscricao', {
      inscricao: one.id,
      confirmacao: one.protocolo,
      motivo: 'teste',
    });
    const { rows } = await server.database.query('select from private.pedidos where inscricao_id = $1', [
      one.id,
    ]);
    expect(rows).toHaveLength(0);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { addClass, enrolled, enrolledAlone, rpc, uploaded } from '../support/desk.ts';
import { codeOf, objectUrl } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** What a link does not tell, because another parent may hold it: what the desk got to know otherwise. Decision 152. */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeEach(() => sql('delete from private.tentativas where true'));

  const { rows: sql } = server;
  const family = async (name: string, body: object) =>
    (await rpc(server, server.keys.anonKey, name, body)).body;
  const desk = async (name: string, body: object) => (await rpc(server, admin.token, name, body)).body;
  const state = (inscricao: string) => desk('ficha', { inscricao });
  const open = (codigo: string) => family('meus_dados', { codigo, cpf: ROW.cpf });
  const seen = (codigo: string) => family('situacao_da_inscricao', { codigo });
  const correct = async (inscricao: string, mudancas: object) =>
    desk('corrigir_respostas', {
      inscricao,
      versao: (await state(inscricao)).version,
      mudancas,
      motivo: 'pedido-da-familia',
    });
  const protect = async (inscricao: string, cumprido: boolean) =>
    desk('conferir_criterio', {
      inscricao,
      versao: (await state(inscricao)).version,
      criterio: 'protegido',
      cumprido,
    });
  const takeFirst = async (inscricao: string, confirmado = true, more: object = {}) => {
    const { version: versao, requests } = await state(inscricao);
    return desk('atender_pedido', { inscricao, versao, pedido: requests[0]?.id, confirmado, ...more });
  };
  /** An enrolment in a class, and the codes of its own link and of one that the desk made. */
  const enrolOne = async () => {
    const one = await enrolled(server, { escola: 'Escola de Antes' });
    const turma = await addClass(server, `Turma ${one.protocolo}`);
    await desk('decidir_situacao', {
      inscricao: one.id,
      versao: 1,
      situacao: 'aprovada',
      turma,
      primeiro_dia: '2026-12-01',
    });
    const { code: codigo } = await desk('fazer_link', { inscricao: one.id });
    return { ...one, codigo: codeOf(one.key), made: codigo };
  };
  const SECRET = 'Rua do Abrigo, 7';
  const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

  test('what is asked for at the desk is told by no link of before, from then on, and refused it is told again', async () => {
    const one = await enrolOne();
    await desk('registrar_pedido', {
      inscricao: one.id,
      tipo: 'corrigir',
      identidade_conferida: true,
      mudancas: { endereco_completo: SECRET },
    });
    const { dados, ...now } = await open(one.codigo);
    expect(JSON.stringify(dados)).not.toContain(SECRET);
    expect(dados).toMatchObject({
      respostas: { endereco_completo: null, cidade: ROW.cidade, escola: 'Escola de Antes' },
      atualizadas: { endereco_completo: MOMENT },
      pedidos: [{ numero: 1, tipo: 'corrigir', mudancas: null, atualizadoEm: MOMENT, noBalcao: true }],
    });
    const without = { turma: null, primeiroDia: null, atualizadoEm: MOMENT };
    expect(now).toMatchObject({ ...without, proprio: true });
    expect(await seen(one.made)).toMatchObject({ ...without, proprio: false });
    const { code: codigo } = await desk('fazer_link', { inscricao: one.id });
    expect(await seen(codigo)).toMatchObject({
      turma: `Turma ${one.protocolo}`,
      primeiroDia: '2026-12-01',
      atualizadoEm: null,
    });

    await takeFirst(one.id, false, { resposta: `Não mora em ${SECRET}.` });
    const refused = (await open(one.codigo)).dados;
    expect(JSON.stringify(refused)).not.toContain(SECRET);
    expect(refused).toMatchObject({
      respostas: { endereco_completo: ROW.endereco_completo },
      atualizadas: {},
    });
    expect(await seen(one.codigo)).toMatchObject({ turma: `Turma ${one.protocolo}` });
  });

  test('each of those answers that the desk corrects is not told, nor what it was, nor the class; other answers are', async () => {
    const mudancas = {
      cidade: 'Cidade Nova',
      endereco_completo: SECRET,
      telefone_whatsapp: '62977770001',
      email: 'nova@example.com',
      nome_responsavel: 'Outra Mãe',
      telefone_responsavel: '62977770002',
      contato_recados: 'Tia 62977770003',
      escola: 'Escola Nova',
    };
    const one = await enrolOne();
    await correct(one.id, { peso: 41 });
    expect(await seen(one.codigo)).toMatchObject({ turma: `Turma ${one.protocolo}`, atualizadoEm: null });
    await correct(one.id, mudancas);
    await correct(one.id, { ...mudancas, cidade: 'Cidade Terceira' });
    const { dados, ...now } = await open(one.codigo);
    expect(dados.respostas).toMatchObject(
      Object.fromEntries(Object.keys(mudancas).map((name) => [name, null])),
    );
    expect(dados.respostas).toMatchObject({ peso: 41, nome_completo: ROW.nome_completo });
    expect(Object.keys(dados.atualizadas).sort()).toEqual(Object.keys(mudancas).sort());
    expect(dados.correcoes).toMatchObject([{ campo: 'peso' }]);
    for (const value of [...Object.values(mudancas), 'Cidade Terceira'])
      expect(JSON.stringify([dados, now])).not.toContain(value);
    expect(now).toMatchObject({ turma: null, primeiroDia: null, atualizadoEm: MOMENT });
    expect(JSON.stringify(await seen(one.made))).not.toContain(`Turma ${one.protocolo}`);
    // asked for and copied, the answers say no more
    const copy = await family('pedir_dos_dados', { codigo: one.codigo, cpf: ROW.cpf, tipo: 'copia' });
    expect(copy.dados.respostas).toEqual(dados.respostas);
  });

  test('what came by the link of the enrolment itself is told there; what came by one of the desk’s is not', async () => {
    const one = await enrolOne();
    const asked = { codigo: one.codigo, cpf: ROW.cpf, tipo: 'corrigir', mudancas: { cidade: 'Pelo Link' } };
    await family('pedir_dos_dados', asked);
    await takeFirst(one.id);
    expect((await open(one.codigo)).dados).toMatchObject({
      respostas: { cidade: 'Pelo Link' },
      atualizadas: {},
      correcoes: [{ campo: 'cidade', antes: ROW.cidade }],
    });
    const phone = (codigo: string, telefone: string) =>
      family('pedir_pela_familia', { codigo, tipo: 'telefone', telefone });
    await phone(one.codigo, '62988880001');
    await phone(one.made, '62988880002'); // takes no place, and is not told of
    expect((await state(one.id)).requests).toHaveLength(2);
    const { dados } = await open(one.codigo);
    expect(dados.pedidos).toMatchObject([
      { telefone: null, atualizadoEm: MOMENT },
      { telefone: '62988880001' },
      {},
    ]);
    await takeFirst(one.id);
    await takeFirst(one.id);
    expect(await state(one.id)).toMatchObject({ newPhone: '62988880002' });
    expect((await open(one.codigo)).dados).toMatchObject({
      telefoneNovo: null,
      atualizadas: { telefone_novo: MOMENT },
    });
  });

  test('a correction that is taken back is told as before', async () => {
    const one = await enrolOne();
    const { version: versao } = await correct(one.id, { cidade: 'Cidade Nova' });
    await desk('voltar_decisao', { inscricao: one.id, versao });
    const { dados } = await open(one.codigo);
    expect(dados).toMatchObject({ respostas: { cidade: ROW.cidade }, atualizadas: {}, correcoes: [] });
    expect(await seen(one.codigo)).toMatchObject({ turma: `Turma ${one.protocolo}`, atualizadoEm: null });
  });

  test('under the mark no link tells any of it, nor that anything was changed or asked for, until it is taken off', async () => {
    const one = await enrolOne();
    const ask = (tipo: string) => family('pedir_dos_dados', { codigo: one.codigo, cpf: ROW.cpf, tipo });
    await correct(one.id, { cidade: 'Cidade Nova' });
    await desk('registrar_pedido', {
      inscricao: one.id,
      tipo: 'corrigir',
      identidade_conferida: true,
      mudancas: { escola: SECRET },
    });
    const document = `https://x.test${objectUrl(await uploaded(server), 'public/')}`;
    await desk('juntar_documento', { inscricao: one.id, endereco: document });
    expect(await protect(one.id, true)).toMatchObject({
      applied: true,
      criteria: { protegido: true },
      history: [{ action: 'criterio', from: 'protegido', to: 'sim' }, {}, {}, {}, {}, {}],
    });
    const copied = await ask('copia');
    expect(copied.pedido).toBe(1); // the second, but nobody told of the first
    const { code: later } = await desk('fazer_link', { inscricao: one.id });
    for (const codigo of [one.codigo, one.made, later])
      expect(await seen(codigo)).toMatchObject({
        turma: null,
        primeiroDia: null,
        atualizadoEm: null,
        pedidos: [],
      });
    const { dados } = await open(one.codigo);
    expect(dados).toMatchObject({
      respostas: {
        cidade: null,
        endereco_completo: null,
        escola: null,
        telefone_whatsapp: null,
        nome_completo: ROW.nome_completo,
      },
      atualizadas: {},
      correcoes: [],
      pedidos: [{ numero: 1, tipo: 'copia', atualizadoEm: null }],
    });
    expect(dados.pedidos).toHaveLength(1);
    expect(dados.documentos).toHaveLength(1);
    await protect(one.id, false);
    expect((await open(one.codigo)).dados).toMatchObject({
      respostas: { endereco_completo: ROW.endereco_completo, cidade: null },
      atualizadas: { cidade: MOMENT, escola: MOMENT },
      pedidos: [{ numero: 2 }, { numero: 1 }],
    });
  });

  test('each opening stands on the page and in the history, prolongs no period, and a wrong CPF is none', async () => {
    const one = await enrolOne();
    const before = await desk('dias_de_guarda', { inscricoes: [one.id] });
    await family('meus_dados', { codigo: one.codigo, cpf: '111.444.777-35' });
    expect((await open(one.codigo)).dados.abertaEm).toHaveLength(1);
    const { dados } = await open(one.codigo);
    expect(dados.abertaEm).toEqual([MOMENT, MOMENT]);
    const opened = { action: 'meus-dados-abertos', by: null, at: MOMENT };
    expect((await state(one.id)).history).toMatchObject([
      opened,
      opened,
      { action: 'novo-link' },
      { action: 'situacao' },
    ]);
    expect(await desk('dias_de_guarda', { inscricoes: [one.id] })).toEqual(before);
  });

  test('a guardian is taken of the link that came with the enrolment alone', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: null });
    const { code: codigo } = await desk('fazer_link', { inscricao: one.id });
    const given = { nome: 'Não É Responsável', telefone: '62988880009' };
    expect(await family('enviar_responsavel', { codigo, ...given })).toMatchObject({
      recebido: false,
      falta: ['nomeResponsavel', 'telefoneResponsavel'],
    });
    expect(await state(one.id)).toMatchObject({ guardianName: null, guardianPhone: null });
  });
});

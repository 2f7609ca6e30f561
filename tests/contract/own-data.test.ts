import { beforeEach, describe, expect, test } from 'vitest';
import { ANSWER_DAYS } from '../../content/retention.ts';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { auditEntries, emptyBin, enrolled, rpc, sentLater } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** 'Meus dados': what a family reads of its own enrolment by its own link and the CPF, and asks for; and what others get. */
describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const secretaria = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));
  beforeEach(() => sql('delete from private.tentativas where true'));

  const RIGHT = ROW.cpf;
  /** Valid CPFs that are nobody's here. */
  const WRONG = ['111.444.777-35', '390.533.447-05', '935.411.347-80', '153.509.460-56', '123.456.789-09'];

  const { rows: sql } = server;
  const family = async (name: string, body: object) => await rpc(server, server.keys.anonKey, name, body);
  const desk = async (name: string, body: object) => (await rpc(server, secretaria.token, name, body)).body;
  const open = async (codigo: string, cpf: string = RIGHT) =>
    (await family('meus_dados', { codigo, cpf })).body;
  const ask = async (codigo: string, tipo: string, mudancas?: object, cpf = RIGHT) =>
    (await family('pedir_dos_dados', { codigo, cpf, tipo, ...(mudancas && { mudancas }) })).body;
  const state = (inscricao: string) => desk('ficha', { inscricao });
  const respond = async (inscricao: string, confirmado: boolean, more: object = {}) => {
    const { version, requests } = await state(inscricao);
    const body = { inscricao, versao: version, pedido: requests[0]?.id, confirmado, ...more };
    return rpc(server, secretaria.token, 'atender_pedido', body);
  };
  const enrolOne = async (answers: object = {}) => {
    const one = await enrolled(server, answers);
    return { ...one, codigo: codeOf(one.key) };
  };
  /** Changes what is counted of wrong CPFs. */
  const wrongOnes = ({ id }: { id: string }, change: string) =>
    sql(`update private.cpf_errados set ${change} where inscricao_id = $1`, id);
  const rowOf = async (id: string) =>
    (await server.value<Record<string, unknown>>(
      'select to_jsonb(i) as row from public.inscricoes_projeto i where id = $1',
      id,
    )) ?? {};

  test('by the own link and the CPF every answer is there as it is stored, and until when, and who looked', async () => {
    const one = await enrolOne({
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'Asma',
      escola: 'Escola',
    });
    const later = await sentLater(server, secretaria.token, one);
    await state(one.id);
    const { situacao, proprio, dados } = await open(one.codigo, '52998224725');
    expect({ situacao, proprio }).toEqual({ situacao: 'em-analise', proprio: true });
    const { id, created_at, protocolo, ...answers } = await rowOf(one.id);
    expect(dados.respostas).toEqual(answers);
    expect(dados).toMatchObject({ recebidaEm: created_at, protocolo, pedidos: [], correcoes: [] });
    const nameOf = (key: string) => key.replace(/^public\/[0-9a-f-]{36}_?/, '');
    expect(dados.documentos.map(({ nome }: { nome: string }) => nome)).toEqual([
      nameOf(one.key),
      nameOf(later),
    ]);
    const [time] = await desk('dias_de_guarda', { inscricoes: [one.id] });
    expect(dados.guarda).toMatchObject({ apagarEm: time.eraseOn, regra: time.rule });
    expect(dados.aberturas).toEqual([
      { dia: todayInBrazil(), papel: 'secretaria', vezes: expect.any(Number) },
    ]);
    expect(dados.aberturas[0].vezes).toBeGreaterThan(0);
    expect(JSON.stringify(dados)).not.toContain(secretaria.email); // no names
    expect(JSON.stringify(dados)).not.toContain(id);
    expect((await auditEntries(server)).filter(({ acao }) => acao === 'meus_dados')).toMatchObject([
      { inscricao: one.id, quem: null, detalhes: { que: 'meus-dados-abertos' } },
    ]);
  });

  test('a look, on a class’s list too, is counted once a person and minute, by day and role', async () => {
    const one = await enrolOne();
    const direcao = await signedIn(server, { administrator: true });
    const looks = [
      [secretaria, 'viu_ficha'],
      [secretaria, 'imprimiu'],
      [direcao, 'imprimiu_turma'],
      [direcao, 'mudou'],
    ] as const;
    for (const [{ userId }, act] of looks)
      await sql(`select private.anotar($3, $1, inscricao => $2)`, userId, one.id, act);
    const { dados } = await open(one.codigo);
    expect(dados.aberturas).toMatchObject([{ papel: 'direcao', vezes: 1 }, { papel: 'secretaria' }]);
    expect(dados.aberturas[1].vezes).toBeLessThanOrEqual(2); // a minute may end between two
  });

  test('a link that the desk made, and a wrong or ended one, open nothing of it with the right CPF', async () => {
    const one = await enrolOne();
    const { code: codigo } = await desk('fazer_link', { inscricao: one.id });
    for (const { dados, ...body } of [await open(codigo), await ask(codigo, 'apagar')])
      expect([dados, body]).toMatchObject([undefined, { situacao: 'nova', proprio: false, pedidos: [] }]);
    expect((await family('situacao_da_inscricao', { codigo })).body.proprio).toBe(false);
    expect((await family('situacao_da_inscricao', { codigo: one.codigo })).body.proprio).toBe(true);
    expect(await open('0'.repeat(32))).toBeNull();
    await desk('fechar_links', { inscricao: one.id });
    for (const ended of [codigo, one.codigo]) expect(await open(ended)).toBeNull();
    expect((await state(one.id)).dataClosedUntil).toBeNull(); // nobody was counted
  });

  test('the fifth wrong CPF closes it for a day, for the right one too, and the desk sees until when', async () => {
    const [one, other] = [await enrolOne(), await enrolOne()];
    for (const [at, cpf] of WRONG.slice(0, 4).entries()) {
      const body = await open(one.codigo, cpf);
      expect(body).toEqual({
        ...(await family('situacao_da_inscricao', { codigo: one.codigo })).body,
        restam: 4 - at,
        fechadoAte: null,
      });
    }
    expect((await open(one.codigo)).dados).toBeDefined(); // the family's own comes between
    const closed = await open(one.codigo, WRONG[4]);
    expect(closed).toMatchObject({ proprio: true, fechadoAte: expect.any(String) });
    const until = Date.parse(closed.fechadoAte) - Date.now();
    expect(Math.abs(until - 86_400_000)).toBeLessThan(60_000);
    for (const body of [
      await open(one.codigo),
      await open(one.codigo, WRONG[0]),
      await ask(one.codigo, 'copia'),
    ]) {
      expect(body).toEqual(closed); // a right one is answered as a wrong one
    }
    expect(Date.parse((await state(one.id)).dataClosedUntil)).toBe(Date.parse(closed.fechadoAte));
    expect((await family('situacao_da_inscricao', { codigo: one.codigo })).body.situacao).toBe('nova'); // the link itself goes on
    expect((await open(other.codigo)).dados).toBeDefined();
    expect(
      (await auditEntries(server)).filter(({ detalhes }) => detalhes.que === 'meus-dados-fechados'),
    ).toMatchObject([{ inscricao: one.id }]);
    // what is counted is on the disk, and in no server's memory
    expect(
      await sql(`select relpersistence as kind from pg_class where oid = 'private.cpf_errados'::regclass`),
    ).toEqual([{ kind: 'p' }]);
    await wrongOnes(one, `desde = desde - interval '23 hours 59 minutes'`);
    expect((await open(one.codigo)).fechadoAte).toBeDefined();
    await wrongOnes(one, `desde = desde - interval '2 minutes'`);
    expect((await open(one.codigo)).dados).toBeDefined();
    expect(await open(one.codigo, WRONG[0])).toMatchObject({ restam: 4 });
  });

  test('wrong CPFs of a day ago do not count, and a clock that was ahead closes nothing', async () => {
    const one = await enrolOne();
    for (const cpf of WRONG.slice(0, 4)) await open(one.codigo, cpf);
    await wrongOnes(one, `desde = desde - interval '25 hours'`);
    expect(await open(one.codigo, WRONG[4])).toMatchObject({ restam: 4 });
    await wrongOnes(one, `erros = 5, desde = now() + interval '400 days'`);
    expect((await open(one.codigo)).dados).toBeDefined();
  });

  test('five at the same moment are five, and a CPF that is none opens nothing though it is stored', async () => {
    const one = await enrolOne();
    const answers = await Promise.all([...WRONG, ...WRONG].map((cpf) => open(one.codigo, cpf)));
    expect(answers.filter(({ restam }) => restam !== undefined)).toHaveLength(4);
    const odd = await enrolOne({ cpf: '000.000.000-00' });
    expect(await open(odd.codigo, '000.000.000-00')).toMatchObject({ restam: 4 });
    for (const cpf of ['', 'não tenho', '.-']) // none was typed
      expect(await open(odd.codigo, cpf)).toMatchObject({ restam: 4 });
    for (const [at, cpf] of ['5', '529', '529.982', '529.982.247-2'].entries())
      expect(await open(odd.codigo, cpf)).toMatchObject(
        at < 3 ? { restam: 3 - at } : { fechadoAte: expect.any(String) },
      );
    expect(await open(odd.codigo, '')).toMatchObject({ fechadoAte: expect.any(String) });
  });

  test('who opens it without end is told to wait', async () => {
    const one = await enrolOne();
    for (let at = 0; at < 60; at += 1) expect((await open(one.codigo)).dados).toBeDefined();
    const answer = await family('meus_dados', { codigo: one.codigo, cpf: RIGHT });
    expect([answer.status, answer.body.code]).toEqual([429, 'PGRST429']);
  });

  test('another answer stands beside the stored one until the desk takes it, and the page says so', async () => {
    const one = await enrolOne();
    const asked = await ask(one.codigo, 'corrigir', { cidade: 'Cidade Certa' });
    expect(asked).toMatchObject({ recebido: true, limite: false, pedido: 1, pedidos: ['corrigir'] });
    const request = {
      numero: 1,
      tipo: 'corrigir',
      mudancas: { cidade: 'Cidade Certa' },
      prazo: laterDay(todayInBrazil(), ANSWER_DAYS),
    };
    expect(asked.dados).toMatchObject({
      respostas: { cidade: ROW.cidade },
      pedidos: [{ ...request, respondidoEm: null, confirmado: null }],
    });
    expect((await ask(one.codigo, 'corrigir', { cidade: 'Cidade Certa' })).pedido).toBe(1); // the same again
    const { numero: number, tipo: kind, mudancas: changes, prazo: until } = request;
    expect(await state(one.id)).toMatchObject({
      hasRequest: true,
      requests: [{ number, kind, changes, until, atDesk: false }],
      history: [{ action: 'pedido', from: 'corrigir', to: 'cidade', by: null }],
    });
    expect((await respond(one.id, true)).body).toMatchObject({
      applied: true,
      version: 2,
      hasRequest: false,
      requests: [],
      corrections: [{ field: 'cidade', before: ROW.cidade }],
    });
    expect((await rowOf(one.id)).cidade).toBe('Cidade Certa');
    const { dados } = await open(one.codigo);
    expect(dados).toMatchObject({
      respostas: { cidade: 'Cidade Certa' },
      correcoes: [{ campo: 'cidade', antes: ROW.cidade }],
      pedidos: [{ numero: 1, confirmado: true, resposta: null, respondidoEm: expect.any(String) }],
    });

    // taken back within a minute it waits again
    await desk('voltar_decisao', { inscricao: one.id, versao: 2 });
    expect((await rowOf(one.id)).cidade).toBe(ROW.cidade);
    expect(await state(one.id)).toMatchObject({ hasRequest: true, requests: [{ number: 1 }] });

    expect(await respond(one.id, false)).toMatchObject({
      status: 400,
      body: { message: 'Escreva por que não, para a família ler.' },
    });
    const refused = await respond(one.id, false, { resposta: '  O comprovante mostra a outra cidade.  ' });
    expect(refused.body.requests).toEqual([]);
    expect(refused.body.history[0]).toMatchObject({
      action: 'pedido-dispensado',
      to: 'cidade',
      reason: 'O comprovante mostra a outra cidade.',
    });
    expect((await open(one.codigo)).dados.pedidos).toMatchObject([
      { numero: 1, confirmado: false, resposta: 'O comprovante mostra a outra cidade.' },
    ]);
  });

  test('a proposal in the place of another is a request of its own, and nobody takes one unseen', async () => {
    const one = await enrolOne();
    await ask(one.codigo, 'corrigir', { cidade: 'Primeira' });
    const seen = await state(one.id);
    await ask(one.codigo, 'corrigir', { cidade: 'Segunda' });
    const body = { inscricao: one.id, versao: 1, pedido: seen.requests[0].id, confirmado: true };
    expect((await desk('atender_pedido', body)).requests).toMatchObject([
      { number: 2, changes: { cidade: 'Segunda' } },
    ]);
    expect((await rowOf(one.id)).cidade).toBe(ROW.cidade);
    expect((await open(one.codigo)).dados.pedidos).toMatchObject([
      { numero: 2, respondidoEm: null },
      { numero: 1, confirmado: false },
    ]);
    // a proposal that the checks refuse stays open, with the sentence
    await ask(one.codigo, 'corrigir', { condicao_medica: 'sim', condicao_medica_detalhes: 'Nenhuma' });
    const { requests } = await state(one.id);
    const bad = requests.find(({ changes }: { changes: object }) => 'condicao_medica' in changes);
    const refused = await rpc(server, secretaria.token, 'atender_pedido', {
      inscricao: one.id,
      versao: 1,
      pedido: bad.id,
      confirmado: true,
    });
    expect([refused.status, refused.body.code]).toEqual([400, '23514']);
    expect((await state(one.id)).requests).toHaveLength(2);
  });

  test('five are open at most, a copy is answered at once, and twenty a day are taken of a link', async () => {
    const one = await enrolOne();
    for (const [at, campo] of ['cidade', 'escola', 'rg', 'email'].entries())
      expect((await ask(one.codigo, 'corrigir', { [campo]: 'a@b.example' })).pedido).toBe(at + 1);
    expect((await ask(one.codigo, 'apagar')).pedido).toBe(5);
    expect(await ask(one.codigo, 'desistir')).toMatchObject({ recebido: false, limite: false, pedido: null });
    const before = (await state(one.id)).history;
    const copy = await ask(one.codigo, 'copia');
    expect(copy).toMatchObject({
      recebido: true,
      pedido: 6,
      pedidos: ['apagar', 'corrigir'],
      dados: { pedidos: [{ numero: 6, tipo: 'copia', confirmado: true }, {}, {}, {}, {}, {}] },
    });
    expect((await state(one.id)).history).toEqual(before); // a copy keeps nothing longer
    for (let at = 7; at <= 20; at += 1) expect((await ask(one.codigo, 'copia')).pedido).toBe(at);
    expect(await ask(one.codigo, 'copia')).toMatchObject({ recebido: false, limite: true, pedido: null });
  });

  test.each([
    ...[
      null,
      {},
      [],
      'cidade',
      { nada: 'x' },
      { idade: 9 },
      { cpf: {} },
      { cadastro_unico_url: 'x' },
      { id: 'x' },
    ],
    ...[{ peso: 'pesado' }, { data_nascimento: '2012-02-30' }, { cidade: 'a', escola: 'b', rg: 'c' }],
    { motivacao: 'x'.repeat(20_001) },
  ])('%j is no proposal', async (mudancas) => {
    const one = await enrolOne();
    const answer = await family('pedir_dos_dados', {
      codigo: one.codigo,
      cpf: RIGHT,
      tipo: 'corrigir',
      mudancas,
    });
    expect([mudancas, answer.status]).toEqual([mudancas, 400]);
    expect((await state(one.id)).requests).toEqual([]);
  });

  test('erasing is taken by erasing alone, and leaves nothing', async () => {
    const one = await enrolOne();
    const later = await sentLater(server, secretaria.token, one);
    await open(one.codigo, WRONG[0]);
    expect((await ask(one.codigo, 'apagar')).pedidos).toEqual(['apagar']);
    expect(await respond(one.id, true)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('apague a inscrição') },
    });
    const old = await signedIn(server, {
      administrator: true,
      role: 'secretaria',
      signedInAt: Date.now() / 1000 - 600,
    });
    const erase = { inscricao: one.id, confirmacao: one.protocolo, motivo: 'pedido_da_familia' };
    expect((await rpc(server, old.token, 'apagar_inscricao', erase)).status).toBe(403);
    expect((await rpc(server, secretaria.token, 'apagar_inscricao', erase)).status).toBe(200);
    expect(await open(one.codigo)).toBeNull();
    await emptyBin(server);
    const tables = await sql<{ name: string }>(`
      select c.conrelid::regclass::text as name from pg_constraint c
      where c.confrelid = 'public.inscricoes_projeto'::regclass and c.contype = 'f' and c.confdeltype = 'c'`);
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['private.pedidos', 'private.cpf_errados', 'private.correcoes']),
    );
    for (const { name } of tables)
      if (name !== 'private.comparacoes')
        expect([name, await sql(`select from ${name} where inscricao_id = $1`, one.id)]).toEqual([name, []]);
    const removed = (await sql<{ d: string }>('select d from private.documentos_a_remover(0) as d')).map(
      ({ d }) => d,
    );
    expect(removed).toEqual(expect.arrayContaining([one.key, later]));
  });

  test('at the desk an identity document is looked at first, and who did is noted', async () => {
    const one = await enrolOne();
    const body = { inscricao: one.id, tipo: 'corrigir', mudancas: { escola: 'Escola Certa' } };
    for (const identidade_conferida of [false, null])
      expect(
        await rpc(server, secretaria.token, 'registrar_pedido', { ...body, identidade_conferida }),
      ).toMatchObject({ status: 400, body: { message: 'Confira a identidade por um documento antes.' } });
    const now = await desk('registrar_pedido', { ...body, identidade_conferida: true });
    expect(now).toMatchObject({
      hasRequest: true,
      requests: [
        { number: 1, kind: 'corrigir', atDesk: true, until: laterDay(todayInBrazil(), ANSWER_DAYS) },
      ],
      history: [{ action: 'pedido-no-balcao', from: 'corrigir', by: secretaria.email }],
    });
    expect(await sql('select conferiu from private.pedidos where inscricao_id = $1', one.id)).toEqual([
      { conferiu: secretaria.userId },
    ]);
    await desk('registrar_pedido', { inscricao: one.id, tipo: 'copia', identidade_conferida: true });
    expect((await state(one.id)).requests).toMatchObject([{ number: 1 }, { number: 2, kind: 'copia' }]); // answered when it was handed over
    expect((await respond(one.id, true)).body.corrections).toMatchObject([{ field: 'escola' }]);
    expect((await respond(one.id, true)).body.requests).toEqual([]);
    expect((await open(one.codigo)).dados.pedidos).toMatchObject([
      { numero: 2, confirmado: true },
      { numero: 1, noBalcao: true, confirmado: true },
    ]);
    expect(
      (
        await rpc(server, secretaria.token, 'registrar_pedido', {
          inscricao: one.id,
          tipo: 'telefone',
          identidade_conferida: true,
        })
      ).status,
    ).toBe(400);
  });
});

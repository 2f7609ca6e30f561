import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ANSWER_DAYS } from '../../content/retention.ts';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, emptyBin, sentLater } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/**
 * 'Meus dados' (`meus_dados`, `pedir_dos_dados`): what a family reads of its own enrolment by its own link and the CPF,
 * and asks for, also in person; what the desk makes of it (`atender_pedido`, `nova_nota`, and what it does at once).
 */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine, 'secretaria');
  const { server, admin, desk, asked, family, state, seenBy, enrol, decide, undo, time, noted } = made;
  const { open, requestOfData, noteRequest, respond, correct } = made;
  const { rows: sql } = server;
  const { tamper } = agedEnrolments(() => server);
  beforeEach(() => sql('delete from private.tentativas where true'));

  /** Valid CPFs that are nobody's here. */
  const WRONG = ['111.444.777-35', '390.533.447-05', '935.411.347-80', '153.509.460-56', '123.456.789-09'];
  /** Changes what is counted of wrong CPFs. */
  const wrongOnes = ({ id }: { id: string }, change: string) =>
    sql(`update private.cpf_errados set ${change} where inscricao_id = $1`, id);
  const rowOf = async (id: string) =>
    (await server.value<Record<string, unknown>>(
      'select to_jsonb(i) as row from public.inscricoes_projeto i where id = $1',
      id,
    )) ?? {};
  const cityOf = async (id: string) => (await rowOf(id)).cidade;
  const DUE = laterDay(todayInBrazil(), ANSWER_DAYS);
  const WHY_NOT = 'Escreva por que não, para a família ler.';
  const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

  test('by the own link and the CPF every answer is there as it is stored, and who looked', async () => {
    const details = { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma', escola: 'Escola' };
    const one = await enrol(details);
    const later = await sentLater(server, admin.token, one);
    await state(one.id);
    const { situacao, proprio, dados } = await open(one.codigo, '52998224725');
    expect({ situacao, proprio }).toEqual({ situacao: 'em-analise', proprio: true });
    const { id, created_at, protocolo, ...answers } = await rowOf(one.id);
    expect(dados.respostas).toEqual(answers);
    expect(dados).toMatchObject({ recebidaEm: created_at, protocolo, pedidos: [], correcoes: [] });
    const names = [one.key, later].map((key) => key.replace(/^public\/[0-9a-f-]{36}_?/, ''));
    const came = 'select to_jsonb(recebido_em) from private.documentos_novos where inscricao_id = $1';
    const moments = [created_at, await server.value(came, one.id)];
    expect(dados.documentos).toEqual(names.map((nome, at) => ({ nome, recebidoEm: moments[at] })));
    const { versao, em, quem } = dados.declaracao;
    expect([versao, em, quem]).toEqual([expect.any(String), MOMENT, 'responsavel']);
    const looked = { dia: todayInBrazil(), papel: 'secretaria', vezes: expect.any(Number) };
    expect(dados.aberturas).toEqual([looked]);
    expect(dados.aberturas[0].vezes).toBeGreaterThan(0);
    for (const hidden of [admin.email, id]) expect(JSON.stringify(dados)).not.toContain(hidden);
    expect((await noted(one.id)).filter(({ acao }) => acao === 'meus_dados')).toMatchObject([
      { quem: null, detalhes: { que: 'meus-dados-abertos' } },
    ]);
  });

  test('the days on which it goes are the centre’s, for the family and at the desk', async () => {
    const one = await enrol();
    const decided = `set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = '2020-03-10 23:30-03'`;
    await sql(`update private.acompanhamentos ${decided} where inscricao_id = $1`, one.id);
    const { guarda } = (await open(one.codigo)).dados;
    expect(guarda).toEqual({ apagarEm: '2020-09-10', regra: 'nao_aprovada', documentoEm: '2020-06-08' });
    expect((await time(one.id)).eraseOn).toBe('2020-09-10');
  });

  test('each opening stands on the page and in the history, prolongs no period, and a wrong CPF is none', async () => {
    const one = await enrol();
    const before = await time(one.id);
    await open(one.codigo, WRONG[0]);
    expect((await open(one.codigo)).dados.abertaEm).toHaveLength(1);
    expect((await open(one.codigo)).dados.abertaEm).toEqual([MOMENT, MOMENT]);
    const opened = { action: 'meus-dados-abertos', by: null, at: MOMENT };
    expect((await state(one.id)).history).toMatchObject([opened, opened]);
    expect(await time(one.id)).toEqual(before);
  });

  test('a look, on a class’s list too, is counted once a person and minute, by day and role', async () => {
    const one = await enrol();
    const direcao = await signedIn(server, { administrator: true });
    const looks = [
      [admin, 'viu_ficha'],
      [admin, 'imprimiu'],
      [{ userId: randomUUID() }, 'viu_ficha'], // an account that is gone
      [direcao, 'imprimiu_turma'],
      [direcao, 'abriu_documento'],
      [direcao, 'mudou'],
    ] as const;
    for (const [{ userId }, act] of looks)
      await sql(`select private.anotar($3, $1, inscricao => $2)`, userId, one.id, act);
    // a day is the centre's, from its first second to its last
    await tamper(`set momento = '2020-01-01 00:00-03'::timestamptz
      + case acao when 'imprimiu_turma' then interval '23:59:59' when 'abriu_documento' then '24 hours' else '0' end where inscricao = '${one.id}'`);
    const { aberturas } = (await open(one.codigo)).dados;
    const opened = (dia: string, ...roles: string[]) => roles.map((papel) => ({ dia, papel, vezes: 1 }));
    const first = opened('2020-01-01', '', 'direcao', 'secretaria');
    expect(aberturas).toEqual([...opened('2020-01-02', 'direcao'), ...first]);
  });

  test('a link that the desk made, and a wrong or ended one, open nothing of it with the right CPF', async () => {
    const one = await enrol();
    const { code } = await desk('fazer_link', { inscricao: one.id });
    for (const body of [await open(code), await requestOfData(code, 'apagar')]) {
      expect(body).toMatchObject({ situacao: 'nova', proprio: false, pedidos: [] });
      expect(body.dados).toBeUndefined();
    }
    expect((await seenBy(one.codigo)).proprio).toBe(true);
    expect(await open('0'.repeat(32))).toBeNull();
    await desk('fechar_links', { inscricao: one.id });
    for (const ended of [code, one.codigo]) expect(await open(ended)).toBeNull();
    expect((await state(one.id)).dataClosedUntil).toBeNull(); // nobody was counted
  });

  test('the fifth wrong CPF closes it for a day, for the right one too, and the desk sees until when', async () => {
    const [one, other] = [await enrol(), await enrol()];
    for (const [at, cpf] of WRONG.slice(0, 4).entries()) {
      const counted = { restam: 4 - at, fechadoAte: null };
      expect(await open(one.codigo, cpf)).toEqual({ ...(await seenBy(one.codigo)), ...counted });
    }
    expect((await open(one.codigo)).dados).toBeDefined(); // the family's own comes between
    await wrongOnes(one, `desde = desde - interval '20 hours'`); // the day is that of the fifth
    const closed = await open(one.codigo, WRONG[4]);
    expect(closed).toMatchObject({ proprio: true, fechadoAte: expect.any(String) });
    const until = Date.parse(closed.fechadoAte);
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
    for (const cpf of [ROW.cpf, WRONG[0]]) expect(await open(one.codigo, cpf)).toEqual(closed); // answered alike
    expect(await requestOfData(one.codigo, 'copia')).toEqual(closed);
    expect(Date.parse((await state(one.id)).dataClosedUntil)).toBe(until);
    expect((await seenBy(one.codigo)).situacao).toBe('nova'); // the link itself goes on
    expect((await open(other.codigo)).dados).toBeDefined();
    const lines = (await auditEntries(server)).filter(
      ({ detalhes }) => detalhes.que === 'meus-dados-fechados',
    );
    expect(lines).toMatchObject([{ inscricao: one.id }]);
    // what is counted is on the disk, and in no server's memory
    const kind = `select relpersistence from pg_class where oid = 'private.cpf_errados'::regclass`;
    expect(await server.value(kind)).toBe('p');
    await wrongOnes(one, `desde = desde - interval '23 hours 59 minutes'`);
    expect((await open(one.codigo)).fechadoAte).toBeDefined();
    await wrongOnes(one, `desde = desde - interval '2 minutes'`);
    expect((await open(one.codigo)).dados).toBeDefined();
    expect(await open(one.codigo, WRONG[0])).toMatchObject({ restam: 4 });
  });

  test('wrong CPFs of a day ago do not count, and a clock that was ahead closes nothing', async () => {
    const one = await enrol();
    for (const cpf of WRONG.slice(0, 4)) await open(one.codigo, cpf);
    await wrongOnes(one, `desde = desde - interval '25 hours'`);
    expect(await open(one.codigo, WRONG[4])).toMatchObject({ restam: 4 });
    await wrongOnes(one, `erros = 5, desde = now() + interval '400 days'`);
    expect((await open(one.codigo)).dados).toBeDefined();
  });

  test('five at the same moment are five, and a CPF that is none opens nothing though it is stored', async () => {
    const one = await enrol();
    const answers = await Promise.all([...WRONG, ...WRONG].map((cpf) => open(one.codigo, cpf)));
    expect(answers.filter(({ restam }) => restam !== undefined)).toHaveLength(4);
    const odd = await enrol({ cpf: '000.000.000-00' });
    const typed = (cpf: string) => open(odd.codigo, cpf);
    for (const none of ['000.000.000-00', '', 'não tenho', '.-'])
      expect([none, await typed(none)]).toMatchObject([none, { restam: 4 }]); // none was typed after the first
    for (const [at, cpf] of ['5', '529', '529.982'].entries())
      expect([cpf, await typed(cpf)]).toMatchObject([cpf, { restam: 3 - at }]);
    for (const cpf of ['529.982.247-2', ''])
      expect(await typed(cpf)).toMatchObject({ fechadoAte: expect.any(String) });
  });

  test('another answer stands beside the stored one until the desk takes it, and the page says so', async () => {
    const one = await enrol();
    const mudancas = { cidade: 'Cidade Certa' };
    const received = await requestOfData(one.codigo, 'corrigir', mudancas);
    expect(received).toMatchObject({ recebido: true, limite: false, pedido: 1, pedidos: ['corrigir'] });
    const unanswered = { respondidoEm: null, confirmado: null, resposta: null, noBalcao: false };
    const waiting = { numero: 1, tipo: 'corrigir', mudancas, prazo: DUE, feitoEm: MOMENT, ...unanswered };
    expect(received.dados.pedidos).toEqual([{ ...waiting, telefone: null, atualizadoEm: null }]);
    expect(received.dados).toMatchObject({ respostas: { cidade: ROW.cidade } });
    expect((await requestOfData(one.codigo, 'corrigir', mudancas)).pedido).toBe(1); // the same again
    expect(await state(one.id)).toMatchObject({
      hasRequest: true,
      requests: [{ number: 1, kind: 'corrigir', changes: mudancas, until: DUE, atDesk: false }],
      history: [{ action: 'pedido', from: 'corrigir', to: 'cidade', by: null }],
    });
    expect((await respond(one.id, true)).body).toMatchObject({
      ...{ applied: true, version: 2, hasRequest: false, requests: [] },
      corrections: [{ field: 'cidade', before: ROW.cidade }],
    });
    expect(await cityOf(one.id)).toBe('Cidade Certa');
    expect((await open(one.codigo)).dados).toMatchObject({
      respostas: mudancas,
      correcoes: [{ campo: 'cidade', antes: ROW.cidade }],
      pedidos: [{ numero: 1, confirmado: true, resposta: null, respondidoEm: MOMENT }],
    });

    await undo(one.id); // taken back within a minute it waits again
    expect(await cityOf(one.id)).toBe(ROW.cidade);
    expect(await state(one.id)).toMatchObject({ hasRequest: true, requests: [{ number: 1 }] });

    expect(await respond(one.id, false)).toMatchObject({ status: 400, body: { message: WHY_NOT } });
    const reason = 'O comprovante mostra a outra cidade.';
    const { requests, history } = (await respond(one.id, false, { resposta: `  ${reason}  ` })).body;
    expect(requests).toEqual([]);
    expect(history[0]).toMatchObject({ action: 'pedido-dispensado', to: 'cidade', reason });
    const refused = { numero: 1, confirmado: false, resposta: reason };
    expect((await open(one.codigo)).dados.pedidos).toMatchObject([refused]);
  });

  test('a correction that is taken back opens what was asked for by it again, unless that was asked for anew, and nothing else', async () => {
    const { id } = await enrol();
    const answered = async (confirmado: boolean, tipo: string, mudancas?: object) => {
      await noteRequest(id, tipo, mudancas);
      return respond(id, confirmado, { resposta: 'Respondido.' });
    };
    await answered(true, 'corrigir', { escola: 'Escola Certa' });
    await correct(id, { cidade: 'Engano' });
    await answered(false, 'corrigir', { rg: '1' });
    await answered(true, 'copia');
    expect((await undo(id)).body).toMatchObject({ applied: true, requests: [] });
    const twice = { changes: { escola: 'Outra' } };
    for (const _time of [1, 2]) await answered(true, 'corrigir', twice.changes);
    expect((await undo(id)).body).toMatchObject({ applied: true, requests: [twice] });
    await respond(id, true);
    const anew = { changes: { escola: 'Mais Uma' } };
    await noteRequest(id, 'corrigir', anew.changes);
    expect((await undo(id)).body).toMatchObject({ applied: true, requests: [anew] });
  });

  test('a proposal in the place of another is a request of its own, nobody takes one unseen, and one that the checks refuse stays open', async () => {
    const one = await enrol();
    await requestOfData(one.codigo, 'corrigir', { cidade: 'Primeira' });
    const [seen] = (await state(one.id)).requests;
    await requestOfData(one.codigo, 'corrigir', { cidade: 'Segunda' });
    const second = { number: 2, changes: { cidade: 'Segunda' } };
    expect((await respond(one.id, true, { pedido: seen.id })).body.requests).toMatchObject([second]);
    expect(await cityOf(one.id)).toBe(ROW.cidade);
    expect((await open(one.codigo)).dados.pedidos).toMatchObject([
      { numero: 2, respondidoEm: null },
      { numero: 1, confirmado: false },
    ]);
    const none = { condicao_medica: 'sim', condicao_medica_detalhes: 'Nenhuma' };
    await requestOfData(one.codigo, 'corrigir', none);
    const { requests } = await state(one.id);
    const bad = requests.find(({ changes }: { changes: object }) => 'condicao_medica' in changes);
    const refused = await respond(one.id, true, { pedido: bad.id });
    expect([refused.status, refused.body.code]).toEqual([400, '23514']);
    expect((await state(one.id)).requests).toHaveLength(2);
  });

  test('five are open at most, a copy is answered at once, and twenty a day are taken of a link', async () => {
    const one = await enrol();
    for (const [at, name] of ['cidade', 'escola', 'rg', 'email'].entries())
      expect((await requestOfData(one.codigo, 'corrigir', { [name]: 'a@b.example' })).pedido).toBe(at + 1);
    expect((await requestOfData(one.codigo, 'apagar')).pedido).toBe(5);
    const more = { recebido: false, limite: false, pedido: null };
    expect(await requestOfData(one.codigo, 'desistir')).toMatchObject(more);
    const before = (await state(one.id)).history;
    const copied = { numero: 6, tipo: 'copia', confirmado: true };
    expect(await requestOfData(one.codigo, 'copia')).toMatchObject({
      ...{ recebido: true, pedido: 6, pedidos: ['apagar', 'corrigir'] },
      dados: { pedidos: [copied, {}, {}, {}, {}, {}] },
    });
    expect((await noted(one.id)).at(-1)?.detalhes).toEqual({ que: 'meus-dados-copiados' });
    expect((await state(one.id)).history).toEqual(before); // a copy keeps nothing longer
    for (let at = 7; at <= 20; at += 1) expect((await requestOfData(one.codigo, 'copia')).pedido).toBe(at);
    expect(await requestOfData(one.codigo, 'copia')).toMatchObject({ ...more, limite: true });
  });

  test('what is proposed is refused by the settings as they are now', async () => {
    const one = await enrol({ data_nascimento: '1990-01-01', telefone_responsavel: null });
    const strict = (isStrict: boolean) =>
      sql('update private.configuracao set validacao_estrita = $1 where unica', isStrict);
    const mudancas = { cpf: '111.111.111-11' }; // the other rules: corrections.test.ts
    const body = { codigo: one.codigo, cpf: ROW.cpf, tipo: 'corrigir', mudancas };
    await strict(true);
    const refused = await family('pedir_dos_dados', body).finally(() => strict(false));
    const message = 'Este CPF não existe. Confira os números.';
    expect(refused).toMatchObject({ status: 400, body: { message } });
    expect((await state(one.id)).requests).toEqual([]);
    expect((await family('pedir_dos_dados', body)).status).toBe(200);
    expect((await state(one.id)).requests).toHaveLength(1);
  });

  test('erasing is taken by erasing alone, and leaves nothing', async () => {
    const one = await enrol();
    const later = await sentLater(server, admin.token, one);
    const attached = await made.upload();
    await desk('juntar_documento', { inscricao: one.id, endereco: attached.endereco });
    await open(one.codigo, WRONG[0]);
    expect((await requestOfData(one.codigo, 'apagar')).pedidos).toEqual(['apagar']);
    const message = expect.stringContaining('apague a inscrição');
    expect(await respond(one.id, true)).toMatchObject({ status: 400, body: { message } });
    expect(await respond(one.id, false)).toMatchObject({ status: 400, body: { message: WHY_NOT } });
    const erase = { inscricao: one.id, confirmacao: one.protocolo, motivo: 'pedido_da_familia' };
    expect((await asked('apagar_inscricao', erase)).status).toBe(200);
    expect(await open(one.codigo)).toBeNull();
    await emptyBin(server);
    const tables = await sql<{ name: string }>(`
      select c.conrelid::regclass::text as name from pg_constraint c
      where c.confrelid = 'public.inscricoes_projeto'::regclass and c.contype = 'f' and c.confdeltype = 'c'`);
    const some = ['private.pedidos', 'private.cpf_errados', 'private.correcoes'];
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(some));
    for (const { name } of tables)
      if (name !== 'private.comparacoes')
        expect([name, await sql(`select from ${name} where inscricao_id = $1`, one.id)]).toEqual([name, []]);
    const removed = await server.value('select array(select private.documentos_a_remover(0))');
    expect(removed).toEqual(expect.arrayContaining([one.key, later, attached.key]));
  });

  test('what is asked for in person is answered by the act, with its number and who did it; taken back, it waits', async () => {
    const one = await enrol();
    const requests = async () => (await state(one.id)).requests;
    const read = async () => (await open(one.codigo)).dados.pedidos;
    const correct = async (escola: string, a_pedido?: boolean) =>
      (await made.correct(one.id, { escola }, { motivo: 'pedido-da-familia', a_pedido })).body;
    expect(await correct('Escola Certa', true)).toMatchObject({
      requests: [],
      history: [{ action: 'pedido-confirmado', from: 'corrigir', by: admin.email }, { action: 'correcao' }],
    });
    const corrected = { numero: 1, tipo: 'corrigir', mudancas: null, noBalcao: true, confirmado: true };
    expect(await read()).toMatchObject([corrected]);
    const looked = await server.value('select conferiu from private.pedidos where inscricao_id = $1', one.id);
    expect(looked).toBe(admin.userId);
    const waits = { number: 1, kind: 'corrigir', changes: null, atDesk: true, until: DUE };
    expect((await undo(one.id)).body).toMatchObject({ hasRequest: true, requests: [waits] });
    expect(await correct('Escola Outra')).toMatchObject({ requests: [waits] }); // not for the family
    expect(await correct('Escola Certa', true)).toMatchObject({ hasRequest: false, requests: [] });
    expect(await read()).toMatchObject([corrected]);

    for (const situacao of ['nao-aprovada', 'desistiu']) await decide(one.id, situacao);
    expect(await read()).toHaveLength(1);
    await decide(one.id, 'desistiu', { a_pedido: true });
    const withdrawn = { numero: 2, tipo: 'desistir', confirmado: true };
    expect(await read()).toMatchObject([withdrawn, corrected]);
    const print = (more: object) => asked('anotar_impressao', { inscricoes: [one.id], ...more });
    const { requests: noted } = await noteRequest(one.id, 'copia');
    expect(noted).toMatchObject([{ number: 3, kind: 'copia', until: DUE }]);
    await print({});
    expect(await requests()).toHaveLength(1);
    await print({ a_pedido: true });
    expect(await requests()).toEqual([]);
    await print({ a_pedido: true });
    const two = { inscricoes: [one.id, (await enrol()).id], a_pedido: true };
    expect((await asked('anotar_impressao', two)).status).toBe(400);
    const copied = { numero: 4, tipo: 'copia', confirmado: true };
    expect(await read()).toMatchObject([copied, { numero: 3 }, {}, {}]);
    await requestOfData(one.codigo, 'corrigir', { rg: '1' });
    expect(await correct('Escola Nova', true)).toMatchObject({ requests: [{ changes: { rg: '1' } }] });
  });

  test('what is noted for later waits with its number beside the note, of whoever is decided too, and five at most', async () => {
    const one = await enrol();
    await decide(one.id, 'nao-aprovada');
    const asks = ['desistir', 'corrigir', 'apagar', 'copia'];
    for (const kind of asks) await noteRequest(one.id, kind);
    const now = await noteRequest(one.id, 'copia'); // the same
    expect(now.requests.map(({ kind }: { kind: string }) => kind)).toEqual(asks);
    expect(now.notes).toHaveLength(5);
    const noted = expect.objectContaining({ action: 'pedido-no-balcao', from: 'apagar' });
    expect(now.history).toContainEqual(noted);
    expect((await open(one.codigo)).dados.atualizadas).toEqual({}); // a correction in words says of no answer
    await noteRequest(one.id, 'corrigir', { cidade: 'Cidade Pedida' });
    await sql(`update private.pedidos set respondido_em = now(), confirmado = false where tipo = 'copia'`);
    const more = { inscricao: one.id, texto: 'Pediu.', pedido: 'telefone' };
    expect((await asked('nova_nota', more)).status).toBe(400);
    await requestOfData(one.codigo, 'corrigir', { rg: '1' });
    const full = { status: 400, body: { message: expect.stringContaining('Não cabe mais um pedido') } };
    expect(await asked('nova_nota', { ...more, pedido: 'copia' })).toMatchObject(full);
    expect((await state(one.id)).notes).toHaveLength(5);
  });
});

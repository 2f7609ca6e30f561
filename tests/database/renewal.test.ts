import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { addClass, auditEntries, rpc } from '../support/desk.ts';
import { classForTests, TODAY } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const REFUSED = { status: 403, body: { code: '42501' } };

/** Whether somebody goes on: `perguntar_quem_continua`, `responder_renovacao`, the desk's tick 'renovacao', and what they leave where. */
describe.each(engines)('$name', (engine) => {
  const made = classForTests(engine);
  const { server, admin, professor, secretaria, asked, desk, family, state, seenBy } = made;
  const { enrol, decide, tick, pupil, now, open, listed, noted, followedOf, answer } = made;
  const { rows: sql } = server;
  const ask = (turma: string | null = now.turma) => desk('perguntar_quem_continua', { turma });
  const reply = async (codigo: string, continua: boolean | null, more: object = {}) =>
    (await family('responder_renovacao', { codigo, continua, ...more })).body;
  const heard = (inscricao: string, continua = true) => tick(inscricao, 'renovacao', continua);
  const waiting = async () => (await desk('contagem_de_inscricoes', {})).waiting.renewal;
  const asLongAgo = (id: string, days: number) =>
    sql(
      `update private.acompanhamentos set renovacao_em = renovacao_em - make_interval(days => $2),
      decidida_em = decidida_em - make_interval(days => $2) where inscricao_id = $1`,
      id,
      days,
    );

  test('the direção alone asks, with a fresh password; the desk alone notes; a family answers by its own link alone', async () => {
    const one = await pupil();
    const tired = await signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 600 });
    const stranger = await signedIn(server, { administrator: false });
    for (const who of [professor, secretaria, stranger])
      expect(await asked('perguntar_quem_continua', { turma: now.turma }, who)).toMatchObject(REFUSED);
    expect((await asked('perguntar_quem_continua', {}, tired)).status).toBeGreaterThan(399);
    const note = { inscricao: one.id, versao: 2, criterio: 'renovacao', cumprido: true };
    for (const who of [professor, stranger])
      expect(await asked('conferir_criterio', note, who)).toMatchObject(REFUSED);
    expect(await desk('conferir_criterio', note)).toMatchObject({ renewal: null }); // nobody asked
    const anon = (name: string) => rpc(server, server.keys.anonKey, name, {});
    expect((await anon('perguntar_quem_continua')).status).toBeGreaterThan(400);
    expect(await ask(randomUUID())).toBe(0);
    expect((await followedOf(one.id))?.renovacao).toBeNull();
    expect(await ask()).toBe(1);
    const before = await followedOf(one.id);
    for (const codigo of ['x', 'f'.repeat(32), one.protocolo, one.id, (await enrol()).codigo])
      expect([null, false]).toContain((await reply(codigo, false))?.recebido ?? null);
    const unclear = { codigo: one.codigo, continua: null };
    expect((await family('responder_renovacao', unclear)).status).toBe(400);
    expect(await followedOf(one.id)).toEqual(before);
  });

  test('everybody in the class is asked once, whoever takes part; the wrong press, the bin and another class ask nobody', async () => {
    const [one, two, binned] = [await pupil(), await pupil(), await pupil()];
    const other = await pupil({}, { turma: await addClass(server, randomUUID()) });
    const waits = await enrol();
    await decide(waits.id, 'lista-de-espera', { turma: now.turma });
    const put = { inscricao: binned.id, confirmacao: binned.protocolo, motivo: 'outro' };
    await desk('apagar_inscricao', put);
    const tentativa = randomUUID();
    const press = () => desk('perguntar_quem_continua', { turma: now.turma, tentativa });
    expect([await press(), await press(), await ask()]).toEqual([2, null, 0]);
    expect((await Promise.all([ask(null), ask(null)])).sort()).toEqual([0, 1]); // the other class, once
    const entries = (await auditEntries(server)).filter(
      ({ detalhes }) => detalhes.que === 'renovacao-pedida',
    );
    expect(entries.slice(-4)).toMatchObject([
      { acao: 'mudou_turma', quem: admin.userId, detalhes: { turma: [now.turma], inscricoes: 2 } },
      { detalhes: { turma: [now.turma], inscricoes: 0 } },
      { detalhes: { inscricoes: expect.any(Number) } },
      { detalhes: { inscricoes: expect.any(Number) } },
    ]);
    expect(await waiting()).toBe(3);
    const [row] = await listed(one.id, { renovacao: true, ordem: 'espera', sentido: 'asc' });
    expect([row.renewal, todayInBrazil(new Date(row.waitingSince))]).toEqual(['pedida', TODAY]);
    for (const { codigo } of [one, two, other])
      expect(await seenBy(codigo)).toMatchObject({ renovacao: 'pedida' });
    expect(await seenBy(waits.codigo)).toMatchObject({ renovacao: null });
    expect(await reply(waits.codigo, true)).toMatchObject({ recebido: false, renovacao: null });
    expect(await reply(binned.codigo, true)).toBeNull();
    await desk('devolver_apagada', { inscricao: binned.id });
    expect((await followedOf(binned.id))?.renovacao).toBeNull();

    await asLongAgo(one.id, 179);
    expect(await ask()).toBe(1); // who was in the bin
    await asLongAgo(one.id, 2);
    expect(await ask()).toBe(1); // half a year later
  });

  test('told, then answered and answered anew, until the desk heard it; what was answered is a line of both, and nothing ends', async () => {
    const one = await pupil();
    await ask();
    const before = await state(one.id);
    const notified = await desk('anotar_mensagem', {
      inscricao: one.id,
      modelo: 'renovacao',
      para: 'responsavel',
    });
    expect(notified).toMatchObject({ renewal: 'avisada', toNotify: before.toNotify });
    const { code } = await desk('fazer_link', { inscricao: one.id });
    expect(await reply(code, true, { cadunico: false })).toMatchObject({
      recebido: true,
      renovacao: 'sim',
      proprio: false,
    });
    expect([await waiting(), await state(one.id)]).toMatchObject([
      0,
      { renewal: 'sim', cadunicoRenewed: false, situation: 'aprovada', version: before.version },
    ]);
    expect(await reply(one.codigo, false)).toMatchObject({ recebido: true, renovacao: 'nao' });
    for (let at = 0; at < 3; at += 1) await reply(one.codigo, false); // a lost answer is sent again
    const now = await state(one.id);
    expect([await waiting(), now]).toMatchObject([
      1,
      { renewal: 'nao', cadunicoRenewed: false, situation: 'aprovada', classId: before.classId },
    ]);
    expect(now.history.slice(0, 4)).toMatchObject([
      { action: 'renovacao', by: null, from: 'sim', to: 'nao' },
      { action: 'renovacao', from: 'avisada', to: 'sim' },
      { action: 'novo-link' },
      { action: 'mensagem', from: 'renovacao' },
    ]);
    expect((await noted(one.id)).at(-2)).toMatchObject({
      acao: 'mudou',
      quem: null,
      detalhes: { que: 'renovacao' },
    });
    await desk('anotar_mensagem', { inscricao: one.id, modelo: 'renovacao', para: 'responsavel' });
    expect(await state(one.id)).toMatchObject({ renewal: 'nao' }); // told again, it stays answered

    expect(await heard(one.id)).toMatchObject({
      ...{ renewal: 'anotada', criteria: { renovacao: true }, version: before.version },
      history: { length: 7, 0: { action: 'criterio', from: 'renovacao', to: 'sim' } },
    });
    expect(await heard(one.id)).toMatchObject({ history: { length: 7 } }); // nothing to say
    expect(await seenBy(one.codigo)).toMatchObject({ renovacao: null });
    expect(await reply(one.codigo, false)).toMatchObject({ recebido: false, renovacao: null });
    expect([await waiting(), await heard(one.id, false)]).toMatchObject([0, { renewal: 'nao' }]); // a mistaken tick loses no answer
    expect(await waiting()).toBe(1);
    expect(await reply(one.codigo, true, { cadunico: true })).toMatchObject({
      recebido: true,
      renovacao: 'sim',
    });
    expect(await reply(one.codigo, false)).toMatchObject({ recebido: true, renovacao: 'nao' });
    const last = { situation: 'aprovada', version: before.version, cadunicoRenewed: true };
    expect(await state(one.id)).toMatchObject(last);
  });

  test('who leaves waits no more and answers no more; taken back it waits again, and who comes back later is asked anew', async () => {
    const one = await pupil();
    await ask();
    await reply(one.codigo, false);
    await decide(one.id, 'desistiu', { ultimo_dia: TODAY, porque: 'outro' });
    expect([await waiting(), await seenBy(one.codigo), await reply(one.codigo, true)]).toMatchObject([
      0,
      { renovacao: null },
      { recebido: false },
    ]);
    expect(await heard(one.id)).toMatchObject({ renewal: null });
    await made.undo(one.id);
    expect([await waiting(), await seenBy(one.codigo)]).toMatchObject([1, { renovacao: 'nao' }]);
    await decide(one.id, 'desistiu', { ultimo_dia: TODAY, porque: 'outro' });
    await decide(one.id, 'aprovada', { turma: now.turma });
    expect([await waiting(), await seenBy(one.codigo), await ask()]).toMatchObject([
      0,
      { renovacao: null },
      1,
    ]);
  });

  test('another address or school is asked for without being read, told to no other link, and no link learns what is stored', async () => {
    const one = await enrol();
    const stored = await made.rowOf(one.id);
    const { code } = await desk('fazer_link', { inscricao: one.id });
    const request = async (codigo: string, mudancas: unknown) =>
      family('pedir_pela_familia', { codigo, tipo: 'corrigir', mudancas });
    for (const wrong of [
      { cpf: '1' },
      { escola: {} },
      'x',
      null,
      {},
      { escola: 'ㅤ' },
      { escola: 'x'.repeat(301) },
      { escola: 'x', endereco_completo: 'x', cidade: 'x' },
    ])
      expect([wrong, (await request(code, wrong)).status]).toEqual([wrong, 400]);
    const school = { escola: 'Escola Nova' };
    const sent = await request(code, school);
    expect(sent.body).toMatchObject({ recebido: true, pedidos: ['corrigir'] });
    expect(JSON.stringify(sent)).not.toContain('Escola');
    expect(await request(code, school)).toEqual(sent); // the same again
    const { requests } = await state(one.id);
    expect(requests).toMatchObject([{ kind: 'corrigir', changes: school, atDesk: false }]);
    expect(await made.rowOf(one.id)).toEqual(stored);
    const [own] = (await open(one.codigo)).dados.pedidos;
    expect(own).toMatchObject({ mudancas: null, atualizadoEm: expect.any(String) });
    const [guessed, other] = [stored?.endereco_completo, 'Rua Nova, 7'].map((endereco_completo) =>
      request(code, { endereco_completo }),
    );
    expect(await guessed).toEqual(await other);
    expect(await request('f'.repeat(32), school)).toEqual({ status: 200, body: null });
    expect(await answer(one.id, true)).toMatchObject({ answers: school });
  });

  test('how long what is stored is, or what another link asked for, is told by no request: each counts', async () => {
    const one = await enrol({ objetivos: 'x' });
    await sql(
      `update public.inscricoes_projeto i set motivacao = repeat('á', 8000),
      objetivos = repeat('x', 3900 - private.bytes_da_inscricao(to_jsonb(i))) where id = $1`,
      one.id,
    );
    const [first, other] = await Promise.all(
      [1, 2].map(async () => (await desk('fazer_link', { inscricao: one.id })).code),
    );
    const request = (codigo: string, escola: string) =>
      family('pedir_pela_familia', { codigo, tipo: 'corrigir', mudancas: { escola } });
    expect(await request(first, 'á'.repeat(300))).toMatchObject({
      body: { recebido: true },
    });
    for (let at = 0; at < 20; at += 1)
      expect((await request(other, 'Escola Certa')).body).toMatchObject({ recebido: true });
    for (const guess of ['Escola Certa', 'Escola Errada'])
      expect((await request(other, guess)).body).toMatchObject({ recebido: false, limite: true });
  });

  test('under ‘Endereço protegido’ no link tells what another answered, nor ‘Meus dados’, which tells it otherwise', async () => {
    const one = await pupil();
    await ask();
    await reply(one.codigo, true, { cadunico: true });
    expect((await open(one.codigo)).dados.renovacao).toEqual({
      resposta: 'sim',
      em: expect.any(String),
      cadunico: true,
    });
    await tick(one.id, 'protegido', true);
    expect([await seenBy(one.codigo), (await open(one.codigo)).dados.renovacao]).toMatchObject([
      { renovacao: 'pedida' },
      null,
    ]);
    expect(await reply(one.codigo, false)).toMatchObject({ recebido: true, renovacao: 'pedida' });
    expect(await state(one.id)).toMatchObject({ renewal: 'nao' });
  });

  test('a link gives twenty answers a day, and wrong codes are counted as elsewhere', async () => {
    const one = await pupil();
    await ask();
    for (let at = 0; at < 20; at += 1) await reply(one.codigo, at % 2 === 0);
    for (const guess of [true, false])
      expect(await reply(one.codigo, guess)).toMatchObject({
        recebido: false,
        limite: true,
        renovacao: 'nao',
      });
    await sql('delete from private.tentativas where true');
    const wrong = () =>
      family('responder_renovacao', { codigo: randomUUID().replaceAll('-', ''), continua: true });
    for (let at = 0; at < 60; at += 1) expect(await wrong()).toEqual({ status: 200, body: null });
    expect((await wrong()).status).toBe(429);
    await sql('delete from private.tentativas where true');
  });
});

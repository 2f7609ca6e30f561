import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { uploadIdOf } from '../../domain/personal-code.ts';
import { addClass } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';

/**
 * What a family's link, and protocol with birth date, tell: `situacao_da_inscricao`, `situacao_por_protocolo`; the desk's
 * links: `fazer_link`, `fechar_links`. How attempts are counted: tests/database/situation.test.ts.
 */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, desk, family, state, seenBy, enrol, decide, tick, correct, undo } = made;
  const { request, requestOfData, noteRequest, answer, open, noted } = made;
  const { rows: sql } = server;
  const forget = () => sql('delete from private.tentativas where true');
  beforeEach(() => forget());

  const opens = async (codigo: string) => (await seenBy(codigo)) !== null;
  const madeFor = (inscricao: string) => desk('fazer_link', { inscricao });

  test('code and pair are answered, the protocol also as people write it, and every wrong one alike', async () => {
    const { codigo, protocolo } = await enrol();
    const right = { status: 200, body: { situacao: 'nova' } };
    expect(await family('situacao_da_inscricao', { codigo })).toMatchObject(right);
    const pair = { protocolo: protocolo.replace(/^..../, '$&-'), nascimento: ROW.data_nascimento };
    expect(await family('situacao_por_protocolo', pair)).toMatchObject(right);
    expect(await family('situacao_da_inscricao', { codigo: 'x' })).toEqual({ status: 200, body: null });
    for (const wrong of [{ nascimento: '2012-05-03' }, { protocolo: '00009973' }])
      expect(await family('situacao_por_protocolo', { ...pair, ...wrong })).toEqual({
        status: 200,
        body: null,
      });
  });

  test('uuid, row, protocol and a code as short as those of 1.1 open nothing of an enrolment', async () => {
    const one = await enrol();
    expect(await opens(one.codigo)).toBe(true);
    const upload = one.key.slice('public/'.length, 'public/'.length + 36);
    const known = [
      ...[upload, one.id].flatMap((uuid) => [
        uuid,
        uuid.replaceAll('-', ''),
        uploadIdOf(uuid.replaceAll('-', '')),
      ]),
      createHash('sha256').update(upload).digest('hex').slice(0, 32),
      ...[one.protocolo, one.key, one.codigo.slice(0, 20)],
    ];
    for (const codigo of known) {
      expect([codigo, await opens(codigo)]).toEqual([codigo, false]);
      expect(await request(codigo, 'desistir')).toBeNull();
      expect((await made.send(codigo, 'x')).body).toBeNull();
    }
  });

  test('a link that the desk makes opens the same page, is stored as a hash alone, and is noted', async () => {
    const one = await enrol();
    const first = await madeFor(one.id);
    expect(first).toMatchObject({
      code: expect.stringMatching(/^[0-9a-f]{32}$/),
      until: laterDay(todayInBrazil(), 29),
      situation: 'nova',
      history: [{ action: 'novo-link', by: expect.any(String) }],
    });
    const second = await madeFor(one.id);
    expect(second.code).not.toBe(first.code);
    for (const codigo of [first.code, first.code.toUpperCase(), second.code, one.codigo])
      expect(await opens(codigo)).toBe(true);
    expect(await request(first.code, 'telefone', '62988880009')).toMatchObject({ recebido: true });
    const stored = await sql<{ hash: Buffer }>(
      'select hash from private.links where inscricao_id = $1',
      one.id,
    );
    const hashes = stored.map(({ hash }) => hash.toString('hex'));
    const hashOf = ({ code }: { code: string }) => createHash('sha256').update(code).digest('hex');
    expect(hashes.toSorted()).toEqual([first, second].map(hashOf).sort());
    for (const hash of hashes)
      for (const codigo of [hash, hash.slice(0, 32)]) expect(await opens(codigo)).toBe(false);
    expect((await noted(one.id)).filter(({ detalhes }) => detalhes.que === 'novo-link')).toHaveLength(2);
    expect(JSON.stringify(await state(one.id))).not.toContain(first.code);
  });

  test('it ends after thirty days, with a clock that was ahead, and with the enrolment', async () => {
    const one = await enrol();
    const { code: codigo } = await madeFor(one.id);
    const wasMade = (ago: string) =>
      sql('update private.links set feito_em = now() + $2::interval where inscricao_id = $1', one.id, ago);
    for (const [ago, expected] of [
      ['-29 days -23 hours', true],
      ['-30 days -1 hour', false],
      ['2 hours', false],
      ['0 days', true],
    ] as const) {
      await wasMade(ago);
      expect([ago, await opens(codigo)]).toEqual([ago, expected]);
    }
    await wasMade('-31 days');
    await madeFor((await enrol()).id); // clears what is over
    expect(await sql('select from private.links where inscricao_id = $1', one.id)).toEqual([]);
    const last = await madeFor(one.id);
    const asked = { inscricao: one.id, confirmacao: one.protocolo, motivo: 'pedido_da_familia' };
    await desk('apagar_inscricao', asked);
    expect(await opens(last.code)).toBe(false);
    expect(await madeFor(one.id)).toBeNull();
  });

  test('the desk ends all links of an enrolment, and one that it makes afterwards opens', async () => {
    const [one, other] = [await enrol(), await enrol()];
    const { code } = await madeFor(one.id);
    const ended = await desk('fechar_links', { inscricao: one.id });
    expect(ended.history[0]).toMatchObject({ action: 'links-encerrados' });
    for (const codigo of [one.codigo, code]) expect([codigo, await opens(codigo)]).toEqual([codigo, false]);
    expect(await opens(other.codigo)).toBe(true);
    expect(await opens((await madeFor(one.id)).code)).toBe(true);
    expect(await opens(one.codigo)).toBe(false);
    expect(await desk('fechar_links', { inscricao: randomUUID() })).toBeNull();
  });

  test('the reason is read where the family has to, class and first day for thirty days', async () => {
    const one = await enrol();
    const turma = await addClass(server, 'Turma de Teste');
    for (const situacao of ['falta-documento', 'nao-aprovada', 'lista-de-espera', 'desistiu']) {
      await decide(one.id, situacao, { ...(situacao === 'lista-de-espera' && { turma }) });
      const motivo = ['falta-documento', 'nao-aprovada'].includes(situacao) ? 'O NIS não aparece.' : null;
      expect(await seenBy(one.codigo)).toMatchObject({ situacao, motivo });
    }
    await decide(one.id, 'aprovada', { turma, primeiro_dia: '2026-12-01' });
    const given = { situacao: 'aprovada', motivo: null, turma: 'Turma de Teste', primeiroDia: '2026-12-01' };
    for (const [days, shown] of [
      [29, given],
      [31, { ...given, turma: null, primeiroDia: null }],
    ] as const) {
      for (const [table, moment] of [
        ['acompanhamentos', 'decidida_em'],
        ['historico', 'quando'],
      ])
        await sql(
          `update private.${table} set ${moment} = now() - make_interval(days => $2) where inscricao_id = $1`,
          ...[one.id, days],
        );
      expect(await seenBy(one.codigo)).toMatchObject(shown);
    }
    await decide(one.id, 'desistiu');
    await undo(one.id); // gives nothing anew
    expect(await seenBy(one.codigo)).toMatchObject({ situacao: 'aprovada', ...NO_CLASS });
    const other = await addClass(server, 'Outra Turma');
    await decide(one.id, 'aprovada', { turma: other, primeiro_dia: '2027-02-01' });
    const anew = { ...given, turma: 'Outra Turma', primeiroDia: '2027-02-01' };
    expect(await seenBy(one.codigo)).toMatchObject(anew);
  });

  // What a link does not tell, because another parent may hold it: what the desk got to know otherwise. Decision 152.

  const SECRET = 'Rua do Abrigo, 7';
  const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  /** An enrolment in a class, the code of a link that the desk made, and what a link tells of the class. */
  const inClass = async () => {
    const one = await enrol({ escola: 'Escola de Antes' });
    const group = `Turma ${one.protocolo}`;
    const turma = await addClass(server, group);
    await decide(one.id, 'aprovada', { turma, primeiro_dia: '2026-12-01' });
    const { code } = await madeFor(one.id);
    const classShown = { turma: group, primeiroDia: '2026-12-01', atualizadoEm: null };
    return { ...one, code, classShown };
  };
  const NO_CLASS = { turma: null, primeiroDia: null };

  test('what is asked for at the desk is told by no link of before, from then on, and refused it is told again', async () => {
    const one = await inClass();
    await noteRequest(one.id, 'corrigir', { endereco_completo: SECRET });
    const { dados, ...now } = await open(one.codigo);
    expect(JSON.stringify(dados)).not.toContain(SECRET);
    expect(dados).toMatchObject({
      respostas: { endereco_completo: null, cidade: ROW.cidade, escola: 'Escola de Antes' },
      atualizadas: { endereco_completo: MOMENT },
      pedidos: [{ numero: 1, tipo: 'corrigir', mudancas: null, atualizadoEm: MOMENT, noBalcao: true }],
    });
    expect(now).toMatchObject({ ...NO_CLASS, atualizadoEm: MOMENT, proprio: true });
    expect(await seenBy(one.code)).toMatchObject({ ...NO_CLASS, atualizadoEm: MOMENT, proprio: false });
    expect(await seenBy((await madeFor(one.id)).code)).toMatchObject(one.classShown);

    await answer(one.id, false, { resposta: `Não mora em ${SECRET}.` });
    const refused = (await open(one.codigo)).dados;
    expect(JSON.stringify(refused)).not.toContain(SECRET);
    const { endereco_completo } = ROW;
    expect(refused).toMatchObject({ respostas: { endereco_completo }, atualizadas: {} });
    expect(await seenBy(one.codigo)).toMatchObject({ turma: one.classShown.turma });
  });

  test('each of those answers that the desk corrects is not told, nor what it was, nor the class; other answers are, and what is taken back', async () => {
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
    const names = Object.keys(mudancas).sort();
    const one = await inClass();
    const named = { nome_social: 'Nome só da Escola' }; // which may not be known at home
    await correct(one.id, { peso: 41, ...named });
    await noteRequest(one.id, 'corrigir', named);
    await answer(one.id, true);
    expect(await seenBy(one.codigo)).toMatchObject(one.classShown);
    await correct(one.id, { cidade: 'Cidade Nova' });
    await undo(one.id);
    const { cidade } = ROW;
    const before = (await open(one.codigo)).dados;
    expect(before).toMatchObject({ respostas: { cidade }, atualizadas: {}, correcoes: [{ campo: 'peso' }] });
    expect(await seenBy(one.codigo)).toMatchObject(one.classShown);

    await correct(one.id, mudancas);
    await correct(one.id, { ...mudancas, cidade: 'Cidade Terceira' });
    const { dados, ...now } = await open(one.codigo);
    expect(dados.respostas).toMatchObject({
      ...Object.fromEntries(names.map((name) => [name, null])),
      ...{ peso: 41, nome_completo: ROW.nome_completo },
    });
    expect(Object.keys(dados.atualizadas).sort()).toEqual(names);
    expect(dados.correcoes).toMatchObject([{ campo: 'peso' }]);
    for (const value of [...Object.values(mudancas), 'Cidade Terceira', named.nome_social])
      expect(JSON.stringify([dados, now])).not.toContain(value);
    expect(now).toMatchObject({ ...NO_CLASS, atualizadoEm: MOMENT });
    expect(await seenBy(one.code)).toMatchObject(NO_CLASS);
    // asked for and copied, the answers say no more
    expect((await requestOfData(one.codigo, 'copia')).dados.respostas).toEqual(dados.respostas);
  });

  test('what came by the link of the enrolment itself is told there; what came by one of the desk’s, or at the desk, is not', async () => {
    const one = await inClass();
    await requestOfData(one.codigo, 'corrigir', { cidade: 'Pelo Link' });
    await answer(one.id, true);
    expect((await open(one.codigo)).dados).toMatchObject({
      ...{ respostas: { cidade: 'Pelo Link' }, atualizadas: {} },
      correcoes: [{ campo: 'cidade', antes: ROW.cidade }],
    });
    await request(one.codigo, 'telefone', '62988880001');
    await request(one.code, 'telefone', '62988880002'); // takes no place, and is not told of
    expect((await state(one.id)).requests).toHaveLength(2);
    const hidden = { telefone: null, atualizadoEm: MOMENT };
    const { pedidos } = (await open(one.codigo)).dados;
    expect(pedidos).toMatchObject([hidden, { telefone: '62988880001' }, {}]);
    await noteRequest(one.id, 'corrigir', { escola: SECRET });
    for (let at = 0; at < 3; at += 1) await answer(one.id, true);
    expect(await state(one.id)).toMatchObject({ newPhone: '62988880002' });
    const { telefoneNovo, atualizadas, respostas } = (await open(one.codigo)).dados;
    expect(telefoneNovo).toBeNull();
    expect(atualizadas).toEqual({ telefone_novo: MOMENT, escola: MOMENT });
    expect(respostas).toMatchObject({ escola: null, cidade: 'Pelo Link' });
  });

  test('the guardian that came by the link of the enrolment itself is told there, a number by another link is not, under the mark neither', async () => {
    const one = await enrol({ nome_responsavel: null, telefone_responsavel: null });
    const { code } = await madeFor(one.id);
    const give = async (nome: string, telefone?: string) =>
      (await family('enviar_responsavel', { codigo: one.codigo, nome, telefone })).body;
    await tick(one.id, 'protegido', true);
    expect(await seenBy(one.codigo)).toMatchObject({ falta: [], faltaAte: null });
    await tick(one.id, 'protegido', false);
    const guardian = { nomeDoResponsavel: 'Mãe de Teste', telefoneDoResponsavel: '62988880001' };
    await give(guardian.nomeDoResponsavel, guardian.telefoneDoResponsavel);
    expect((await open(one.codigo)).dados).toMatchObject(guardian);
    await request(one.codigo, 'telefone', '62988880002');
    await request(code, 'telefone', '62988880003');
    for (const do_responsavel of [false, true]) await answer(one.id, true, { do_responsavel });
    const { dados } = await open(one.codigo);
    expect(dados).toMatchObject({ ...guardian, telefoneDoResponsavel: null });
    expect(JSON.stringify(dados)).not.toContain('62988880003');
    await tick(one.id, 'protegido', true);
    expect(await give(guardian.nomeDoResponsavel)).toMatchObject({ recebido: false }); // nor whether a guess is right
    const now = (await open(one.codigo)).dados;
    expect(now).toMatchObject({ nomeDoResponsavel: null, guarda: null, pedidos: [{ telefone: null }] });
  });

  test('under the mark no link tells any of it, nor that anything was changed or asked for, until it is taken off', async () => {
    const one = await inClass();
    await correct(one.id, { cidade: 'Cidade Nova' });
    await noteRequest(one.id, 'corrigir', { peso: 41 });
    await answer(one.id, true);
    await noteRequest(one.id, 'corrigir', { escola: SECRET });
    const { endereco } = await made.upload();
    await desk('juntar_documento', { inscricao: one.id, endereco });
    const { history, ...protectedNow } = await tick(one.id, 'protegido', true);
    expect(protectedNow).toMatchObject({ applied: true, criteria: { protegido: true } });
    expect(history[0]).toMatchObject({ action: 'criterio', from: 'protegido', to: 'sim' });
    expect((await requestOfData(one.codigo, 'copia')).pedido).toBe(1); // the third, but nobody told of the others
    for (const codigo of [one.codigo, one.code, (await madeFor(one.id)).code])
      expect(await seenBy(codigo)).toMatchObject({ ...NO_CLASS, atualizadoEm: null, pedidos: [] });
    const { dados } = await open(one.codigo);
    const hidden = { cidade: null, endereco_completo: null, escola: null, telefone_whatsapp: null };
    expect(dados).toMatchObject({
      respostas: { ...hidden, nome_completo: ROW.nome_completo },
      ...{ atualizadas: {}, correcoes: [], documentos: [{}] },
      pedidos: [{ numero: 1, tipo: 'copia', atualizadoEm: null }],
    });
    await tick(one.id, 'protegido', false);
    expect((await open(one.codigo)).dados).toMatchObject({
      respostas: { endereco_completo: ROW.endereco_completo, cidade: null },
      atualizadas: { cidade: MOMENT, escola: MOMENT },
      pedidos: [{ numero: 3 }, { numero: 2 }, { numero: 1 }],
    });
  });

  test('who opens the own data without end is told to wait', async () => {
    const one = await enrol();
    for (let at = 0; at < 60; at += 1) expect((await open(one.codigo)).dados).toBeDefined();
    const { status, body } = await family('meus_dados', { codigo: one.codigo, cpf: ROW.cpf });
    expect([status, body.code]).toEqual([429, 'PGRST429']);
  });
});

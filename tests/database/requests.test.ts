import { describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { addClass, auditEntries, enrolledAlone } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';

/** What a family asks for by its personal link, and what the desk makes of it. */
describe.each(engines)('$name', (engine) => {
  const { server, desk, family, state, seenBy, enrol, decide, answer, time, listed } =
    familyAndDeskForTests(engine);

  /** The answer of a request that is taken or not; a refusal's status and code. */
  const ask = async (codigo: string, tipo: string, telefone?: string) => {
    const { status, body } = await family('pedir_pela_familia', { codigo, tipo, telefone });
    return status === 200 ? body : [status, body.code];
  };

  test('a withdrawal stands open once, and confirmed it is a decision with its lines', async () => {
    const { id, codigo } = await enrol();
    for (let at = 0; at < 3; at += 1)
      expect(await ask(codigo, 'desistir')).toMatchObject({
        ...{ recebido: true, situacao: 'nova', pedidos: ['desistir'] },
      });
    expect(await state(id)).toMatchObject({
      hasRequest: true,
      requests: [{ kind: 'desistir', phone: null }],
      history: [{ action: 'pedido', from: 'desistir', by: null }],
    });
    expect(await listed(id)).toMatchObject([{ hasRequest: true }]);
    expect(await answer(id, true)).toMatchObject({
      ...{ applied: true, situation: 'desistiu', version: 2, hasRequest: false, requests: [] },
      history: [
        { action: 'pedido-confirmado', from: 'desistir' },
        { action: 'situacao', to: 'desistiu' },
        { action: 'pedido' },
      ],
    });
    const entries = await auditEntries(server);
    expect(entries.filter(({ inscricao, acao }) => inscricao === id && acao === 'mudou')).toMatchObject([
      { quem: null, detalhes: { que: 'pedido', pedido: 'desistir' } },
      { detalhes: { que: 'situacao', para: 'desistiu' } },
      { detalhes: { que: 'pedido-confirmado', pedido: 'desistir' } },
    ]);
    expect(await ask(codigo, 'desistir')).toMatchObject({ recebido: false, situacao: 'desistiu' });
  });

  test('a confirmed withdrawal that is taken back stands open again, and another request stays answered', async () => {
    const { id, codigo } = await enrol();
    await ask(codigo, 'telefone', '(62) 98888-0001');
    await ask(codigo, 'desistir');
    expect(await answer(id, true)).toMatchObject({ hasRequest: true, requests: [{ kind: 'desistir' }] });
    await answer(id, true);
    expect(await desk('voltar_decisao', { inscricao: id, versao: 2 })).toMatchObject({
      ...{ applied: true, situation: 'nova', hasRequest: true, requests: [{ kind: 'desistir' }] },
    });
    expect(await answer(id, true)).toMatchObject({ situation: 'desistiu', requests: [] });
  });

  test('a withdrawal is not confirmed over a decision that was not seen, and a dismissed one changes nothing', async () => {
    const { id, codigo } = await enrol();
    await ask(codigo, 'desistir');
    await decide(id, 'aprovada');
    expect(await answer(id, true, { versao: 1 })).toMatchObject({
      ...{ applied: false, situation: 'aprovada', requests: [{ kind: 'desistir' }] },
    });
    const dismissed = await answer(id, false);
    expect(dismissed).toMatchObject({
      ...{ situation: 'aprovada', version: 2, hasRequest: false, requests: [] },
    });
    expect(dismissed.history[0]).toMatchObject({ action: 'pedido-dispensado', from: 'desistir' });
  });

  test('another telephone stands beside the answers once it is confirmed, never in their place, and none is confirmed unseen', async () => {
    const { id, codigo } = await enrol();
    await ask(codigo, 'telefone', '(62) 98888-0001');
    const [seen] = (await state(id)).requests;
    await ask(codigo, 'telefone', '(62) 98888-0001'); // the same again is the same request
    expect((await state(id)).requests).toEqual([seen]);
    expect(await ask(codigo, 'telefone', '(62) 98888-0002')).toMatchObject({ pedidos: ['telefone'] });
    expect(await answer(id, true, { pedido: seen.id })).toMatchObject({
      newPhone: null,
      requests: [{ kind: 'telefone', phone: '(62) 98888-0002' }],
      history: [
        { action: 'pedido', from: 'telefone', reason: '(62) 98888-0002' },
        { action: 'pedido', from: 'telefone', reason: '(62) 98888-0001' }, // the desk reads what it took the place of
      ],
    });
    const confirmed = { newPhone: '(62) 98888-0002', situation: 'nova', version: 1 };
    expect(await answer(id, true)).toMatchObject(confirmed);
    const answered = 'select telefone_whatsapp from public.inscricoes_projeto where id = $1';
    expect(await server.value(answered, id)).toBe('62900000000');
    expect(await answer(id, false, { pedido: id })).toMatchObject(confirmed); // which is no request
  });

  test('a confirmed telephone is in the list and on the class’s sheet, and found beside the answer’s', async () => {
    const { id, codigo } = await enrol();
    const newPhone = '+55 (64) 97777-0003';
    await ask(codigo, 'telefone', newPhone);
    for (const busca of ['64977770003', '0003']) expect(await listed(id, { busca })).toEqual([]); // nobody has confirmed it
    await answer(id, true);
    for (const busca of ['64977770003', '(64) 97777-0003', '649777', '0003', '62900000000'])
      expect([busca, await listed(id, { busca })]).toMatchObject([busca, [{ newPhone }]]);
    const turma = await addClass(server, 'Turma de Teste');
    await decide(id, 'aprovada', { turma });
    const listedThere = [{ telefoneWhatsapp: '62900000000', newPhone }];
    expect(await desk('folha_da_turma', { turma })).toMatchObject(listedThere);

    // A later one that is dismissed changes nothing, one that is confirmed takes its place.
    await ask(codigo, 'telefone', '62 98888-0004');
    expect(await answer(id, false)).toMatchObject({ newPhone });
    await ask(codigo, 'telefone', '62 98888-0005');
    expect(await answer(id, true)).toMatchObject({ newPhone: '62 98888-0005' });
  });

  test('no telephone that is none, nothing unknown, nothing for a wrong code, and twenty a day of a link', async () => {
    const { id, codigo } = await enrol();
    expect(await ask(codigo, 'telefone')).toEqual([400, '23514']);
    expect(await ask(codigo, 'telefone', '123')).toEqual([400, '23514']);
    expect(await ask(codigo, 'outro')).toEqual([400, '22023']);
    expect(await ask('0123456789abcdef0123', 'desistir')).toBeNull();
    const number = (at: number) => `62 98888-00${String(at).padStart(2, '0')}`;
    for (let at = 1; at <= 20; at += 1) {
      for (const again of [1, 2]) // the same again is the same request, and counts once
        expect([at, again, await ask(codigo, 'telefone', number(at))]).toMatchObject([
          ...[at, again, { recebido: true }],
        ]);
      if (at % 5 === 0) await answer(id, false); // also what took another's place counts
    }
    expect(await ask(codigo, 'desistir')).toMatchObject({ recebido: false, limite: true, pedidos: [] });
    await server.database.query(`update private.tentativas set dia = dia - interval '25 hours' where true`);
    expect(await ask(codigo, 'desistir')).toMatchObject({ recebido: true });
  });

  /** Sends a telephone by the link; what the desk answers to take it. */
  const given = async (one: { id: string; codigo: string }, telefone = '(62) 98888-0001') => {
    expect(await ask(one.codigo, 'telefone', telefone)).toMatchObject({ recebido: true });
    const { version, requests } = await state(one.id);
    return { inscricao: one.id, versao: version, pedido: requests[0].id, confirmado: true };
  };
  const take = (question: object, do_responsavel?: boolean | null) =>
    desk('atender_pedido', { ...question, do_responsavel });
  /** The last day without the guardian's telephone, when nothing has happened for `days`. */
  const dayAfter = (days: number) => laterDay(todayInBrazil(), 30 + days);
  const ALONE = { rule: 'sem_responsavel', eraseOn: dayAfter(1) };

  test('the guardian’s telephone that came by the link and was taken stops the erasing at once', async () => {
    const one = await enrolledAlone(server);
    expect(await time(one.id)).toMatchObject({ ...ALONE, eraseOn: dayAfter(-10 + 1) });
    const falta = ['telefoneResponsavel'];
    expect(await seenBy(one.codigo)).toMatchObject({ falta, faltaAte: dayAfter(-10) });
    const question = await given(one);
    expect(await time(one.id)).toMatchObject(ALONE); // it came: the days start again
    expect(await seenBy(one.codigo)).toMatchObject({ falta, faltaAte: dayAfter(0) });

    const now = await take(question, true);
    expect(now).toMatchObject({
      ...{ newPhone: '(62) 98888-0001', guardianPhone: '(62) 98888-0001', requests: [] },
      criteria: { responsavel: false }, // nobody has confirmed anything in person
    });
    expect(now.history[0]).toMatchObject({ action: 'pedido-confirmado', from: 'telefone-do-responsavel' });
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      inscricao: one.id,
      detalhes: { que: 'pedido-confirmado', pedido: 'telefone-do-responsavel' },
    });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao', guardianUntil: null });
    expect(await seenBy(one.codigo)).toMatchObject({ falta: [], faltaAte: null, pedidos: [] });
  });

  test('a number that is not said to be the guardian’s only starts the days again', async () => {
    for (const isGuardians of [false, null, undefined]) {
      const one = await enrolledAlone(server);
      const question = await given(one);
      const past = `update private.historico set quando = now() - interval '5 days' where inscricao_id = $1`;
      await server.rows(past, one.id);
      expect(await seenBy(one.codigo)).toMatchObject({ faltaAte: dayAfter(-5) });
      const taken = { newPhone: '(62) 98888-0001', guardianPhone: null };
      expect(await take(question, isGuardians)).toMatchObject(taken);
      expect(await time(one.id)).toMatchObject(ALONE);
      const falta = ['telefoneResponsavel'];
      expect(await seenBy(one.codigo)).toMatchObject({ falta, faltaAte: dayAfter(0) });
    }
  });

  test('the first answer holds: pressed again, by another at the desk, or to a number that was replaced', async () => {
    const one = await enrolledAlone(server);
    const [first, second] = [await given(one), await given(one, '(62) 98888-0002')];
    expect(await take(first, true)).toMatchObject({
      ...{ newPhone: null, guardianPhone: null, requests: [{ id: second.pedido }] },
    });
    const answers = await Promise.all([take(second, true), take(second, true)]);
    answers.push(await take(second, false), await take({ ...second, confirmado: false }, true));
    for (const now of answers) expect(now).toMatchObject({ guardianPhone: '(62) 98888-0002', requests: [] });
    const actions = answers.at(-1).history.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['pedido-confirmado', 'pedido', 'pedido']);
  });

  test('a dismissed number is nobody’s, and what the answers or the age say stays the only guardian’s', async () => {
    const dismissed = await enrolledAlone(server);
    const now = await take({ ...(await given(dismissed)), confirmado: false }, true);
    expect(now).toMatchObject({ newPhone: null, guardianPhone: null });
    expect(now.history[0]).toMatchObject({ action: 'pedido-dispensado', from: 'telefone' });
    for (const answers of [{ data_nascimento: '1990-01-01' }, { telefone_responsavel: '62900000001' }]) {
      const one = await enrolledAlone(server, answers);
      expect(await take(await given(one), true)).toMatchObject({
        ...{ newPhone: '(62) 98888-0001', guardianPhone: null },
      });
      expect(await seenBy(one.codigo)).toMatchObject({ falta: [], faltaAte: null });
    }
  });

  test('a later number that is not the guardian’s leaves the guardian’s where it is, found by search and on the class’s list', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: 'Responsável de Teste' });
    expect(await listed(one.id, { semResponsavel: true })).toHaveLength(1);
    await take(await given(one, '(62) 98888-1111'), true);
    await take(await given(one, '(64) 97777-2222'));
    const numbers = { newPhone: '(64) 97777-2222', guardianPhone: '(62) 98888-1111' };
    expect(await state(one.id)).toMatchObject(numbers);
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao' });
    for (const busca of ['62988881111', '1111', '64977772222'])
      expect(await listed(one.id, { busca })).toMatchObject([numbers]);
    expect(await listed(one.id, { semResponsavel: true })).toEqual([]); // name and telephone are known now
    await server.rows(`update public.inscricoes_projeto set cidade = 'Outra' where id = $1`, one.id);
    expect(await listed(one.id, { busca: '62988881111' })).toHaveLength(1); // a corrected enrolment keeps it
    const turma = await addClass(server, 'Turma do Responsável');
    await decide(one.id, 'aprovada', { turma });
    expect(await desk('folha_da_turma', { turma })).toMatchObject([
      { telefoneResponsavel: '(62) 98888-1111', newPhone: '(64) 97777-2222' },
    ]);
  });
});

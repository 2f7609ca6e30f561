import { describe, expect, test } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { addClass, auditEntries, enrolledAlone } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { bornYearsAgo } from '../support/people.ts';
import { engines } from '../support/server.ts';

/**
 * What a family asks for by its personal link (`pedir_pela_familia`), what the desk makes of it (`atender_pedido`), and
 * the guardian that a minor's enrolment lacks, given by the link (`enviar_responsavel`).
 */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, desk, family, state, seenBy, enrol, decide, tick, correct, undo, request, answer } = made;
  const { time, listed, noted } = made;
  const { rows: sql } = server;

  const PHONE = '(62) 98888-0001';
  const OTHER = '(62) 98888-0002';
  /** Puts somebody into a class; what its list says of the only person there. */
  const onClassList = async (id: string) => {
    const turma = await addClass(server, `Turma ${id}`);
    await decide(id, 'aprovada', { turma });
    return async () => (await desk('folha_da_turma', { turma }))[0];
  };

  test('a withdrawal stands open once, and confirmed it is a decision with its lines', async () => {
    const { id, codigo } = await enrol();
    const received = { recebido: true, situacao: 'nova', pedidos: ['desistir'] };
    for (let at = 0; at < 3; at += 1) expect(await request(codigo, 'desistir')).toMatchObject(received);
    expect(await state(id)).toMatchObject({
      hasRequest: true,
      requests: [{ kind: 'desistir', phone: null, askedAt: expect.any(String) }],
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
    expect((await noted(id)).filter(({ acao }) => acao === 'mudou')).toMatchObject([
      { quem: null, detalhes: { que: 'pedido', pedido: 'desistir' } },
      { detalhes: { que: 'situacao', para: 'desistiu' } },
      { detalhes: { que: 'pedido-confirmado', pedido: 'desistir' } },
    ]);
    expect(await request(codigo, 'desistir')).toMatchObject({ recebido: false, situacao: 'desistiu' });
    await decide(id, 'nao-aprovada');
    expect(await request(codigo, 'desistir')).toMatchObject({ recebido: false, situacao: 'nao-aprovada' });
  });

  test('withdrawals by the link and in person are confirmed as one and, taken back, stand open again; another request stays answered', async () => {
    const { id, codigo } = await enrol();
    await request(codigo, 'telefone', PHONE);
    await request(codigo, 'desistir');
    await desk('nova_nota', { inscricao: id, texto: 'Pediu para sair.', pedido: 'desistir' });
    const open = { hasRequest: true, requests: [{ kind: 'desistir' }, { kind: 'desistir' }] };
    expect(await answer(id, true)).toMatchObject(open);
    await answer(id, true);
    expect((await undo(id)).body).toMatchObject({ applied: true, situation: 'nova', ...open });
    expect(await answer(id, true)).toMatchObject({ situation: 'desistiu', requests: [] });
    await decide(id, 'nova');
    await request(codigo, 'desistir');
    await decide(id, 'desistiu');
    await answer(id, false);
    expect((await undo(id)).body).toMatchObject({ situation: 'nova', requests: [] }); // both stay answered
  });

  test('an answer waits to be told until a message told of it, also after a visit; not one that was seen to be done', async () => {
    const { id, codigo } = await enrol();
    const send = (modelo: string) => desk('anotar_mensagem', { inscricao: id, modelo, para: 'pessoa' });
    await request(codigo, 'telefone', PHONE);
    await answer(id, false);
    const first = { answered: { number: 1, confirmed: false, sentence: null } };
    await request(codigo, 'desistir');
    expect(await answer(id, true)).toMatchObject({ answered: { number: 2, confirmed: true } });
    expect((await undo(id)).body).toMatchObject(first);
    await answer(id, false, { resposta: 'Ligue antes.' });
    expect(await state(id)).toMatchObject({ answered: { number: 2, sentence: 'Ligue antes.' } });
    expect(await send('contato')).toMatchObject({ answered: { number: 2 } });
    expect(await send('pedido')).toMatchObject({ answered: null });
    await desk('nova_nota', { inscricao: id, texto: 'Pediu uma cópia.', pedido: 'copia' });
    expect(await answer(id, true)).toMatchObject({ answered: null }); // handed over
    await request(codigo, 'copia'); // the page gives it at once
    expect(await state(id)).toMatchObject({ answered: null });
  });

  test('a withdrawal is not confirmed over a decision that was not seen, and a dismissed one changes nothing', async () => {
    const { id, codigo } = await enrol();
    await request(codigo, 'desistir');
    await decide(id, 'aprovada');
    const unseen = { applied: false, situation: 'aprovada', requests: [{ kind: 'desistir' }] };
    expect(await answer(id, true, { versao: 1 })).toMatchObject(unseen);
    const { history, ...dismissed } = await answer(id, false);
    expect(dismissed).toMatchObject({ situation: 'aprovada', version: 2, hasRequest: false, requests: [] });
    expect(history[0]).toMatchObject({ action: 'pedido-dispensado', from: 'desistir' });
  });

  test('another telephone stands beside the answers once it is confirmed, never in their place, and none is confirmed unseen', async () => {
    const { id, codigo } = await enrol();
    await request(codigo, 'telefone', PHONE);
    const [seen] = (await state(id)).requests;
    await request(codigo, 'telefone', PHONE); // the same again is the same request
    expect((await state(id)).requests).toEqual([seen]);
    expect(await request(codigo, 'telefone', OTHER)).toMatchObject({ pedidos: ['telefone'] });
    expect(await answer(id, true, { pedido: seen.id })).toMatchObject({
      newPhone: null,
      requests: [{ kind: 'telefone', phone: OTHER, askedAt: expect.not.stringContaining(seen.askedAt) }],
      history: [
        { action: 'pedido', from: 'telefone', reason: OTHER },
        { action: 'pedido', from: 'telefone', reason: PHONE }, // the desk reads what it took the place of
      ],
    });
    const confirmed = { newPhone: OTHER, situation: 'nova', version: 1 };
    expect(await answer(id, true)).toMatchObject(confirmed);
    const answered = 'select telefone_whatsapp from public.inscricoes_projeto where id = $1';
    expect(await server.value(answered, id)).toBe('62900000000');
    expect(await answer(id, false, { pedido: id })).toMatchObject(confirmed); // which is no request
  });

  test('a confirmed telephone is in the list and on the class’s sheet, and found beside the answer’s', async () => {
    const { id, codigo } = await enrol();
    const newPhone = '+55 (64) 97777-0003';
    await request(codigo, 'telefone', newPhone);
    for (const busca of ['64977770003', '0003']) expect(await listed(id, { busca })).toEqual([]); // nobody has confirmed it
    await answer(id, true);
    for (const busca of ['64977770003', '(64) 97777-0003', '649777', '0003', '62900000000'])
      expect([busca, await listed(id, { busca })]).toMatchObject([busca, [{ newPhone }]]);
    const onList = await onClassList(id);
    expect(await onList()).toMatchObject({ telefoneWhatsapp: '62900000000', newPhone });

    // A later one that is dismissed changes nothing, one that is confirmed takes its place.
    await request(codigo, 'telefone', OTHER);
    expect(await answer(id, false)).toMatchObject({ newPhone });
    await request(codigo, 'telefone', PHONE);
    expect(await answer(id, true)).toMatchObject({ newPhone: PHONE });
  });

  test('twenty things of a link are taken in a day, no document and no guardian after them; each link has its own twenty', async () => {
    const { id, codigo } = await enrolledAlone(server, { nome_responsavel: null });
    for (let at = 1; at <= 20; at += 1) {
      for (const again of [1, 2]) // the same again is the same request, and counts once
        expect([at, again, await request(codigo, 'telefone', `62 98888-${1000 + at}`)]).toMatchObject([
          ...[at, again, { recebido: true }],
        ]);
      if (at % 5 === 0) await answer(id, false); // also what took another's place counts
    }
    await decide(id, 'falta-documento');
    const { endereco } = await made.upload();
    const enough = { recebido: false, limite: true };
    expect(await request(codigo, 'desistir')).toMatchObject({ ...enough, pedidos: [] });
    expect((await made.send(codigo, endereco)).body).toMatchObject({ ...enough, podeEnviarDocumento: true });
    expect(await give(codigo)).toMatchObject(enough);
    const { code } = await desk('fazer_link', { inscricao: id });
    expect((await made.send(code, endereco)).body).toMatchObject({ recebido: true });
    expect(await request(code, 'telefone', PHONE)).toMatchObject({ recebido: true });
    await sql(`update private.tentativas set dia = dia - interval '25 hours' where true`);
    expect(await request(codigo, 'desistir')).toMatchObject({ recebido: true });
  });

  // A minor's telephone: whether it is the guardian's, and when the enrolment is erased without one.

  /** Sends a telephone by the link; how the desk takes it. */
  const given = async ({ id, codigo }: { id: string; codigo: string }, telefone = PHONE) => {
    expect(await request(codigo, 'telefone', telefone)).toMatchObject({ recebido: true });
    const pedido = (await state(id)).requests[0].id;
    return (do_responsavel?: boolean | null, confirmado = true) =>
      answer(id, confirmado, { pedido, do_responsavel });
  };
  /** The last day without the guardian's telephone, when nothing has happened for `days`. */
  const dayAfter = (days: number) => laterDay(todayInBrazil(), 30 + days);
  const ALONE = { rule: 'sem_responsavel', eraseOn: dayAfter(1) };
  const NOTHING = { falta: [], faltaAte: null };
  const BOTH = ['nomeResponsavel', 'telefoneResponsavel'];

  test('the guardian’s telephone that came by the link and was taken stops the erasing at once', async () => {
    const one = await enrolledAlone(server);
    expect(await time(one.id)).toMatchObject({ ...ALONE, eraseOn: dayAfter(-10 + 1) });
    const falta = ['telefoneResponsavel'];
    expect(await seenBy(one.codigo)).toMatchObject({ falta, faltaAte: dayAfter(-10) });
    const take = await given(one);
    expect(await time(one.id)).toMatchObject(ALONE); // it came: the days start again
    expect(await seenBy(one.codigo)).toMatchObject({ falta, faltaAte: dayAfter(0) });

    const { history, ...now } = await take(true);
    expect(now).toMatchObject({
      ...{ newPhone: PHONE, guardianPhone: PHONE, requests: [] },
      criteria: { responsavel: false }, // nobody has confirmed anything in person
    });
    expect(history[0]).toMatchObject({ action: 'pedido-confirmado', from: 'telefone-do-responsavel' });
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      inscricao: one.id,
      detalhes: { que: 'pedido-confirmado', pedido: 'telefone-do-responsavel' },
    });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao', guardianUntil: null });
    expect(await seenBy(one.codigo)).toMatchObject({ ...NOTHING, pedidos: [] });
    const onList = await onClassList(one.id);
    expect(await onList()).toMatchObject({ telefoneResponsavel: PHONE, newPhone: null }); // said once
  });

  test('a number that is not said to be the guardian’s only starts the days again', async () => {
    for (const isGuardians of [false, null, undefined]) {
      const one = await enrolledAlone(server);
      const take = await given(one);
      const past = `update private.historico set quando = now() - interval '5 days' where inscricao_id = $1`;
      await sql(past, one.id);
      expect(await seenBy(one.codigo)).toMatchObject({ faltaAte: dayAfter(-5) });
      expect(await take(isGuardians)).toMatchObject({ newPhone: PHONE, guardianPhone: null });
      expect(await time(one.id)).toMatchObject(ALONE);
      const falta = ['telefoneResponsavel'];
      expect(await seenBy(one.codigo)).toMatchObject({ falta, faltaAte: dayAfter(0) });
    }
  });

  test('the first answer holds: pressed again, or by another at the desk', async () => {
    const one = await enrolledAlone(server);
    const take = await given(one);
    const answers = await Promise.all([take(true), take(true)]);
    answers.push(await take(false), await take(true, false));
    for (const now of answers) expect(now).toMatchObject({ guardianPhone: PHONE, requests: [] });
    expect(answers.slice(2).map(({ applied }) => applied)).toEqual([false, false]);
    const actions = answers.at(-1).history.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['pedido-confirmado', 'pedido']);
  });

  test('a dismissed number is nobody’s, and what the answers or the age say stays the only guardian’s', async () => {
    const dismiss = await given(await enrolledAlone(server));
    const now = await dismiss(true, false);
    expect(now).toMatchObject({ newPhone: null, guardianPhone: null });
    expect(now.history[0]).toMatchObject({ action: 'pedido-dispensado', from: 'telefone' });
    for (const answers of [{ data_nascimento: '1990-01-01' }, { telefone_responsavel: '62900000001' }]) {
      const one = await enrolledAlone(server, answers);
      const take = await given(one);
      expect(await take(true)).toMatchObject({ newPhone: PHONE, guardianPhone: null });
      expect(await seenBy(one.codigo)).toMatchObject(NOTHING);
    }
  });

  test('a later number that is not the guardian’s leaves the guardian’s where it is, found by search and on the class’s list', async () => {
    const one = await enrolledAlone(server, { nome_responsavel: 'Responsável de Teste' });
    expect(await listed(one.id, { semResponsavel: true })).toHaveLength(1);
    const numbers = { newPhone: '(64) 97777-2222', guardianPhone: '(62) 98888-1111' };
    await (await given(one, numbers.guardianPhone))(true);
    await (await given(one, numbers.newPhone))();
    expect(await state(one.id)).toMatchObject(numbers);
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao' });
    for (const busca of ['62988881111', '1111', '64977772222'])
      expect(await listed(one.id, { busca })).toMatchObject([numbers]);
    expect(await listed(one.id, { semResponsavel: true })).toEqual([]); // name and telephone are known now
    await correct(one.id, { cidade: 'Outra' });
    expect(await listed(one.id, { busca: '62988881111' })).toHaveLength(1); // a corrected enrolment keeps it
    const onList = await onClassList(one.id);
    const { guardianPhone: telefoneResponsavel, newPhone } = numbers;
    expect(await onList()).toMatchObject({ telefoneResponsavel, newPhone });
    expect(await tick(one.id, 'telefone', false)).toMatchObject({ newPhone, guardianPhone: null });
  });

  // The guardian, given by the link.

  const GUARDIAN = { nome: 'Responsável Que Veio', telefone: '62988880001' };
  const CAME = { guardianName: GUARDIAN.nome, guardianPhone: GUARDIAN.telefone };
  const give = async (codigo: string, guardian: object = GUARDIAN) =>
    (await family('enviar_responsavel', { codigo, ...guardian })).body;
  const alone = (answers: object = {}) => enrolledAlone(server, { nome_responsavel: null, ...answers });

  test('the guardian stops the erasing at once, stands beside the answers, and the desk is told', async () => {
    const one = await alone();
    expect(await time(one.id)).toMatchObject({ rule: 'sem_responsavel' });
    expect(await seenBy(one.codigo)).toMatchObject({ falta: BOTH, faltaAte: dayAfter(-10) });
    expect(await listed(one.id, { semResponsavel: true })).toMatchObject([{ hasNewGuardian: false }]);

    for (const again of [1, 2]) // the same again is there already
      expect([again, await give(one.codigo)]).toMatchObject([again, { recebido: true, ...NOTHING }]);
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao' });
    expect(await seenBy(one.codigo)).toMatchObject(NOTHING);
    const now = {
      ...{ ...CAME, hasNewGuardian: true, version: 1, criteria: { responsavel: false } },
      history: [{ action: 'responsavel', by: null, reason: GUARDIAN.telefone }],
    };
    expect(await state(one.id)).toMatchObject(now);
    expect(await listed(one.id, { semResponsavel: true })).toEqual([]);
    for (const busca of ['que veio', '62988880001'])
      expect(await listed(one.id, { busca })).toMatchObject([{ ...CAME, hasNewGuardian: true }]);
    const answered =
      'select nome_responsavel, telefone_responsavel from public.inscricoes_projeto where id = $1';
    expect(await sql(answered, one.id)).toEqual([{ nome_responsavel: null, telefone_responsavel: ' ' }]);
    const line = { acao: 'mudou', quem: null, detalhes: { que: 'responsavel' } };
    expect(await noted(one.id)).toContainEqual(expect.objectContaining(line));

    const another = { nome: 'Outra Pessoa', telefone: '62977770000' };
    expect(await give(one.codigo, another)).toMatchObject({ recebido: false });
    expect(await state(one.id)).toMatchObject(now);
  });

  test.each<[answers: object, missing: string, guardian: object, known: object]>([
    [
      { nome_responsavel: null, telefone_responsavel: '62977770000' },
      'nomeResponsavel',
      { nome: 'Só o Nome' },
      { guardianName: 'Só o Nome', guardianPhone: null },
    ],
    [
      { nome_responsavel: 'Quem Já Está', telefone_responsavel: '' },
      'telefoneResponsavel',
      { telefone: GUARDIAN.telefone },
      { guardianName: null, guardianPhone: GUARDIAN.telefone },
    ],
  ])('of %j what is missing alone is taken', async (answers, missing, guardian, known) => {
    const one = await alone(answers);
    expect(await seenBy(one.codigo)).toMatchObject({ falta: [missing] });
    expect(await give(one.codigo, guardian)).toMatchObject({ recebido: true, ...NOTHING });
    expect(await state(one.id)).toMatchObject(known);
  });

  test('no guardian is taken of an adult, of who has one, of who just came of age, once it is decided, by a wrong link or one of the desk’s', async () => {
    const none = { nome_responsavel: null, telefone_responsavel: null };
    const adult = await enrol({ ...none, data_nascimento: '1990-03-05', idade: 30 });
    const decided = await alone();
    await decide(decided.id, 'aprovada');
    const grown = await alone({ data_nascimento: bornYearsAgo(18) });
    await sql('update public.inscricoes_projeto set idade = 17 where id = $1', grown.id); // as it was sent
    expect(await listed(grown.id, { semResponsavel: true })).toEqual([]);
    expect(await listed(grown.id, { idade: 'adulto' })).toHaveLength(1);
    expect(await time(grown.id)).toMatchObject({ rule: 'sem_decisao' });
    const unknown = { guardianName: null, guardianPhone: null, hasNewGuardian: false };
    for (const { id, codigo } of [adult, await enrol(), decided, grown]) {
      expect(await seenBy(codigo)).toMatchObject(NOTHING);
      expect(await give(codigo)).toMatchObject({ recebido: false, ...NOTHING });
      expect(await state(id)).toMatchObject(unknown);
    }
    const { id } = await alone();
    const { code } = await desk('fazer_link', { inscricao: id });
    expect(await give(code)).toMatchObject({ recebido: false, falta: BOTH });
    expect(await give('0'.repeat(32))).toBeNull();
    expect(await state(id)).toMatchObject(unknown);
  });

  test('it is not confirmed until somebody says so, whatever is decided, or corrects it; the class’s list says which', async () => {
    const one = await alone();
    await give(one.codigo);
    const onList = await onClassList(one.id);
    const listed = { nomeResponsavel: GUARDIAN.nome, telefoneResponsavel: GUARDIAN.telefone };
    expect(await onList()).toMatchObject({ ...listed, isUnconfirmed: true });
    expect(await state(one.id)).toMatchObject({ hasNewGuardian: true });
    expect(await tick(one.id, 'responsavel', true)).toMatchObject({ applied: true, hasNewGuardian: false });
    expect(await onList()).toMatchObject({ ...listed, isUnconfirmed: false });
    expect(await tick(one.id, 'responsavel', false)).toMatchObject({ applied: true, hasNewGuardian: true });
    for (const [mudancas, hasNewGuardian] of [
      [{ nome_responsavel: 'Quem É' }, true], // the telephone
      [{ telefone_responsavel: '62977770000' }, false],
    ] as const)
      expect((await correct(one.id, mudancas)).body).toMatchObject({ hasNewGuardian });
    expect((await undo(one.id)).body).toMatchObject({ hasNewGuardian: true });
    await correct(one.id, { telefone_responsavel: '62977770000' });
    await tick(one.id, 'responsavel', true);
    expect((await undo(one.id)).body).toMatchObject({ hasNewGuardian: false });
  });

  test('a number that turns out to be the child’s own is still the one to call, and the link asks again', async () => {
    const one = await alone();
    await give(one.codigo);
    expect((await tick(one.id, 'telefone', true)).message).toMatch('nenhum outro'); // which changes nothing
    const own = { guardianPhone: null, newPhone: GUARDIAN.telefone };
    expect(await tick(one.id, 'telefone', false)).toMatchObject(own);
    const asks = { falta: ['telefoneResponsavel'], faltaAte: expect.any(String) };
    expect(await seenBy(one.codigo)).toMatchObject(asks);
    expect(await time(one.id)).toMatchObject({ rule: 'sem_responsavel' });
    expect(await tick(one.id, 'telefone', true)).toMatchObject({ guardianPhone: GUARDIAN.telefone });
    expect(await time(one.id)).toMatchObject({ rule: 'sem_decisao' });
    const named = await alone({ nome_responsavel: 'Quem Já Está' });
    await give(named.codigo, { telefone: GUARDIAN.telefone });
    expect(await tick(named.id, 'telefone', false)).toMatchObject({ ...own, hasNewGuardian: false });
  });
});

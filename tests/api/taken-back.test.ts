import { describe, expect, test } from 'vitest';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { engines, forTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/** What a stolen session corrected and answered comes back at once, by account and moment (`reverter_correcoes`). Decision 144. */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, admin, asked, state, enrol, decide, correct, noteRequest, respond, rowOf, followedOf } =
    made;
  const { rows: sql } = server;
  const thief = forTests(() => signedIn(server, { administrator: true }));
  const { many } = agedEnrolments(() => server);

  /** What the thief, or another, corrects. */
  const steal = (inscricao: string, mudancas: object, who = thief) => correct(inscricao, mudancas, {}, who);
  /** Takes back what the thief, or another, did in the last minutes. */
  const takeBack = async ({ userId } = thief, minutes = 5, who = admin) => {
    const body = { conta: userId, desde: new Date(Date.now() - minutes * 60_000).toISOString() };
    return (await asked('reverter_correcoes', body, who)).body;
  };

  test('every answer is what it was before the first correction, with what stood beside it', async () => {
    const { id: one, codigo } = await enrol({ rg: '12', peso: 52.5 });
    const { id: other } = await enrol({ idade: 14 });
    await correct(one, { cidade: 'Cidade Certa' });
    await made.request(codigo, 'telefone', '62911110000');
    await made.answer(one, true);
    const rows = async () => [await rowOf(one), await rowOf(other)];
    const followed = async () => [await followedOf(one), await followedOf(other)];
    const [before, beside, { corrections }] = [await rows(), await followed(), await state(one)];
    await steal(one, { cidade: 'Cidade Roubada', peso: 40 });
    await steal(one, { cidade: 'Outra', rg: null, telefone_whatsapp: '62922220000' });
    await steal(other, { nome_completo: 'Nome Roubado', data_nascimento: '1990-01-01' });
    const counts = { enrolments: 2, answers: 6, requests: 0, changedSince: 0, more: false };
    expect(await takeBack()).toEqual(counts);
    expect(await rows()).toEqual(before);
    expect(await followed()).toEqual([
      { ...beside[0], versao: 5 },
      { ...beside[1], versao: 3 },
    ]);
    const now = await state(one);
    expect(now.corrections).toEqual(corrections);
    expect(now.history.slice(0, 3)).toMatchObject([
      { action: 'correcao-desfeita', to: 'rg cidade telefone_whatsapp peso', by: admin.email },
      { action: 'correcao', by: thief.email },
      { action: 'correcao', by: thief.email },
    ]);
    const lines = (await auditEntries(server)).filter(({ detalhes }) => detalhes.que === 'correcao-desfeita');
    expect(lines.map(({ inscricao }) => inscricao).sort()).toEqual([one, other].sort());
    expect((await takeBack()).answers).toBe(0);
  });

  test('what somebody corrected afterwards stays, and what came before the moment', async () => {
    const none = { nome_responsavel: null, telefone_responsavel: null };
    const { id, codigo } = await enrol({ escola: 'Escola Certa', ...none });
    await steal(id, { rg: '1' });
    await sql(`update private.correcoes set quando = now() - interval '1 hour' where true`);
    await steal(id, { cidade: 'Cidade Roubada', escola: 'Escola Roubada' });
    await correct(id, { cidade: 'Cidade de Hoje' });
    await made.request(codigo, 'telefone', '62911110000');
    await made.answer(id, true);
    const [guardianName, guardianPhone] = ['Chegou Depois', '62922220000'];
    await made.family('enviar_responsavel', { codigo, nome: guardianName, telefone: guardianPhone });
    expect(await takeBack()).toMatchObject({ answers: 1, changedSince: 1, more: false });
    expect(await state(id)).toMatchObject({ newPhone: '62911110000', guardianName, guardianPhone });
    expect(await rowOf(id)).toMatchObject({ rg: '1', cidade: 'Cidade de Hoje', escola: 'Escola Certa' });
  });

  test('a taking back is taken back by the same, also one of everybody’s corrections', async () => {
    const { id } = await enrol();
    const one = await signedIn(server, { administrator: true });
    const corrected = { cidade: 'Cidade Certa' };
    await correct(id, corrected, {}, one);
    const shown = async () => [await rowOf(id), (await state(id)).corrections];
    const before = await shown();
    expect(await takeBack(one, 5, thief)).toMatchObject({ answers: 1 });
    expect(await rowOf(id)).not.toMatchObject(corrected);
    expect((await state(id)).corrections).toEqual([]);
    expect(await takeBack(thief, 1)).toMatchObject({ answers: 1, more: false });
    expect(await shown()).toEqual(before);
  });

  test('a refusal that a correction made to be decided again stands again, unless somebody decided since', async () => {
    const [{ id: one }, { id: other }] = [await enrol(), await enrol()];
    for (const id of [one, other]) {
      await decide(id, 'nao-aprovada', { motivo: 'a renda é alta' });
      await steal(id, { cidade: 'Cidade Roubada' });
      await steal(id, { renda_familiar: '1-2' });
    }
    for (const situacao of ['desistiu', 'em-analise']) await decide(other, situacao);
    expect(await takeBack()).toMatchObject({ enrolments: 2, answers: 4 });
    const refused = { situation: 'nao-aprovada', reason: 'a renda é alta', toNotify: true };
    expect(await state(one)).toMatchObject(refused);
    expect(await state(other)).toMatchObject({ situation: 'em-analise' });
  });

  test('the families’ requests that were answered wait again, taken or refused; not those that were noted meanwhile', async () => {
    const { id } = await enrol();
    /** What is noted, and answered, which is the only open one; its id. */
    const answered = async (tipo: string, yes: boolean, mudancas?: object, by = admin, who = thief) => {
      const { requests } = await noteRequest(id, tipo, mudancas, by);
      await respond(id, yes, { resposta: yes ? undefined : 'Não.' }, who);
      return { id: requests.at(-1).id };
    };
    const taken = await answered('corrigir', true, { cidade: 'Cidade Pedida' });
    const refused = await answered('corrigir', false, { escola: 'Escola Pedida' });
    await answered('copia', true, undefined, thief);
    await answered('apagar', false, undefined, admin, admin);
    const { id: before } = await answered('corrigir', false, { rg: '1' });
    const noted = await answered('corrigir', false, { numero: '2' }, thief);
    await sql(
      `update private.pedidos set feito_em = feito_em - interval '2 hours',
         respondido_em = respondido_em - case id when $1 then interval '1 hour' else '0' end where id in ($1, $2)`,
      ...[before, noted.id],
    );
    const { requests: more } = await noteRequest(id, 'copia');
    await asked('anotar_impressao', { inscricoes: [id], a_pedido: true }, thief);
    expect(await takeBack()).toMatchObject({ enrolments: 1, answers: 1, requests: 4, more: false });
    const now = await state(id);
    expect(now).toMatchObject({ hasRequest: true, requests: [noted, taken, refused, { id: more[0].id }] });
    expect(now.history.slice(2, 4)).toMatchObject([
      { action: 'pedido-reaberto', from: 'corrigir', to: 'escola' },
      { action: 'pedido-reaberto', from: 'corrigir', to: 'cidade' },
    ]);
    expect(await takeBack()).toMatchObject({ answers: 0, requests: 0, more: false });
  });

  test('many come back a hundred enrolments a call, while the desk goes on; what is in the bin or gone is left', async () => {
    await sql('delete from public.inscricoes_projeto where true');
    await many(103, null, '1 day');
    const ids = (await sql<{ id: string }>('select id from public.inscricoes_projeto')).map(({ id }) => id);
    const [binned = '', corrected = ''] = ids;
    const stolen = { cidade: 'Cidade Roubada' };
    for (const id of ids) await correct(id, stolen, { versao: 1 }, thief);
    await sql('update private.acompanhamentos set apagada_em = now() where inscricao_id = $1', binned);
    const [first, answer] = await Promise.all([
      takeBack(thief, 60),
      correct(corrected, { rg: '77' }, { versao: 2 }),
    ]);
    expect(first).toMatchObject({ enrolments: 100, answers: 100, more: true });
    expect(answer.status).toBe(200);
    expect(await takeBack(thief, 60)).toMatchObject({ enrolments: 2, answers: 2, more: false });
    const left = await sql(`select id from public.inscricoes_projeto where cidade = 'Cidade Roubada'`);
    expect(left).toEqual([{ id: binned }]);
  });
});

import { describe, expect, test } from 'vitest';
import { auditEntries } from '../support/desk.ts';
import { engines } from '../support/server.ts';
import { correctionsForTests } from './corrections-desk.ts';

/** What a stolen session corrected and answered comes back at once, by account and moment. Decision 144. */
describe.each(engines)('$name', (engine) => {
  const { desk, rowOf, followedOf, correct, state, decide, put } = correctionsForTests(engine);
  type Counts = {
    enrolments: number;
    answers: number;
    requests: number;
    changedSince: number;
    more: boolean;
  };

  const sql = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await desk.server.database.query<Row>(text, values)).rows;
  const accountOf = async (email: string) =>
    (await sql<{ id: string }>('select id from auth.users where email = $1', email))[0]?.id ?? '';
  /** Takes back what the colleague, or another, did in the last minutes. */
  const takeBack = async (who = desk.administrator, email = desk.emails.colleague, minutes = 5) =>
    (
      await who.rpc('reverter_correcoes', {
        conta: await accountOf(email),
        desde: new Date(Date.now() - minutes * 60_000).toISOString(),
      })
    ).data as Counts;
  const ask = async (inscricao: string, tipo: string, mudancas?: object, who = desk.administrator) => {
    const asked = { inscricao, tipo, identidade_conferida: true, ...(mudancas && { mudancas }) };
    const { data, error } = await who.rpc('registrar_pedido', asked);
    if (error) throw new Error(error.message);
    return (data.requests as { id: string }[]).at(-1)?.id ?? '';
  };
  const answer = async (inscricao: string, pedido: string, confirmado: boolean, who = desk.colleague) => {
    const { version: versao } = await state(inscricao);
    const resposta = confirmado ? undefined : 'Não.';
    const { error } = await who.rpc('atender_pedido', { inscricao, versao, pedido, confirmado, resposta });
    if (error) throw new Error(error.message);
  };

  test('every answer is what it was before the first correction, with what stood beside it', async () => {
    const [one, other] = [await desk.enrol({ rg: '12', peso: 52.5 }), await desk.enrol({ idade: 14 })];
    await correct(one, 1, { cidade: 'Cidade Certa' });
    await put(one, { telefone_novo: '62911110000' });
    const before = [await rowOf(one), await rowOf(other)];
    const followed = [await followedOf(one), await followedOf(other)];
    const beside = (await state(one)).corrections;
    await correct(one, 2, { cidade: 'Cidade Roubada', peso: 40 }, desk.colleague);
    await correct(one, 3, { cidade: 'Outra', rg: null, telefone_whatsapp: '62922220000' }, desk.colleague);
    await correct(other, 1, { nome_completo: 'Nome Roubado', data_nascimento: '1990-01-01' }, desk.colleague);
    expect(await takeBack()).toEqual({
      ...{ enrolments: 2, answers: 6, requests: 0, changedSince: 0, more: false },
    });
    expect([await rowOf(one), await rowOf(other)]).toEqual(before);
    expect([await followedOf(one), await followedOf(other)]).toEqual([
      { ...followed[0], versao: 5 },
      { ...followed[1], versao: 3 },
    ]);
    expect((await state(one)).corrections).toEqual(beside);
    expect(await state(one)).toMatchObject({
      history: [
        {
          action: 'correcao-desfeita',
          to: 'rg cidade telefone_whatsapp peso',
          by: desk.emails.administrator,
        },
        { action: 'correcao' },
        { action: 'correcao' },
        { action: 'correcao', by: desk.emails.administrator },
      ],
    });
    const entries = (await auditEntries(desk.server)).filter(
      ({ detalhes }) => detalhes.que === 'correcao-desfeita',
    );
    expect(entries.map(({ inscricao }) => inscricao).sort()).toEqual([one, other].sort());
    expect((await takeBack()).answers).toBe(0);
  });

  test('what somebody corrected afterwards stays, and what came before the moment', async () => {
    const id = await desk.enrol({ escola: 'Escola Certa' });
    await correct(id, 1, { rg: '1' }, desk.colleague);
    await sql(`update private.correcoes set quando = now() - interval '1 hour' where true`);
    await correct(id, 2, { cidade: 'Cidade Roubada', escola: 'Escola Roubada' }, desk.colleague);
    await correct(id, 3, { cidade: 'Cidade de Hoje' });
    expect(await takeBack()).toMatchObject({ answers: 1, changedSince: 1, more: false });
    expect(await rowOf(id)).toMatchObject({ rg: '1', cidade: 'Cidade de Hoje', escola: 'Escola Certa' });
  });

  test('a taking back is taken back by the same, also one of everybody’s corrections', async () => {
    const id = await desk.enrol();
    await correct(id, 1, { cidade: 'Cidade Certa' });
    const [before, beside] = [await rowOf(id), (await state(id)).corrections];
    expect(await takeBack(desk.colleague, desk.emails.administrator)).toMatchObject({ answers: 1 });
    expect([(await rowOf(id))?.cidade, (await state(id)).corrections]).not.toEqual([before?.cidade, beside]);
    expect(await takeBack()).toMatchObject({ answers: 1, more: false });
    expect([await rowOf(id), (await state(id)).corrections]).toEqual([before, beside]);
  });

  test('a refusal that a correction made to be decided again stands again, unless somebody decided since', async () => {
    const [one, other] = [await desk.enrol(), await desk.enrol()];
    for (const id of [one, other]) {
      await decide(id, 1, 'nao-aprovada', { motivo: 'a renda é alta' });
      await correct(id, 2, { cidade: 'Cidade Roubada' }, desk.colleague);
      await correct(id, 3, { renda_familiar: '1-2' }, desk.colleague);
    }
    await decide(other, 4, 'desistiu');
    await decide(other, 5, 'em-analise');
    expect(await takeBack()).toMatchObject({ enrolments: 2, answers: 4 });
    expect(await state(one)).toMatchObject({
      situation: 'nao-aprovada',
      reason: 'a renda é alta',
      toNotify: true,
    });
    expect(await state(other)).toMatchObject({ situation: 'em-analise' });
  });

  test('the families’ requests that were answered wait again, taken or refused; not those that were noted meanwhile', async () => {
    const id = await desk.enrol();
    const taken = await ask(id, 'corrigir', { cidade: 'Cidade Pedida' });
    await answer(id, taken, true);
    const refused = await ask(id, 'corrigir', { escola: 'Escola Pedida' });
    await answer(id, refused, false);
    await answer(id, await ask(id, 'copia', undefined, desk.colleague), true);
    const own = await ask(id, 'apagar');
    await answer(id, own, false, desk.administrator);
    expect(await takeBack()).toMatchObject({ enrolments: 1, answers: 1, requests: 2, more: false });
    const now = await state(id);
    expect(now).toMatchObject({ hasRequest: true, requests: [{ id: taken }, { id: refused }] });
    expect((now.history as { action: string }[]).slice(0, 2)).toMatchObject([
      { action: 'pedido-reaberto', from: 'corrigir', to: 'escola' },
      { action: 'pedido-reaberto', from: 'corrigir', to: 'cidade' },
    ]);
    expect(await takeBack()).toMatchObject({ answers: 0, requests: 0, more: false });
  });

  test('many come back a hundred enrolments a call, while the desk goes on; what is in the bin or gone is left', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 103; at += 1) {
      if (at % 50 === 0) await sql('delete from private.chegadas where true'); // a project takes 60 a minute
      ids.push(await desk.enrol());
    }
    for (const id of ids) await correct(id, 1, { cidade: 'Cidade Roubada' }, desk.colleague);
    await put(ids[0] ?? '', { apagada_em: new Date() });
    const [first, corrected] = await Promise.all([
      takeBack(desk.administrator, desk.emails.colleague, 60),
      correct(ids[1] ?? '', 2, { rg: '77' }),
    ]);
    expect(first).toMatchObject({ enrolments: 100, answers: 100, more: true });
    expect(corrected.error).toBeNull();
    expect(await takeBack(desk.administrator, desk.emails.colleague, 60)).toMatchObject({
      ...{ enrolments: 2, answers: 2, more: false },
    });
    const left = await sql<{ id: string }>(
      `select id from public.inscricoes_projeto where cidade = 'Cidade Roubada'`,
    );
    expect(left.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test.each([{}, { conta: null }, { desde: null }])(
    'it says of whom and since when: not %j',
    async (missing) => {
      const body = { conta: await accountOf(desk.emails.colleague), desde: '2026-01-01', ...missing };
      const { status, error } = await desk.administrator.rpc('reverter_correcoes', body);
      expect([status, error?.code]).toEqual(
        Object.keys(missing).length === 0 ? [200, undefined] : [400, '22023'],
      );
    },
  );
});

import { describe, expect, test } from 'vitest';
import { auditEntries } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';
import { correctionsForTests, type CorrectedState as State } from './corrections-desk.ts';

/** Correcting answers at the desk: what is stored and noted, two desks at once, and taking it back. Decision 144. */
describe.each(engines)('$name', (engine) => {
  const { desk, rowOf, followedOf, correct, undo, state, decide, put } = correctionsForTests(engine);

  test('the row has the corrected answers, the state what they were, and history and audit log their names alone', async () => {
    const id = await desk.enrol({ nome_completo: 'Jose Errado', rg: null, peso: 52.5 });
    const before = await rowOf(id);
    const { data } = await correct(
      id,
      1,
      { nome_completo: 'José Certo', peso: 48.25, rg: 'GO-1234' },
      desk.administrator,
      'pedido-da-familia',
    );
    expect(data).toMatchObject({ applied: true, version: 2, situation: 'nova' });
    expect(await rowOf(id)).toEqual({ ...before, nome_completo: 'José Certo', peso: '48.3', rg: 'GO-1234' });
    const by = { reason: 'pedido-da-familia', at: expect.any(String), by: desk.emails.administrator };
    expect((await state(id, desk.colleague)).corrections).toEqual([
      { field: 'peso', before: '52.5', ...by },
      { field: 'rg', before: null, ...by },
      { field: 'nome_completo', before: 'Jose Errado', ...by },
    ]);
    expect((data as State).history).toMatchObject([
      {
        action: 'correcao',
        from: 'pedido-da-familia',
        to: 'nome_completo rg peso',
        reason: null,
        by: desk.emails.administrator,
      },
    ]);
    const entry = (await auditEntries(desk.server)).findLast(({ acao }) => acao === 'mudou');
    expect(entry).toMatchObject({
      inscricao: id,
      detalhes: { que: 'correcao', colunas: ['nome_completo', 'rg', 'peso'], motivo: 'pedido-da-familia' },
    });
    const rows = await desk.server.rows<{ text: string }>(
      'select to_jsonb(h)::text as text from private.historico h union all select to_jsonb(a)::text from private.auditoria a',
    );
    for (const value of ['Errado', 'Certo', 'GO-1234'])
      expect(rows.map(({ text }) => text).join()).not.toContain(value);
  });

  test('two desks at once: the second is told, and changes nothing', async () => {
    const id = await desk.enrol();
    const answers = await Promise.all([
      correct(id, 1, { cidade: 'Cidade Um' }),
      correct(id, 1, { cidade: 'Cidade Dois', escola: 'Escola Dois' }, desk.colleague),
    ]);
    const [first, second] = answers.map(({ data }) => data as State).sort((one) => (one.applied ? -1 : 1));
    expect([first, second]).toMatchObject([
      { applied: true, version: 2 },
      { applied: false, version: 2, corrections: first?.corrections },
    ]);
    expect((await rowOf(id))?.cidade).toBe(answers[0]?.data.applied ? 'Cidade Um' : 'Cidade Dois');
    await decide(id, 2, 'aprovada');
    expect((await correct(id, 2, { cidade: 'Cidade Três' })).data).toMatchObject({
      applied: false,
      situation: 'aprovada',
    });
    expect((await correct(id, 3, { cidade: 'Cidade Três' })).data).toMatchObject({
      applied: true,
      situation: 'aprovada',
    });
  });

  test('the same answer again changes and notes nothing', async () => {
    const id = await desk.enrol({ rg: '12' });
    for (const mudancas of [{}, { rg: '12' }, { condicao_medica_detalhes: 'forjado' }])
      expect((await correct(id, 1, mudancas)).data).toMatchObject({
        applied: true,
        version: 1,
        corrections: [],
        history: [],
      });
  });

  test('a corrected telephone is the one to call, and a corrected guardian the guardian; taken back, it is as before', async () => {
    const id = await desk.enrol({ telefone_responsavel: null, nome_responsavel: null });
    const later = {
      telefone_novo: '62911110000',
      nome_do_responsavel: 'Chegou Depois',
      telefone_do_responsavel: '62922220000',
    };
    await put(id, later);
    await desk.server.database.query('select private.guardar_telefone_do_responsavel($1, $2)', [
      id,
      later.telefone_do_responsavel,
    ]);
    const before = await followedOf(id);
    expect((await correct(id, 1, { escola: 'Escola' })).data).toMatchObject({
      newPhone: '62911110000',
      guardianName: 'Chegou Depois',
    });
    const right = {
      telefone_whatsapp: '62933330000',
      nome_responsavel: 'Responsável Certo',
      telefone_responsavel: '62944440000',
    };
    expect((await correct(id, 2, right)).data).toMatchObject({
      newPhone: null,
      guardianName: null,
      guardianPhone: null,
    });
    expect(await followedOf(id)).toMatchObject({
      telefone: '62933330000',
      telefone_responsavel: '62944440000',
      sem_responsavel: false,
    });
    await undo(id, 3);
    expect(await followedOf(id)).toEqual({ ...before, versao: 4 });
  });

  test.each(['nova', 'em-analise', 'falta-documento', 'aprovada', 'lista-de-espera', 'desistiu'])(
    'nothing is decided anew about %s',
    async (situacao) => {
      const id = await desk.enrol();
      await put(id, {
        situacao,
        decidida_em: '2026-01-01T12:00:00Z',
        motivo: situacao === 'falta-documento' ? 'x' : null,
        a_avisar: true,
      });
      const { versao: _v, ...before } = (await followedOf(id)) ?? {};
      await correct(id, 1, { renda_familiar: '1-2' });
      expect(await followedOf(id)).toMatchObject({ ...before, versao: 2 });
    },
  );

  test('a refusal is to be decided again when the income or the birth date was another, and only then', async () => {
    const id = await desk.enrol();
    await decide(id, 1, 'nao-aprovada', { motivo: 'a renda é alta' });
    expect((await correct(id, 2, { endereco_completo: 'Rua Consertada, 1' })).data).toMatchObject({
      situation: 'nao-aprovada',
      toNotify: true,
    });
    const before = await followedOf(id);
    expect((await correct(id, 3, { renda_familiar: '1-2' })).data).toMatchObject({
      situation: 'em-analise',
      reason: null,
      toNotify: false,
      history: [
        { action: 'correcao' },
        { action: 'situacao', from: 'nao-aprovada', to: 'em-analise' },
        {},
        {},
      ],
    });
    expect((await undo(id, 4)).data).toMatchObject({
      situation: 'nao-aprovada',
      reason: 'a renda é alta',
      toNotify: true,
      applied: true,
    });
    expect(await followedOf(id)).toEqual({ ...before, versao: 5 });
    expect((await correct(id, 5, { data_nascimento: '2011-01-01' })).data).toMatchObject({
      situation: 'em-analise',
    });
  });

  test('a correction is taken back within a minute, by who made it, while nothing was done since', async () => {
    const id = await desk.enrol({ nome_completo: 'Antes' });
    const before = await rowOf(id);
    await correct(id, 1, {
      nome_completo: 'Depois',
      data_nascimento: '2000-01-01',
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'asma',
    });
    expect((await state(id)).undoUntil).not.toBeNull();
    expect((await state(id, desk.colleague)).undoUntil).toBeNull();
    expect(await undo(id, 2, desk.colleague)).toMatchObject({
      status: 400,
      error: { code: '23514', message: 'Só quem decidiu ou corrigiu pode desfazer.' },
    });
    await desk.server.database.query(
      `update private.historico set quando = now() - interval '60 seconds' where acao = 'correcao'`,
    );
    expect((await state(id)).undoUntil).toBeNull();
    expect(await undo(id, 2)).toMatchObject({
      status: 400,
      error: {
        code: '23514',
        message: 'Já passou um minuto: não dá mais para desfazer. Decida ou corrija de novo.',
      },
    });
    await desk.server.database.query(`update private.historico set quando = now() where acao = 'correcao'`);
    expect((await undo(id, 2)).data).toMatchObject({
      ...{ applied: true, version: 3, corrections: [], undoUntil: null },
      history: [
        {
          action: 'correcao-desfeita',
          from: 'digitado-errado',
          to: expect.stringContaining('nome_completo'),
        },
        { action: 'correcao' },
      ],
    });
    expect(await rowOf(id)).toEqual(before);
    expect((await undo(id, 2)).data).toMatchObject({ applied: false });
    expect((await undo(id, 3)).data).toMatchObject({ applied: false });
    expect(
      await desk.server.rows(
        'select depois, desfeita from private.correcoes where campo = $1',
        'nome_completo',
      ),
    ).toEqual([{ depois: 'Depois', desfeita: true }]); // what somebody wrote is not lost
    await correct(id, 3, { nome_completo: 'De Novo' });
    await decide(id, 4, 'aprovada');
    expect((await undo(id, 4)).data).toMatchObject({ applied: false, situation: 'aprovada' });
  });

  test('who may not decide corrects nothing, and what is gone is null', async () => {
    const id = await desk.enrol();
    for (const [who, status] of [
      [desk.stranger, 403],
      [desk.visitor, engine.hosted ? 401 : 404],
    ] as const)
      expect((await correct(id, 1, { cidade: 'x' }, who)).status).toBe(status);
    expect((await rowOf(id))?.cidade).toBe(ROW.cidade);
    await desk.clear();
    expect((await correct(id, 1, { cidade: 'x' })).data).toBeNull();
    expect((await undo(id, 2)).data).toBeNull();
  });

  test('what was corrected goes with the enrolment', async () => {
    const id = await desk.enrol();
    await correct(id, 1, { nome_completo: 'Outro Nome' });
    await desk.server.database.query('delete from public.inscricoes_projeto where id = $1', [id]);
    expect(await desk.server.rows('select from private.correcoes')).toEqual([]);
  });
});

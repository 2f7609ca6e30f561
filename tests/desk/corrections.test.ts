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
    expect(data).toMatchObject({ aplicada: true, versao: 2, situacao: 'nova' });
    expect(await rowOf(id)).toEqual({ ...before, nome_completo: 'José Certo', peso: '48.3', rg: 'GO-1234' });
    const by = { motivo: 'pedido-da-familia', quando: expect.any(String), quem: desk.emails.administrator };
    expect((await state(id, desk.colleague)).correcoes).toEqual([
      { campo: 'peso', antes: '52.5', ...by },
      { campo: 'rg', antes: null, ...by },
      { campo: 'nome_completo', antes: 'Jose Errado', ...by },
    ]);
    expect((data as State).historico).toMatchObject([
      {
        acao: 'correcao',
        de: 'pedido-da-familia',
        para: 'nome_completo rg peso',
        motivo: null,
        quem: desk.emails.administrator,
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
    const [first, second] = answers.map(({ data }) => data as State).sort((one) => (one.aplicada ? -1 : 1));
    expect([first, second]).toMatchObject([
      { aplicada: true, versao: 2 },
      { aplicada: false, versao: 2, correcoes: first?.correcoes },
    ]);
    expect((await rowOf(id))?.cidade).toBe(answers[0]?.data.aplicada ? 'Cidade Um' : 'Cidade Dois');
    await decide(id, 2, 'aprovada');
    expect((await correct(id, 2, { cidade: 'Cidade Três' })).data).toMatchObject({
      aplicada: false,
      situacao: 'aprovada',
    });
    expect((await correct(id, 3, { cidade: 'Cidade Três' })).data).toMatchObject({
      aplicada: true,
      situacao: 'aprovada',
    });
  });

  test('the same answer again changes and notes nothing', async () => {
    const id = await desk.enrol({ rg: '12' });
    for (const mudancas of [{}, { rg: '12' }, { condicao_medica_detalhes: 'forjado' }])
      expect((await correct(id, 1, mudancas)).data).toMatchObject({
        aplicada: true,
        versao: 1,
        correcoes: [],
        historico: [],
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
      telefoneNovo: '62911110000',
      nomeDoResponsavel: 'Chegou Depois',
    });
    const right = {
      telefone_whatsapp: '62933330000',
      nome_responsavel: 'Responsável Certo',
      telefone_responsavel: '62944440000',
    };
    expect((await correct(id, 2, right)).data).toMatchObject({
      telefoneNovo: null,
      nomeDoResponsavel: null,
      telefoneDoResponsavel: null,
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
      situacao: 'nao-aprovada',
      aAvisar: true,
    });
    const before = await followedOf(id);
    expect((await correct(id, 3, { renda_familiar: '1-2' })).data).toMatchObject({
      situacao: 'em-analise',
      motivo: null,
      aAvisar: false,
      historico: [{ acao: 'correcao' }, { acao: 'situacao', de: 'nao-aprovada', para: 'em-analise' }, {}, {}],
    });
    expect((await undo(id, 4)).data).toMatchObject({
      situacao: 'nao-aprovada',
      motivo: 'a renda é alta',
      aAvisar: true,
      aplicada: true,
    });
    expect(await followedOf(id)).toEqual({ ...before, versao: 5 });
    expect((await correct(id, 5, { data_nascimento: '2011-01-01' })).data).toMatchObject({
      situacao: 'em-analise',
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
    expect((await state(id)).desfazerAte).not.toBeNull();
    expect((await state(id, desk.colleague)).desfazerAte).toBeNull();
    expect(await undo(id, 2, desk.colleague)).toMatchObject({
      status: 400,
      error: { code: '23514', message: 'Só quem decidiu ou corrigiu pode desfazer.' },
    });
    await desk.server.database.query(
      `update private.historico set quando = now() - interval '60 seconds' where acao = 'correcao'`,
    );
    expect((await state(id)).desfazerAte).toBeNull();
    expect(await undo(id, 2)).toMatchObject({
      status: 400,
      error: {
        code: '23514',
        message: 'Já passou um minuto: não dá mais para desfazer. Decida ou corrija de novo.',
      },
    });
    await desk.server.database.query(`update private.historico set quando = now() where acao = 'correcao'`);
    expect((await undo(id, 2)).data).toMatchObject({
      ...{ aplicada: true, versao: 3, correcoes: [], desfazerAte: null },
      historico: [
        { acao: 'correcao-desfeita', de: 'digitado-errado', para: expect.stringContaining('nome_completo') },
        { acao: 'correcao' },
      ],
    });
    expect(await rowOf(id)).toEqual(before);
    expect((await undo(id, 2)).data).toMatchObject({ aplicada: false });
    expect((await undo(id, 3)).data).toMatchObject({ aplicada: false });
    expect(
      await desk.server.rows(
        'select depois, desfeita from private.correcoes where campo = $1',
        'nome_completo',
      ),
    ).toEqual([{ depois: 'Depois', desfeita: true }]); // what somebody wrote is not lost
    await correct(id, 3, { nome_completo: 'De Novo' });
    await decide(id, 4, 'aprovada');
    expect((await undo(id, 4)).data).toMatchObject({ aplicada: false, situacao: 'aprovada' });
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

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '../support/desk.ts';
import { type Desk, openDesk } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';

/** Correcting answers at the desk: what is checked, what derives anew, what is kept, two desks at once, and taking it back. Decision 144. */
describe.each(engines)('$name', (engine) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(engine);
  });
  afterAll(() => desk.server.close());
  beforeEach(() => desk.clear());

  type Client = Desk['administrator'];
  type State = Record<string, unknown> & { versao: number; correcoes: Record<string, unknown>[] };
  const correct = (
    inscricao: string,
    versao: number,
    mudancas: object,
    who = desk.administrator,
    motivo = 'digitado-errado',
  ) => who.rpc('corrigir_inscricao', { inscricao, versao, mudancas, motivo });
  const undo = (inscricao: string, versao: number, who = desk.administrator) =>
    who.rpc('desfazer_decisao', { inscricao, versao });
  const state = async (inscricao: string, who: Client = desk.administrator) =>
    (await who.rpc('acompanhamento', { inscricao })).data as State;
  const rowOf = async (id: string, table = 'public.inscricoes_projeto', key = 'id') =>
    (
      await desk.server.database.query<Record<string, unknown>>(`select * from ${table} where ${key} = $1`, [
        id,
      ])
    ).rows[0];
  const followedOf = (id: string) => rowOf(id, 'private.acompanhamentos', 'inscricao_id');
  const set = (column: string, value: unknown) =>
    desk.server.database.query(`update private.configuracao set ${column} = $1 where unica`, [value]);
  const put = (id: string, changes: Record<string, unknown>) => {
    const columns = Object.keys(changes);
    return desk.server.database.query(
      `update private.acompanhamentos set ${columns.map((name, at) => `${name} = $${at + 2}`)} where inscricao_id = $1`,
      [id, ...Object.values(changes)],
    );
  };
  const decide = (inscricao: string, versao: number, situacao: string, more: object = {}) =>
    desk.administrator.rpc('mudar_situacao', { inscricao, versao, situacao, ...more });

  test('the row has the corrected answers, the state what they were, and history and audit log their names alone', async () => {
    const id = await desk.enrol({ nome_completo: 'Jose Errado', rg: null, peso: 52.5 });
    const before = await rowOf(id);
    const { data } = await correct(
      id,
      1,
      { nome_completo: 'José Certo', peso: 48.25, rg: '1234' },
      desk.administrator,
      'pedido-da-familia',
    );
    expect(data).toMatchObject({ aplicada: true, versao: 2, situacao: 'nova' });
    expect(await rowOf(id)).toEqual({ ...before, nome_completo: 'José Certo', peso: '48.3', rg: '1234' });
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
    const { rows } = await desk.server.database.query<{ text: string }>(
      'select to_jsonb(h)::text as text from private.historico h union all select to_jsonb(a)::text from private.auditoria a',
    );
    for (const value of ['Errado', 'Certo', '1234'])
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

  test.each<[string, object, string]>([
    ['the document', { cadastro_unico_url: null }, '22023'],
    ['the age', { idade: 12 }, '22023'],
    ['when it was sent', { created_at: '2020-01-01' }, '22023'],
    ['the protocol', { protocolo: '00000000' }, '22023'],
    ['a column that there is not', { nada: 'x' }, '22023'],
    ['an object in place of an answer', { nome_completo: { a: 1 } }, '22023'],
    ['a list of answers', [['nome_completo', 'x']], '22023'],
    ['a truth value', { escola: true }, '22023'],
    ['a word where a number is asked', { peso: 'pesado' }, '22P02'],
    ['a day that there is not', { data_nascimento: '2012-02-30' }, '22008'],
    ['a day to come', { data_nascimento: '2999-01-01' }, '23514'],
    ['a blank name', { nome_completo: ' ' }, '23514'],
    ['no name', { nome_completo: null }, '23502'],
    ['an unknown choice', { sexo: 'x' }, '23514'],
    ['a medical condition without details', { condicao_medica: 'sim' }, '23514'],
    ['a text that is too long', { escola: 'a'.repeat(481) }, '23514'],
    ['more than a row may have', { motivacao: 'á'.repeat(8_000), objetivos: 'á'.repeat(8_000) }, '23514'],
  ])('%s is refused, and nothing of the rest is taken', async (_what, mudancas, code) => {
    const id = await desk.enrol();
    const before = await rowOf(id);
    const given = Array.isArray(mudancas) ? mudancas : { cidade: 'Outra Cidade', ...mudancas };
    expect(await correct(id, 1, given)).toMatchObject({ status: 400, error: { code } });
    expect(await rowOf(id)).toEqual(before);
    expect(await state(id)).toMatchObject({ versao: 1, correcoes: [], historico: [] });
  });

  test('a reason is one of three', async () => {
    const id = await desk.enrol();
    for (const motivo of ['', 'outro', null])
      expect(await correct(id, 1, { cidade: 'Outra' }, desk.administrator, motivo as string)).toMatchObject({
        status: 400,
        error: { code: '23514', message: 'Escolha o motivo da correção.' },
      });
  });

  test('the rules of the settings refuse what the correction makes wrong, not what was wrong before', async () => {
    const id = await desk.enrol({
      telefone_responsavel: null,
      telefone_whatsapp: '123',
      data_nascimento: '1990-01-01',
    });
    const long = await desk.enrol({ motivacao: 'a'.repeat(8_000), objetivos: 'a'.repeat(8_000) });
    await desk.server.database.query(
      `update public.inscricoes_projeto set condicao_medica = 'sim', condicao_medica_detalhes = repeat('á', 4000) where id = $1`,
      [long],
    );
    await Promise.all([set('validacao_estrita', true), set('responsavel_obrigatorio', true)]);
    try {
      const refused = async (mudancas: object, message: string, of = id) =>
        expect(await correct(of, 1, mudancas)).toMatchObject({
          status: 400,
          error: { code: '23514', message },
        });
      await refused({ cpf: '111.111.111-11' }, 'Este CPF não existe. Confira os números.');
      await refused({ telefone_whatsapp: '124' }, 'Confira os telefones, com DDD.');
      await refused({ telefone_responsavel: '12' }, 'Confira os telefones, com DDD.');
      await refused({ data_nascimento: '2015-01-01' }, 'Digite o nome e o telefone do responsável.');
      await refused(
        { escola: 'Escola' },
        'As respostas estão longas demais. Escreva menos na mais longa.',
        long,
      );
      const minor = { data_nascimento: '2015-01-01', telefone_responsavel: '62999990000' };
      expect((await correct(id, 1, { ...minor, cidade: 'Outra' })).data).toMatchObject({
        aplicada: true,
        versao: 2,
      });
      expect((await correct(long, 1, { motivacao: 'b'.repeat(8_000) })).data).toMatchObject({
        aplicada: true,
      });
      await set('responsavel_obrigatorio', false);
      expect((await correct(id, 2, { telefone_responsavel: null })).data).toMatchObject({ aplicada: true });
      await set('responsavel_obrigatorio', true);
      expect((await correct(id, 3, { data_nascimento: '2014-01-01' })).data).toMatchObject({
        aplicada: true,
      });
      // and what is put back is never refused
      const strict = { cpf: '529.982.247-25', telefone_whatsapp: '62999990001' };
      expect((await correct(id, 4, strict)).data).toMatchObject({ aplicada: true });
      expect((await undo(id, 5)).data).toMatchObject({ aplicada: true, versao: 6 });
      expect(await rowOf(id)).toMatchObject({ telefone_whatsapp: '123' });
    } finally {
      await Promise.all([set('validacao_estrita', false), set('responsavel_obrigatorio', false)]);
    }
  });

  test('what derives from an answer is as if it had come so: of everything the same as of a twin who did', async () => {
    const right = {
      nome_completo: 'Maria das Dores',
      data_nascimento: '1990-02-28',
      cpf: '529.982.247-25',
      cidade: 'Goianésia',
      telefone_whatsapp: '62988887777',
      nome_responsavel: 'Outro Responsável',
      telefone_responsavel: '62988886666',
      contato_recados: 'vizinha 62988885555',
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'asma',
    };
    const id = await desk.enrol({ data_nascimento: '2012-03-05', condicao_medica: 'nao' });
    await correct(id, 1, right);
    const { idade, condicao_medica_detalhes } = (await rowOf(id)) ?? {};
    const followed = await followedOf(id);
    await desk.server.database.query('delete from public.inscricoes_projeto where true');
    const twin = await desk.enrol(right);
    expect({ idade, condicao_medica_detalhes }).toEqual({
      idade: (await rowOf(twin))?.idade,
      condicao_medica_detalhes: 'asma',
    });
    const { inscricao_id: _id, criada_em: _at, versao: _v, ...derived } = (await followedOf(twin)) ?? {};
    expect(followed).toMatchObject(derived);
    expect((await correct(twin, 1, { condicao_medica: 'nao' })).data).toMatchObject({
      correcoes: [
        { campo: 'condicao_medica_detalhes', antes: 'asma' },
        { campo: 'condicao_medica', antes: 'sim' },
      ],
    });
    expect((await rowOf(twin))?.condicao_medica_detalhes).toBe('Nenhuma');
  });

  test('the age is that of the day it was sent, whenever it is corrected', async () => {
    const id = await desk.enrol({ data_nascimento: '2012-03-05' });
    await desk.server.database.query(
      `update public.inscricoes_projeto set created_at = '2024-03-01T12:00Z' where id = $1`,
      [id],
    );
    await correct(id, 1, { data_nascimento: '2010-03-01' });
    expect((await rowOf(id))?.idade).toBe(14);
    await correct(id, 2, { data_nascimento: '2010-03-02' });
    expect((await rowOf(id))?.idade).toBe(13);
    expect((await followedOf(id))?.idade).toBe(13);
  });

  test('who was the same person by the wrong CPF no longer is, and who is by the right one is found', async () => {
    const cpf = { wrong: '529.982.247-25', right: '111.444.777-35' };
    const [id, was, is] = [
      await desk.enrol({ cpf: cpf.wrong }),
      await desk.enrol({ cpf: cpf.wrong }),
      await desk.enrol({ cpf: cpf.right }),
    ];
    const marks = async () =>
      Promise.all([id, was, is].map(async (one) => (await followedOf(one))?.repetida));
    expect(await marks()).toEqual([true, true, false]);
    const { data } = await correct(id, 1, { cpf: cpf.right });
    expect((data as State).semelhantes).toMatchObject([{ id: is, iguais: ['cpf'] }]);
    expect(await marks()).toEqual([true, false, true]);
    await undo(id, 2);
    expect(await marks()).toEqual([true, true, false]);
  });

  test('corrections that cross each other wait, and none fails', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `Pessoa Cruzada ${at}`);
    const ids = [];
    for (const nome_completo of names) ids.push(await desk.enrol({ nome_completo }));
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all(
        ids.map((id, at) =>
          correct(
            id,
            round,
            { nome_completo: names[(at + round) % names.length] },
            at % 2 ? desk.colleague : desk.administrator,
          ),
        ),
      );
      expect(answers.map(({ status, data }) => [status, data?.aplicada])).toEqual(ids.map(() => [200, true]));
    }
    expect((await desk.find({ repetida: true })).length).toBe(0);
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
      historico: [{ acao: 'situacao', de: 'nao-aprovada', para: 'em-analise' }, { acao: 'correcao' }, {}, {}],
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
      error: { code: '23514', message: 'Só quem corrigiu pode desfazer.' },
    });
    await desk.server.database.query(
      `update private.historico set quando = now() - interval '60 seconds' where acao = 'correcao'`,
    );
    expect((await state(id)).desfazerAte).toBeNull();
    expect(await undo(id, 2)).toMatchObject({
      status: 400,
      error: { code: '23514', message: 'Já passou um minuto: não dá mais para desfazer. Corrija de novo.' },
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
    const { rows } = await desk.server.database.query(
      'select depois, desfeita from private.correcoes where campo = $1',
      ['nome_completo'],
    );
    expect(rows).toEqual([{ depois: 'Depois', desfeita: true }]); // what somebody wrote is not lost
    await correct(id, 3, { nome_completo: 'De Novo' });
    await decide(id, 4, 'aprovada');
    expect((await undo(id, 4)).data).toMatchObject({ aplicada: false, situacao: 'aprovada' });
  });

  test('who may not decide corrects nothing, and what is gone is null', async () => {
    const id = await desk.enrol();
    for (const [who, status] of [
      [desk.stranger, 403],
      [desk.visitor, 404],
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
    expect((await desk.server.database.query('select from private.correcoes')).rows).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { enrolled, restClient } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';
import { correctionsForTests, type CorrectedState as State } from './corrections-desk.ts';

/** Correcting answers at the desk: what is refused, and what derives anew. Decision 144. */
describe.each(engines)('$name', (engine) => {
  const { desk, rowOf, followedOf, correct, undo, state } = correctionsForTests(engine);
  const set = (column: string, value: unknown) =>
    desk.server.database.query(`update private.configuracao set ${column} = $1 where unica`, [value]);

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
    ['a name that nobody sees', { nome_completo: '\u3164 \u2800' }, '23514'],
    ['a guardian whom nobody sees', { nome_responsavel: '\u200b\u3164' }, '23514'],
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
    expect(await state(id)).toMatchObject({ version: 1, corrections: [], history: [] });
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
        applied: true,
        version: 2,
      });
      expect((await correct(long, 1, { motivacao: 'b'.repeat(8_000) })).data).toMatchObject({
        applied: true,
      });
      await set('responsavel_obrigatorio', false);
      expect((await correct(id, 2, { telefone_responsavel: null })).data).toMatchObject({ applied: true });
      await set('responsavel_obrigatorio', true);
      expect((await correct(id, 3, { data_nascimento: '2014-01-01' })).data).toMatchObject({
        applied: true,
      });
      // and what is put back is never refused
      const strict = { cpf: '529.982.247-25', telefone_whatsapp: '62999990001' };
      expect((await correct(id, 4, strict)).data).toMatchObject({ applied: true });
      expect((await undo(id, 5)).data).toMatchObject({ applied: true, version: 6 });
      expect(await rowOf(id)).toMatchObject({ telefone_whatsapp: '123' });
    } finally {
      await Promise.all([set('validacao_estrita', false), set('responsavel_obrigatorio', false)]);
    }
  });

  test('what a family proposes is refused by the settings as they are now, by its link and at the desk', async () => {
    const one = await enrolled(desk.server, { data_nascimento: '1990-01-01', telefone_responsavel: null });
    const family = restClient(desk.server);
    const propose = async (mudancas: object) => {
      const body = { tipo: 'corrigir', mudancas };
      const atDesk = { ...body, inscricao: one.id, identidade_conferida: true };
      return [
        await family.rpc('pedir_dos_dados', { ...body, codigo: codeOf(one.key), cpf: ROW.cpf }),
        await desk.administrator.rpc('registrar_pedido', atDesk),
      ];
    };
    const refused: [setting: string, mudancas: object, error: object][] = [
      [
        'validacao_estrita',
        { cpf: '111.111.111-11' },
        { message: 'Este CPF não existe. Confira os números.' },
      ],
      ['validacao_estrita', { telefone_whatsapp: '12' }, { message: 'Confira os telefones, com DDD.' }],
      [
        'responsavel_obrigatorio',
        { data_nascimento: '2015-01-01' },
        { message: 'Digite o nome e o telefone do responsável.' },
      ],
      ['email_obrigatorio', { email: null }, { code: '23502' }],
    ];
    try {
      for (const [setting, mudancas, error] of refused) {
        await set(setting, true);
        for (const answer of await propose(mudancas))
          expect([mudancas, answer]).toMatchObject([mudancas, { status: 400, error }]);
        expect(await state(one.id)).toMatchObject({ requests: [] });
        await set(setting, false);
        for (const answer of await propose(mudancas))
          expect([mudancas, answer]).toMatchObject([mudancas, { status: 200 }]);
        expect((await state(one.id)).requests).toHaveLength(2);
        await desk.server.database.query('delete from private.pedidos where inscricao_id = $1', [one.id]);
      }
    } finally {
      await Promise.all([set('validacao_estrita', false), set('responsavel_obrigatorio', false)]);
      await set('email_obrigatorio', true);
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
      corrections: [
        { field: 'condicao_medica_detalhes', before: 'asma' },
        { field: 'condicao_medica', before: 'sim' },
      ],
    });
    expect((await rowOf(twin))?.condicao_medica_detalhes).toBe('Nenhuma');
  });

  test('a minor’s last day without the guardian’s telephone ends with the correction, and begins with the right birth date', async () => {
    const lastDay = async (id: string) => {
      const rows = await desk.server.rows<{ regra: string | null; falta: string[] }>(
        `select p.regra, private.situacao_para_a_familia(p.inscricao_id, '') -> 'falta' as falta
         from private.prazos p where p.inscricao_id = $1`,
        id,
      );
      return [rows[0]?.regra, rows[0]?.falta];
    };
    const alone = { nome_responsavel: null, telefone_responsavel: null };
    const minor = await desk.enrol({ ...alone, data_nascimento: '2015-01-01' });
    expect(await lastDay(minor)).toEqual(['sem_responsavel', ['nomeResponsavel', 'telefoneResponsavel']]);
    expect(await desk.find({ semResponsavel: true })).toHaveLength(1);
    await correct(minor, 1, { telefone_responsavel: '62999990000', nome_responsavel: 'Responsável' });
    expect(await lastDay(minor)).toEqual(['sem_decisao', []]);
    expect(await desk.find({ semResponsavel: true })).toEqual([]);
    const adult = await desk.enrol({ ...alone, data_nascimento: '1990-01-01' });
    expect(await lastDay(adult)).toEqual(['sem_decisao', []]);
    await correct(adult, 1, { data_nascimento: '2015-01-01' });
    expect(await lastDay(adult)).toEqual(['sem_responsavel', ['nomeResponsavel', 'telefoneResponsavel']]);
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
  });

  test('who was the same person by the wrong CPF no longer is, and who is by the right one is found', async () => {
    const cpf = { wrong: '529.982.247-25', right: '111.444.777-35' };
    const [id, was, is] = [
      await desk.enrol({ cpf: cpf.wrong }),
      await desk.enrol({ cpf: cpf.wrong }),
      await desk.enrol({ cpf: cpf.right }),
    ];
    const marks = async () => {
      const { data } = await desk.administrator.rpc('lista_de_inscricoes', { filtro: {} });
      const { rows } = data as { rows: { id: string; mayBeRepeated: boolean }[] };
      return [id, was, is].map((one) => rows.find((row) => row.id === one)?.mayBeRepeated);
    };
    expect(await marks()).toEqual([true, true, false]);
    const { data } = await correct(id, 1, { cpf: cpf.right });
    expect((data as State).similar).toMatchObject([{ id: is, sameIn: ['cpf'] }]);
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
      expect(answers.map(({ status, data }) => [status, data?.applied])).toEqual(ids.map(() => [200, true]));
    }
    expect((await desk.find({ repetida: true })).length).toBe(0);
  });
});

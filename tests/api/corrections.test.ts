import { describe, expect, test } from 'vitest';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import { addClass, auditEntries, get } from '../support/desk.ts';
import { familyAndDeskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

/**
 * Correcting answers at the desk (`corrigir_respostas`, `voltar_decisao`), decision 144: what is stored and noted, what is
 * refused, what derives anew, two desks at once, and taking it back. A whole account's: taken-back.test.ts.
 */
describe.each(engines)('$name', (engine) => {
  const made = familyAndDeskForTests(engine);
  const { server, admin, desk, family, state, seenBy, enrol, decide, correct, undo } = made;
  const { time, listed, open, rowOf, followedOf } = made;
  const { rows: sql } = server;
  const colleague = forTests(() => signedIn(server, { administrator: true }));

  const set = (column: string, value: boolean) =>
    sql(`update private.configuracao set ${column} = $1 where unica`, value);

  test('the row has the corrected answers, the state what they were, and history and audit log their names alone', async () => {
    const { id } = await enrol({ nome_completo: 'Jose Errado', rg: null, peso: 52.5 });
    const before = await rowOf(id);
    const right = { nome_completo: 'José Certo', peso: 48.25, rg: 'GO-1234' };
    const reason = 'pedido-da-familia';
    const { body } = await correct(id, right, { motivo: reason });
    expect(body).toMatchObject({ applied: true, version: 2, situation: 'nova' });
    expect(await rowOf(id)).toEqual({ ...before, ...right, peso: '48.3' });
    const by = admin.email;
    const noted = { reason, at: expect.any(String), by };
    expect((await state(id, colleague)).corrections).toEqual([
      { field: 'peso', before: '52.5', ...noted },
      { field: 'rg', before: null, ...noted },
      { field: 'nome_completo', before: 'Jose Errado', ...noted },
    ]);
    const line = { action: 'correcao', from: reason, to: 'nome_completo rg peso', reason: null, by };
    expect(body.history).toMatchObject([line]);
    const entry = (await auditEntries(server)).findLast(({ acao }) => acao === 'mudou');
    const detalhes = { que: 'correcao', colunas: ['nome_completo', 'rg', 'peso'], motivo: reason };
    expect(entry).toMatchObject({ inscricao: id, detalhes });
    const texts = await server.value<string>(
      `select string_agg(t, '') from (select h::text as t from private.historico h union all select a::text from private.auditoria a) as all_of_it`,
    );
    for (const value of ['Errado', 'Certo', 'GO-1234']) expect(texts).not.toContain(value);
  });

  test('two desks at once: the second is told, and changes nothing', async () => {
    const { id } = await enrol();
    const answers = await Promise.all([
      correct(id, { cidade: 'Cidade Um' }, { versao: 1 }),
      correct(id, { cidade: 'Cidade Dois', escola: 'Escola Dois' }, { versao: 1 }, colleague),
    ]);
    const [first, second] = answers.map(({ body }) => body).sort((one) => (one.applied ? -1 : 1));
    const { corrections } = first;
    expect([first, second]).toMatchObject([
      { applied: true, version: 2 },
      { applied: false, version: 2, corrections },
    ]);
    expect((await rowOf(id))?.cidade).toBe(answers[0]?.body.applied ? 'Cidade Um' : 'Cidade Dois');
    await decide(id, 'aprovada');
    for (const [versao, applied] of [
      [2, false],
      [3, true],
    ] as const)
      expect((await correct(id, { cidade: 'Cidade Três' }, { versao })).body).toMatchObject({
        ...{ applied, situation: 'aprovada' },
      });
  });

  test('the same answer again changes and notes nothing', async () => {
    const { id } = await enrol({ rg: '12' });
    const unchanged = { applied: true, version: 1, corrections: [], history: [] };
    for (const mudancas of [{}, { rg: '12' }, { condicao_medica_detalhes: 'forjado' }])
      expect((await correct(id, mudancas)).body).toMatchObject(unchanged);
  });

  test('a corrected telephone is the one to call, and a corrected guardian the guardian; taken back, it is as before', async () => {
    const { id, codigo } = await enrol({ telefone_responsavel: null, nome_responsavel: null });
    const guardian = { nome: 'Chegou Depois', telefone: '62922220000' };
    await family('enviar_responsavel', { codigo, ...guardian });
    await made.request(codigo, 'telefone', '62911110000');
    await made.answer(id, true);
    const before = await followedOf(id);
    const { telefone: guardianPhone, nome: guardianName } = guardian;
    const later = { newPhone: '62911110000', guardianName, guardianPhone };
    const right = {
      newPhone: { telefone_whatsapp: '62933330000' },
      guardianName: { nome_responsavel: 'Responsável Certo' },
      guardianPhone: { telefone_responsavel: '62944440000' },
    };
    for (const [beside, answer] of Object.entries(right)) {
      expect((await correct(id, answer)).body).toMatchObject({ ...later, [beside]: null });
      await undo(id);
    }
    await correct(id, Object.assign({}, ...Object.values(right)));
    const followed = { telefone: '62933330000', telefone_responsavel: '62944440000', sem_responsavel: false };
    expect(await followedOf(id)).toMatchObject(followed);
    await undo(id);
    expect(await followedOf(id)).toEqual({ ...before, versao: 9 });
  });

  test('nobody is decided anew about, but a refusal whose income or birth date was another', async () => {
    for (const situacao of Object.keys(SITUATIONS).filter((code) => code !== 'nao-aprovada')) {
      const { id } = await enrol();
      await sql(
        `update private.acompanhamentos set situacao = $2, decidida_em = '2026-01-01T12:00Z', motivo = $3, a_avisar = true where inscricao_id = $1`,
        ...[id, situacao, situacao === 'falta-documento' ? 'x' : null],
      );
      const before = await followedOf(id);
      await correct(id, { renda_familiar: '1-2' });
      expect(await followedOf(id)).toEqual({ ...before, versao: 2 });
    }
    const { id } = await enrol();
    await decide(id, 'nao-aprovada', { motivo: 'a renda é alta' });
    const refused = { situation: 'nao-aprovada', reason: 'a renda é alta', toNotify: true };
    expect((await correct(id, { endereco_completo: 'Rua Certa, 1' })).body).toMatchObject(refused);
    const before = await followedOf(id);
    expect((await correct(id, { renda_familiar: '1-2' })).body).toMatchObject({
      ...{ situation: 'em-analise', reason: null, toNotify: false },
      history: [
        { action: 'correcao' },
        { action: 'situacao', from: 'nao-aprovada', to: 'em-analise' },
        ...[{}, {}],
      ],
    });
    expect((await undo(id)).body).toMatchObject({ ...refused, applied: true });
    expect(await followedOf(id)).toEqual({ ...before, versao: 5 });
    const born = await correct(id, { data_nascimento: '2011-01-01' });
    expect(born.body).toMatchObject({ situation: 'em-analise' });
  });

  // who may, and until when, as of a decision: decide.test.ts
  test('a correction is taken back, once, and what it said is not lost', async () => {
    const { id } = await enrol({ nome_completo: 'Antes' });
    const before = await rowOf(id);
    await correct(id, {
      ...{ nome_completo: 'Depois', data_nascimento: '2000-01-01' },
      ...{ condicao_medica: 'sim', condicao_medica_detalhes: 'asma' },
    });
    expect((await state(id)).undoUntil).not.toBeNull();
    const to = expect.stringContaining('nome_completo');
    expect((await undo(id)).body).toMatchObject({
      ...{ applied: true, version: 3, corrections: [], undoUntil: null },
      history: [{ action: 'correcao-desfeita', from: 'digitado-errado', to }, { action: 'correcao' }],
    });
    expect(await rowOf(id)).toEqual(before);
    for (const versao of [2, 3]) expect((await undo(id, { versao })).body).toMatchObject({ applied: false });
    const remembered = `select depois, desfeita from private.correcoes where inscricao_id = $1 and campo = 'nome_completo'`;
    expect(await sql(remembered, id)).toEqual([{ depois: 'Depois', desfeita: true }]); // what somebody wrote is not lost
  });

  test('the rules of the settings refuse what the correction makes wrong, not what was wrong before', async () => {
    const adult = { data_nascimento: '1990-01-01', telefone_whatsapp: '123', telefone_responsavel: null };
    const texts = { motivacao: 'a'.repeat(8_000), objetivos: 'a'.repeat(8_000) };
    const [one, long] = [
      await enrol({ ...adult, cpf: '000.000.000-00' }),
      await enrol({ ...texts, telefone_responsavel: '12' }),
    ];
    await sql(
      `update public.inscricoes_projeto set condicao_medica = 'sim', condicao_medica_detalhes = repeat('á', 4000), email = null where id = $1`,
      long.id,
    );
    const refuses = async (mudancas: object, message: string, { id } = one) =>
      expect(await correct(id, mudancas)).toMatchObject({ status: 400, body: { code: '23514', message } });
    const takes = async (mudancas: object, { id } = one) =>
      expect([mudancas, await correct(id, mudancas)]).toMatchObject([mudancas, { body: { applied: true } }]);
    await Promise.all([set('validacao_estrita', true), set('responsavel_obrigatorio', true)]);
    try {
      await refuses({ cpf: '111.111.111-11' }, 'Este CPF não existe. Confira os números.');
      for (const phone of [{ telefone_whatsapp: '124' }, { telefone_responsavel: '12' }])
        await refuses(phone, 'Confira os telefones, com DDD.');
      await refuses({ data_nascimento: '2015-01-01' }, 'Digite o nome e o telefone do responsável.');
      const tooLong = 'As respostas estão longas demais. Escreva menos na mais longa.';
      await refuses({ escola: 'Escola' }, tooLong, long);
      await takes({ data_nascimento: '2015-01-01', telefone_responsavel: '62999990000', cidade: 'Outra' });
      await takes({ motivacao: 'b'.repeat(8_000) }, long);
      await set('responsavel_obrigatorio', false);
      await takes({ telefone_responsavel: null });
      await set('responsavel_obrigatorio', true);
      await takes({ data_nascimento: '2014-01-01' });
      // and what is put back is never refused
      await takes({ cpf: '529.982.247-25', telefone_whatsapp: '62999990001' });
      expect((await undo(one.id)).body).toMatchObject({ applied: true, version: 6 });
      expect(await rowOf(one.id)).toMatchObject({ telefone_whatsapp: '123' });
    } finally {
      await Promise.all([set('validacao_estrita', false), set('responsavel_obrigatorio', false)]);
    }
  });

  test('a minor’s last day without the guardian’s telephone ends with the correction, and begins with the right birth date', async () => {
    const none = { nome_responsavel: null, telefone_responsavel: null };
    const [minor, adult] = [
      await enrol({ ...none, data_nascimento: '2015-01-01' }),
      await enrol({ ...none, data_nascimento: '1990-01-01' }),
    ];
    const lastDay = async ({ id, codigo }: typeof minor) => [
      (await time(id)).rule,
      (await seenBy(codigo)).falta,
      (await listed(id, { semResponsavel: true })).length,
    ];
    const ALONE = ['sem_responsavel', ['nomeResponsavel', 'telefoneResponsavel'], 1];
    const NOT_ALONE = ['sem_decisao', [], 0];
    expect([await lastDay(minor), await lastDay(adult)]).toEqual([ALONE, NOT_ALONE]);
    await correct(minor.id, { telefone_responsavel: '62999990000', nome_responsavel: 'Responsável' });
    await correct(adult.id, { data_nascimento: '2015-01-01' });
    expect([await lastDay(minor), await lastDay(adult)]).toEqual([NOT_ALONE, ALONE]);
  });

  test('the age is that of the day it was sent, the centre’s, whenever it is corrected', async () => {
    const { id } = await enrol();
    await sql(`update public.inscricoes_projeto set created_at = '2024-03-02T02:59Z' where id = $1`, id);
    const bornOn = async (data_nascimento: string) => {
      await correct(id, { data_nascimento });
      return (await rowOf(id))?.idade;
    };
    expect([await bornOn('2010-03-01'), await bornOn('2010-03-02')]).toEqual([14, 13]);
  });

  test('who was the same person by the wrong CPF no longer is, and who is by the right one is found', async () => {
    const right = '935.411.347-80';
    const other = (at: number, cpf: string) =>
      enrol({ cpf, nome_completo: `Pessoa Repetida ${at}`, telefone_whatsapp: `6290001000${at}` });
    const three = [await other(1, '153.509.460-56'), await other(2, '153.509.460-56'), await other(3, right)];
    const [{ id }, , is] = three as [(typeof three)[0], unknown, (typeof three)[0]];
    const marks = () =>
      Promise.all(
        three.map(async (one) => (await listed(one.id, { busca: one.protocolo }))[0].mayBeRepeated),
      );
    expect(await marks()).toEqual([true, true, false]);
    const { similar } = (await correct(id, { cpf: right })).body;
    expect(similar).toMatchObject([{ id: is.id, sameIn: ['cpf'] }]);
    expect(await marks()).toEqual([true, false, true]);
    await undo(id);
    expect(await marks()).toEqual([true, true, false]);
  });

  test('corrections that cross each other wait, and none fails', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `Pessoa Cruzada ${at}`);
    const people = await Promise.all(names.map((nome_completo) => enrol({ nome_completo })));
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all(
        people.map(({ id }, at) => {
          const nome_completo = names[(at + round) % names.length];
          return correct(id, { nome_completo }, { versao: round }, at % 2 ? colleague : admin);
        }),
      );
      const applied = answers.map(({ status, body }) => [status, body?.applied]);
      expect(applied).toEqual(people.map(() => [200, true]));
    }
  });

  /** For each answer another. */
  const OTHER = {
    ...{ nome_completo: 'Correta Nova', nome_social: 'Correta Chamada' },
    ...{ data_nascimento: '2015-04-06', sexo: 'masculino' },
    ...{ cpf: '111.444.777-35', rg: 'Novo RG', orgao_expedidor: 'Novo', cidade: 'Cidade Correta' },
    ...{ endereco_completo: 'Rua Correta', telefone_whatsapp: '62977770002', email: 'correto@example.com' },
    ...{ nome_responsavel: 'Guardiã Correta', telefone_responsavel: '62955550004', escola: 'Correta' },
    ...{ contato_recados: '44440002', nivel_escolaridade: 'medio-completo', serie_ano: '9º' },
    ...{ renda_familiar: '1-2', peso: 48.3, altura: 1.58, condicao_medica: 'nao' },
    ...{ condicao_medica_detalhes: 'Correta', motivacao: 'Correta', objetivos: 'Correto' },
  } satisfies Record<Exclude<keyof typeof ROW, 'idade' | 'cadastro_unico_url'>, string | number>;
  const BEFORE = { ...ROW, condicao_medica: 'sim', condicao_medica_detalhes: 'Antes', motivacao: 'Antes' };

  const group = forTests(async () => ({ id: await addClass(server, 'Turma de Leitores') }));
  const approved = async (answers: object) => {
    await sql('delete from public.inscricoes_projeto where true');
    const one = await enrol({ ...BEFORE, ...answers });
    await decide(one.id, 'aprovada', { turma: group.id });
    return one;
  };
  /** What everybody is shown who reads this enrolment, and what is kept beside it, but what tells of corrections. */
  const read = async ({ id, protocolo, codigo }: Awaited<ReturnType<typeof approved>>, column: string) => {
    await sql('delete from private.tentativas where true');
    const { version: _v, history: _h, corrections: _c, undoUntil: _u, answers, ...opened } = await state(id);
    const { versao: _n, ...beside } = (await followedOf(id)) ?? {};
    const path = `/rest/v1/inscricoes_projeto?select=*&id=eq.${id}`;
    const table = (await (await get(server, admin.token, path)).json())[0];
    const [{ version: _w, ...line }] = await listed(id, { colunas: ['*'] });
    const values = [BEFORE, OTHER].map((row) => row[column as keyof typeof OTHER]);
    const found = [];
    const ages = [{ idade: 'crianca' }, { idade: 'adolescente' }];
    for (const filtro of [
      // by chance the few digits of a short one begin a protocol
      ...values.flatMap((value) => (String(value).length > 5 ? { busca: String(value) } : [])),
      ...(column === 'data_nascimento' ? ages : []),
    ])
      found.push((await listed(id, filtro)).length);
    if (column === 'data_nascimento')
      for (const nascimento of values)
        found.push((await family('situacao_por_protocolo', { protocolo, nascimento })).body !== null);
    if (column === 'cpf')
      for (const cpf of values) found.push((await open(codigo, String(cpf))).dados !== undefined);
    const list = await desk('folha_da_turma', { turma: group.id, com_saude: true });
    const erased = await time(id);
    const all = { opened, beside, table, line, found, list, erased };
    const text = JSON.stringify(all)
      .replaceAll(protocolo, 'PROTOCOL')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'MOMENT');
    return { all: JSON.parse(text), answers };
  };
  test.each(Object.entries(OTHER))(
    '%s, corrected, is read everywhere as of a twin who came with it, and taken back as before',
    async (column, value) => {
      const one = await approved({});
      const [row, followed] = [await rowOf(one.id), await followedOf(one.id)];
      const { body } = await correct(one.id, { [column]: value });
      expect(body).toMatchObject({ applied: true, situation: 'aprovada', classId: group.id });
      const old = BEFORE[column as keyof typeof OTHER];
      const was = { field: column, before: old === null ? null : String(old) };
      expect(body.corrections).toContainEqual(expect.objectContaining(was));
      const { all: now, answers } = await read(one, column);
      const right = { [column]: value, idade: now.table.idade };
      expect([now.table, { ...row, ...answers }]).toMatchObject([right, right]); // also over a list that was read before
      await undo(one.id);
      expect(await rowOf(one.id)).toEqual(row);
      expect(await followedOf(one.id)).toEqual({ ...followed, versao: 4 });
      expect(now).toEqual((await read(await approved(right), column)).all);
    },
  );
});

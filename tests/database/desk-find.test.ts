import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { SUMMARY } from '../../app/admin/api/follow-up-shape.ts';
import { addPeople } from '../../server/demo/people.ts';
import { openDesk } from '../support/desk-server.ts';
import { bornYearsAgo, insertOf, ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';

/** Finding enrolments by the functions of the API, as the page calls them. Source: docs/ux.md §7. */
describe.each(engines)('$name', (engine) => {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.server.database.query('truncate public.inscricoes_projeto cascade')); // thousands are there once

  const found = async (busca: string) => (await desk.find({ busca })).sort();
  const ask = async (filtro: Record<string, unknown>) =>
    (await desk.administrator.rpc('lista_de_inscricoes', { filtro })).data as {
      linhas: { id: string }[];
      mais: boolean;
      perdida: boolean;
    };
  const count = async (filtro: Record<string, unknown> = {}) =>
    (await desk.administrator.rpc('contagem_de_inscricoes', { filtro })).data as {
      total: number;
      exato: boolean;
      contadores: Record<string, { total: number; exato: boolean }>;
    };

  /** Enrols `people` different people at once, one in fifty an Ipê. */
  const enrolMany = async (people: number) => {
    const answers = { ...ROW, cpf: '000.000.000-00' };
    const same = Object.keys(answers).filter(
      (name) => !['nome_completo', 'telefone_whatsapp', 'telefone_responsavel'].includes(name),
    );
    await desk.server.database.asOwner(async (tx) => {
      await tx.query('alter table public.inscricoes_projeto disable trigger user');
      await tx.query(
        `insert into public.inscricoes_projeto (nome_completo, telefone_whatsapp, ${same})
         select case when n % 50 = 0 then 'Ipê do Cerrado ' else 'Sabiá da Vereda ' end || n,
           '6290' || lpad(n::text, 7, '0'), ${same.map((name) => `r.${name}`)}
         from generate_series(1, $2::integer) as n, jsonb_populate_record(null::public.inscricoes_projeto, $1) as r`,
        [JSON.stringify(answers), people],
      );
      await tx.query('alter table public.inscricoes_projeto enable trigger user');
      await tx.query('select private.acompanhar_as_que_faltam()');
    });
    await desk.server.database.query('vacuum analyze private.acompanhamentos'); // for the planner
  };

  describe('the search', () => {
    beforeEach(async () => {
      await desk.enrol({
        nome_completo: 'Ipê Araçá d’Ávila',
        cpf: '529.982.247-25',
        telefone_whatsapp: '62900001234',
      });
      await desk.enrol({
        nome_completo: 'IPE JACARANDÁ',
        nome_responsavel: 'Sabiá Conceição',
        telefone_responsavel: '62900005678',
      });
      await desk.enrol({ nome_completo: 'Buriti Bo', contato_recados: 'Vizinha, (62) 3300-9999' });
    });

    test.each([
      ['ipe', ['IPE JACARANDÁ', 'Ipê Araçá d’Ávila']],
      ['IPÊ', ['IPE JACARANDÁ', 'Ipê Araçá d’Ávila']],
      ['  araca   IPE ', ['Ipê Araçá d’Ávila']],
      ['d’avila', ['Ipê Araçá d’Ávila']],
      ["D'ÁVILA", ['Ipê Araçá d’Ávila']],
      ['carand', ['IPE JACARANDÁ']],
      ['sabia', ['IPE JACARANDÁ']], // the guardian who is on the phone
      ['bo', ['Buriti Bo']],
      ['52998224725', ['Ipê Araçá d’Ávila']],
      ['529.982.247-25', ['Ipê Araçá d’Ávila']],
      ['529.982', ['Ipê Araçá d’Ávila']],
      ['(62) 90000-1234', ['Ipê Araçá d’Ávila']],
      ['+55 62 90000-1234', ['Ipê Araçá d’Ávila']],
      ['062 90000 1234', ['Ipê Araçá d’Ávila']],
      ['1234', ['Ipê Araçá d’Ávila']],
      ['90000-5678', ['IPE JACARANDÁ']],
      ['3300-9999', ['Buriti Bo']],
      ['ipe 1234', ['Ipê Araçá d’Ávila']],
      ['ipe buriti', []],
      ['', ['Buriti Bo', 'IPE JACARANDÁ', 'Ipê Araçá d’Ávila']],
    ])('for %j finds %j', async (text, names) => {
      expect(await found(text)).toEqual(names.sort());
    });

    test.each([
      '%',
      '_',
      '*',
      '%%%',
      '()',
      '"',
      "'",
      '\\',
      '[a-z]',
      '{}',
      ',',
      '$1',
      '--',
      'a%a',
      'Ip_',
      "'; drop table x; --",
      '|',
      '%ip%',
    ])('takes %j as it is written, never as a pattern', async (text) => {
      const letters = text.replace(/[^a-z]/gi, '').toLowerCase();
      // every word has to stand in a name as it is; signs stand in none
      expect(await found(text)).toEqual(letters === 'ip' ? await found('ip') : []);
    });

    test('finds a sign in the names that have it, and signs beside words count for nothing', async () => {
      await desk.enrol({ nome_completo: 'Cem % Certo' });
      await desk.enrol({ nome_completo: 'Sub_Linha % Dupla' });
      for (const [text, names] of [
        ['%', ['Cem % Certo', 'Sub_Linha % Dupla']],
        ['_', ['Sub_Linha % Dupla']],
        [' _ % ', ['Sub_Linha % Dupla']],
        ['’', ['Ipê Araçá d’Ávila']],
        ['%%', []],
        ['_%', []],
        ['’ %', []],
        ['-', []],
        ['certo _', ['Cem % Certo']],
      ] as const)
        expect([text, await found(text)]).toEqual([text, names]);
    });

    test('never fails, whatever is typed', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
          const answer = await desk.administrator.rpc('lista_de_inscricoes', { filtro: { busca: text } });
          expect(answer.status, text).toBe(text.includes('\0') || /[\uD800-\uDFFF]/u.test(text) ? 400 : 200);
        }),
        { numRuns: 100 },
      );
    });

    test('finds a protocol with and without its hyphen', async () => {
      const uuid = '6c84fb90-12c4-41e1-840d-7b25c5ee775a';
      await desk.server.database.query(
        `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
        [`public/${uuid}_nis.pdf`],
      );
      const id = await desk.enrol({
        nome_completo: 'Com Protocolo',
        cadastro_unico_url: `https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/${uuid}_nis.pdf`,
      });
      const protocolo = await desk.server.value<string>(
        'select protocolo from public.inscricoes_projeto where id = $1',
        id,
      );
      const protocol = protocolo ?? 'none';
      expect(await found(protocol)).toEqual(['Com Protocolo']);
      expect(await found(`${protocol.slice(0, 4)}-${protocol.slice(4)}`)).toEqual(['Com Protocolo']);
      await desk.server.database.query(`delete from public.inscricoes_projeto`);
      await desk.server.database.query(`delete from storage.objects where true`);
    });
  });

  test('a CPF that begins with zero is one, and a phone is one with zero or country code before it', async () => {
    await desk.enrol({ nome_completo: 'Cagaita Zero', cpf: '012.345.671-13' });
    await desk.enrol({ nome_completo: 'Pequi Fixo', telefone_responsavel: '(62) 3300-1234' });
    await desk.enrol({ nome_completo: 'Baru Móvel', telefone_whatsapp: '62900004321' });
    for (const whole of ['01234567113', '012.345.671-13', 'cagaita 012.345.671-13'])
      expect([whole, await found(whole)]).toEqual([whole, ['Cagaita Zero']]);
    for (const phone of ['06233001234', '556233001234', '+55 (62) 3300-1234', '(062) 3300-1234'])
      expect([phone, await found(phone)]).toEqual([phone, ['Pequi Fixo']]);
    for (const phone of ['062900004321', '5562900004321', '+55 62 90000-4321', '0 62 90000 4321'])
      expect([phone, await found(phone)]).toEqual([phone, ['Baru Móvel']]);
  });

  test('each filter leaves the others out', async () => {
    const changes = {
      Criança: { data_nascimento: bornYearsAgo(11) },
      Adolescente: { data_nascimento: bornYearsAgo(12) },
      Adulta: { data_nascimento: bornYearsAgo(18), cidade: '  são  EXEMPLO ' },
      Sozinho: { data_nascimento: bornYearsAgo(17), telefone_responsavel: '  ' },
      Doente: { data_nascimento: bornYearsAgo(30), condicao_medica: 'sim', condicao_medica_detalhes: 'asma' },
    };
    for (const [nome_completo, change] of Object.entries(changes))
      await desk.enrol({ nome_completo, ...change });
    const names = async (filtro: object) =>
      (await desk.find({ ...filtro, ordem: 'nome', sentido: 'asc' })).join(' ');
    expect(await names({ idade: 'crianca' })).toBe('Criança');
    expect(await names({ idade: 'adolescente' })).toBe('Adolescente Sozinho');
    expect(await names({ idade: 'adulto' })).toBe('Adulta Doente');
    expect(await names({ cidade: 'São Exemplo' })).toBe('Adulta');
    expect(await names({ documento: 'com' })).toBe('');
    expect(await names({ documento: 'sem', idade: 'adulto' })).toBe('Adulta Doente');
    expect(await names({ condicao: 'sim', idade: 'crianca' })).toBe('Criança'); // no filter any more
    expect(await names({ semResponsavel: true })).toBe('Sozinho');
    expect(await names({ situacao: 'nova' })).toBe('Adolescente Adulta Criança Doente Sozinho');
    expect(await names({ situacao: 'aprovada' })).toBe('');
    for (const [situation, waits] of [
      ['aprovada', 'Sozinho'],
      ['nao-aprovada', ''],
      ['desistiu', ''],
    ]) {
      await desk.server.database.query(
        `update private.acompanhamentos set situacao = $1, motivo = 'Teste.' where nome = 'Sozinho'`,
        [situation],
      );
      expect(await names({ semResponsavel: true })).toBe(waits); // nobody is asked for the guardian of who is not taken
    }
    const { data } = await desk.administrator.rpc('cidades_das_inscricoes');
    expect(data).toEqual(['Cidade Exemplo', 'são EXEMPLO']);
  });

  test('a period is days at the centre, both ends included', async () => {
    const id = await desk.enrol({ nome_completo: 'Tarde da Noite' });
    const moment = '2025-05-13T01:30:00Z'; // still the 12th in São Paulo
    await desk.server.database.query('update public.inscricoes_projeto set created_at = $2 where id = $1', [
      id,
      moment,
    ]);
    await desk.server.database.query(
      'update private.acompanhamentos set criada_em = $2 where inscricao_id = $1',
      [id, moment],
    );
    expect(await desk.find({ de: '2025-05-12', ate: '2025-05-12' })).toEqual(['Tarde da Noite']);
    expect(await desk.find({ de: '2025-05-13' })).toEqual([]);
    expect(await desk.find({ ate: '2025-05-11' })).toEqual([]);
    const wrong = await desk.administrator.rpc('lista_de_inscricoes', { filtro: { de: '2025-02-30' } });
    expect(wrong).toMatchObject({ status: 400, error: { code: '22008' } });
  });

  test.each(['criada', 'nome', 'idade', 'telefone'])(
    'pages by %s hold every row once, forwards and backwards',
    async (ordem) => {
      for (let n = 0; n < 23; n++)
        await desk.enrol({
          nome_completo: ['Érica', 'Erica', 'ÁLVARO', 'bia'][n % 4],
          data_nascimento: bornYearsAgo(20 + (n % 3)),
          telefone_whatsapp: `6290000000${n % 2}`,
        });
      for (const sentido of ['asc', 'desc']) {
        const forwards: string[] = [];
        let page = await ask({ ordem, sentido, tamanho: 5 });
        forwards.push(...page.linhas.map(({ id }) => id));
        while (page.mais) {
          page = await ask({ ordem, sentido, tamanho: 5, apos: forwards.at(-1) });
          forwards.push(...page.linhas.map(({ id }) => id));
        }
        expect(new Set(forwards).size).toBe(23);
        const last = await ask({ ordem, sentido, tamanho: 5, fim: true });
        const backwards = last.linhas.map(({ id }) => id);
        for (let more = last.mais; more; ) {
          const before = await ask({ ordem, sentido, tamanho: 5, antes: backwards[0] });
          backwards.unshift(...before.linhas.map(({ id }) => id));
          more = before.mais;
        }
        expect(backwards).toEqual(forwards);
        const skipped = await ask({ ordem, sentido, tamanho: 5, pular: 10 });
        expect(skipped.linhas.map(({ id }) => id)).toEqual(forwards.slice(10, 15));
      }
    },
  );

  test('names sort as Brazilians sort them', async () => {
    for (const nome_completo of ['Zélia', 'ágata', 'Bia', 'Ana', 'Ângela'])
      await desk.enrol({ nome_completo });
    expect(await desk.find({ ordem: 'nome', sentido: 'asc' })).toEqual([
      'ágata',
      'Ana',
      'Ângela',
      'Bia',
      'Zélia',
    ]);
  });

  test('a page beside a row that is missing begins at the first, and says so', async () => {
    const erased = await desk.enrol();
    const there = await desk.enrol();
    await desk.server.database.query('delete from public.inscricoes_projeto where id = $1', [erased]);
    expect(await ask({ apos: erased })).toMatchObject({ linhas: [{ id: there }], perdida: true });
  });

  test('the counters count everything, the total what is found', async () => {
    const first = await desk.enrol({
      nome_completo: 'Pessoa Repetida',
      cpf: '529.982.247-25',
      nome_responsavel: null,
    });
    await desk.enrol({ nome_completo: 'Outra Grafia', cpf: '529.982.247-25' });
    await desk.administrator.rpc('decidir_situacao', {
      inscricao: first,
      versao: 1,
      situacao: 'falta-documento',
      motivo: 'sem foto',
    });
    const one = { total: 1, exato: true };
    const none = { total: 0, exato: true };
    expect(await count({ busca: 'grafia' })).toEqual({
      ultima: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ...one,
      contadores: {
        ...{ novas: one, documentoNovo: none, pedido: none },
        ...{ avisar: one, semTurma: none, semResponsavel: one },
      },
    });
    expect(await count({ repetida: true })).toMatchObject(one); // of who is undecided
  });

  test('who comes is compared by the index, however many are there, and so is who is looked at', async () => {
    const { database } = desk.server;
    await enrolMany(3000);
    const read = await database.asOwner(async (tx) => {
      const fromTheBeginning = async () => {
        const { rows } = await tx.query<{ rows: string }>(
          `select seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'acompanhamentos'`,
        );
        return Number(rows[0]?.rows);
      };
      const before = await fromTheBeginning();
      for (let times = 0; times < 2; times += 1) await tx.query(...insertOf(ROW));
      await tx.query('select private.estado(id) from public.inscricoes_projeto where cpf = $1', [ROW.cpf]);
      return (await fromTheBeginning()) - before;
    });
    expect(read).toBe(0);
  });

  test('people who are none come only where nobody real is', async () => {
    expect(await addPeople(desk.server.database, 100, () => {})).toBe(true);
    expect((await desk.find({ tamanho: 100 })).length).toBe(100);
    await desk.clear();
    await desk.enrol({ nome_completo: 'Gente de Verdade' });
    const said: string[] = [];
    expect(await addPeople(desk.server.database, 10, (line) => said.push(line))).toBe(false);
    expect(said.join()).toContain('inscrições de verdade');
    expect(await desk.find({})).toEqual(['Gente de Verdade']);
  });

  test('arrivals after a moment are counted, to a hundred', async () => {
    const before = new Date(Date.now() - 60_000).toISOString();
    await desk.enrol();
    await desk.enrol();
    expect((await desk.administrator.rpc('chegaram_depois', { momento: before })).data).toBe(2);
    expect((await desk.administrator.rpc('chegaram_depois', { momento: '2999-01-01' })).data).toBe(0);
  });

  test('rows come with what is found where they are wanted, with no answer but those wanted, and with all that the list shows', async () => {
    await desk.enrol({ nome_completo: 'Bia', peso: 52.5 });
    await desk.enrol({ nome_completo: 'Ana' });
    const answers = async (filtro: object) =>
      (await ask({ ordem: 'nome', sentido: 'asc', ...filtro })).linhas.map(
        (line) => (line as { inscricao?: unknown }).inscricao,
      );
    const { data: rows } = await desk.administrator
      .from('inscricoes_projeto')
      .select('*')
      .order('nome_completo');
    expect(await answers({ colunas: ['*'] })).toEqual(rows);
    expect(await answers({ colunas: ['nome_completo', 'peso', 'senha'] })).toEqual([
      { nome_completo: 'Ana', peso: 52.5 },
      { nome_completo: 'Bia', peso: 52.5 },
    ]);
    expect(await answers({})).toEqual([null, null]);
    const [line = {}] = (await ask({})).linhas;
    expect(Object.keys(line)).toEqual(expect.arrayContaining(Object.values(SUMMARY)));
    expect(await answers({ colunas: [] })).toEqual([null, null]);
    expect(await answers({ colunas: ['nome_completo'], busca: 'bia' })).toEqual([{ nome_completo: 'Bia' }]);
  });

  test('a name and a city that swell when they are made comparable are stored and found', async () => {
    // nothing repeats in the first kilobyte, so PostgreSQL does not pack it; the ligature is eighteen letters
    const swelling = (length: number) =>
      String.fromCodePoint(...Array.from({ length: 257 }, (_, at) => 0x20000 + at * 7)) +
      'ﷺ'.repeat(length - 257);
    const [name, city] = [swelling(480), swelling(320)];
    await desk.enrol({ nome_completo: name, cidade: city });
    expect(await desk.find({ busca: name.slice(0, 40) })).toEqual([name]);
    expect(await desk.find({ cidade: city })).toEqual([name]);
  });

  test('an enrolment that is corrected is found by what it says now', async () => {
    const id = await desk.enrol({ nome_completo: 'Nome Antigo' });
    await desk.server.database.query(
      `update public.inscricoes_projeto set nome_completo = 'Nome Novo' where id = $1`,
      [id],
    );
    expect(await found('antigo')).toEqual([]);
    expect(await found('novo')).toEqual(['Nome Novo']);
  });
});

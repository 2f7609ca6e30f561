import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditAction, LOOKS } from '../../content/audit.ts';
import { desk } from '../../content/desk.ts';
import { PAGE_SIZES } from '../../domain/desk/filter.ts';
import { EXPORT_COLUMNS } from '../../domain/desk/spreadsheet.ts';
import { addPerson, outcome, present, signIn } from '../support/accounts.ts';
import { auditEntries, enrolled, get, rpc } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests, serverForTests, waiting } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// The chain that the lines make, and a day of them: audit.test.ts.
describe.each(engines)('what leaves an entry in the audit log on $name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => present(server, { administrator: true }));

  /** Calls a function as the administrator. */
  const ask = (name: string, body: object) => rpc(server, admin.session.access_token, name, body);
  /** From now on: gives the entries that were added since. */
  const watch = async () => {
    const before = (await auditEntries(server)).length;
    return async () => (await auditEntries(server)).slice(before);
  };

  test('the record is read whole, or only what was done, or only looks; the words for a look are the page’s', async () => {
    const { id } = await enrolled(server);
    await ask('anotar_impressao', { inscricoes: [id] });
    await server.database.query(`select private.anotar('viu_ficha', $1, null, $2)`, [admin.id, id]);
    const actions = async (wanted: object): Promise<AuditAction[]> =>
      (await ask('registro_de_acessos', { pessoa: admin.id, quantas: 200, ...wanted })).body.map(
        ({ action }: { action: AuditAction }) => action,
      );
    const [all, done, looked] = [
      await actions({}),
      await actions({ tipo: 'feito' }),
      await actions({ tipo: 'visto' }),
    ];
    expect(done).toContain('imprimiu');
    expect(looked).toContain('viu_ficha');
    expect(done).toEqual(all.filter((action) => !LOOKS.includes(action)));
    expect(looked).toEqual(all.filter((action) => LOOKS.includes(action)));
    expect((await ask('registro_de_acessos', { tipo: 'outro' })).status).toBe(400);
    expect(await server.rows('select private.acoes_de_ver() as looks')).toEqual([{ looks: LOOKS }]);
  });

  // Reads are noted by our server before it answers: PostgREST notes none.
  test.skipIf(engine.hosted).each<[string, unknown]>([
    ['a search', { busca: '' }],
    ['a filter', { condicao: 'sim' }],
    ['the newest', { tamanho: 25 }],
    ['everything left out', {}],
    ['rows', { colunas: ['nome_completo'] }],
    ['a place in the list', { tamanho: 1, pular: 3 }],
    ['a key that nobody knows', { novo: true }],
    ['a filter inside a list', [{ tamanho: 25 }]],
    ['no filter', null],
  ])('what the desk asks for with %s is a look at the list', async (_what, filtro) => {
    const added = await watch();
    await ask('lista_de_inscricoes', { filtro });
    expect(await added()).toMatchObject([
      {
        acao: 'viu_lista',
        quem: admin.id,
        detalhes: { colunas: expect.arrayContaining([expect.any(String)]) },
      },
    ]);
  });

  test.skipIf(engine.hosted).each<[string, object, string[]]>([
    ['a filter', { condicao: 'sim' }, []],
    ['a search', { busca: 'maria', condicao: 'sim' }, ['viu_lista']],
  ])('how many there are with %s leaves %j: %j', async (_what, filtro, expected) => {
    const added = await watch();
    await ask('contagem_de_inscricoes', { filtro });
    expect((await added()).map(({ acao }) => acao)).toEqual(expected);
  });

  test.each<[string, object]>([
    ['decidir_situacao', { versao: 99, situacao: 'aprovada' }],
    ['conferir_criterio', { versao: 99, criterio: 'cadunico', cumprido: true }],
    ['voltar_decisao', { versao: 99 }],
    ['corrigir_respostas', { versao: 99, mudancas: { cidade: 'Outra' }, motivo: 'digitado-errado' }],
    ['corrigir_respostas', { versao: 1, mudancas: { cidade: ROW.cidade }, motivo: 'digitado-errado' }],
    ['comparar_pessoas', { outra: randomUUID(), mesma_pessoa: true }],
  ])('%s that changes nothing shows a sheet, and is a look at it', async (name, values) => {
    const { id } = await enrolled(server);
    const added = await watch();
    const answer = await ask(name, { inscricao: id, ...values });
    expect(answer).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await added()).toMatchObject([{ acao: 'viu_ficha', quem: admin.id, inscricao: id }]);
  });

  test.skipIf(engine.hosted)('a sheet is noted as itself however its id is spelt', async () => {
    const { id } = await enrolled(server);
    const added = await watch();
    const spellings = [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, id.replace(/(?<=^.{4})/, '-')];
    for (const spelling of spellings) {
      const path = `/rest/v1/inscricoes_projeto?select=id&id=eq.${encodeURIComponent(spelling)}`;
      expect(await (await get(server, admin.session.access_token, path)).json()).toEqual([{ id }]);
    }
    expect(await added()).toMatchObject(spellings.map(() => ({ acao: 'viu_ficha', inscricao: id })));
  });

  describe('of an answer with several rows', () => {
    if (engine.hosted) return test.skip('reads leave none there');
    beforeAll(async () => {
      for (let at = 0; at < 12; at += 1) await enrolled(server);
    });
    const read = async (query: string) => {
      const added = await watch();
      const path = `/rest/v1/inscricoes_projeto?${query}`;
      const rows = (await (await get(server, admin.session.access_token, path)).json()) as object[];
      const entries = await added();
      return { rows, entries, all: await total() };
    };
    const total = async () => {
      return server.value<number>('select count(*)::integer as n from public.inscricoes_projeto');
    };
    const ids = async (limit: number) => {
      const rows = await server.rows<{ id: string }>(
        'select id from public.inscricoes_projeto order by created_at desc, id desc limit $1',
        limit,
      );
      return rows.map(({ id }) => id);
    };

    test.each(['*', 'id,nome_completo', 'nome_completo', 'nome_completo,cpf'])(
      'up to ten rows of %s are named one by one, in their order',
      async (select) => {
        const { rows, entries } = await read(`select=${select}&order=created_at.desc,id.desc&limit=10`);
        expect(Object.keys(rows[0] ?? {}).join()).toMatch(select === '*' ? /cpf/ : select);
        expect(entries.map(({ acao, quem, inscricao }) => [acao, quem, inscricao])).toEqual(
          (await ids(10)).map((id) => ['viu_ficha', admin.id, id]),
        );
      },
    );

    test.each<[string, object]>([
      [
        'select=nome_completo,cpf&limit=11',
        { linhas: 11, colunas: ['nome_completo', 'cpf'], filtrada: false },
      ],
      [
        'select=nome_completo&idade=gte.0&limit=11',
        { linhas: 11, colunas: ['nome_completo'], filtrada: true },
      ],
      ['select=*&limit=11', { linhas: 11, colunas: ['todas'], filtrada: false }],
      ['select=*&cpf=eq.ninguem', { linhas: 0, colunas: ['todas'], filtrada: true }],
    ])('more are noted as the list, with what was asked for: %s', async (query, detalhes) => {
      expect((await read(query)).entries).toMatchObject([{ acao: 'viu_lista', quem: admin.id, detalhes }]);
    });

    test('all columns of everybody is noted as that', async () => {
      const { entries, all } = await read('select=*');
      expect(entries.map(({ detalhes }) => detalhes)).toEqual([
        { linhas: all, colunas: ['todas'], filtrada: false, tudo: true },
      ]);
    });

    test('a search notes how many it found, which columns and whether filtered', async () => {
      const added = await watch();
      const filtro = { condicao: 'sim', colunas: ['*'], tamanho: 25 };
      const { body } = await ask('lista_de_inscricoes', { filtro });
      expect((await added()).map(({ detalhes }) => detalhes)).toEqual([
        { funcao: 'lista_de_inscricoes', linhas: body.rows.length, colunas: ['todas'], filtrada: true },
      ]);
    });
  });

  test('nothing is recorded of a missing enrolment, and the caller is told', async () => {
    const added = await watch();
    const inscricao = randomUUID();
    for (const acao of ['imprimiu', 'exportou'])
      expect(await ask('anotar_acesso', { acao, inscricao })).toMatchObject({
        status: 400,
        body: { code: 'P0001', message: desk.missing, details: null, hint: null },
      });
    expect(await ask('ficha', { inscricao })).toEqual({
      status: 200,
      body: null,
    });
    expect(await added()).toEqual([]);
  });

  test.each(['viu_ficha', 'preparou_mensagem', 'mudou'])(
    'the page cannot write an entry of %s, which other functions write',
    async (acao) => {
      const { id } = await enrolled(server);
      const added = await watch();
      expect(await ask('anotar_acesso', { acao, inscricao: id })).toMatchObject({
        status: 400,
        body: { code: '22023' },
      });
      expect(await added()).toEqual([]);
    },
  );

  describe('of sheets that go to paper together', () => {
    const print = (inscricoes: unknown, token = admin.session.access_token) =>
      rpc(server, token, 'anotar_impressao', { inscricoes });
    const several = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => enrolled(server)))).map(({ id }) => id);
    const MISSING = {
      status: 400,
      body: { code: 'P0001', message: desk.missing, details: null, hint: null },
    };

    test('each is noted in the order given, as it is when it goes alone', async () => {
      const ids = await several(3);
      const added = await watch();
      for (const inscricao of ids) await ask('anotar_acesso', { acao: 'imprimiu', inscricao });
      expect(await print(ids)).toEqual({ status: 204, body: null });
      const lines = await added();
      expect(lines.map(({ inscricao }) => inscricao)).toEqual([...ids, ...ids]);
      expect(lines.slice(3)).toEqual(lines.slice(0, 3));
    });

    test('the longest page of the list is noted, one sheet more is refused', async () => {
      const ids = await several(Math.max(...PAGE_SIZES) + 1);
      const added = await watch();
      expect(await print(ids)).toMatchObject({ status: 400, body: { code: '22023' } });
      expect(await added()).toEqual([]);
      expect((await print(ids.slice(1))).status).toBe(204);
      expect((await added()).map(({ inscricao }) => inscricao)).toEqual(ids.slice(1));
    });

    test.each([0, 1, 2])(
      'none is recorded when number %i of them is missing, and the caller is told',
      async (at) => {
        const ids = (await several(2)).toSpliced(at, 0, randomUUID());
        const added = await watch();
        expect(await print(ids)).toEqual(MISSING);
        expect(await added()).toEqual([]);
      },
    );

    test('none is noted when one of them is being erased', async () => {
      const ids = await several(3);
      const added = await watch();
      let answer: ReturnType<typeof print> | undefined;
      await server.database.asOwner(async (tx) => {
        await tx.query('delete from public.inscricoes_projeto where id = $1', [ids[1]]);
        answer = print(ids);
        await expect.poll(() => waiting(server)).toBe(1);
      });
      expect(await answer).toEqual(MISSING);
      expect(await added()).toEqual([]);
    });

    test.each<[string, string, (one: string, other: string) => unknown]>([
      ['nothing', '22023', () => null],
      ['no sheet', '22023', () => []],
      ['a sheet without an id', '22023', (one) => [one, null]],
      ['only a sheet without an id', '22023', () => [null]],
      ['the same sheet twice', '22023', (one, other) => [one, other, one]],
      ['the same sheet in two spellings', '22023', (one) => [one, one.toUpperCase()]],
      ['lists of sheets', '22023', (one, other) => [[one], [other]]],
      ['a sheet in seven lists', '54000', (one) => [[[[[[[one]]]]]]]],
      ['a sheet that has no such id', '22P02', (one) => [one, '1']],
      ['a sheet that is not in a list', '22P02', (one) => one],
    ])('%s is refused as %s, and none is noted', async (_what, code, inscricoes) => {
      const [one = '', other = ''] = await several(2);
      const added = await watch();
      const status = engine.hosted && code === '54000' ? 413 : 400; // as PostgREST answers it
      expect(await print(inscricoes(one, other))).toMatchObject({ status, body: { code } });
      expect(await added()).toEqual([]);
    });

    test('a visitor and a stranger have none recorded, nor learn which are missing', async () => {
      const ids = await several(2);
      const added = await watch();
      const { token } = await signedIn(server, { administrator: false });
      for (const asked of [ids, [randomUUID()], []]) {
        expect((await print(asked, server.keys.anonKey)).status).toBe(engine.hosted ? 401 : 404);
        expect(await print(asked, token)).toMatchObject({ status: 403, body: { code: '42501' } });
      }
      expect(await added()).toEqual([]);
    });
  });

  test('not even the owner changes, removes or empties', async () => {
    for (const sql of [
      `update private.auditoria set acao = 'saiu'`,
      'delete from private.auditoria',
      'truncate private.auditoria',
    ])
      await expect(server.database.query(sql)).rejects.toThrow('O registro de acessos não se altera.');
  });

  test.each([
    ['a sentence', '{"nome": "Pessoa de Teste"}'],
    ['an e-mail', '{"quem": "pessoa@example.com"}'],
    ['a CPF', '{"numero": 52998224725}'],
    ['a CPF in a list', '{"linhas": ["52998224725"]}'],
    ['an object', '{"linha": {"a": "b"}}'],
    ['a list of them', '["a"]'],
  ])('a line takes no %s', async (_what, details) => {
    await expect(
      server.database.query(`select private.anotar('mudou', null, null, null, $1)`, [details]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('the settings note their changes by a trigger: from what to what, and the promise that is new', async () => {
    await server.database.query('update private.configuracao set guardar_documento_dias = 91');
    await server.database.query(
      `update private.configuracao set consentimento = 'caixa', validacao_estrita = true`,
    );
    await server.database.query(
      `update private.configuracao set frase_de_fechada = 'Fale com Fulana: 62 99999-0000'`,
    );
    await server.database.query(`update private.periodo set fecha_em = '2031-01-01 12:00-03'`);
    expect((await auditEntries(server)).slice(-4).map(({ detalhes }) => detalhes)).toEqual([
      { colunas: ['guardar_documento_dias', 'versao_declaracao'], de: [90, 2], para: [91, 2.1] },
      { colunas: ['consentimento', 'validacao_estrita'], de: ['declaracao', false], para: ['caixa', true] },
      { colunas: ['frase_de_fechada'], de: ['nada'], para: ['texto'] },
      { colunas: ['fecha_em'], de: ['nunca'], para: [20310101] },
    ]);
  });

  test.each<[string, object]>([
    ['a column that there is not', { colunas: ['cpf', 'zulmira'] }],
    ['the same column again and again', { colunas: Array(41).fill('cpf') }],
    ['a column without a name', { colunas: [null] }],
    ['fewer rows than none', { linhas: -1 }],
    ['more rows than there can be', { linhas: 529_982_247 }],
  ])('the page cannot have %s noted', async (_what, about) => {
    const added = await watch();
    const body = { acao: 'exportou', linhas: 30, colunas: ['situacao', 'nome_completo'], ...about };
    expect((await ask('anotar_acesso', body)).status).toBe(400);
    expect(await added()).toEqual([]);
  });

  test('every column of a spreadsheet can be noted', async () => {
    const colunas = EXPORT_COLUMNS.map(({ column }) => column);
    const body = { acao: 'exportou', linhas: 30, colunas };
    expect((await ask('anotar_acesso', body)).status).toBe(204);
    expect((await auditEntries(server)).at(-1)?.detalhes).toEqual({ linhas: 30, colunas });
  });

  test.skipIf(engine.hosted)('what cannot be noted is not shown', async () => {
    const { path } = await enrolled(server);
    await server.database.query('alter table private.auditoria rename to guardada');
    const token = admin.session.access_token;
    const list = await get(server, token, '/rest/v1/inscricoes_projeto?select=nome_completo');
    expect([list.ok, await list.text()]).toEqual([false, expect.not.stringContaining(ROW.nome_completo)]);
    const link = await get(server, token, path, { body: { expiresIn: 60 } });
    expect([link.ok, await link.text()]).toEqual([false, expect.not.stringContaining('token=')]);
    expect(await outcome(signIn(server, admin.email))).toMatch(/^[45]/);
    await server.database.query('alter table private.guardada rename to auditoria');
    expect(await outcome(signIn(server, (await addPerson(server)).email))).toBe('200');
  });
});

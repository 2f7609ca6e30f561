import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOOKS } from '../../content/audit.ts';
import { desk } from '../../content/desk.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { EXPORT_COLUMNS } from '../../domain/desk/spreadsheet.ts';
import { addPerson, call, outcome, PASSWORD, present, sessionOf, signIn } from '../support/accounts.ts';
import { auditEntries, enrolled, get, rpc } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { engines, forTests, serverForTests, waiting } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// What leaves which line in the audit log, and who reads it. The chain that the lines make: tests/database/audit.test.ts.

/** Answers that a line must never hold. */
const { nome_completo, cpf, telefone_whatsapp, endereco_completo, email, nome_responsavel } = ROW;
const MARKS = [nome_completo, cpf, telefone_whatsapp, endereco_completo, email, nome_responsavel];

describe.each(engines)('the audit log on $name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => present(server, { administrator: true }));
  const ask = (name: string, body: object = {}) => rpc(server, admin.token, name, body);
  /** What happened is noted so, and nothing besides. */
  async function expectNoted(work: () => Promise<unknown>, entries: object[]) {
    const before = (await auditEntries(server)).length;
    const answer = await work();
    expect((await auditEntries(server)).slice(before)).toMatchObject(entries);
    return answer;
  }
  const looked = (more: object) => ({ quem: admin.id, ...more });
  const several = async (count: number) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await enrolled(server)).id);
    return ids;
  };

  // Of lists, sheets, paper and spreadsheets below.
  test.skipIf(engine.hosted)('a day leaves one line each, in order, without a personal value', async () => {
    const { id, token, ...person } = await present(server, { administrator: true });
    const { id: inscricao, protocolo: confirmacao, path } = await enrolled(server);
    const begun = (await auditEntries(server)).length;
    const act = async (name: string, body: object) =>
      expect((await rpc(server, token, name, body)).status, name).toBeLessThan(300);

    await act('lista_de_inscricoes', { filtro: { busca: cpf } });
    const motivo = nome_completo;
    await act('decidir_situacao', { inscricao, versao: 1, situacao: 'falta-documento', motivo });
    await act('nova_nota', { inscricao, texto: `${nome_completo} ligou` });
    await act('anotar_mensagem', { inscricao, modelo: 'contato', para: 'responsavel' });
    const link = await get(server, token, path, { body: { expiresIn: 60 } });
    const { signedURL } = (await link.json()) as { signedURL: string };
    expect((await server.app.request(`/storage/v1${signedURL}`)).status).toBe(200);
    await act('apagar_inscricao', { inscricao, confirmacao, motivo: 'teste' });
    for (const unknown of [person.email, email]) await signIn(server, unknown, 'não é esta a senha');
    const { access_token } = await sessionOf(await signIn(server, person.email));
    await call(server, 'POST', '/logout?scope=local', { bearer: access_token });
    const change = (method: string, path: string, body: object) =>
      call(server, method, path, { bearer: token, body: { ...body, current_password: PASSWORD } });
    const account = { email: `${randomUUID().slice(0, 8)}@example.com`, papel: 'secretaria' };
    const made = await change('POST', '/admin/users', { ...account, password: PASSWORD });
    const { id: conta } = (await made.json()) as { id: string };
    await change('PUT', `/admin/users/${conta}`, { password: 'outra senha de teste' });
    for (const com_acesso of [false, true]) await act('mudar_acesso', { conta, com_acesso });

    const lines = (await auditEntries(server)).slice(begun);
    const of = (quem: string | null, about: string | null, actions: string) =>
      actions.split(' ').map((acao) => [acao, quem, about]);
    expect(lines.map(({ acao, quem, inscricao, conta }) => [acao, quem, inscricao ?? conta])).toEqual([
      ...of(id, null, 'viu_lista'),
      ...of(id, inscricao, 'mudou escreveu_nota preparou_mensagem abriu_documento'),
      ...of(null, inscricao, 'baixou_documento'),
      ...of(id, inscricao, 'apagou'),
      ...of(null, id, 'falha_de_login'),
      ...of(null, null, 'falha_de_login'),
      ...of(id, null, 'entrou saiu'),
      ...of(id, conta, 'criou_conta deu_acesso trocou_senha tirou_acesso deu_acesso'),
    ]);
    for (const mark of [...MARKS, person.email, account.email])
      expect(JSON.stringify([lines, server.lines])).not.toContain(mark);
  });

  test('the page reads every line, with today’s names: by person, by day, or only what was done', async () => {
    const { id: enrolment, protocolo: protocol } = await enrolled(server);
    await server.rows(`select private.anotar('saiu') from generate_series(1, 201)`);
    await server.rows(`select private.anotar('viu_ficha', $1, null, $2)`, admin.id, enrolment);
    await server.rows(`select private.anotar('imprimiu', $1, null, $2)`, admin.id, enrolment);
    await server.rows(`select private.anotar('retencao')`);
    type Line = { number: number; action: (typeof LOOKS)[number]; by: string; at: string };
    const read = async (body: object): Promise<Line[]> => (await ask('registro_de_acessos', body)).body;
    const [last, mine] = (await read({ quantas: 2 })) as [Line, Line];
    expect(last).toMatchObject({ action: 'retencao', byName: null, number: mine.number + 1 });
    expect(mine).toMatchObject({ action: 'imprimiu', byName: admin.email, enrolment, protocol });
    const counts = [5_000, 0, undefined].map(async (quantas) => (await read({ quantas })).length);
    expect(await Promise.all(counts)).toEqual([200, 1, 50]);
    expect((await read({ antes: mine.number }))[0]?.number).toBe(mine.number - 1);
    const dia = todayInBrazil(new Date(last.at));
    expect([(await read({ dia, quantas: 1 })).length, await read({ dia: '2020-01-01' })]).toEqual([1, []]);

    const own = await read({ pessoa: admin.id, quantas: 200 });
    expect(new Set(own.map(({ by }) => by))).toEqual(new Set([admin.id]));
    const done = (await read({ pessoa: admin.id, quantas: 200, tipo: 'feito' })).map(({ action }) => action);
    expect(done[0]).toBe('imprimiu');
    expect(done).toEqual(own.map(({ action }) => action).filter((action) => !LOOKS.includes(action)));
    expect((await ask('registro_de_acessos', { tipo: 'outro' })).status).toBe(400);
    expect(await server.value('select private.acoes_de_ver() as looks')).toEqual(LOOKS);
  });

  // Reads are noted by our server before it answers: PostgREST notes none.
  describe.skipIf(engine.hosted)('of reads', () => {
    let total = 0;
    beforeAll(async () => {
      await several(12);
      total = (await ask('contagem_de_inscricoes')).body.total;
    });
    const read = async (query: string) =>
      (await get(server, admin.token, `/rest/v1/inscricoes_projeto?${query}`)).json();
    const list = (detalhes: object) => [looked({ acao: 'viu_lista', detalhes })];

    test.each<[what: string, filtro: unknown, more?: object]>([
      ['a search', { busca: '' }],
      ['a filter', { condicao: 'sim', colunas: ['*'], tamanho: 25 }, { colunas: ['todas'] }],
      ['the newest', { tamanho: 12 }, { linhas: 12 }],
      ['rows', { colunas: ['nome_completo'], ordem: 'nome' }, { colunas: ['nome_completo'] }],
      ['a filter inside a list', [{ tamanho: 25 }]],
      ['no filter', null],
    ])('what the desk asks for with %s is a look at the list', async (_what, filtro, more) => {
      const colunas = ['telefone_novo', 'nome_do_responsavel', 'telefone_do_responsavel'];
      const detalhes = { linhas: expect.any(Number), colunas, ...more };
      await expectNoted(() => ask('lista_de_inscricoes', { filtro }), list(detalhes));
    });

    test('how many there are is a look where it answers a search, and none with a filter alone', async () => {
      const count = (filtro: object) => () => ask('contagem_de_inscricoes', { filtro });
      await expectNoted(count({ condicao: 'sim' }), []);
      await expectNoted(count({ busca: 'maria', condicao: 'sim' }), [looked({ acao: 'viu_lista' })]);
    });

    test('up to ten rows are named one by one, in their order, whatever their columns, and a sheet however its id is spelt', async () => {
      const sql = 'select id from public.inscricoes_projeto order by created_at desc, id desc limit 10';
      const ids = (await server.rows<{ id: string }>(sql)).map(({ id }) => id);
      for (const select of ['*', 'id,nome_completo', 'nome_completo', 'nome_completo,cpf'])
        await expectNoted(
          () => read(`select=${select}&order=created_at.desc,id.desc&limit=10`),
          ids.map((inscricao) => looked({ acao: 'viu_ficha', inscricao })),
        );
      const [id = ''] = ids;
      for (const one of [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, id.replace(/(?<=^.{4})/, '-')])
        await expectNoted(async () => {
          expect(await read(`select=id&id=eq.${encodeURIComponent(one)}`)).toEqual([{ id }]);
        }, [looked({ acao: 'viu_ficha', inscricao: id })]);
    });

    test.each<[query: string, details: object]>([
      ['select=nome_completo,cpf&limit=11', { linhas: 11, colunas: ['nome_completo', 'cpf'] }],
      ['select=*&limit=11', { linhas: 11 }],
      ['select=*&cpf=eq.ninguem', { linhas: 0 }],
      ['select=*', {}],
    ])('more are noted as the list, with what was asked for: %s', async (query, details) => {
      await expectNoted(() => read(query), list({}));
      const noted = { linhas: total, colunas: ['todas'], ...details };
      expect((await auditEntries(server)).at(-1)?.detalhes).toEqual(noted);
    });

    test('what cannot be noted is not shown', async () => {
      const { path } = await enrolled(server);
      await server.rows('alter table private.auditoria rename to guardada');
      const shown = await get(server, admin.token, '/rest/v1/inscricoes_projeto?select=nome_completo');
      expect([shown.ok, await shown.text()]).toEqual([false, expect.not.stringContaining(nome_completo)]);
      const link = await get(server, admin.token, path, { body: { expiresIn: 60 } });
      expect([link.ok, await link.text()]).toEqual([false, expect.not.stringContaining('token=')]);
      expect(await outcome(signIn(server, admin.email))).toMatch(/^[45]/);
      await server.rows('alter table private.guardada rename to auditoria');
      expect(await outcome(signIn(server, (await addPerson(server)).email))).toBe('200');
    });
  });

  test.each<[string, object]>([
    ['decidir_situacao', { versao: 99, situacao: 'aprovada' }],
    ['conferir_criterio', { versao: 99, criterio: 'cadunico', cumprido: true }],
    ['conferir_criterio', { versao: 1, criterio: 'cadunico', cumprido: false }],
    ['voltar_decisao', { versao: 99 }],
    ['atender_pedido', { versao: 1, pedido: randomUUID(), confirmado: true }],
    ['corrigir_respostas', { versao: 99, mudancas: { cidade: 'Outra' }, motivo: 'digitado-errado' }],
    ['corrigir_respostas', { versao: 1, mudancas: { cidade: ROW.cidade }, motivo: 'digitado-errado' }],
    ['comparar_pessoas', { outra: randomUUID(), mesma_pessoa: true }],
  ])('%s that changes nothing shows a sheet, and is a look at it', async (name, values) => {
    const { id: inscricao } = await enrolled(server);
    const answer = await expectNoted(
      () => ask(name, { inscricao, ...values }),
      [looked({ acao: 'viu_ficha', inscricao })],
    );
    expect(answer).toMatchObject({ status: 200, body: { version: 1 } });
  });

  const MISSING = { status: 400, body: { code: 'P0001', message: desk.missing, details: null, hint: null } };

  test('nothing is noted of a missing enrolment, of what other functions write, nor of what there is not', async () => {
    const [inscricao] = await several(1);
    for (const acao of ['imprimiu', 'exportou'])
      await expectNoted(async () => {
        expect(await ask('anotar_acesso', { acao, inscricao: randomUUID() })).toMatchObject(MISSING);
      }, []);
    await expectNoted(() => ask('ficha', { inscricao: randomUUID() }), []);
    const exported = { acao: 'exportou', linhas: 30, colunas: ['situacao', 'nome_completo'] };
    for (const wrong of [
      ...['viu_ficha', 'preparou_mensagem', 'mudou'].map((acao) => ({ acao, inscricao })),
      ...[['cpf', 'zulmira'], Array(41).fill('cpf'), [null]].map((colunas) => ({ ...exported, colunas })),
      ...[-1, 529_982_247].map((linhas) => ({ ...exported, linhas })),
    ])
      await expectNoted(async () => {
        expect([wrong, (await ask('anotar_acesso', wrong)).status]).toEqual([wrong, 400]);
      }, []);
  });

  test('every column of a spreadsheet can be noted; a secretaria says what it is for', async () => {
    const colunas = EXPORT_COLUMNS.map(({ column }) => column);
    const body = { acao: 'exportou', linhas: 30, colunas };
    await expectNoted(() => ask('anotar_acesso', body), [looked({ detalhes: { linhas: 30, colunas } })]);
    const { token } = await signedIn(server, { administrator: true, role: 'secretaria' });
    const say = (motivo?: string, by = token) => rpc(server, by, 'anotar_acesso', { ...body, motivo });
    for (const answer of [await say(), await say(''), await say('x', admin.token)])
      expect(answer.body.message).toBe('Escolha para que é a planilha.');
    await expectNoted(() => say('turmas'), [{ acao: 'exportou', detalhes: { motivo: 'turmas' } }]);
  });

  describe('of sheets that go to paper together', () => {
    const print = (inscricoes: unknown) => ask('anotar_impressao', { inscricoes });
    const noted = (ids: string[]) => ids.map((inscricao) => looked({ acao: 'imprimiu', inscricao }));

    test('each is noted in the order given, as it is when it goes alone, up to the longest page of the list', async () => {
      const ids = await several(101);
      await expectNoted(async () => expect(await print(ids)).toMatchObject({ body: { code: '22023' } }), []);
      const [alone = '', ...page] = ids;
      const together = async () => {
        expect((await ask('anotar_acesso', { acao: 'imprimiu', inscricao: alone })).status).toBe(204);
        expect(await print(page)).toEqual({ status: 204, body: null });
      };
      await expectNoted(together, noted(ids));
      const [first, second] = (await auditEntries(server)).slice(-ids.length);
      expect(first).toEqual({ ...second, inscricao: alone, protocolo: first?.protocolo });
    });

    test('none is noted when any of them is missing or being erased, and the caller is told', async () => {
      const ids = await several(3);
      for (const at of [0, 1, 2])
        await expectNoted(async () => {
          expect(await print(ids.toSpliced(at, 0, randomUUID()))).toMatchObject(MISSING);
        }, []);
      await expectNoted(async () => {
        let answer: ReturnType<typeof print> | undefined;
        await server.database.asOwner(async (tx) => {
          await tx.query('delete from public.inscricoes_projeto where id = $1', [ids[1]]);
          answer = print(ids);
          await expect.poll(() => waiting(server)).toBe(1);
        });
        expect(await answer).toMatchObject(MISSING);
      }, []);
    });

    test('what is no list of sheets, each once, is refused, and none is noted', async () => {
      const [one = '', other = ''] = await several(2);
      const wrong = [null, [], [one, null], [one, other, one], [one, one.toUpperCase()], [one, '1']];
      for (const inscricoes of wrong)
        await expectNoted(async () => {
          const body = { code: inscricoes?.includes('1') ? '22P02' : '22023' };
          expect([inscricoes, await print(inscricoes)]).toMatchObject([inscricoes, { status: 400, body }]);
        }, []);
    });
  });
});

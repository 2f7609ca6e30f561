import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desk } from '../content/desk.ts';
import { EXPORT_COLUMNS } from '../domain/spreadsheet.ts';
import { addPerson, outcome, present, signIn } from './accounts.ts';
import { auditLines, enrolled, get, rpc } from './desk.ts';
import { engines, type OpenHouse, openHouse } from './house.ts';
import { ROW } from './people.ts';

// The chain that the lines make, and a day of them: audit.test.ts.
describe.each(engines)('what leaves a line in the record of accesses on $name', (engine) => {
  let house: OpenHouse;
  let admin: Awaited<ReturnType<typeof present>>;
  beforeAll(async () => {
    house = await openHouse(engine);
    admin = await present(house, { administrator: true });
  });
  afterAll(() => house.close());

  test.each<[string, unknown]>([
    ['a search', { busca: '' }],
    ['a filter', { condicao: 'sim' }],
    ['rows', { colunas: ['nome_completo'] }],
    ['a place in the list', { tamanho: 1, pular: 3 }],
    ['a key that nobody knows', { novo: true }],
    ['a filter inside a list', [{ tamanho: 25 }]],
    ['no filter', null],
  ])('what the desk asks for with %s is a look at the list', async (_what, filtro) => {
    const before = (await auditLines(house)).length;
    await rpc(house, admin.session.access_token, 'buscar_inscricoes', { filtro });
    expect((await auditLines(house)).slice(before)).toMatchObject([{ acao: 'viu_lista', quem: admin.id }]);
  });

  test.each<[string, object, string[]]>([
    ['a filter', { condicao: 'sim' }, []],
    ['a search', { busca: 'maria', condicao: 'sim' }, ['viu_lista']],
  ])('how many there are with %s leaves %j: %j', async (_what, filtro, expected) => {
    const before = (await auditLines(house)).length;
    await rpc(house, admin.session.access_token, 'contar_inscricoes', { filtro });
    expect((await auditLines(house)).slice(before).map(({ acao }) => acao)).toEqual(expected);
  });

  test.each<[string, object]>([
    ['mudar_situacao', { versao: 99, situacao: 'aprovada' }],
    ['marcar_criterio', { versao: 99, criterio: 'cadunico', cumprido: true }],
    ['comparar_inscricoes', { outra: randomUUID(), mesma_pessoa: true }],
  ])('%s that changes nothing shows a sheet, and is a look at it', async (name, values) => {
    const { id } = await enrolled(house);
    const before = (await auditLines(house)).length;
    const answer = await rpc(house, admin.session.access_token, name, { inscricao: id, ...values });
    expect(answer).toMatchObject({ status: 200, body: { versao: 1 } });
    expect((await auditLines(house)).slice(before)).toMatchObject([
      { acao: 'viu_ficha', quem: admin.id, inscricao: id },
    ]);
  });

  test('a sheet is noted as itself however its id is spelt', async () => {
    const { id } = await enrolled(house);
    const before = (await auditLines(house)).length;
    const spellings = [id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, id.replace(/(?<=^.{4})/, '-')];
    for (const spelling of spellings) {
      const path = `/rest/v1/inscricoes_projeto?select=id&id=eq.${encodeURIComponent(spelling)}`;
      expect(await (await get(house, admin.session.access_token, path)).json()).toEqual([{ id }]);
    }
    expect((await auditLines(house)).slice(before)).toMatchObject(
      spellings.map(() => ({ acao: 'viu_ficha', inscricao: id })),
    );
  });

  test('of an enrolment that is gone nothing is noted, and whoever asks hears it', async () => {
    const before = (await auditLines(house)).length;
    const inscricao = randomUUID();
    for (const acao of ['viu_ficha', 'imprimiu', 'preparou_mensagem'])
      expect(
        await rpc(house, admin.session.access_token, 'anotar_acesso', { acao, inscricao }),
      ).toMatchObject({
        status: 400,
        body: { code: 'P0001', message: desk.gone, details: null, hint: null },
      });
    expect(await rpc(house, admin.session.access_token, 'acompanhamento', { inscricao })).toEqual({
      status: 200,
      body: null,
    });
    expect((await auditLines(house)).length).toBe(before);
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
      house.database.query(`select private.anotar('mudou', null, null, null, $1)`, [details]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('side tables note their changes by a trigger, and the settings do', async () => {
    const { id } = await enrolled(house);
    await house.database.query(`
      create table private.lado (inscricao_id uuid, situacao text);
      create trigger anotar after insert or update or delete on private.lado for each row
        execute function private.anotar_mudanca('mudou', 'inscricao_id')`);
    await house.database.query(`insert into private.lado values ('${id}', 'nova')`);
    await house.database.query('update private.configuracao set guardar_documento_dias = 91');
    expect((await auditLines(house)).slice(-2)).toMatchObject([
      { acao: 'mudou', inscricao: id, detalhes: { onde: 'lado', como: 'insert' } },
      { acao: 'mudou_configuracao', detalhes: { colunas: ['guardar_documento_dias'] } },
    ]);
  });

  test.each<[string, object]>([
    ['a column that there is not', { colunas: ['cpf', 'zulmira'] }],
    ['the same column again and again', { colunas: Array(41).fill('cpf') }],
    ['a column without a name', { colunas: [null] }],
    ['fewer rows than none', { linhas: -1 }],
    ['more rows than there can be', { linhas: 529_982_247 }],
  ])('the page cannot have %s noted', async (_what, about) => {
    const before = (await auditLines(house)).length;
    const body = { acao: 'exportou', linhas: 30, colunas: ['situacao', 'nome_completo'], ...about };
    expect((await rpc(house, admin.session.access_token, 'anotar_acesso', body)).status).toBe(400);
    expect((await auditLines(house)).length).toBe(before);
  });

  test('every column of a spreadsheet can be noted', async () => {
    const colunas = EXPORT_COLUMNS.map(({ column }) => column);
    const body = { acao: 'exportou', linhas: 30, colunas };
    expect((await rpc(house, admin.session.access_token, 'anotar_acesso', body)).status).toBe(204);
    expect((await auditLines(house)).at(-1)?.detalhes).toEqual({ linhas: 30, colunas });
  });

  test('what cannot be noted is not shown', async () => {
    const { path } = await enrolled(house);
    await house.database.query('alter table private.auditoria rename to guardada');
    const token = admin.session.access_token;
    const list = await get(house, token, '/rest/v1/inscricoes_projeto?select=nome_completo');
    expect([list.ok, await list.text()]).toEqual([false, expect.not.stringContaining(ROW.nome_completo)]);
    const link = await get(house, token, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"expiresIn":60}',
    });
    expect([link.ok, await link.text()]).toEqual([false, expect.not.stringContaining('token=')]);
    expect(await outcome(signIn(house, admin.email))).toMatch(/^[45]/);
    await house.database.query('alter table private.guardada rename to auditoria');
    expect(await outcome(signIn(house, (await addPerson(house)).email))).toBe('200');
  });
});

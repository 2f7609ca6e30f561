import { beforeAll, describe, expect, test } from 'vitest';
import { CHIPS, NO_FILTER, paramsOf, withChip } from '../../domain/desk/filter.ts';
import { addClass, enrolled, restClient, rpc, sentLater } from '../support/desk.ts';
import { codeOf } from '../support/documents.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

type Row = { id: string; version: number; waitingSince: string | null; situation: string };
type Chip = (typeof CHIPS)[number];

/** What waits for the desk, as the page asks for it. Source: docs/ux.md §7 ('What waits'). */
describe.each(engines)('$name', (engine) => {
  let group: string;
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    group = await addClass(server, 'Turma de Teste');
  });

  const ask = async (filtro: Record<string, unknown>): Promise<Row[]> => {
    const { status, body } = await rpc(server, admin.token, 'lista_de_inscricoes', { filtro });
    expect(status).toBe(200);
    return body.rows;
  };
  const waits = (chip: Chip, more: object = {}) =>
    ask({ ...paramsOf(withChip(NO_FILTER, chip)), tamanho: 100, ...more });
  const rowOf = async (chip: Chip, id: string) => (await waits(chip)).find((row) => row.id === id);
  const chipsOf = async (id: string) => {
    const found: string[] = [];
    for (const chip of CHIPS) if (await rowOf(chip, id)) found.push(chip);
    return found;
  };
  const decide = async (id: string, situacao: string, more: object = {}) => {
    const { version: versao } = (await rpc(server, admin.token, 'ficha', { inscricao: id })).body;
    const { body } = await rpc(server, admin.token, 'decidir_situacao', {
      inscricao: id,
      versao,
      situacao,
      motivo: 'motivo',
      ...more,
    });
    expect(body).toMatchObject({ applied: true });
    return body as { version: number };
  };
  const ofDatabase = async (sql: string, id: string) =>
    ((await server.value<Date>(sql, id)) ?? new Date(0)).getTime();
  const moment = (row: Row | undefined) => new Date(row?.waitingSince ?? 0).getTime();

  test('who arrives waits for a decision since then, also under analysis, and no more once it is made', async () => {
    const { id } = await enrolled(server);
    expect(await chipsOf(id)).toEqual(['undecided']);
    const arrived = await ofDatabase(
      'select created_at as moment from public.inscricoes_projeto where id = $1',
      id,
    );
    expect(moment(await rowOf('undecided', id))).toBe(arrived);
    await decide(id, 'em-analise');
    expect(await rowOf('undecided', id)).toMatchObject({ situation: 'em-analise', version: 2 });
    await decide(id, 'desistiu');
    expect(await chipsOf(id)).toEqual([]);
  });

  test('who waits longest comes first, and a page goes on beside a row that waits no more', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push((await enrolled(server)).id);
    const listed = (await waits('undecided')).map(({ id }) => id);
    expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
    await decide(ids[1] ?? '', 'aprovada', { turma: group });
    const after = await waits('undecided', { apos: ids[1] });
    expect(after.map(({ id }) => id).slice(0, 2)).toEqual(ids.slice(2));
  });

  test('an approved person’s family is to be told, and without a class there is one to give, since the decision', async () => {
    const { id } = await enrolled(server);
    await decide(id, 'aprovada');
    const decided = await ofDatabase(
      'select decidida_em as moment from private.acompanhamentos where inscricao_id = $1',
      id,
    );
    expect(await chipsOf(id)).toEqual(['toNotify', 'withoutClass']);
    for (const chip of ['toNotify', 'withoutClass'] as const)
      expect(moment(await rowOf(chip, id))).toBe(decided);
    await rpc(server, admin.token, 'anotar_mensagem', {
      inscricao: id,
      modelo: 'aprovada',
      para: 'pessoa',
    });
    expect(await chipsOf(id)).toEqual(['withoutClass']);
    await decide(id, 'aprovada', { turma: group });
    expect(await chipsOf(id)).toEqual(['toNotify']); // of the class
    expect((await ask({ turma: group })).map((row) => row.id)).toContain(id);
  });

  test('a document waits since it came, and again since then when its decision is taken back', async () => {
    const one = await enrolled(server);
    await sentLater(server, admin.token, one);
    const came = await ofDatabase(
      'select max(recebido_em) as moment from private.documentos_novos where inscricao_id = $1',
      one.id,
    );
    expect(await chipsOf(one.id)).toEqual(['undecided', 'newDocument']);
    expect(moment(await rowOf('newDocument', one.id))).toBe(came);
    const { version: versao } = await decide(one.id, 'aprovada', { turma: group });
    expect(await rowOf('newDocument', one.id)).toBeUndefined();
    await rpc(server, admin.token, 'voltar_decisao', { inscricao: one.id, versao });
    expect(moment(await rowOf('newDocument', one.id))).toBe(came);
  });

  test('a request waits since it came, until it is answered', async () => {
    const one = await enrolled(server);
    const family = restClient(server);
    await family.rpc('pedir_pela_familia', {
      codigo: codeOf(one.key),
      tipo: 'telefone',
      telefone: '62900000077',
    });
    const came = await ofDatabase(
      'select min(feito_em) as moment from private.pedidos where inscricao_id = $1',
      one.id,
    );
    expect(await chipsOf(one.id)).toEqual(['undecided', 'request']);
    expect(moment(await rowOf('request', one.id))).toBe(came);
    const state = (await rpc(server, admin.token, 'ficha', { inscricao: one.id })).body;
    await rpc(server, admin.token, 'atender_pedido', {
      inscricao: one.id,
      versao: state.version,
      pedido: state.requests[0]?.id,
      confirmado: false,
    });
    expect(await chipsOf(one.id)).toEqual(['undecided']);
  });

  test('a minor waits for a guardian until one is there, or the enrolment is over', async () => {
    const alone = async () => (await enrolled(server, { telefone_responsavel: ' ' })).id;
    const [confirmed, over] = [await alone(), await alone()];
    expect(await chipsOf(confirmed)).toEqual(['undecided', 'withoutGuardian']);
    await rpc(server, admin.token, 'conferir_criterio', {
      inscricao: confirmed,
      versao: 1,
      criterio: 'responsavel',
      cumprido: true,
    });
    expect(await chipsOf(confirmed)).toEqual(['undecided']);
    await decide(over, 'nao-aprovada');
    expect(await chipsOf(over)).toEqual(['toNotify']);
  });

  test('each number is of the list that its chip brings', async () => {
    const { body } = await rpc(server, admin.token, 'contagem_de_inscricoes', { filtro: {} });
    expect(Object.keys(body.waiting).sort()).toEqual([...CHIPS].sort());
    for (const chip of CHIPS) expect([chip, body.waiting[chip]]).toEqual([chip, (await waits(chip)).length]);
  });

  test('a list that is ordered otherwise says nothing of waiting, and no order is by it alone', async () => {
    expect((await ask({}))[0]).toMatchObject({ waitingSince: null });
    const [first] = await ask({ ordem: 'espera', sentido: 'asc' }); // of all: by arrival
    expect(first?.waitingSince).toEqual(expect.any(String));
  });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SHARED, summaryOf } from '../../app/admin/api/follow-up.ts';
import { CHIPS, NO_FILTER, paramsOf, withChip } from '../../domain/desk/filter.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { addClass, enrolled, sentLater, uploaded } from '../support/desk.ts';
import { deskForTests } from '../support/desk-server.ts';
import { addressOf, codeOf } from '../support/documents.ts';
import { bornYearsAgo } from '../support/people.ts';
import { engines } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const [IPE, IPE2, BO] = ['Ipê Araçá d’Ávila', 'IPE JACARANDÁ', 'Buriti Bo'];

/** Finding and counting enrolments, and what waits for the desk. Source: docs/ux.md §7. */
describe.each(engines)('$name', (engine) => {
  const { desk, state, decide, undo, tick, compare, rowsOf } = deskForTests(engine);
  const { many } = agedEnrolments(() => desk.server);

  const found = async (busca: string) => (await desk.find({ busca })).sort();
  const page = async (filtro: object) => {
    const { data } = await desk.administrator.rpc('lista_de_inscricoes', { filtro });
    return { ids: data.rows.map(({ id }: { id: string }) => id) as string[], more: data.more as boolean };
  };

  describe('the search', () => {
    beforeEach(async () => {
      await desk.enrol({ nome_completo: IPE, cpf: '012.345.671-13', telefone_whatsapp: '62900001234' });
      await desk.enrol({
        ...{ nome_completo: IPE2, nome_responsavel: 'Sabiá Gołąb', telefone_responsavel: '6233005678' },
      });
      await desk.enrol({
        nome_completo: BO,
        nome_social: 'Íris Gaúcha',
        contato_recados: 'Vizinha, (62) 3300-9999',
      });
    });

    test.each<[names: string[], texts: string[]]>([
      [
        [IPE2, IPE],
        ['ipe', 'IPÊ', 'Ip_'],
      ],
      [[IPE], ['  araca   IPE ', 'd’avila', "D'ÁVILA", '1234', 'ipe 1234']],
      [[IPE], ['01234567113', '012.345.671-13', '012.345', 'ipe 012.345.671-13']], // a CPF may begin with zero
      [[IPE], ['(62) 90000-1234', '+55 62 90000-1234', '062 90000 1234', '5562900001234', '90000-1234']],
      [[IPE2], ['carand', 'sabia golab', '3300-5678', '06233005678', '556233005678', '+55 (62) 3300-5678']],
      [[BO], ['bo', '3300-9999', 'iris gaucha', 'gaúcha bo']],
      [[], ['ipe buriti', 'ipe araca d’avila responsavel buriti']],
      [[BO, IPE2, IPE], ['']],
    ])('finds %j by %j', async (names, texts) => {
      for (const text of texts) expect([text, await found(text)]).toEqual([text, names]);
    });

    test('takes what is typed as it is written, never as a pattern; signs count for nothing', async () => {
      await desk.enrol({ nome_completo: 'Cem % Certo' });
      await desk.enrol({ nome_completo: 'Sub_Linha % Dupla' });
      const none = `* %%% () " ' \\ [a-z] {} , $1 -- a%a ; | %% _% - % _ ’`.split(' ');
      for (const text of [...none, "'; drop table x; --", ' _ % '])
        expect([text, await found(text)]).toEqual([text, []]);
      expect(await found('%ip%')).toEqual([IPE2, IPE]);
      expect(await found('certo _')).toEqual(['Cem % Certo']);
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
      const { protocolo } = await enrolled(desk.server, { nome_completo: 'Com Protocolo' });
      for (const text of [protocolo, protocolo.replace(/^..../, '$&-')])
        expect(await found(text)).toEqual(['Com Protocolo']);
    });
  });

  test('each filter leaves the others out', async () => {
    const people = {
      Adolescente: { data_nascimento: bornYearsAgo(12) },
      Adulta: { data_nascimento: bornYearsAgo(18) },
      Criança: { data_nascimento: bornYearsAgo(11), nome_responsavel: null },
      Doente: { data_nascimento: bornYearsAgo(30), condicao_medica: 'sim', condicao_medica_detalhes: 'asma' },
      Sozinho: { data_nascimento: bornYearsAgo(17), telefone_responsavel: '  ' },
    };
    for (const [nome_completo, changes] of Object.entries(people))
      await desk.enrol({ nome_completo, ...changes });
    await enrolled(desk.server, { nome_completo: 'Documentada', data_nascimento: bornYearsAgo(30) });
    const names = async (filtro: object) =>
      (await desk.find({ ...filtro, ordem: 'nome', sentido: 'asc' })).join(' ');
    expect((await desk.find({ ordem: 'idade', sentido: 'asc' }))[0]).toBe('Criança'); // the youngest
    for (const [filtro, expected] of [
      [{ idade: 'crianca' }, 'Criança'],
      [{ idade: 'adolescente' }, 'Adolescente Sozinho'],
      [{ idade: 'adulto' }, 'Adulta Documentada Doente'],
      [{ documento: 'com' }, 'Documentada'],
      [{ documento: 'sem', idade: 'adulto' }, 'Adulta Doente'],
      [{ cidade: 'Outra', idade: 'crianca' }, 'Criança'], // no filter any more
      [{ semResponsavel: true }, 'Criança Sozinho'],
      [{ situacao: 'nova' }, 'Adolescente Adulta Criança Documentada Doente Sozinho'],
      [{ situacao: 'aprovada' }, ''],
    ] as const)
      expect([filtro, await names(filtro)]).toEqual([filtro, expected]);
    for (const [situation, waits] of [
      ['aprovada', 'Criança Sozinho'],
      ['nao-aprovada', 'Criança'],
      ['desistiu', 'Criança'],
    ]) {
      await desk.server.rows(
        `update private.acompanhamentos set situacao = $1, motivo = 'Teste.' where nome = 'Sozinho'`,
        situation,
      );
      expect(await names({ semResponsavel: true })).toBe(waits); // nobody is asked for the guardian of who is not taken
    }
  });

  test.each(['criada', 'nome', 'idade'])(
    'by %s pages hold every row once, one after the other and row by row',
    async (ordem) => {
      for (let n = 0; n < 13; n++)
        await desk.enrol({
          nome_completo: ['Érica', 'Erica', 'ÁLVARO', 'bia'][n % 4],
          data_nascimento: bornYearsAgo(20 + (n % 3)),
        });
      const all = async (asked: object) => {
        const pages = await Promise.all(
          [0, 5, 10].map((pular) => page({ ordem, ...asked, tamanho: 5, pular })),
        );
        expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
        return pages.flatMap(({ ids }) => ids);
      };
      const up = await all({ sentido: 'asc' });
      expect(new Set(up).size).toBe(13);
      expect(await all({ sentido: 'desc' })).toEqual(up.toReversed()); // who is before is after, in the other direction
      const steps = up.map(async (apos) => (await page({ ordem, sentido: 'asc', apos, tamanho: 1 })).ids);
      expect((await Promise.all(steps)).flat()).toEqual(up.slice(1));
      expect(await page({ ordem, pular: 1_000_000 })).toEqual({ ids: [], more: false });
    },
  );

  test('names sort as Brazilians sort them, and after a row that is gone from the first on, which is said; by telephone nothing is ordered', async () => {
    const sorted = ['ágata', 'Ana', 'Ângela', 'Bia', 'Zélia'];
    for (const nome_completo of sorted.toReversed()) await desk.enrol({ nome_completo });
    const filtro = { ordem: 'nome', sentido: 'asc' };
    expect(await desk.find(filtro)).toEqual(sorted);
    const beside = { ...filtro, apos: randomUUID() };
    expect(await desk.find(beside)).toEqual(sorted);
    const { data } = await desk.administrator.rpc('lista_de_inscricoes', { filtro: beside });
    expect(data.lost).toBe(true);
    const byTelephone = await desk.administrator.rpc('lista_de_inscricoes', {
      filtro: { ordem: 'telefone' },
    });
    expect(byTelephone.status).toBe(400);
  });

  test('siblings have one telephone of a guardian, or one address under one surname; no neighbour is, nor who may be the same person', async () => {
    const telefone_responsavel = '62900001111';
    const lives = (nome_completo: string, endereco_completo: string, more: object = {}) =>
      desk.enrol({ nome_completo, endereco_completo, telefone_responsavel: null, ...more });
    const id = await lives('Ana Souza', 'Rua 7, nº 120', { telefone_responsavel });
    await lives('Bia Lima', 'Rua 9', { telefone_responsavel: '+55 (62) 90000-1111' });
    await lives('Caio de SOUZA', 'rua 7 nº 120.');
    await lives('Davi Costa', 'Rua 7, nº 120');
    await lives('Souza', 'Rua 7, nº 120');
    await lives('ANA SOUZA', 'Rua 7, nº 120', { telefone_responsavel });
    const repeated = await lives('Anna Souza', 'Rua 9', { telefone_responsavel });
    await compare(repeated, id, true);
    const family = { familia: id, ordem: 'nome', sentido: 'asc' };
    expect(await desk.find(family)).toEqual(['Bia Lima', 'Caio de SOUZA']);
    expect(await desk.find({ ...family, busca: 'bia' })).toEqual(['Bia Lima']);
    expect(await desk.find({ familia: randomUUID() })).toEqual([]);
  });

  test('a page has 25 rows, another size where that is asked for, and 100 at most', async () => {
    await many(101, null, '1 day');
    const sizes = [{}, { tamanho: 1_000 }, { tamanho: 0 }].map(async (one) => (await page(one)).ids.length);
    expect(await Promise.all(sizes)).toEqual([25, 100, 1]);
  });

  test('rows come with what is found where they are wanted, with no answer but those wanted, and with all that the list shows', async () => {
    const id = await desk.enrol({ nome_completo: 'Bia', peso: 52.5 });
    await desk.enrol({ nome_completo: 'Ana' });
    await decide(id, 1, 'nao-aprovada', { motivo: 'motivo' });
    const rows = (filtro: object): Promise<{ row: object | null; reason: string | null }[]> =>
      rowsOf({ ordem: 'nome', sentido: 'asc', ...filtro });
    const answers = async (filtro: object) => (await rows(filtro)).map(({ row }) => row);
    const { data: all } = await desk.administrator
      .from('inscricoes_projeto')
      .select('*')
      .order('nome_completo');
    expect(await answers({ colunas: ['*'] })).toEqual(all);
    expect(await answers({ colunas: ['nome_completo', 'peso', 'senha'] })).toEqual([
      { nome_completo: 'Ana', peso: 52.5 },
      { nome_completo: 'Bia', peso: 52.5 },
    ]);
    for (const none of [{}, { colunas: [] }]) expect(await answers(none)).toEqual([null, null]);
    expect(await answers({ colunas: ['nome_completo'], busca: 'bia' })).toEqual([{ nome_completo: 'Bia' }]);
    const more = ['guardianConfirmed', 'mayBeRepeated', 'newestDocument', 'reason', 'waitingSince'];
    expect(Object.keys((await rows({}))[0] ?? {}).sort()).toEqual(['id', 'row', ...SHARED, ...more].sort());
    for (const [colunas, reason] of [
      [['id', 'motivo'], 'motivo'], // only where the spreadsheet asks for it
      [['*'], null],
      [undefined, null],
    ] as const)
      expect((await rows({ colunas }))[1]).toMatchObject({ reason });
  });

  test('a name and a city that swell when they are made comparable are stored and found', async () => {
    // nothing repeats in the first kilobyte, so PostgreSQL does not pack it; the ligature is eighteen letters
    const swelling = (length: number) =>
      String.fromCodePoint(...Array.from({ length: 257 }, (_, at) => 0x20000 + at * 7)) +
      'ﷺ'.repeat(length - 257);
    const [name, city] = [swelling(480), swelling(320)];
    await desk.enrol({ nome_completo: name, cidade: city });
    expect(await desk.find({ busca: name.slice(0, 40) })).toEqual([name]);
  });

  describe('what waits', () => {
    type Row = { id: string; waitingSince: string | null };
    type Chip = (typeof CHIPS)[number];
    let group: string;
    beforeAll(async () => {
      group = await addClass(desk.server, 'Turma de Teste');
    });
    const waits = (chip: Chip, more: object = {}): Promise<Row[]> =>
      rowsOf({ ...paramsOf(withChip(NO_FILTER, chip)), tamanho: 100, ...more });
    /** What an enrolment waits for, and since when. Each number is of the list that its chip brings. */
    const expectWaiting = async (id: string, since: Partial<Record<Chip, number>>) => {
      const { data } = await desk.administrator.rpc('contagem_de_inscricoes', { filtro: {} });
      const lists = await Promise.all(CHIPS.map(async (chip) => [chip, await waits(chip)] as const));
      expect(data.waiting).toEqual(Object.fromEntries(lists.map(([chip, rows]) => [chip, rows.length])));
      const own = lists.flatMap(([chip, rows]) =>
        rows.filter((row) => row.id === id).map((row) => [chip, Date.parse(row.waitingSince ?? '')]),
      );
      expect(Object.fromEntries(own)).toEqual(since);
      const line = (await rowsOf()).find((row: Row) => row.id === id);
      const beside = { id, row: null, reason: null, waitingSince: null };
      expect(line).toEqual({ ...beside, ...summaryOf(await state(id)) });
    };
    const moment = async (sql: string, id: string) => Number(await desk.server.value<Date>(sql, id));
    const arrived = (id: string) =>
      moment('select created_at from public.inscricoes_projeto where id = $1', id);
    const decided = (id: string) =>
      moment('select decidida_em from private.acompanhamentos where inscricao_id = $1', id);
    const settle = async (id: string, situacao: string, more: object = {}) => {
      const { data } = await decide(id, (await state(id)).version, situacao, { motivo: 'motivo', ...more });
      expect(data).toMatchObject({ applied: true });
      return data as { version: number };
    };

    test('who arrives waits for a decision since then, also under analysis, and no more once it is made', async () => {
      const { id } = await enrolled(desk.server);
      const since = { undecided: await arrived(id) };
      await expectWaiting(id, since);
      await settle(id, 'em-analise');
      await expectWaiting(id, since);
      await settle(id, 'desistiu');
      await expectWaiting(id, {});
    });

    test('who waits longest comes first, and a page goes on beside a row that waits no more; otherwise ordered nothing is said of it', async () => {
      const ids: string[] = [];
      for (let at = 0; at < 4; at += 1) ids.push(await desk.enrol());
      const listed = async (more: object = {}) => (await waits('undecided', more)).map(({ id }) => id);
      expect(await listed()).toEqual(ids);
      const { data } = await desk.administrator.rpc('contagem_de_inscricoes', { filtro: {} });
      expect(Date.parse(data.newestAt)).toBe(await arrived(ids[3] ?? ''));
      await settle(ids[1] ?? '', 'aprovada', { turma: group });
      expect(await listed({ apos: ids[1] })).toEqual(ids.slice(2));
      expect((await rowsOf())[0]).toMatchObject({ waitingSince: null });
      const [first] = await rowsOf({ ordem: 'espera', sentido: 'asc' }); // of all: by arrival
      expect(first).toMatchObject({ id: ids[0], waitingSince: expect.any(String) });
    });

    test('an approved person’s family is to be told, and without a class there is one to give, since the decision', async () => {
      const { id } = await enrolled(desk.server);
      await settle(id, 'aprovada');
      const since = await decided(id);
      await expectWaiting(id, { toNotify: since, withoutClass: since });
      await desk.administrator.rpc('anotar_mensagem', { inscricao: id, modelo: 'aprovada', para: 'pessoa' });
      await expectWaiting(id, { withoutClass: since });
      await settle(id, 'aprovada', { turma: group });
      await expectWaiting(id, { toNotify: await decided(id) }); // of the class
      expect(await rowsOf({ turma: group })).toMatchObject([{ id }]);
    });

    test('a document waits since it came, and again since then when its decision is taken back', async () => {
      const one = await enrolled(desk.server);
      const { token } = await signedIn(desk.server, { administrator: true });
      for (const _ of [1, 2]) await sentLater(desk.server, token, one);
      const came = `select max(recebido_em) from private.documentos_novos where inscricao_id = $1 and anexado_por is null`;
      const since = { undecided: await arrived(one.id), newDocument: await moment(came, one.id) };
      await expectWaiting(one.id, since);
      const { version } = await settle(one.id, 'aprovada', { turma: group });
      await expectWaiting(one.id, { toNotify: await decided(one.id) });
      const endereco = addressOf(await uploaded(desk.server));
      await desk.administrator.rpc('juntar_documento', { inscricao: one.id, endereco });
      await undo(one.id, version);
      await expectWaiting(one.id, since);
    });

    test('a request waits since it came, until it is answered', async () => {
      const { id, key } = await enrolled(desk.server);
      const asked = { codigo: codeOf(key), tipo: 'telefone', telefone: '62900000077' };
      const undecided = await arrived(id);
      for (const _ of [1, 2]) {
        await desk.visitor.rpc('pedir_pela_familia', asked);
        const came = 'select max(feito_em) from private.pedidos where inscricao_id = $1';
        await expectWaiting(id, { undecided, request: await moment(came, id) });
        const { version: versao, requests } = await state(id);
        const answer = { inscricao: id, versao, pedido: requests[0]?.id, confirmado: false };
        await desk.administrator.rpc('atender_pedido', answer);
        await expectWaiting(id, { undecided });
      }
    });

    test('a minor waits for a guardian until one is there, or the enrolment is over', async () => {
      const alone = async () => (await enrolled(desk.server, { telefone_responsavel: ' ' })).id;
      const [confirmed, over] = [await alone(), await alone()];
      const undecided = await arrived(confirmed);
      await expectWaiting(confirmed, { undecided, withoutGuardian: undecided });
      await tick(confirmed, 1, 'responsavel', true);
      await expectWaiting(confirmed, { undecided });
      await settle(over, 'nao-aprovada');
      await expectWaiting(over, { toNotify: await decided(over) });
    });
  });
});

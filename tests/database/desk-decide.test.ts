import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { CRITERIA, NEEDS_REASON, NOTE_MAX, REASON_MAX, SITUATIONS } from '../../domain/desk/situations.ts';
import { addClass } from '../support/desk.ts';
import { type Desk, openDesk } from '../support/desk-server.ts';
import { engines, forTests } from '../support/server.ts';

/** Deciding about enrolments by the functions of the API, as the page calls them. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.clear());

  type Client = Desk['administrator'];
  const change = (
    who: Client,
    inscricao: string,
    versao: number,
    situacao: string,
    motivo?: string,
    turma?: string,
  ) =>
    who.rpc('decidir_situacao', {
      ...{ inscricao, versao, situacao },
      ...(motivo !== undefined && { motivo }),
      ...(turma && { turma }),
    });
  const state = async (inscricao: string) =>
    (await desk.administrator.rpc('ficha', { inscricao })).data;
  const tick = (
    id: string,
    versao: number,
    criterio: string,
    cumprido: boolean | null,
    who = desk.administrator,
  ) => who.rpc('conferir_criterio', { inscricao: id, versao, criterio, cumprido });
  const compare = (inscricao: string, outra: string, mesma_pessoa: boolean) =>
    desk.administrator.rpc('comparar_pessoas', { inscricao, outra, mesma_pessoa });

  test('an enrolment begins as Nova, with nothing decided', async () => {
    expect(await state(await desk.enrol())).toEqual({
      situacao: 'nova',
      motivo: null,
      versao: 1,
      criterios: { cadunico: false, socioeconomica: false, responsavel: false, protegido: false },
      repetidaDe: null,
      turma: null,
      turmaNome: null,
      primeiroDia: null,
      desfazerAte: null,
      aAvisar: false,
      documentoNovo: false,
      documentosNovos: [],
      pedido: false,
      pedidos: [],
      dadosFechadosAte: null,
      documentoApagadoEm: null,
      telefoneNovo: null,
      telefoneDoResponsavel: null,
      nomeDoResponsavel: null,
      responsavelChegou: false,
      conteudoAtivo: [],
      correcoes: [],
      respostas: {},
      notas: [],
      historico: [],
      semelhantes: [],
    });
  });

  test.each(Object.keys(SITUATIONS))(
    '%s is a situation, and its reason is asked where the page asks it',
    async (situacao) => {
      const id = await desk.enrol();
      const turma = situacao === 'lista-de-espera' ? await addClass(desk.server, 'Com Fila') : undefined;
      const bare = await change(desk.administrator, id, 1, situacao, '  ', turma);
      const needs = (NEEDS_REASON as readonly string[]).includes(situacao);
      expect(bare).toMatchObject(
        needs
          ? { status: 400, error: { code: '23514', message: 'Escreva o motivo.' } }
          : { data: { situacao, motivo: null, aplicada: true } },
      );
      const answer = await change(desk.administrator, id, needs ? 1 : 2, situacao, ' falta o NIS ', turma);
      expect(answer.data).toMatchObject({ situacao, motivo: 'falta o NIS', aplicada: true });
    },
  );

  test.each([
    ['a situation that is none', { situacao: 'sumiu' }],
    ['no situation', { situacao: null }],
    ['a reason that is too long', { motivo: 'm'.repeat(REASON_MAX + 1) }],
  ])('%s is refused and changes nothing', async (_what, wrong) => {
    const id = await desk.enrol();
    const answer = await desk.administrator.rpc('decidir_situacao', {
      inscricao: id,
      versao: 1,
      situacao: 'aprovada',
      motivo: null,
      ...wrong,
    });
    expect(answer.status).toBe(400);
    expect(await state(id)).toMatchObject({ situacao: 'nova', versao: 1, historico: [] });
  });

  test('every change is in the history: who, when, from, to and why, newest first', async () => {
    const id = await desk.enrol();
    await change(desk.administrator, id, 1, 'em-analise');
    await change(desk.colleague, id, 2, 'nao-aprovada', 'as vagas acabaram');
    await tick(id, 3, 'cadunico', true, desk.administrator);
    const { historico } = (await state(id)) as { historico: Record<string, unknown>[] };
    const { administrator, colleague } = desk.emails;
    expect(historico).toMatchObject([
      { quem: administrator, acao: 'criterio', de: 'cadunico', para: 'sim' },
      {
        quem: colleague,
        acao: 'situacao',
        de: 'em-analise',
        para: 'nao-aprovada',
        motivo: 'as vagas acabaram',
      },
      { quem: administrator, acao: 'situacao', de: 'nova', para: 'em-analise' },
    ]);
    for (const { quando } of historico)
      expect(Date.parse(String(quando))).toBeGreaterThan(Date.now() - 60_000);
  });

  test('the same situation again, with another reason, is no new decision: its time goes on', async () => {
    const id = await desk.enrol();
    const decided = () =>
      desk.server.value<Date>('select decidida_em from private.acompanhamentos where inscricao_id = $1', id);
    await change(desk.administrator, id, 1, 'nao-aprovada', 'as vagas acabaram');
    const first = await decided();
    expect((await change(desk.administrator, id, 2, 'nao-aprovada', 'as vagas da tarde')).data).toMatchObject(
      {
        aplicada: true,
        motivo: 'as vagas da tarde',
        versao: 3,
      },
    );
    expect(await decided()).toEqual(first);
    await change(desk.administrator, id, 3, 'em-analise');
    expect(Number(await decided())).toBeGreaterThan(Number(first));
  });

  test('who decides second sees the first decision before overwriting it', async () => {
    const id = await desk.enrol();
    await change(desk.colleague, id, 1, 'aprovada');
    const late = await change(desk.administrator, id, 1, 'desistiu');
    expect(late.data).toMatchObject({
      aplicada: false,
      situacao: 'aprovada',
      versao: 2,
      historico: [{ quem: desk.emails.colleague }],
    });
    expect((await change(desk.administrator, id, 2, 'desistiu')).data).toMatchObject({
      aplicada: true,
      situacao: 'desistiu',
    });
    const ticked = await tick(id, 1, 'cadunico', true, desk.colleague);
    expect(ticked.data).toMatchObject({ aplicada: false, criterios: { cadunico: false } });
  });

  test('of twenty who decide at the same moment, one does', async () => {
    const id = await desk.enrol();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        change(n % 2 ? desk.administrator : desk.colleague, id, 1, 'aprovada'),
      ),
    );
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
    expect(answers.filter(({ data }) => (data as { aplicada: boolean }).aplicada)).toHaveLength(1);
    expect(await state(id)).toMatchObject({ versao: 2, historico: [{}] });
  });

  test.each(Object.keys(CRITERIA))('the criterion %s is ticked and unticked', async (criterio) => {
    const id = await desk.enrol();
    for (const met of [true, true, false])
      expect((await tick(id, 1, criterio, met)).data).toMatchObject({
        criterios: { [criterio]: met },
        versao: 1, // it is no decision
        aplicada: true,
      });
    const { historico } = (await state(id)) as { historico: object[] };
    expect(historico).toMatchObject([{ para: 'nao' }, { para: 'sim' }]); // twice the same is once
    expect((await tick(id, 1, criterio, null)).status).toBe(400);
  });

  test('a criterion that is none is refused', async () => {
    const id = await desk.enrol();
    const answer = await tick(id, 1, 'simpatia', true, desk.administrator);
    expect(answer.status).toBe(400);
  });

  describe('a note', () => {
    const write = (who: Client, inscricao: string, texto: string) =>
      who.rpc('nova_nota', { inscricao, texto });
    const mend = (who: Client, nota: string, texto: string) => who.rpc('mudar_nota', { nota, texto });
    const noteOf = (answer: { data: unknown }) =>
      (answer.data as { notas: { id: string }[] }).notas[0]?.id ?? '';

    test('has its author and time, and leaves the version alone', async () => {
      const id = await desk.enrol();
      await write(desk.administrator, id, '  Ligou a mãe; volta amanhã. ');
      const { data } = await write(desk.colleague, id, 'Voltou.');
      expect(data).toMatchObject({
        versao: 1,
        notas: [
          {
            autor: desk.emails.colleague,
            texto: 'Voltou.',
            podeCorrigir: true,
            corrigidaEm: null,
          },
          {
            autor: desk.emails.administrator,
            texto: 'Ligou a mãe; volta amanhã.',
            podeCorrigir: false,
          },
        ],
        historico: [{ acao: 'nota' }, { acao: 'nota' }],
      });
    });

    test.each(['', ' \n ', 'n'.repeat(NOTE_MAX + 1)])('is not empty and not too long', async (texto) => {
      const id = await desk.enrol();
      expect(await write(desk.administrator, id, texto)).toMatchObject({
        status: 400,
        error: { message: 'Escreva a nota, com até 1000 letras.' },
      });
      expect((await write(desk.administrator, id, 'n'.repeat(NOTE_MAX))).status).toBe(200);
    });

    test('is corrected by its author within ten minutes, and by nobody else or later', async () => {
      const id = await desk.enrol();
      const note = noteOf(await write(desk.administrator, id, 'Ligou a mae'));
      expect((await mend(desk.administrator, note, 'Ligou a mãe')).data).toMatchObject({
        notas: [{ texto: 'Ligou a mãe', corrigidaEm: expect.any(String) }],
        historico: [{ acao: 'nota-corrigida' }, { acao: 'nota' }],
      });
      const refused = { status: 400, error: { message: 'Esta nota não pode mais ser corrigida.' } };
      expect(await mend(desk.colleague, note, 'x')).toMatchObject(refused);
      await desk.server.database.query(
        `update private.anotacoes set escrita_em = now() - interval '601 seconds'`,
      );
      expect(await mend(desk.administrator, note, 'x')).toMatchObject(refused);
      expect(await state(id)).toMatchObject({ notas: [{ texto: 'Ligou a mãe', podeCorrigir: false }] });
    });
  });

  describe('a possible duplicate', () => {
    const flagged = async () => (await desk.find({ repetida: true })).sort();

    test.each([
      ['the same CPF, however it is written', { cpf: '529.982.247-25' }, { cpf: '52998224725' }, ['cpf']],
      [
        'the same name and birth date',
        { nome_completo: 'Ipê Araçá' },
        { nome_completo: ' IPE  aracá' },
        ['nome'],
      ],
      [
        'the same phone and first name',
        { nome_completo: 'Ipê Um', telefone_whatsapp: '62900000000' },
        { nome_completo: 'Ipê Dois', telefone_whatsapp: '+55 62 90000-0000' },
        ['telefone'],
      ],
    ])('is %s', async (_what, one, other, iguais) => {
      const first = await desk.enrol(one);
      const second = await desk.enrol(other);
      const { semelhantes } = (await state(first)) as { semelhantes: unknown };
      expect(semelhantes).toEqual([{ id: second, situacao: 'nova', iguais }]); // whose answers it has is read, and noted, by itself
      expect(await flagged()).toHaveLength(2);
    });

    test.each([
      ['a CPF that cannot be one', { cpf: '000.000.000-00' }, { cpf: '000.000.000-00' }],
      [
        'siblings, who share phone and address',
        { nome_completo: 'Ipê Um', telefone_whatsapp: '62900000000' },
        { nome_completo: 'Araçá Um', telefone_whatsapp: '62900000000' },
      ],
      [
        'the same name with another birth date',
        { nome_completo: 'Ipê Araçá' },
        { nome_completo: 'Ipê Araçá', data_nascimento: '2011-03-05' },
      ],
    ])('is not %s', async (_what, one, other) => {
      await desk.enrol(one);
      await desk.enrol(other);
      expect(await flagged()).toEqual([]);
    });

    const twice = async () =>
      [
        await desk.enrol({ nome_completo: 'Um', cpf: '529.982.247-25' }),
        await desk.enrol({ nome_completo: 'Dois', cpf: '529.982.247-25' }),
      ] as const;

    test('is judged once: other people are not shown again, nor is the same one', async () => {
      const [first, second] = await twice();
      expect((await compare(first, second, false)).data).toMatchObject({
        semelhantes: [],
        repetidaDe: null,
        historico: [{ acao: 'repetida', para: 'nao' }],
      });
      expect(await flagged()).toEqual([]);
      expect((await compare(first, second, true)).data).toMatchObject({ repetidaDe: second });
      expect(await state(second)).toMatchObject({ repetidaDe: null, semelhantes: [] });
      const third = await desk.enrol({ nome_completo: 'Três', cpf: '529.982.247-25' });
      expect(await flagged()).toEqual(['Dois', 'Três', 'Um']);
      expect(((await state(third)) as { semelhantes: unknown[] }).semelhantes).toHaveLength(2);
    });

    test('is none any more when the other is deleted', async () => {
      const [first, second] = await twice();
      await desk.server.database.query('delete from public.inscricoes_projeto where id = $1', [second]);
      expect(await flagged()).toEqual([]);
      expect(await state(first)).toMatchObject({ semelhantes: [] });
    });

    test('is seen although both arrive at once', async () => {
      await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          desk.enrol({ nome_completo: `Pessoa ${n}`, cpf: '529.982.247-25' }),
        ),
      );
      expect(await flagged()).toHaveLength(6);
    });

    test('is not compared with itself, and one that is missing is left alone', async () => {
      const [first, second] = await twice();
      expect((await compare(first, first, true)).status).toBe(400);
      await desk.server.database.query('delete from public.inscricoes_projeto where id = $1', [second]);
      expect((await compare(first, second, true)).data).toMatchObject({ repetidaDe: null, historico: [] });
    });
  });

  test('a guardian who came in person ends the look for one, in the counter, its filter and the list', async () => {
    const id = await desk.enrol({ nome_completo: 'Veio Junto', telefone_responsavel: null });
    const alone = async () => {
      const { data } = await desk.administrator.rpc('contagem_de_inscricoes', {});
      const { linhas } = (await desk.administrator.rpc('lista_de_inscricoes', {})).data as {
        linhas: { responsavelConfirmou: boolean }[];
      };
      return [
        (data as { contadores: { semResponsavel: { total: number } } }).contadores.semResponsavel.total,
        await desk.find({ semResponsavel: true }),
        linhas.map(({ responsavelConfirmou }) => responsavelConfirmou),
      ];
    };
    expect(await alone()).toEqual([1, ['Veio Junto'], [false]]);
    await tick(id, 1, 'responsavel', true);
    expect(await alone()).toEqual([0, [], [true]]);
    await tick(id, 1, 'responsavel', false);
    expect(await alone()).toEqual([1, ['Veio Junto'], [false]]);
  });

  test('a message that was made ready is in the history, without its text', async () => {
    const id = await desk.enrol();
    const ready = (modelo: string, para: string) =>
      desk.administrator.rpc('anotar_mensagem', { inscricao: id, modelo, para });
    expect((await ready('contato', 'responsavel')).data).toMatchObject({
      historico: [{ acao: 'mensagem', de: 'contato', para: 'responsavel', quem: desk.emails.administrator }],
    });
    expect((await ready('ainda-quer', 'pessoa')).status).toBe(200);
    expect((await ready('Olá, mãe!', 'pessoa')).status).toBe(400);
    expect((await ready('contato', '62900000000')).status).toBe(400);
  });

  test('of a missing enrolment nothing is left, and every call answers null', async () => {
    const id = await desk.enrol({ cpf: '529.982.247-25' });
    const other = await desk.enrol({ cpf: '529.982.247-25' });
    await desk.administrator.rpc('nova_nota', { inscricao: id, texto: 'x' });
    await compare(id, other, true);
    await desk.server.database.query('delete from public.inscricoes_projeto where id = $1', [id]);
    const left = await desk.server.database.query(
      `select inscricao_id from private.acompanhamentos where inscricao_id = $1 union all select inscricao_id from private.anotacoes where inscricao_id = $1
       union all select inscricao_id from private.historico where inscricao_id = $1 union all select uma from private.comparacoes where $1 in (uma, outra)`,
      [id],
    );
    expect(left.rows).toEqual([]);
    const calls: [string, object][] = [
      ['ficha', {}],
      ['decidir_situacao', { versao: 1, situacao: 'aprovada' }],
      ['conferir_criterio', { versao: 1, criterio: 'cadunico', cumprido: true }],
      ['nova_nota', { texto: 'x' }],
      ['comparar_pessoas', { outra: other, mesma_pessoa: true }],
      ['anotar_mensagem', { modelo: 'contato', para: 'pessoa' }],
    ];
    for (const [name, more] of calls)
      expect([name, await desk.administrator.rpc(name, { inscricao: id, ...more })]).toMatchObject([
        name,
        { status: 200, data: null },
      ]);
    expect(await desk.administrator.rpc('mudar_nota', { nota: randomUUID(), texto: 'x' })).toMatchObject({
      status: 200,
      data: null,
    });
  });
});

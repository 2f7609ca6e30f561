import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FollowUp } from '../../app/admin/api/follow-up-shape.ts';
import { preparedMessages } from '../../domain/desk/family-message.ts';
import { answersOf, type StoredEnrolment } from '../../domain/desk/sheet.ts';
import {
  CRITERIA,
  NEEDS_REASON,
  NOTE_MAX,
  REASON_MAX,
  SITUATIONS,
  type Situation,
} from '../../domain/desk/situations.ts';
import { addClass, auditEntries } from '../support/desk.ts';
import { type Desk, deskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';

const CPF = { cpf: '529.982.247-25' };

/** Deciding about enrolments, which families are to be told, and the teacher's list. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  const { desk, state, decide, undo, tick, compare, rowsOf } = deskForTests(engine);
  let group: string;
  let other: string;
  beforeAll(async () => {
    [group, other] = [await addClass(desk.server, 'Turma de Teste'), await addClass(desk.server, 'Outra')];
  });
  type Client = Desk['administrator'];
  const prepare = (inscricao: string, modelo: string, para = 'pessoa') =>
    desk.administrator.rpc('anotar_mensagem', { inscricao, modelo, para });
  const approve = async (answers: Parameters<Desk['enrol']>[0] = {}, turma = group) => {
    const id = await desk.enrol(answers);
    await decide(id, 1, 'aprovada', { turma, primeiro_dia: '2027-01-11' });
    return id;
  };

  test('an enrolment begins as Nova, with nothing decided, and the page is told all that it shows', async () => {
    const begun: FollowUp = {
      ...{ situation: 'nova', reason: null, version: 1, undoUntil: null, toNotify: false },
      criteria: { cadunico: false, socioeconomica: false, responsavel: false, protegido: false },
      ...{ repeatedOf: null, classId: null, className: null, firstDay: null, dataClosedUntil: null },
      ...{ hasNewDocument: false, documentErasedAt: null, hasRequest: false, hasNewGuardian: false },
      ...{ newPhone: null, guardianPhone: null, guardianName: null, answers: {}, activeContent: [] },
      ...{ laterDocuments: [], requests: [], notes: [], corrections: [], history: [], similar: [] },
    };
    expect(await state(await desk.enrol())).toEqual(begun);
  });

  test.each(Object.keys(SITUATIONS) as Situation[])(
    '%s: its reason is asked where the page asks it; a class is of who is approved or waits, a first day of the approved',
    async (situacao) => {
      const id = await approve();
      const given = { turma: group, primeiro_dia: '2027-01-12' };
      const needs = NEEDS_REASON.includes(situacao);
      expect(await decide(id, 2, situacao, { ...given, motivo: '  ' })).toMatchObject(
        needs
          ? { status: 400, error: { code: '23514', message: 'Escreva o motivo.' } }
          : { data: { situation: situacao, reason: null, applied: true } },
      );
      const turma = ['aprovada', 'lista-de-espera'].includes(situacao) ? group : null;
      const shown = {
        ...{ situation: situacao, classId: turma, className: turma && 'Turma de Teste' },
        firstDay: situacao === 'aprovada' ? given.primeiro_dia : null,
      };
      const { data } = await decide(id, needs ? 2 : 3, situacao, { ...given, motivo: ' falta o NIS ' });
      expect(data).toMatchObject({ ...shown, reason: 'falta o NIS', applied: true });
      expect(await rowsOf()).toMatchObject([shown]);
      expect((await decide(id, data.version, 'aprovada')).data).toMatchObject({
        ...{ reason: null, classId: null, className: null, firstDay: null },
      });
    },
  );

  test.each<[what: string, wrong: object, said?: string]>([
    ['a situation that is none', { situacao: 'sumiu' }],
    ['no situation', { situacao: null }],
    ['a reason that is too long', { motivo: 'm'.repeat(REASON_MAX + 1) }],
    ['a class that is no id', { turma: 'Turma de Teste' }],
    ['a class that is not there', { turma: randomUUID() }, 'Esta turma não existe. Escolha outra.'],
    ['the end of days', { primeiro_dia: 'infinity' }, 'Confira o primeiro dia.'],
    ['a day long ago', { primeiro_dia: '1999-12-31' }, 'Confira o primeiro dia.'],
    ['a day that there is not', { primeiro_dia: '2027-02-30' }],
  ])('%s is refused and changes nothing', async (_what, wrong, said) => {
    const id = await desk.enrol();
    const { status, error } = await decide(id, 1, 'aprovada', wrong);
    expect([status, error?.message]).toEqual([400, said ?? expect.any(String)]);
    expect(await state(id)).toMatchObject({ situation: 'nova', version: 1, history: [] });
  });

  test('who decides second sees the first decision before overwriting it, and each change is in the history', async () => {
    const id = await desk.enrol();
    await decide(id, 1, 'em-analise');
    const motivo = 'as vagas acabaram';
    await decide(id, 2, 'nao-aprovada', { motivo }, desk.colleague);
    const seen = { applied: false, situation: 'nao-aprovada', version: 3, criteria: { cadunico: false } };
    expect((await decide(id, 2, 'desistiu')).data).toMatchObject(seen);
    expect((await tick(id, 2, 'cadunico', true)).data).toMatchObject(seen);
    await tick(id, 3, 'cadunico', true);
    const { administrator, colleague } = desk.emails;
    const { history } = await state(id);
    expect(history).toMatchObject([
      { by: administrator, action: 'criterio', from: 'cadunico', to: 'sim' },
      { by: colleague, action: 'situacao', from: 'em-analise', to: 'nao-aprovada', reason: motivo },
      { by: administrator, action: 'situacao', from: 'nova', to: 'em-analise' },
    ]);
    for (const { at } of history) expect(Date.parse(at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('the same situation again, with another reason, is no new decision: its time goes on', async () => {
    const id = await desk.enrol();
    const decided = () =>
      desk.server.value<Date>('select decidida_em from private.acompanhamentos where inscricao_id = $1', id);
    await decide(id, 1, 'nao-aprovada', { motivo: 'as vagas acabaram' });
    const first = await decided();
    const { data } = await decide(id, 2, 'nao-aprovada', { motivo: 'as vagas da tarde' });
    expect(data).toMatchObject({ applied: true, reason: 'as vagas da tarde', version: 3 });
    expect(await decided()).toEqual(first);
    await decide(id, 3, 'em-analise');
    expect(Number(await decided())).toBeGreaterThan(Number(first));
  });

  test('of twenty who decide at the same moment, one does; of ten who decide and ten who take back, too', async () => {
    const [one, taken] = [await desk.enrol(), await approve()];
    const twenty = Array.from({ length: 20 }, (_, at) => (at % 2 ? desk.administrator : desk.colleague));
    const takeBack = (who: Client) =>
      who === desk.administrator ? undo(taken, 2) : decide(taken, 2, 'desistiu', {}, who);
    for (const [id, versao, all] of [
      [one, 2, twenty.map((who) => decide(one, 1, 'aprovada', {}, who))],
      [taken, 3, twenty.map(takeBack)],
    ] as const) {
      const answers = await Promise.all(all);
      expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
      expect(answers.filter(({ data }) => data.applied)).toHaveLength(1);
      const now = await state(id);
      expect([now.version, now.history.length]).toEqual([versao, versao - 1]);
    }
  });

  test('each criterion is ticked and unticked alone, is no decision, and another is none', async () => {
    const id = await desk.enrol();
    const { criteria } = await state(id);
    for (const criterio of Object.keys(CRITERIA))
      for (const met of [true, true, false])
        expect((await tick(id, 1, criterio, met)).data).toMatchObject({
          ...{ version: 1, applied: true, criteria: { ...criteria, [criterio]: met } },
        });
    expect((await state(id)).history.reverse()).toMatchObject(
      Object.keys(CRITERIA).flatMap((de) => [
        { action: 'criterio', from: de, to: 'sim' }, // twice the same is once
        { action: 'criterio', from: de, to: 'nao' },
      ]),
    );
    for (const [criterio, met] of [
      ['cadunico', null],
      ['simpatia', true],
    ] as const)
      expect((await tick(id, 1, criterio, met)).status).toBe(400);
    await tick(id, 1, 'responsavel', true);
    expect(await rowsOf()).toMatchObject([{ guardianConfirmed: true }]);
  });

  test('a note has its author, is no decision, and is corrected by who wrote it within ten minutes alone', async () => {
    const id = await desk.enrol();
    const write = (who: Client, texto: string) => who.rpc('nova_nota', { inscricao: id, texto });
    const mend = (who: Client, nota: string, texto: string) => who.rpc('mudar_nota', { nota, texto });
    const longest = 'n'.repeat(NOTE_MAX);
    await write(desk.administrator, '  Ligou a mae. ');
    const { data } = await write(desk.colleague, longest);
    expect(data).toMatchObject({
      version: 1,
      notes: [
        { author: desk.emails.colleague, text: longest, mayCorrect: true, correctedAt: null },
        { author: desk.emails.administrator, text: 'Ligou a mae.', mayCorrect: false },
      ],
      history: [{ action: 'nota' }, { action: 'nota' }],
    });
    const nota = data.notes[1].id;
    for (const texto of ['', ' \n ', `${longest}n`])
      for (const refused of [
        await write(desk.administrator, texto),
        await mend(desk.administrator, nota, texto),
      ])
        expect(refused).toMatchObject({
          ...{ status: 400, error: { message: 'Escreva a nota, com até 1000 letras.' } },
        });
    expect((await mend(desk.administrator, nota, 'Ligou a mãe.')).data).toMatchObject({
      notes: [{}, { text: 'Ligou a mãe.', correctedAt: expect.any(String) }],
      history: [{ action: 'nota-corrigida' }, {}, {}],
    });
    const refused = { status: 400, error: { message: 'Esta nota não pode mais ser corrigida.' } };
    expect(await mend(desk.colleague, nota, 'x')).toMatchObject(refused);
    await desk.server.rows(`update private.anotacoes set escrita_em = escrita_em - interval '601 seconds'`);
    expect(await mend(desk.administrator, nota, 'x')).toMatchObject(refused);
    expect(await state(id)).toMatchObject({ notes: [{}, { text: 'Ligou a mãe.', mayCorrect: false }] });
  });

  const [IPE, PHONE] = [{ nome_completo: 'Ipê Araçá' }, { telefone_whatsapp: '62900000000' }];
  test.each<[sameIn: string, one: object, other: object]>([
    ['cpf', CPF, { cpf: '52998224725' }],
    ['nome', IPE, { nome_completo: ' IPE  aracá' }],
    ['telefone', { ...PHONE, ...IPE }, { telefone_whatsapp: '+55 62 90000-0000', nome_completo: 'Ipê Dois' }],
    ['', { cpf: '000.000.000-00' }, { cpf: '000.000.000-00' }], // which cannot be one
    ['', { ...PHONE, ...IPE }, { ...PHONE, nome_completo: 'Pequi Araçá' }], // siblings share it
    ['', IPE, { ...IPE, data_nascimento: '2011-03-05' }],
  ])('the same %j of an enrolment: %j and %j', async (sameIn, one, other) => {
    const [first, second] = [await desk.enrol(one), await desk.enrol(other)];
    // whose answers it has is read, and noted, by itself
    const found = sameIn ? [{ id: second, situation: 'nova', sameIn: [sameIn] }] : [];
    expect((await state(first)).similar).toEqual(found);
    expect(await desk.find({ repetida: true })).toHaveLength(2 * found.length);
  });

  test('who may be the same person is judged once, and never compared with itself or one that is missing', async () => {
    const [first, second] = [
      await desk.enrol({ nome_completo: 'Um', ...CPF }),
      await desk.enrol({ nome_completo: 'Dois', ...CPF }),
    ];
    expect((await compare(first, first, true)).status).toBe(400);
    expect((await compare(first, randomUUID(), true)).data.history).toEqual([]);
    expect((await compare(first, second, false)).data).toMatchObject({
      ...{ similar: [], repeatedOf: null, history: [{ action: 'repetida', to: 'nao' }] },
    });
    expect(await desk.find({ repetida: true })).toEqual([]);
    expect((await compare(first, second, true)).data).toMatchObject({ repeatedOf: second });
    expect((await compare(first, second, false)).data).toMatchObject({ repeatedOf: null });
    expect(await state(second)).toMatchObject({ repeatedOf: null, similar: [] });
    const third = await desk.enrol({ nome_completo: 'Três', ...CPF });
    expect((await desk.find({ repetida: true })).sort()).toEqual(['Dois', 'Três', 'Um']);
    expect((await state(third)).similar).toHaveLength(2);
  });

  test.each(Object.keys(SITUATIONS) as Situation[])(
    'the family is to be told of %s when it has a message of its own, until that one was prepared',
    async (situacao) => {
      const id = await desk.enrol({ nome_completo: 'Pessoa' });
      const known = {
        ...{ situation: situacao, reason: 'motivo', className: null, firstDay: null, newPhone: null },
        ...{ link: null, guardianPhone: null, guardianUntil: '', confirmed: true, eraseOn: null, own: {} },
        today: '2026-12-20',
      };
      const adult = { ...answersOf(ROW), dataNascimento: '1990-03-05' } as StoredEnrolment;
      const model = preparedMessages(adult, known)[0]?.model ?? '';
      const toNotify = model !== 'contato';
      const turma = situacao === 'lista-de-espera' ? group : null;
      expect((await decide(id, 1, situacao, { motivo: 'motivo', turma })).data).toMatchObject({ toNotify });
      expect(await desk.find({ avisar: true })).toEqual(toNotify ? ['Pessoa'] : []);
      expect((await prepare(id, 'responsavel')).data).toMatchObject({ toNotify });
      const { data } = await prepare(id, model, 'responsavel');
      expect(data).toMatchObject({ toNotify: false, version: 2 });
      const { administrator: by } = desk.emails;
      expect(data.history[0]).toMatchObject({ action: 'mensagem', from: model, to: 'responsavel', by });
      expect(await desk.find({ avisar: true })).toEqual([]);
    },
  );

  test('a family is told again when what was said changes or is taken back, and not when it stays', async () => {
    const id = await approve();
    const given = { turma: group, primeiro_dia: '2027-01-11' };
    await prepare(id, 'aprovada');
    for (const wrong of [prepare(id, 'Olá, mãe!'), prepare(id, 'contato', '62900000000')])
      expect((await wrong).status).toBe(400); // no text, and no number
    expect((await decide(id, 2, 'aprovada', given)).data).toMatchObject({ toNotify: false });
    for (const [at, changed] of [
      { turma: other },
      { primeiro_dia: '2027-01-18' },
      { motivo: 'x' },
    ].entries()) {
      const { data } = await decide(id, 3 + at, 'aprovada', { ...given, ...changed });
      expect([changed, data.toNotify]).toEqual([changed, true]);
      expect((await prepare(id, 'espera')).data).toMatchObject({ toNotify: true }); // made by who had not seen the decision
      await prepare(id, 'aprovada');
      Object.assign(given, changed);
    }
    await decide(id, 6, 'lista-de-espera', { turma: group });
    expect((await prepare(id, 'ainda-quer')).data).toMatchObject({ toNotify: false });
    await decide(id, 7, 'aprovada');
    expect((await undo(id, 8)).data).toMatchObject({ toNotify: false }); // nobody heard of it
    await decide(id, 9, 'aprovada');
    await prepare(id, 'aprovada');
    expect((await undo(id, 10)).data).toMatchObject({ situation: 'lista-de-espera', toNotify: true });
  });

  test('the teacher’s list has the people of one class by name, health only when asked, and an entry of each', async () => {
    const born = await desk.server.value<string>(
      `select ((now() at time zone 'America/Sao_Paulo')::date - interval '10 years')::date::text as born`,
    );
    const zelia = await approve({ nome_completo: 'Zélia', nome_responsavel: null, condicao_medica: 'nao' });
    const agata = await approve({
      ...{ nome_completo: 'Ágata', data_nascimento: born, contato_recados: 'Vizinha, (62) 3300-9999' },
      ...{ condicao_medica: 'sim', condicao_medica_detalhes: 'asma' },
    });
    await desk.server.rows('update public.inscricoes_projeto set idade = 9 where id = $1', agata);
    await approve({ nome_completo: 'De Outra Turma' }, other);
    await decide(await desk.enrol({ nome_completo: 'Que Espera' }), 1, 'lista-de-espera', { turma: group });
    await decide(await approve({ nome_completo: 'Que Desistiu' }), 2, 'desistiu');
    const list = async (body: object) => (await desk.administrator.rpc('folha_da_turma', body)).data;
    const shown = {
      ...{ nomeCompleto: 'Ágata', idade: 10, peso: ROW.peso, altura: ROW.altura, health: 'asma' }, // today's age
      ...{ nomeResponsavel: ROW.nome_responsavel, telefoneResponsavel: ROW.telefone_responsavel },
      ...{ contatoRecados: 'Vizinha, (62) 3300-9999', telefoneWhatsapp: expect.stringMatching(/^6290/) },
      ...{ newPhone: null, isUnconfirmed: false },
    };
    const before = (await auditEntries(desk.server)).length;
    const second = { nomeCompleto: 'Zélia', health: null, nomeResponsavel: null };
    expect(await list({ turma: group, com_saude: true })).toEqual([
      shown,
      expect.objectContaining({ ...second, peso: ROW.peso }),
    ]);
    const without = { peso: null, altura: null, health: null };
    expect(await list({ turma: group })).toEqual([
      { ...shown, ...without },
      expect.objectContaining({ ...second, ...without }),
    ]);
    expect(await list({ turma: randomUUID(), com_saude: true })).toEqual([]);
    const entries = (await auditEntries(desk.server)).slice(before);
    expect(entries.map(({ acao, inscricao, detalhes }) => [acao, inscricao, detalhes])).toEqual(
      [true, false].flatMap((saude) => [agata, zelia].map((id) => ['imprimiu_turma', id, { saude }])),
    );
  });

  test('of a missing enrolment nothing is left, and every call answers null', async () => {
    const [id, outra] = [await desk.enrol(CPF), await desk.enrol(CPF)];
    await desk.administrator.rpc('nova_nota', { inscricao: id, texto: 'x' });
    await compare(id, outra, true);
    await desk.server.rows('delete from public.inscricoes_projeto where id = $1', id);
    const left = await desk.server.rows(
      `select inscricao_id from private.acompanhamentos where inscricao_id = $1 union all select inscricao_id from private.anotacoes where inscricao_id = $1
       union all select inscricao_id from private.historico where inscricao_id = $1 union all select uma from private.comparacoes where $1 in (uma, outra)`,
      id,
    );
    expect(left).toEqual([]);
    const calls: [name: string, more: object][] = [
      ['ficha', {}],
      ['decidir_situacao', { versao: 1, situacao: 'aprovada' }],
      ['voltar_decisao', { versao: 1 }],
      ['conferir_criterio', { versao: 1, criterio: 'cadunico', cumprido: true }],
      ['nova_nota', { texto: 'x' }],
      ['comparar_pessoas', { outra, mesma_pessoa: true }],
      ['anotar_mensagem', { modelo: 'contato', para: 'pessoa' }],
    ];
    for (const [name, more] of calls)
      expect([name, await desk.administrator.rpc(name, { inscricao: id, ...more })]).toMatchObject([
        ...[name, { status: 200, data: null }],
      ]);
  });
});

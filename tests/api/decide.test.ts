import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FollowUp } from '../../app/admin/api/follow-up.ts';
import { preparedMessages } from '../../domain/desk/family-message.ts';
import { answersOf, type StoredEnrolment } from '../../domain/desk/sheet.ts';
import { NEEDS_REASON, REASON_MAX, SITUATIONS, type Situation } from '../../domain/desk/situations.ts';
import { addClass, auditEntries } from '../support/desk.ts';
import { type Desk, deskForTests } from '../support/desk-server.ts';
import { ROW } from '../support/people.ts';
import { engines } from '../support/server.ts';

/** Deciding about enrolments, of which decisions families are to be told, and taking one back within a minute. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  const { desk, state, decide, undo, tick, compare, rowsOf } = deskForTests(engine);
  let group: string;
  let other: string;
  beforeAll(async () => {
    [group, other] = [await addClass(desk.server, 'Turma de Teste'), await addClass(desk.server, 'Outra')];
  });
  type Client = Desk['administrator'];
  const prepare = (inscricao: string, modelo: string, para = 'pessoa', who = desk.administrator) =>
    who.rpc('anotar_mensagem', { inscricao, modelo, para });
  const approve = async () => {
    const id = await desk.enrol();
    await decide(id, 1, 'aprovada', { turma: group, primeiro_dia: '2027-01-11' });
    return id;
  };

  test('an enrolment begins as Nova, with nothing decided, and the page is told all that it shows', async () => {
    const begun: Omit<FollowUp, 'guardianDeclared'> = {
      ...{ situation: 'nova', reason: null, version: 1, undoUntil: null, toNotify: false },
      criteria: {
        cadunico: false,
        socioeconomica: false,
        responsavel: false,
        protegido: false,
        renovacao: false,
      },
      ...{ repeatedOf: null, classId: null, className: null, firstDay: null, dataClosedUntil: null },
      ...{ hasNewDocument: false, documentErasedAt: null, hasRequest: false, hasNewGuardian: false },
      ...{ newPhone: null, guardianPhone: null, guardianName: null, answers: {}, activeContent: [] },
      ...{
        laterDocuments: [],
        requests: [],
        answered: null,
        notes: [],
        corrections: [],
        history: [],
        similar: [],
      },
      ...{
        absentOn: [],
        isAbsent: false,
        leftOn: null,
        leftBecause: null,
        lines: [],
        runsOut: null,
        imported: false,
        enrolledBy: null,
        ...{ renewal: null, renewalAt: null, cadunicoRenewed: null },
      },
    };
    const alone = await desk.enrol({ nome_responsavel: null });
    expect(await state(await desk.enrol())).toEqual({ ...begun, guardianDeclared: true });
    expect(await state(alone)).toMatchObject({ guardianDeclared: false });
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
      expect(await rowsOf()).toMatchObject([{ ...shown, toNotify: data.toNotify }]);
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

  const decidedAgo = (seconds: number) =>
    desk.server.rows(
      `update private.historico set quando = now() - make_interval(secs => $1) where acao = 'situacao'`,
      seconds,
    );
  const refusal = (message: string) => ({ status: 400, error: { code: '23514', message } });
  const NOT_THEIRS = refusal('Só quem decidiu ou corrigiu pode desfazer.');

  test('a decision is taken back as if it had never been, but for version and history', async () => {
    const dated = { turma: group, primeiro_dia: '2027-01-11' };
    const refused = { motivo: 'as vagas acabaram' };
    /** Since when, of whom waits for a class; it may be longer than since the last decision. */
    const moments = async (id: string, days: string) =>
      desk.server.rows(
        `update private.acompanhamentos set espera_desde = espera_desde - $2::interval where inscricao_id = $1 returning espera_desde, decidida_em`,
        ...[id, days],
      );
    for (const [de, first, para, second] of [
      ['lista-de-espera', { turma: group }, 'aprovada', dated],
      ['nao-aprovada', refused, 'aprovada', dated],
      ['aprovada', { ...dated, motivo: 'veio antes' }, 'aprovada', { turma: other }],
    ] as const) {
      const id = await desk.enrol();
      await decide(id, 1, de, first, desk.colleague);
      await prepare(id, de, 'pessoa', desk.colleague);
      const since = await moments(id, '3 days');
      const { version: _, history: past, ...rest } = await state(id);
      await decide(id, 2, para, second);
      const { data } = await undo(id, 3);
      expect(await moments(id, '0')).toEqual(since);
      expect(data).toEqual({
        ...{ ...rest, version: 4, applied: true },
        history: [
          expect.objectContaining({ action: 'situacao-desfeita', from: para, to: de, reason: null }),
          expect.objectContaining({ action: 'situacao', from: de, to: para }),
          ...past,
        ],
      });
      const changes = (await auditEntries(desk.server)).filter(({ acao }) => acao === 'mudou').slice(-2);
      expect(changes.map(({ detalhes }) => detalhes)).toEqual([
        { que: 'situacao', para },
        { que: 'situacao-desfeita', para: de },
      ]);
    }
  });

  test('only who decided takes it back, sees until when, within a minute and while nothing was decided since', async () => {
    const id = await approve();
    const { undoUntil, history } = await state(id);
    expect(Date.parse(undoUntil) - Date.parse(history[0].at)).toBe(60_000);
    expect((await state(id, desk.colleague)).undoUntil).toBeNull();
    expect(await undo(id, 2, desk.colleague)).toMatchObject(NOT_THEIRS);
    await decidedAgo(60);
    expect(await undo(id, 2)).toMatchObject(
      refusal('Já passou um minuto: não dá mais para desfazer. Decida ou corrija de novo.'),
    );
    expect(await state(id)).toMatchObject({
      ...{ situation: 'aprovada', version: 2, undoUntil: null, history: [{}] },
    });
    await decidedAgo(55);
    expect((await state(id)).undoUntil).not.toBeNull();
    await decide(id, 2, 'desistiu', {}, desk.colleague);
    const now = { situation: 'desistiu', version: 3, undoUntil: null };
    expect((await undo(id, 2)).data).toMatchObject({
      ...{ ...now, applied: false, history: [{ by: desk.emails.colleague }, {}] }, // which is shown first
    });
    expect(await undo(id, 3)).toMatchObject(NOT_THEIRS);
    await decidedAgo(55);
    expect((await undo(id, 3, desk.colleague)).data).toMatchObject({ applied: true, situation: 'aprovada' });
  });

  test('criteria, notes and comparisons made since then stay, and do not end it', async () => {
    const cpf = '529.982.247-25';
    const [id, other] = [await desk.enrol({ cpf }), await desk.enrol({ cpf })];
    await decide(id, 1, 'aprovada');
    await tick(id, 2, 'cadunico', true);
    await tick(id, 2, 'socioeconomica', true, desk.colleague);
    await desk.colleague.rpc('nova_nota', { inscricao: id, texto: 'Ligou a mãe.' });
    await compare(id, other, true);
    expect((await state(id)).undoUntil).not.toBeNull();
    expect((await undo(id, 2)).data).toMatchObject({
      ...{ applied: true, situation: 'nova', version: 3, notes: [{}], repeatedOf: other },
      criteria: { cadunico: true, socioeconomica: true },
    });
  });

  test('a second undo changes nothing, none reaches the decision before, and without one there is none', async () => {
    const id = await desk.enrol();
    const overtaken = { status: 200, data: { applied: false } };
    expect(await undo(id, 1)).toMatchObject(overtaken);
    await tick(id, 1, 'cadunico', true);
    expect(await undo(id, 1)).toMatchObject(overtaken);
    await decide(id, 1, 'em-analise');
    await decide(id, 2, 'aprovada');
    expect((await undo(id, 3)).data).toMatchObject({ applied: true, situation: 'em-analise' });
    for (const version of [2, 3, 4]) expect(await undo(id, version)).toMatchObject(overtaken);
    expect(await state(id)).toMatchObject({ situation: 'em-analise', version: 4 });
  });
});

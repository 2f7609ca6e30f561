import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { addClass, auditEntries } from '../support/desk.ts';
import { type Desk, openDesk } from '../support/desk-server.ts';
import { engines, forTests } from '../support/server.ts';

/** Taking back a decision within a minute, and everything that may come between. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.clear());

  type Client = Desk['administrator'];
  const change = (who: Client, inscricao: string, versao: number, situacao: string, more: object = {}) =>
    who.rpc('mudar_situacao', { inscricao, versao, situacao, ...more });
  const undo = (who: Client, inscricao: string, versao: number) =>
    who.rpc('desfazer_decisao', { inscricao, versao });
  const tick = (who: Client, inscricao: string, versao: number) =>
    who.rpc('marcar_criterio', { inscricao, versao, criterio: 'cadunico', cumprido: true });
  const state = async (inscricao: string, who = desk.administrator) =>
    (await who.rpc('acompanhamento', { inscricao })).data as Record<string, unknown>;
  const decidedAgo = (seconds: number) =>
    desk.server.database.query(
      `update private.historico set quando = now() - make_interval(secs => $1) where acao = 'situacao'`,
      [seconds],
    );
  const approved = async () => {
    const id = await desk.enrol();
    await change(desk.administrator, id, 1, 'aprovada');
    return id;
  };
  const OVERTAKEN = { status: 200, data: { aplicada: false } };
  const TOO_LATE = {
    status: 400,
    error: {
      code: '23514',
      message: 'Já passou um minuto: não dá mais para desfazer. Decida ou corrija de novo.',
    },
  };
  const NOT_THEIRS = {
    status: 400,
    error: { code: '23514', message: 'Só quem decidiu ou corrigiu pode desfazer.' },
  };

  test('a decision is taken back as if it had never been, but for version and history', async () => {
    const id = await desk.enrol();
    await change(desk.colleague, id, 1, 'nao-aprovada', { motivo: 'as vagas acabaram' });
    await desk.colleague.rpc('preparar_mensagem', { inscricao: id, modelo: 'nao-aprovada', para: 'pessoa' });
    const before = await state(id);
    const { versao: _1, historico: past, ...rest } = before;
    await change(desk.administrator, id, 2, 'aprovada', {
      turma: await addClass(desk.server, 'Turma de Teste'),
      primeiro_dia: '2027-01-11',
    });
    const { data } = await undo(desk.administrator, id, 3);
    expect(data).toEqual({
      ...rest,
      versao: 4,
      aplicada: true,
      historico: [
        expect.objectContaining({
          acao: 'situacao-desfeita',
          de: 'aprovada',
          para: 'nao-aprovada',
          motivo: null,
        }),
        expect.objectContaining({ acao: 'situacao', de: 'nao-aprovada', para: 'aprovada' }),
        ...(past as object[]),
      ],
    });
    const [decided, undone] = (await auditEntries(desk.server))
      .filter(({ acao }) => acao === 'mudou')
      .slice(-2);
    expect([decided?.detalhes, undone?.detalhes]).toEqual([
      { que: 'situacao', para: 'aprovada' },
      { que: 'situacao-desfeita', para: 'nao-aprovada' },
    ]);
  });

  test('the same situation with another class is taken back to the class before', async () => {
    const id = await desk.enrol();
    const [turma, other] = [await addClass(desk.server, 'Turma A'), await addClass(desk.server, 'Turma B')];
    const before = { turma, primeiro_dia: '2027-01-11' };
    await change(desk.administrator, id, 1, 'aprovada', before);
    await change(desk.administrator, id, 2, 'aprovada', { turma: other });
    expect((await undo(desk.administrator, id, 3)).data).toMatchObject({
      aplicada: true,
      situacao: 'aprovada',
      turma,
      turmaNome: 'Turma A',
      primeiroDia: '2027-01-11',
    });
  });

  test('only who decided sees until when, and only while nothing was decided since', async () => {
    const id = await approved();
    const until = Date.parse(String((await state(id)).desfazerAte));
    const [{ quando } = { quando: '' }] = (await state(id)).historico as { quando: string }[];
    expect(until - Date.parse(quando)).toBe(60_000);
    expect((await state(id, desk.colleague)).desfazerAte).toBeNull();
    await decidedAgo(61);
    expect((await state(id)).desfazerAte).toBeNull();
    await decidedAgo(30);
    expect((await state(id)).desfazerAte).not.toBeNull();
    await change(desk.colleague, id, 2, 'desistiu');
    expect((await state(id)).desfazerAte).toBeNull();
  });

  test('after a minute it is too late, whatever the page believes', async () => {
    const id = await approved();
    await decidedAgo(60);
    expect(await undo(desk.administrator, id, 2)).toMatchObject(TOO_LATE);
    expect(await state(id)).toMatchObject({ situacao: 'aprovada', versao: 2 });
    await decidedAgo(30);
    expect((await undo(desk.administrator, id, 2)).data).toMatchObject({ aplicada: true, situacao: 'nova' });
  });

  test('another administrator takes nothing back', async () => {
    const id = await approved();
    expect(await undo(desk.colleague, id, 2)).toMatchObject(NOT_THEIRS);
    expect(await state(id)).toMatchObject({ situacao: 'aprovada', versao: 2, historico: [{}] });
  });

  test('nor does who decided, once a colleague has decided: first the new state is shown', async () => {
    const id = await approved();
    await change(desk.colleague, id, 2, 'desistiu');
    expect(await undo(desk.administrator, id, 2)).toMatchObject({
      status: 200,
      data: {
        aplicada: false,
        situacao: 'desistiu',
        versao: 3,
        historico: [{ quem: desk.emails.colleague }, {}],
      },
    });
    expect(await undo(desk.administrator, id, 3)).toMatchObject(NOT_THEIRS);
    expect((await undo(desk.colleague, id, 3)).data).toMatchObject({ aplicada: true, situacao: 'aprovada' });
  });

  test.each(['administrator', 'colleague'] as const)(
    'a criterion ticked by the %s since then stays, and does not end it',
    async (who) => {
      const id = await approved();
      await tick(desk[who], id, 2);
      expect((await state(id)).desfazerAte).not.toBeNull();
      expect((await undo(desk.administrator, id, 2)).data).toMatchObject({
        aplicada: true,
        situacao: 'nova',
        versao: 3,
        criterios: { cadunico: true },
      });
    },
  );

  test('notes and comparisons made since then stay, and do not end it', async () => {
    const id = await desk.enrol({ cpf: '529.982.247-25' });
    const other = await desk.enrol({ cpf: '529.982.247-25' });
    await change(desk.administrator, id, 1, 'aprovada');
    await desk.colleague.rpc('escrever_nota', { inscricao: id, texto: 'Ligou a mãe.' });
    await desk.colleague.rpc('comparar_inscricoes', { inscricao: id, outra: other, mesma_pessoa: true });
    expect((await undo(desk.administrator, id, 2)).data).toMatchObject({
      aplicada: true,
      situacao: 'nova',
      notas: [{}],
      repetidaDe: other,
    });
  });

  test('the second undo changes nothing, and none reaches the decision before', async () => {
    const id = await desk.enrol();
    await change(desk.administrator, id, 1, 'em-analise');
    await change(desk.administrator, id, 2, 'aprovada');
    expect((await undo(desk.administrator, id, 3)).data).toMatchObject({
      aplicada: true,
      situacao: 'em-analise',
    });
    for (const version of [2, 3, 4])
      expect(await undo(desk.administrator, id, version)).toMatchObject(OVERTAKEN);
    expect(await state(id)).toMatchObject({ situacao: 'em-analise', versao: 4 });
    expect((await change(desk.colleague, id, 3, 'desistiu')).data).toMatchObject({ aplicada: false });
  });

  test('of an undo and decisions at the same moment one is made', async () => {
    const id = await approved();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? undo(desk.administrator, id, 2) : change(desk.colleague, id, 2, 'desistiu'),
      ),
    );
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
    expect(answers.filter(({ data }) => (data as { aplicada: boolean }).aplicada)).toHaveLength(1);
    expect(await state(id)).toMatchObject({ versao: 3, historico: [{}, {}] });
  });

  test('there is nothing to take back of what nobody decided, and of what is missing', async () => {
    const id = await desk.enrol();
    expect(await undo(desk.administrator, id, 1)).toMatchObject(OVERTAKEN);
    expect(await undo(desk.administrator, randomUUID(), 1)).toMatchObject({ status: 200, data: null });
    await tick(desk.administrator, id, 1);
    expect(await undo(desk.administrator, id, 1)).toMatchObject(OVERTAKEN);
  });

  test('somebody whose access was taken away takes nothing back', async () => {
    const id = await approved();
    const access = (left: string | null) =>
      desk.server.database.query(
        `update private.administradores set desativado_em = $2
         where user_id = (select u.id from auth.users u where u.email = $1)`,
        [desk.emails.administrator, left],
      );
    await access('2026-01-01');
    expect(await undo(desk.administrator, id, 2)).toMatchObject({ status: 403, error: { code: '42501' } });
    await access(null);
    expect(await state(id)).toMatchObject({ situacao: 'aprovada', versao: 2 });
  });

  test('retention counts from the decision that holds again', async () => {
    const id = await desk.enrol();
    const expires = async () => {
      const rows = await desk.server.rows<{ regra: string; apagar_em: Date }>(
        'select regra, apagar_em from private.prazos where inscricao_id = $1',
        id,
      );
      return rows[0];
    };
    await change(desk.administrator, id, 1, 'nao-aprovada', { motivo: 'as vagas acabaram' });
    await desk.server.database.query(
      `update private.acompanhamentos set decidida_em = '2026-05-13 12:34:56.789123Z' where inscricao_id = $1`,
      [id],
    );
    const before = await expires();
    expect(before?.regra).toBe('nao_aprovada');
    await change(desk.administrator, id, 2, 'aprovada');
    await undo(desk.administrator, id, 3);
    expect(await expires()).toEqual(before);
    // whoever was approved for a moment never took part
    await change(desk.administrator, id, 4, 'desistiu');
    expect((await expires())?.regra).toBe('nao_aprovada');
  });

  test('one’s own last three reasons for a situation are offered, the newest first, each once', async () => {
    const reasons = async (who: Client, situacao: string) =>
      (await who.rpc('motivos_recentes', { situacao })).data;
    expect(await reasons(desk.administrator, 'nao-aprovada')).toEqual([]);
    const decide = async (who: Client, situacao: string, motivo: string) =>
      change(who, await desk.enrol(), 1, situacao, { motivo });
    for (const motivo of ['um', 'dois', 'três', 'quatro', 'dois'])
      await decide(desk.administrator, 'nao-aprovada', motivo);
    await decide(desk.administrator, 'falta-documento', 'sem foto');
    await decide(desk.colleague, 'nao-aprovada', 'de outra pessoa');
    expect(await reasons(desk.administrator, 'nao-aprovada')).toEqual(['dois', 'quatro', 'três']);
    expect(await reasons(desk.administrator, 'falta-documento')).toEqual(['sem foto']);
    expect(await reasons(desk.colleague, 'nao-aprovada')).toEqual(['de outra pessoa']);
  });
});

import { describe, expect, test } from 'vitest';
import { addClass, auditEntries } from '../support/desk.ts';
import { deskForTests } from '../support/desk-server.ts';
import { engines } from '../support/server.ts';

/** Taking back a decision within a minute, and everything that may come between. Source: docs/ux.md §8.5. */
describe.each(engines)('$name', (engine) => {
  const { desk, state, decide, undo, tick, compare } = deskForTests(engine);

  const decidedAgo = (seconds: number) =>
    desk.server.rows(
      `update private.historico set quando = now() - make_interval(secs => $1) where acao = 'situacao'`,
      seconds,
    );
  const approved = async () => {
    const id = await desk.enrol();
    await decide(id, 1, 'aprovada');
    return id;
  };
  const refusal = (message: string) => ({ status: 400, error: { code: '23514', message } });
  const NOT_THEIRS = refusal('Só quem decidiu ou corrigiu pode desfazer.');

  test('a decision is taken back as if it had never been, but for version and history', async () => {
    const [turma, other] = [await addClass(desk.server, 'Turma A'), await addClass(desk.server, 'Turma B')];
    const dated = { turma, primeiro_dia: '2027-01-11' };
    const refused = { motivo: 'as vagas acabaram' };
    for (const [de, first, para, second] of [
      ['nao-aprovada', refused, 'aprovada', dated],
      ['aprovada', { ...dated, motivo: 'veio antes' }, 'aprovada', { turma: other }],
    ] as const) {
      const id = await desk.enrol();
      await decide(id, 1, de, first, desk.colleague);
      await desk.colleague.rpc('preparar_mensagem', { inscricao: id, modelo: de, para: 'pessoa' });
      const { versao: _, historico: past, ...rest } = await state(id);
      await decide(id, 2, para, second);
      const { data } = await undo(id, 3);
      expect(data).toEqual({
        ...{ ...rest, versao: 4, aplicada: true },
        historico: [
          expect.objectContaining({ acao: 'situacao-desfeita', de: para, para: de, motivo: null }),
          expect.objectContaining({ acao: 'situacao', de, para }),
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
    const id = await approved();
    const { desfazerAte, historico } = await state(id);
    expect(Date.parse(desfazerAte) - Date.parse(historico[0].quando)).toBe(60_000);
    expect((await state(id, desk.colleague)).desfazerAte).toBeNull();
    expect(await undo(id, 2, desk.colleague)).toMatchObject(NOT_THEIRS);
    await decidedAgo(60);
    expect(await undo(id, 2)).toMatchObject(
      refusal('Já passou um minuto: não dá mais para desfazer. Decida ou corrija de novo.'),
    );
    expect(await state(id)).toMatchObject({
      ...{ situacao: 'aprovada', versao: 2, desfazerAte: null, historico: [{}] },
    });
    await decidedAgo(30);
    expect((await state(id)).desfazerAte).not.toBeNull();
    await decide(id, 2, 'desistiu', {}, desk.colleague);
    const now = { situacao: 'desistiu', versao: 3, desfazerAte: null };
    expect((await undo(id, 2)).data).toMatchObject({
      ...{ ...now, aplicada: false, historico: [{ quem: desk.emails.colleague }, {}] }, // which is shown first
    });
    expect(await undo(id, 3)).toMatchObject(NOT_THEIRS);
    expect((await undo(id, 3, desk.colleague)).data).toMatchObject({ aplicada: true, situacao: 'aprovada' });
  });

  test('criteria, notes and comparisons made since then stay, and do not end it', async () => {
    const cpf = '529.982.247-25';
    const [id, other] = [await desk.enrol({ cpf }), await desk.enrol({ cpf })];
    await decide(id, 1, 'aprovada');
    await tick(id, 2, 'cadunico', true);
    await tick(id, 2, 'socioeconomica', true, desk.colleague);
    await desk.colleague.rpc('escrever_nota', { inscricao: id, texto: 'Ligou a mãe.' });
    await compare(id, other, true);
    expect((await state(id)).desfazerAte).not.toBeNull();
    expect((await undo(id, 2)).data).toMatchObject({
      ...{ aplicada: true, situacao: 'nova', versao: 3, notas: [{}], repetidaDe: other },
      criterios: { cadunico: true, socioeconomica: true },
    });
  });

  test('a second undo changes nothing, none reaches the decision before, and without one there is none', async () => {
    const id = await desk.enrol();
    const overtaken = { status: 200, data: { aplicada: false } };
    expect(await undo(id, 1)).toMatchObject(overtaken);
    await tick(id, 1, 'cadunico', true);
    expect(await undo(id, 1)).toMatchObject(overtaken);
    await decide(id, 1, 'em-analise');
    await decide(id, 2, 'aprovada');
    expect((await undo(id, 3)).data).toMatchObject({ aplicada: true, situacao: 'em-analise' });
    for (const version of [2, 3, 4]) expect(await undo(id, version)).toMatchObject(overtaken);
    expect(await state(id)).toMatchObject({ situacao: 'em-analise', versao: 4 });
    expect((await decide(id, 3, 'desistiu')).data).toMatchObject({ aplicada: false });
  });

  test('retention counts from the decision that holds again', async () => {
    const id = await desk.enrol();
    const expires = () =>
      desk.server.row('select regra, apagar_em from private.prazos where inscricao_id = $1', id);
    await decide(id, 1, 'nao-aprovada', { motivo: 'as vagas acabaram' });
    await desk.server.rows(
      `update private.acompanhamentos set decidida_em = '2026-05-13 12:34:56.789123Z' where inscricao_id = $1`,
      id,
    );
    const before = await expires();
    expect(before?.regra).toBe('nao_aprovada');
    await decide(id, 2, 'aprovada');
    await undo(id, 3);
    expect(await expires()).toEqual(before);
    await decide(id, 4, 'desistiu'); // whoever was approved for a moment never took part
    expect((await expires())?.regra).toBe('nao_aprovada');
  });

  test('one’s own last three reasons for a situation are offered, the newest first, each once', async () => {
    const reasons = async (situacao = 'nao-aprovada', who = desk.administrator) =>
      (await who.rpc('motivos_recentes', { situacao })).data;
    expect(await reasons()).toEqual([]);
    const why = async (motivo: string, situacao = 'nao-aprovada', who = desk.administrator) =>
      decide(await desk.enrol(), 1, situacao, { motivo }, who);
    for (const motivo of ['um', 'dois', 'três', 'quatro', 'dois']) await why(motivo);
    await why('sem foto', 'falta-documento');
    await why('de outra pessoa', 'nao-aprovada', desk.colleague);
    expect(await reasons()).toEqual(['dois', 'quatro', 'três']);
    expect(await reasons('falta-documento')).toEqual(['sem foto']);
    expect(await reasons('nao-aprovada', desk.colleague)).toEqual(['de outra pessoa']);
  });
});

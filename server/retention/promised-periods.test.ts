import { beforeEach, describe, expect, test } from 'vitest';
import { agedEnrolments } from '../../tests/support/aged-enrolments.ts';
import { auditEntries, rpc } from '../../tests/support/desk.ts';
import { engines, forTests, serverForTests } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { type Batch, retain } from './retention.ts';

// A shorter period acts seven days after somebody asked for it, on everybody; a longer one keeps nothing
// that was promised to go. Only the first has a whole run, whose rewriting of the tables is what costs;
// the others have its statement that erases.
describe.each(engines)('changed periods on $name', (engine) => {
  const server = serverForTests(engine);
  const { row, many, rows, ranAgo } = agedEnrolments(() => server);
  const { rows: sql } = server;
  /** What a run erases; with `freio` nothing, and why. */
  const run = () => server.row<Batch>('select * from private.apagar_vencidas(100)');

  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeEach(async () => {
    await sql('delete from public.inscricoes_projeto');
    await sql('delete from private.prazos_a_encurtar where true');
    await sql(
      `update private.configuracao set versao_declaracao = '2', guardar_documento_dias = 90, guardar_nao_aprovada_meses = 6,
         guardar_espera_meses = 12, guardar_participante_meses = 12, guardar_sem_decisao_meses = 24, guardar_sem_responsavel_dias = 30`,
    );
    await sql(`update private.configuracao set versao_declaracao = '2'`);
  });

  const change = async (nome: string, valor: number | null) =>
    (await rpc(server, admin.token, 'guardar_ajuste', { nome, valor })).body;
  const ASKED = 'guardar_nao_aprovada_meses';
  const passes = (time: string) =>
    sql(`update private.prazos_a_encurtar set vale_em = vale_em - $1::interval where true`, time);
  const inForce = () => server.value<number | null>(`select ${ASKED} as months from private.configuracao`);
  const erased = async () => (await run())?.inscricoes;

  test('shortened, it erases nothing for seven days, and then what is older, with an entry of each step', async () => {
    const whole = async () => (await retain(server)).inscricoes;
    const [old, young] = [await row('nao-aprovada', '4 months'), await row('nao-aprovada', '2 months')];
    const before = (await auditEntries(server)).length;
    expect(await change(ASKED, 3)).toBe('espera');
    expect([await whole(), await inForce()]).toEqual([0, 6]);
    await passes('6 days 23 hours 59 minutes');
    expect([await whole(), await inForce()]).toEqual([0, 6]);
    expect(await rows()).toEqual([old.id, young.id].sort());
    await passes('2 minutes');
    expect([await whole(), await inForce()]).toEqual([1, 3]);
    expect(await rows()).toEqual([young.id]);
    expect(await sql('select * from private.prazos_a_encurtar')).toEqual([]);
    const entries = (await auditEntries(server)).slice(before).filter(({ acao }) => acao.includes('config'));
    expect(entries.map(({ quem, detalhes }) => [quem !== null, detalhes])).toEqual([
      [true, { que: 'pediu_prazo', colunas: [ASKED], de: [6], para: [3] }],
      [false, { colunas: [ASKED, 'versao_declaracao'], de: [6, 2], para: [3, expect.any(Number)] }],
    ]);
  });

  test('taken back within the seven days, or made longer, it never acts; a first end does', async () => {
    await row('nao-aprovada', '4 months');
    for (const [again, said] of [
      [6, 'desfeito'],
      [8, 'mudou'],
      [null, 'mudou'],
    ] as const) {
      expect(await change(ASKED, 3)).toBe('espera');
      expect(await change(ASKED, again)).toBe(said);
      await passes('8 days');
      expect([await erased(), await inForce()]).toEqual([0, again]);
    }
    expect(await change(ASKED, 3)).toBe('espera');
    await passes('8 days');
    await change('guardar_espera_meses', 2); // waits
    expect([await erased(), await inForce()]).toEqual([1, 3]);
    expect(await sql('select valor from private.prazos_a_encurtar')).toEqual([{ valor: 2 }]);
  });

  test('asked for again it keeps its moment; with another number it waits seven days from then', async () => {
    const moment = async () =>
      (await server.value<Date>('select vale_em as at from private.prazos_a_encurtar'))?.getTime() ?? 0;
    await change(ASKED, 3);
    await passes('6 days');
    const first = await moment();
    expect([await change(ASKED, 3), await moment()]).toEqual(['igual', first]);
    expect(await change(ASKED, 4)).toBe('espera');
    expect((await moment()) - first).toBeGreaterThan(5 * 86_400_000);
  });

  test('what is set meanwhile, and shorter still, stays', async () => {
    await change(ASKED, 3);
    await sql(`update private.configuracao set ${ASKED} = 2`);
    await passes('8 days');
    await erased();
    expect(await inForce()).toBe(2);
  });

  test('a run that the brake stops because of it erases nothing until somebody confirms', async () => {
    await many(25, 'nao-aprovada', '4 months');
    await change(ASKED, 3);
    await passes('8 days');
    expect(await run()).toMatchObject({ inscricoes: 0, freio: { reason: 'muitas', enrolments: 25 } });
    expect([(await rows()).length, await inForce()]).toEqual([25, 3]);
  });

  test('under a clock that looks wrong it does not begin to act', async () => {
    await sql(`select private.anotar('retencao')`);
    await change(ASKED, 3);
    await passes('8 days');
    await ranAgo('4 days');
    expect(await run()).toMatchObject({ freio: { reason: 'relogio' } });
    expect(await inForce()).toBe(6);
    await sql('select private.soltar_freio()');
    expect([await erased(), await inForce()]).toEqual([0, 3]);
  });

  const TERMS: [column: string, situation: string | null, promised: string, took: boolean][] = [
    ['guardar_nao_aprovada_meses', 'nao-aprovada', '6 months', false],
    ['guardar_espera_meses', 'lista-de-espera', '12 months', false],
    ['guardar_participante_meses', 'desistiu', '12 months', true],
    ['guardar_sem_decisao_meses', null, '24 months', false],
    ['guardar_sem_responsavel_dias', null, '31 days', false],
  ];
  test.each(TERMS)(
    'a longer %s keeps whoever was told of it, and nobody else',
    async (column, situation, ago, took) => {
      const answers = column === 'guardar_sem_responsavel_dias' ? { telefone_responsavel: ' ' } : {};
      const informed = await row(situation, ago, answers, took);
      for (const longer of [60, null]) {
        expect(await change(column, longer)).toBe('mudou');
        const later = await row(situation, ago, answers, took);
        const due = await sql<{ id: string }>(
          'select inscricao_id as id from private.prazos where inscricao_id = any ($1) and apagar_em <= now()',
          [informed.id, later.id],
        );
        expect(due).toEqual([{ id: informed.id }]);
      }
      expect(await erased()).toBe(1);
      expect(await rows()).not.toContain(informed.id);
      expect((await rows()).length).toBe(2);
    },
  );

  test('a longer term of documents too', async () => {
    const informed = await row('aprovada', '90 days');
    await change('guardar_documento_dias', 120);
    const later = await row('aprovada', '90 days');
    expect(await run()).toMatchObject({ inscricoes: 0, documentos: 1 });
    const left = await sql<{ id: string }>(
      `select inscricao_id as id from private.apagamentos where inscricao_id = any ($1)`,
      [informed.id, later.id],
    );
    expect(left).toEqual([{ id: informed.id }]);
  });

  test('who was told a shorter one while it was short goes by that also after it is longer again', async () => {
    const before = await row('nao-aprovada', '4 months');
    await sql(`update private.configuracao set ${ASKED} = 3`); // the seven days are over
    await row('nao-aprovada', '4 months'); // goes
    await sql(`update private.configuracao set ${ASKED} = 6`);
    const after = await row('nao-aprovada', '4 months');
    expect(await erased()).toBe(1);
    expect(await rows()).toEqual([before.id, after.id].sort());
  });

  test('an enrolment of which no promise is known goes by the settings alone', async () => {
    const { id } = await row('nao-aprovada', '7 months');
    await sql(`update private.consentimentos set versao_texto = 'antiga' where inscricao_id = $1`, id);
    await change(ASKED, 8);
    expect(await erased()).toBe(0);
    await sql(`update private.configuracao set ${ASKED} = 7`);
    expect(await erased()).toBe(1);
  });
});

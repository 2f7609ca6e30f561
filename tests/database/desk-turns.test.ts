import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDesk } from '../support/desk-server.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines, forTests, waiting } from '../support/server.ts';

/** What two people do at the same moment to enrolments of one person: they take turns, and each answer shows the present state. */
describe.each(engines)('$name', (engine) => {
  const desk = forTests(() => openDesk(engine));
  beforeAll(async () => {
    await desk.server.database.query(`select private.anotar('retencao')`); // a project's first run would wait
  });
  beforeEach(() => desk.clear());

  const SAME = { cpf: '529.982.247-25' };
  const flagged = async () => (await desk.find({ repetida: true })).sort();
  const twice = async () =>
    [
      await desk.enrol({ nome_completo: 'Um', ...SAME }),
      await desk.enrol({ nome_completo: 'Dois', ...SAME }),
    ] as const;
  const erase = (inscricao: string) =>
    desk.administrator.rpc('apagar_inscricao', { inscricao, confirmacao: 'APAGAR', motivo: 'teste' });
  const decidedLongAgo = (id: string) =>
    desk.server.database.query(
      `update private.acompanhamentos set situacao = 'desistiu', decidida_em = now() - interval '3 years' where inscricao_id = $1`,
      [id],
    );

  /** Does `sql` in a transaction that stays open until every one of `others` waits for a lock or is done. */
  const meanwhile = async <Answer>(
    sql: string,
    values: unknown[],
    others: (() => PromiseLike<Answer>)[],
  ): Promise<Answer[]> => {
    let answers: Promise<Answer>[] = [];
    await desk.server.database.asOwner(async (tx) => {
      await tx.query(sql, values);
      let done = 0;
      answers = others.map(async (other) => {
        try {
          return await other();
        } finally {
          done += 1;
        }
      });
      Promise.all(answers).catch(() => {}); // heard by who asked
      const known = async () => ((await waiting(desk.server)) ?? 0) + done;
      await expect.poll(known, { timeout: 60_000 }).toBeGreaterThanOrEqual(others.length);
    });
    return Promise.all(answers);
  };
  const TURN = `select private.esperar_a_vez(semelhancas) from private.acompanhamentos where inscricao_id = $1`;

  test('two enrolments that are compared while a third arrives stay flagged: nobody compared them with it', async () => {
    const [first, second] = await twice();
    const third = { ...ROW, nome_completo: 'Três', telefone_whatsapp: '62900000003', ...SAME };
    const [compared] = await meanwhile(...insertOf(third), [
      () =>
        desk.administrator.rpc('comparar_inscricoes', {
          inscricao: first,
          outra: second,
          mesma_pessoa: false,
        }),
    ]);
    expect(compared).toMatchObject({ status: 200, data: { semelhantes: [{}] } });
    expect(await flagged()).toEqual(['Dois', 'Três', 'Um']);
  });

  test('both copies are erased by two people at once', async () => {
    const [first, second] = await twice();
    const erased = await meanwhile(TURN, [first], [() => erase(first), () => erase(second)]);
    expect(erased).toMatchObject([{ error: null }, { error: null }]);
    expect(await desk.find({})).toEqual([]);
  });

  test('one copy is erased by a person while the other has expired', async () => {
    const [first, second] = await twice();
    await decidedLongAgo(second);
    const done = await meanwhile<unknown>(
      TURN,
      [first],
      [() => erase(first), () => desk.server.database.query('select * from private.apagar_vencidas(100)')],
    );
    expect(done).toMatchObject([{ error: null }, { rows: [{ inscricoes: 1 }] }]);
    expect(await desk.find({})).toEqual([]);
  });

  test('who arrives while the only other one is being erased repeats nobody', async () => {
    await decidedLongAgo(await desk.enrol({ nome_completo: 'Um', ...SAME }));
    await meanwhile(
      'select * from private.apagar_vencidas(100)',
      [],
      [() => desk.enrol({ nome_completo: 'Dois', ...SAME })],
    );
    expect([await desk.find({}), await flagged()]).toEqual([['Dois'], []]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../server/core/database.ts';
import { openDesk } from '../support/desk-server.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines, forTests } from '../support/server.ts';

const COLUMNS = Object.keys(ROW);
const SAME = { cpf: '529.982.247-25' };

/** One person who is enrolled again and again, which anybody can do: what it costs does not grow with how often. */
describe.each(engines)('$name', (engine) => {
  const desk = forTests(() => openDesk(engine));
  beforeEach(() => desk.server.database.query('truncate public.inscricoes_projeto cascade')); // each deleted would be compared

  /** As many enrolments of ROW's person, all of them followed and marked, the last the newest. */
  const again = (times: number) =>
    desk.server.database.asOwner(async (tx) => {
      await tx.query('alter table public.inscricoes_projeto disable trigger user');
      await tx.query(
        `insert into public.inscricoes_projeto (created_at, ${COLUMNS})
         select now() - make_interval(secs => 1 + $2::integer - n), ${COLUMNS.map((name) => `r.${name}`)}
         from generate_series(1, $2::integer) as n, jsonb_populate_record(null::public.inscricoes_projeto, $1) as r`,
        [JSON.stringify(ROW), times],
      );
      await tx.query('alter table public.inscricoes_projeto enable trigger user');
      await tx.query('select private.acompanhar_as_que_faltam()');
    });

  /** How many rows of the desk's table `work` reads, in a transaction of its own. */
  const rowsRead = (work: (tx: Transaction) => Promise<unknown>) =>
    desk.server.database.asOwner(async (tx) => {
      const read = async () => {
        const { rows } = await tx.query<{ rows: string }>(
          `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'acompanhamentos'`,
        );
        return Number(rows[0]?.rows);
      };
      const before = await read();
      await work(tx);
      return (await read()) - before;
    });
  const newest = async () => {
    const rows = await desk.server.rows<{ id: string }>(
      'select inscricao_id as id from private.acompanhamentos order by criada_em desc',
    );
    return rows.map(({ id }) => id);
  };
  const shown = async (inscricao: string | undefined) => {
    const { data } = await desk.administrator.rpc('acompanhamento', { inscricao });
    return (data as { semelhantes: { id: string }[] }).semelhantes.map(({ id }) => id);
  };
  const flagged = async () => (await desk.find({ repetida: true, tamanho: 100 })).sort();

  /** Does `work` before the planner knows the table, and again when it does. */
  const unknownAndKnown = async (work: (planner: string) => Promise<void>) => {
    await work('the planner does not know the table');
    await desk.server.database.query('analyze private.acompanhamentos, private.comparacoes');
    await work('the planner knows the table');
  };

  test('the next enrolment and its sheet read a few rows, whether or not the planner knows the table', async () => {
    await again(1000);
    await unknownAndKnown(async (planner) => {
      const arrival = await rowsRead((tx) => tx.query(...insertOf(ROW)));
      const [last] = await newest();
      const sheet = await rowsRead((tx) => tx.query('select private.estado($1)', [last]));
      expect(arrival, `arrival: ${planner}`).toBeLessThan(500);
      expect(sheet, `sheet: ${planner}`).toBeLessThan(200);
      expect(await shown(last), planner).toEqual((await newest()).slice(1, 11));
    });
  });

  test('a batch of expired enrolments erases a hundred of them, whether or not the planner knows the table', async () => {
    await again(1000);
    await desk.server.database.query(
      `update private.acompanhamentos set situacao = 'desistiu', decidida_em = now() - interval '3 years'`,
    );
    await desk.server.database.query('select private.soltar_freio()');
    await unknownAndKnown(async (planner) => {
      const batch = await rowsRead(async (tx) => {
        await tx.query(`set local statement_timeout = '30s'`);
        const { rows } = await tx.query('select inscricoes from private.apagar_vencidas(100)');
        expect(rows, planner).toEqual([{ inscricoes: 100 }]);
      });
      expect(batch, planner).toBeLessThan(70_000);
    });
  });

  // Until PostgreSQL 17 a plan kind that is off counts ten thousand million cost units, and a
  // plan above a hundred thousand is compiled: about 0.6 s at each call.
  test('a function that switches kinds of plans off switches compiling off as well', async () => {
    const rows: { name: string; jit: boolean }[] =
      await desk.server.rows(`select oid::regprocedure::text as name, 'jit=off' = any (proconfig) as jit from pg_proc
       where array_to_string(proconfig, ' ') ~ 'enable_[a-z]+=off'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ jit }) => !jit)).toEqual([]);
  });

  test('the last one left after all others expired repeats nobody', async () => {
    await again(250);
    await desk.server.database.query(
      `update private.acompanhamentos set situacao = 'desistiu', decidida_em = now() - interval '3 years'
       where inscricao_id <> $1`,
      [(await newest())[0]],
    );
    await desk.server.database.query('select private.soltar_freio()');
    for (const left of [150, 50, 1]) {
      await desk.server.database.query('select private.apagar_vencidas(100)');
      expect(await flagged()).toHaveLength(left === 1 ? 0 : Math.min(left, 100));
    }
  });

  test('those that were judged neither fill the list nor hide the one that was not', async () => {
    const first = await desk.enrol({ nome_completo: 'Primeira', ...SAME });
    const hidden = await desk.enrol({ nome_completo: 'Escondida', ...SAME });
    const others: string[] = [];
    for (let n = 0; n < 12; n += 1) others.push(await desk.enrol(SAME));
    const compare = (outra: string) =>
      desk.administrator.rpc('comparar_inscricoes', {
        inscricao: first,
        outra,
        mesma_pessoa: others.indexOf(outra) % 2 === 0,
      });
    for (const other of others) await compare(other);
    expect(await shown(first)).toEqual([hidden]);
    expect(await flagged()).toContain('Primeira');
    await compare(hidden);
    expect(await shown(first)).toEqual([]);
    expect(await flagged()).not.toContain('Primeira');
    await desk.enrol({ nome_completo: 'Última', ...SAME });
    expect(await flagged()).toContain('Primeira');
  });

  test('one that is corrected leaves those it repeated, and finds those it repeats now', async () => {
    const [first, second] = [
      await desk.enrol({ nome_completo: 'Um', ...SAME }),
      await desk.enrol({ nome_completo: 'Dois', ...SAME }),
    ];
    const third = await desk.enrol({ nome_completo: 'Três', cpf: '012.345.671-13' });
    expect(await flagged()).toEqual(['Dois', 'Um']);
    const correct = (id: string, cpf: string) =>
      desk.server.database.query('update public.inscricoes_projeto set cpf = $2 where id = $1', [id, cpf]);
    await correct(second, '012.345.671-13');
    expect(await flagged()).toEqual(['Dois', 'Três']);
    await correct(first, '012.345.671-13');
    expect(await flagged()).toEqual(['Dois', 'Três', 'Um']);
    await correct(third, '000.000.000-00');
    expect(await flagged()).toEqual(['Dois', 'Um']);
  });
});

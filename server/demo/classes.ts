import { schedule } from '../../content/home.ts';
import type { Transaction } from '../core/database.ts';

/** Ages below this train in the first class of the timetable, which is the children's. */
export const YOUTH = 13;

/** Places of the children's class and of each other one: the samples fill about half of them. */
const PLACES = [20, 8] as const;

/** What the timetable's classes are given while nobody has said it. */
const LIMITS = JSON.stringify(
  schedule
    .filter(({ time }) => time)
    .map(({ name, time }, at) => ({
      ...{ nome: name, horario: time, vagas: PLACES[at === 0 ? 0 : 1] },
      ...(at === 0 ? { idade_de: 5, idade_ate: YOUTH - 1 } : { idade_de: YOUTH, idade_ate: null }),
    })),
);

const OF_LIMITS = `jsonb_populate_recordset(null::private.turmas, $1) as l
  where t.nome = l.nome and t.horario = l.horario and t.ativa`;

/** Gives the classes places and ages where they have none. */
export async function limitClasses(tx: Transaction): Promise<void> {
  await tx.query(
    `update private.turmas t set vagas = l.vagas, idade_de = l.idade_de, idade_ate = l.idade_ate
     from ${OF_LIMITS} and coalesce(t.vagas, t.idade_de, t.idade_ate) is null`,
    [LIMITS],
  );
}

/** Takes back what `limitClasses` gave, where nobody has changed it. */
export async function unlimitClasses(tx: Transaction): Promise<void> {
  await tx.query(
    `update private.turmas t set vagas = null, idade_de = null, idade_ate = null
     from ${OF_LIMITS} and row(t.vagas, t.idade_de, t.idade_ate) is not distinct from row(l.vagas, l.idade_de, l.idade_ate)`,
    [LIMITS],
  );
}

import { expect, test } from 'vitest';
import { schedule } from '../../content/home.ts';
import { CLASSES } from '../../domain/desk/classes.ts';
import { engines, openTestDatabase } from '../support/server.ts';

test.each(engines)('a new site has the classes of the public timetable on $name', async (engine) => {
  const database = await openTestDatabase(engine);
  const { rows } = await database.query<Record<string, unknown>>(
    `select t.nome, t.horario, t.dias, t.modalidade, t.do_projeto, t.ativa, private.turma_em_palavras(t) as palavras,
       coalesce(t.idade_de, t.idade_ate, t.vagas) is null as "nobody has said more"
     from private.turmas t`,
  );
  await database.close();
  const wanted = schedule.map(({ name, time, days }, at) => ({
    ...{ nome: name, horario: time, dias: days, modalidade: name.replace(/ (Infantil|Juvenil.*)$/, '') },
    ...{ do_projeto: name !== 'Personal Fight', ativa: true, palavras: CLASSES[at] },
    'nobody has said more': true,
  }));
  expect(rows).toHaveLength(wanted.length);
  expect(rows).toEqual(expect.arrayContaining(wanted));
});

import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import type { Mark } from '../../domain/desk/attendance.ts';
import { addClass, removeEnrolments } from './desk.ts';
import { familyAndDeskForTests } from './desk-server.ts';
import { type Engine, forTests } from './server.ts';
import { signedIn } from './sign-in.ts';

export const TODAY = todayInBrazil();
/** The ISO day so many days ago. */
export const day = (ago: number) => laterDay(TODAY, -ago);
export const said = (message: string) => ({ status: 400, body: { code: '23514', message } });

/** A desk for the tests around with a class of its own in each, its professor, and lists of it. */
export function classForTests(engine: Engine) {
  const around = familyAndDeskForTests(engine);
  const { server, admin, asked, enrol, decide } = around;
  const professor = forTests(() => signedIn(server, { administrator: true, role: 'professor' }));
  const secretaria = forTests(() => signedIn(server, { administrator: true, role: 'secretaria' }));
  const now = { turma: '' };
  beforeEach(async () => {
    await removeEnrolments(server);
    now.turma = await addClass(server, randomUUID(), { professor: professor.userId });
  });
  /** Sends marks and 'Pronto', unless `more` says otherwise. */
  const take = (marcas: unknown, more: object = {}, who = professor) =>
    asked('fazer_chamada', { turma: now.turma, dia: TODAY, marcas, pronta: true, ...more }, who);
  return {
    ...around,
    professor,
    secretaria,
    now,
    take,
    /** Somebody who has been in the class for a month. */
    pupil: async (answers: object = {}, more: object = {}) => {
      const one = await enrol(answers);
      await decide(one.id, 'aprovada', { turma: now.turma, primeiro_dia: day(30), ...more });
      return one;
    },
    read: async (dia = TODAY, who = professor, turma = now.turma) =>
      (await asked('chamada_da_turma', { turma, dia }, who)).body,
    /** The ids on a list, in order. */
    idsOf: (list: { pupils: { id: string }[] }) => list.pupils.map(({ id }) => id).sort(),
    marksOf: (list: { pupils: { id: string; mark: Mark | null }[] }) =>
      Object.fromEntries(list.pupils.map(({ id, mark }) => [id, mark])),
    /** Somebody was not there so many days ago. */
    missing: (id: string, ...days: number[]) =>
      Promise.all(days.map((ago) => take({ [id]: 'falta' }, { dia: day(ago) }, admin))),
    lists: () => server.rows('select * from private.presencas order by turma_id, dia, inscricao_id'),
  };
}

import type { ListedEnrolment } from '../../../app/admin/api/enrolments.ts';
import type { Changed } from '../../../app/admin/api/follow-up.ts';
import type { DeskClass } from '../../../domain/desk/classes.ts';
import { answersOf } from '../../../domain/desk/sheet.ts';
import { ROW } from '../people.ts';

/** What is known of a new enrolment, with these changes. */
export const followUp = (changes: Partial<Changed> = {}): Changed =>
  ({
    situation: 'nova',
    reason: null,
    version: 3,
    classId: null,
    className: null,
    firstDay: null,
    undoUntil: null,
    repeatedOf: null,
    history: [],
    similar: [],
    requests: [],
    lines: [],
    ...changes,
  }) as unknown as Changed;

/** A class of the project for children, with 20 places, with these changes. */
export const oneClass = (
  id: string,
  { pupils = 12, waiting = 0, ...changes }: Partial<DeskClass> = {},
): DeskClass => ({
  ...{ id, name: id, days: null, time: null, teacher: null, pupils, waiting, ageFrom: 6, ageTo: 15 },
  ...{ places: 20, free: Math.max(0, 20 - pupils - waiting), ofProject: true, active: true, ...changes },
});

const LISTED = { situation: 'nova', repeatedOf: null, classId: null, arrivedAt: '2026-11-01T12:00:00Z' };

/** A child as the list has it, called by its id, with these changes. */
export const listed = (id: string, changes: object = {}) =>
  ({ ...answersOf(ROW), nomeCompleto: id, ...LISTED, id, ...changes }) as ListedEnrolment;

/** A whole follow-up as the back end sends it, with these changes. */
export const wholeFollowUp = (changes: object = {}): Changed =>
  followUp({
    ...{ notes: [], laterDocuments: [], activeContent: [], corrections: [], answers: {} },
    ...{
      criteria: {
        responsavel: false,
        cadunico: false,
        socioeconomica: false,
        protegido: false,
        renovacao: false,
      },
    },
    ...{ dataClosedUntil: null, absentOn: [], newPhone: null, guardianPhone: null, hasNewGuardian: false },
    ...changes,
  } as Partial<Changed>);

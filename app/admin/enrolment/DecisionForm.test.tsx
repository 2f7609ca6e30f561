import { beforeEach, expect, test, vi } from 'vitest';
import { leaving } from '../../../content/attendance.ts';
import { deciding as words } from '../../../content/deciding.ts';
import { openEnrolment } from '../../../content/open-enrolment.ts';
import { answersOf } from '../../../domain/desk/sheet.ts';
import type { Situation } from '../../../domain/desk/situations.ts';
import { ROW } from '../../../tests/support/people.ts';
import { formOf, sent } from '../../../tests/support/screens/form.tsx';
import { followUp, oneClass } from '../../../tests/support/screens/open-enrolment.ts';
import { setUnsavedOwner } from '../controls/unsaved.ts';
import { DecisionForm } from './DecisionForm.tsx';
import type { OpenedEnrolment } from './state/use-open-enrolment.ts';

beforeEach(() => setUnsavedOwner(null));

const decide = vi.fn();
const CHILD = { ...answersOf(ROW), id: 'a', situation: 'nova', guardianConfirmed: true, repeatedOf: null };
const CLASSES = [oneClass('room'), oneClass('full', { pupils: 20 })];

/** The form of a decision about a child who is `now`, where the pressed button says `classId`. */
function form(situation: Situation, classId = '', now: object = {}) {
  const screen = { wanted: { situation, classId }, seen: 7 };
  const state = followUp({ requests: [], ...now });
  const opened = { enrolment: { ...CHILD, ...now }, screen, decide, followed: { state } };
  const props = { opened: opened as unknown as OpenedEnrolment, onClose: () => {} };
  return formOf(DecisionForm, props, [['lista_de_turmas', {}], CLASSES]);
}

const [DAY, LEFT] = ['2027-01-12', { lastDay: '2026-12-01', why: 'faltas' } as const];
const IN = { situation: 'aprovada', classId: 'full', firstDay: '2026-11-02' };
const LINE = { situation: 'lista-de-espera', classId: 'full' };
const INTO = { classId: 'room', firstDay: '' };
const FULL = { classId: 'full', firstDay: '', beyondPlaces: true };
const { approve, beyondPlaces, approveAnyway, confirmAndApprove } = words;

test.each<[Situation, classId: string, now: object, typed: object, stored: object, button?: string]>([
  ['nao-aprovada', '', {}, { reason: 'o NIS' }, { reason: 'o NIS' }],
  ['aprovada', 'room', {}, {}, INTO, approve],
  ['aprovada', 'full', {}, { firstDay: DAY }, { ...FULL, firstDay: DAY }, beyondPlaces],
  ['aprovada', 'room', { mayBeRepeated: true }, {}, INTO, approveAnyway],
  ['aprovada', 'room', { hasNewGuardian: true }, {}, INTO, confirmAndApprove],
  ['aprovada', '', IN, {}, { classId: 'full', firstDay: IN.firstDay }],
  ['aprovada', 'room', IN, {}, { classId: 'full', firstDay: IN.firstDay }],
  ['aprovada', 'full', LINE, {}, FULL, beyondPlaces],
  ['aprovada', 'full', { situation: 'aprovada', classId: null }, {}, FULL, beyondPlaces],
  ['lista-de-espera', 'full', {}, {}, { classId: 'full' }],
  ['desistiu', '', IN, LEFT, { onRequest: false, ...LEFT }],
  ['desistiu', '', { requests: [{ kind: 'desistir' }] }, {}, { onRequest: true }],
])(
  'deciding %s with class %j of %j, with %j typed, stores %j',
  async (situation, classId, now, typed, stored, button) => {
    const given = form(situation, classId, now);
    await sent(given, typed);
    expect([decide.mock.lastCall, given.submit]).toEqual([[situation, stored, 7], button]);
  },
);

test('a decision asks for its reason, its line, and why and when somebody left', async () => {
  const reason = openEnrolment.reasonMissing;
  expect(await sent(form('falta-documento'), { reason: ' ' })).toEqual({ reason });
  const other = { situation: 'falta-documento', reason: 'a foto' }; // which is of what was decided before
  expect(await sent(form('nao-aprovada', '', other), {})).toEqual({ reason });
  expect(await sent(form('lista-de-espera'), {})).toEqual({ classId: words.classMissing });
  const left = { lastDay: leaving.missing, why: leaving.whyMissing };
  expect(await sent(form('desistiu', '', IN), {})).toEqual(left);
});

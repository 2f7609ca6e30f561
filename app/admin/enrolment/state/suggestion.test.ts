import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskClass } from '../../../../domain/desk/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { suggestionOf } from './open-enrolment.ts';

const one = (id: string, { pupils = 12, waiting = 0, ...changes }: Partial<DeskClass> = {}): DeskClass => ({
  ...{ id, name: id, days: null, time: null, teacher: null, waiting },
  ...{ ageFrom: 6, ageTo: 15, places: 20, pupils, free: Math.max(0, 20 - pupils - waiting) },
  ...{ ofProject: true, active: true, ...changes },
});
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Fourteen on that day, whatever the answers say. */
const child = (classId: string | null = null) =>
  ({ dataNascimento: '2012-12-20', idade: 13, classId }) as unknown as ListedEnrolment;

test.each([
  ['the class that fits and has a place', [one('children')], null, 'into children'],
  ['its line when it is full', [one('children', { pupils: 20 })], null, 'wait children'],
  ['a choice when none fits', [one('adults', { ageFrom: 16, ageTo: null })], null, 'choose'],
  ['nothing when no class is the project’s', [one('personal', { ofProject: false })], null, 'none'],
  ['nothing when the only class ended', [one('children', { active: false })], null, 'none'],
  [
    'the class that somebody waits for',
    [one('children'), one('other', { pupils: 0 })],
    'children',
    'into children',
  ],
  ['its line when all places are of who waits', [one('children', { waiting: 8 })], null, 'wait children'],
  [
    'the class that somebody waits for, though others wait too',
    [one('children', { waiting: 9 }), one('other')],
    'children',
    'into children',
  ],
  [
    'another where the awaited one is still full',
    [one('children', { pupils: 20 }), one('other')],
    'children',
    'into other',
  ],
])('suggested is %s', (_what, classes, classId, wanted) => {
  const { kind, fitting } = suggestionOf(classes, child(classId));
  expect(fitting ? `${kind} ${fitting.id}` : kind).toBe(wanted);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskClass } from '../../../../domain/desk/classes.ts';
import { oneClass } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { suggestionOf } from './open-enrolment.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Fourteen on that day, whatever the answers say. */
const child = (classId: string | null = null) =>
  ({
    ...{ id: 'Ana', dataNascimento: '2012-12-20', idade: 13, classId },
    situation: classId ? 'lista-de-espera' : 'nova',
  }) as unknown as ListedEnrolment;

test.each<[string, DeskClass[], string | null, string, string?]>([
  ['the class that fits and has a place', [oneClass('children')], null, 'into children'],
  ['its line when it is full', [oneClass('children', { pupils: 20 })], null, 'wait children'],
  ['a choice when none fits', [oneClass('adults', { ageFrom: 16, ageTo: null })], null, 'choose'],
  ['nothing when no class is the project’s', [oneClass('personal', { ofProject: false })], null, 'none'],
  ['nothing when the only class ended', [oneClass('children', { active: false })], null, 'none'],
  [
    'the class that somebody waits for',
    [oneClass('children'), oneClass('other', { pupils: 0 })],
    'children',
    'into children',
  ],
  [
    'its line when all places are of who waits',
    [oneClass('children', { waiting: 8 })],
    null,
    'wait children',
  ],
  [
    'the class that somebody waits for, whose places reach its whole line',
    [oneClass('children', { waiting: 8 }), oneClass('other')],
    'children',
    'into children',
  ],
  [
    'its line, where another is first',
    [oneClass('children', { waiting: 9 })],
    'children',
    'wait children',
    'Bia',
  ],
  [
    'its place for who is first, though the places do not reach all',
    [oneClass('children', { waiting: 9 }), oneClass('other')],
    'children',
    'into children',
    'Ana',
  ],
  [
    'another where the awaited one is still full',
    [oneClass('children', { pupils: 20 }), oneClass('other')],
    'children',
    'into other',
  ],
])('suggested is %s', (_what, classes, classId, wanted, first) => {
  const { kind, fitting } = suggestionOf(classes, child(classId), first);
  expect(fitting ? `${kind} ${fitting.id}` : kind).toBe(wanted);
});

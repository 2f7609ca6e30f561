import { expect, test } from 'vitest';
import { classInWords } from '../timetable.ts';
import { type DeskClass, lackAges, offeredClasses, outsideAges, suitableClass } from './classes.ts';

let count = 0;
const aClass = (name: string, more: Partial<DeskClass> = {}): DeskClass => {
  count += 1;
  const { places = null, pupils = 0, waiting = 0 } = more;
  return {
    ...{
      id: `${count}`,
      name,
      days: null,
      time: null,
      ageFrom: null,
      ageTo: null,
      places: null,
    },
    ...{ ofProject: true, active: true, teacher: null, pupils, waiting },
    free: places && Math.max(0, places - pupils - waiting),
    ...more,
  };
};
const suggestion = (classes: DeskClass[], age = 9) => {
  const { suggested, waiting } = suitableClass(classes, age);
  return [suggested?.name ?? null, waiting];
};

test('a class is read with time and days, where it has them', () => {
  const all = { name: 'Muay Thai', time: '19:00', days: 'Segunda a quinta' };
  expect(classInWords(all)).toBe('Muay Thai · 19:00 · Segunda a quinta');
  expect(classInWords({ ...all, days: null })).toBe('Muay Thai · 19:00');
  expect(classInWords({ name: 'Muay Thai', time: null, days: null })).toBe('Muay Thai');
});

test('people of the project are offered active classes of the project', () => {
  const classes = [aClass('A'), aClass('B', { active: false }), aClass('C', { ofProject: false })];
  expect(offeredClasses(classes).map(({ name }) => name)).toEqual(['A']);
  expect(suggestion(classes)).toEqual(['A', false]);
});

test('ages are both included, and a missing one is no bound', () => {
  const outside = (from: number | null, to: number | null) =>
    [5, 6, 12, 13].map((age) => outsideAges(aClass('A', { ageFrom: from, ageTo: to }), age));
  expect(outside(6, 12)).toEqual([true, false, false, true]);
  expect(outside(6, null)).toEqual([true, false, false, false]);
  expect(outside(null, 12)).toEqual([false, false, false, true]);
  expect(outside(null, null)).toEqual([false, false, false, false]);
});

const children = { ageFrom: 6, ageTo: 12 };

test('classes lack ages while several are offered and none says them', () => {
  expect(lackAges([aClass('A'), aClass('B')])).toBe(true);
  for (const classes of [
    [],
    [aClass('A')],
    [aClass('A'), aClass('B', { ofProject: false }), aClass('C', { active: false, ...children })],
    [aClass('A'), aClass('B', children)],
    [aClass('A'), aClass('B', { ageTo: 12 })],
  ])
    expect(lackAges(classes)).toBe(false);
});

test.each([
  ['whose ages fit', [aClass('Adultos', { ageFrom: 13 }), aClass('Infantil', children)], 'Infantil', false],
  ['with said ages before anybody’s', [aClass('Todos'), aClass('Infantil', children)], 'Infantil', false],
  [
    'with most places left',
    [aClass('5', { ...children, places: 10, pupils: 5 }), aClass('7', { ...children, places: 9, pupils: 2 })],
    '7',
    false,
  ],
  [
    'without a limit before one with',
    [aClass('20', { ...children, places: 20 }), aClass('∞', children)],
    '∞',
    false,
  ],
  [
    'with a place, not the full one',
    [aClass('cheia', { ...children, places: 2, pupils: 2 }), aClass('1', { ...children, places: 1 })],
    '1',
    false,
  ],
  [
    'with a place that nobody waits for',
    [
      aClass('8 menos 9', { ...children, places: 20, pupils: 12, waiting: 9 }),
      aClass('1', { ...children, places: 1 }),
    ],
    '1',
    false,
  ],
  [
    'with the shortest line, when all are full',
    [
      aClass('longa', { ...children, places: 1, pupils: 1, waiting: 3 }),
      aClass('curta', { ...children, places: 1, pupils: 2, waiting: 1 }),
    ],
    'curta',
    true,
  ],
  ['none, when none fits', [aClass('Adultos', { ageFrom: 13 })], null, false],
  [
    'none, when several take anybody: one key must not put a child among adults',
    [aClass('A'), aClass('B')],
    null,
    false,
  ],
  ['none', [], null, false],
])('suggested is the class %s', (_which, classes, name, waiting) => {
  expect(suggestion(classes)).toEqual([name, waiting]);
});

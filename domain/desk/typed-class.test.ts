import { expect, test } from 'vitest';
import { classes } from '../../content/classes.ts';
import { type ClassProblems, readClass, type TypedClass, typedClass } from './typed-class.ts';

const words = classes.form;
const INFANT: TypedClass = {
  name: ' Jiu-Jitsu Infantil ',
  days: [1, 2, 3, 4, 5],
  time: '18h',
  ageFrom: '6',
  ageTo: '12',
  places: '20',
  ofProject: true,
  teacher: '',
};
const read = (changes: Partial<TypedClass>) => readClass({ ...INFANT, ...changes });

test('what is typed is stored as the timetable says it, and nothing typed is no bound', () => {
  expect(read({})).toEqual({
    values: {
      name: 'Jiu-Jitsu Infantil',
      days: 'Segunda a sexta',
      time: '18:00',
      ageFrom: 6,
      ageTo: 12,
      places: 20,
      ofProject: true,
      teacher: null,
    },
  });
  const none = { ageFrom: null, ageTo: null, places: null };
  expect(read({ ageFrom: ' ', ageTo: '', places: '' })).toMatchObject({ values: none });
  const byArrangement = { days: [], time: '', ageTo: 'x', places: '7', teacher: 'a', ofProject: false };
  expect(read(byArrangement)).toMatchObject({ values: { ...none, days: null, time: null, teacher: null } });
});

test.each([
  ['18:30', '18:30'],
  ['18h30', '18:30'],
  ['7', '07:00'],
  ['23:59', '23:59'],
])('the time %s is stored as %s', (time, stored) => {
  expect(read({ time })).toMatchObject({ values: { time: stored } });
});

test.each<[Partial<TypedClass>, ClassProblems]>([
  [{ name: '  ' }, { name: words.nameMissing }],
  [{ name: '\u3164 \u200b' }, { name: words.nameMissing }],
  [{ name: 'x'.repeat(121) }, { name: words.tooLong }],
  [
    { days: [], time: '' },
    { days: words.daysMissing, time: words.timeWrong },
  ],
  [{ time: '24:00' }, { time: words.timeWrong }],
  [{ time: 'às seis' }, { time: words.timeWrong }],
  [{ time: '1800' }, { time: words.timeWrong }],
  [{ ageFrom: '-1' }, { ageFrom: words.ageWrong }],
  [{ ageTo: '121' }, { ageTo: words.ageWrong }],
  [{ ageFrom: '13' }, { ageTo: words.agesTurned }],
  [{ places: '-1' }, { places: words.placesWrong }],
  [{ places: '1001' }, { places: words.placesWrong }],
  [{ places: '2,5' }, { places: words.placesWrong }],
  [
    { name: '', time: 'x', ageFrom: 'x', places: 'x' },
    { name: words.nameMissing, time: words.timeWrong, ageFrom: words.ageWrong, places: words.placesWrong },
  ],
])('%j is refused beside its field', (changes, problems) => {
  expect(read(changes)).toEqual({ problems });
});

test('the form of a class gives the class back, and a new one is of the project', () => {
  const { values } = read({}) as Extract<ReturnType<typeof readClass>, { values: object }>;
  const known = { ...values, id: '1', active: true, pupils: 3, waiting: 0, free: null };
  expect(readClass(typedClass(known))).toEqual({ values });
  expect(typedClass(null)).toMatchObject({ name: '', ofProject: true });
});

import { describe, expect, test } from 'vitest';
import { hero } from '../content/home.ts';
import { daysInWords, linesOfTheWeek, weekdaysIn } from './timetable.ts';

test.each([
  ['Segunda a sexta', [1, 2, 3, 4, 5]],
  ['Segunda-feira a quinta-feira', [1, 2, 3, 4]],
  ['Terça, quinta e sábado', [2, 4, 6]],
  ['Terça e quinta a sábado', [2, 4, 5, 6]],
  ['sábado a segunda', [6, 0, 1]],
  ['Domingo', [0]],
  ['Segunda à sexta', []],
  ['todo dia', []],
  ['segunda a', []],
  ['', []],
])('%s', (words, days) => {
  expect(weekdaysIn(words)).toEqual(days);
});

test.each([
  [[1, 2, 3, 4, 5], 'Segunda a sexta'],
  [[2, 4, 6], 'Terça, quinta e sábado'],
  [[2, 4, 5, 6], 'Terça e quinta a sábado'],
  [[1, 2], 'Segunda e terça'],
  [[0, 6], 'Sábado e domingo'],
  [[0, 1, 2, 3, 4, 5, 6], 'Segunda a domingo'],
  [[3], 'Quarta'],
  [[], ''],
])('the days %j are said as %j', (days, words) => {
  expect(daysInWords(days)).toBe(words);
});

test('every choice of days is read back from its words', () => {
  for (let choice = 0; choice < 128; choice += 1) {
    const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => choice & (1 << day));
    expect(weekdaysIn(daysInWords(days)).sort()).toEqual(days);
  }
});

describe('the lines of the week', () => {
  test('are the classes of each day in the order of their times, or the next one', () => {
    const week = [
      { name: 'Jiu-Jitsu Infantil', time: '18:00', days: 'Segunda a sexta' },
      { name: 'Jiu-Jitsu Juvenil e Adulto', time: '20:00', days: 'Segunda a sexta' },
      { name: 'Muay Thai', time: '19:00', days: 'Segunda a quinta' },
      { name: 'Personal Fight', time: null, days: null },
    ];
    const busy =
      'Hoje: Jiu-Jitsu Infantil às 18:00 · Muay Thai às 19:00 · Jiu-Jitsu Juvenil e Adulto às 20:00';
    expect(linesOfTheWeek(week, hero.today)).toEqual([
      'Próxima aula: segunda, 18:00',
      busy,
      busy,
      busy,
      busy,
      'Hoje: Jiu-Jitsu Infantil às 18:00 · Jiu-Jitsu Juvenil e Adulto às 20:00',
      'Próxima aula: segunda, 18:00',
    ]);
  });

  test('name another day where there is one class a week, and are none where no class has a time', () => {
    const one = [{ name: 'Boxe', time: '07:00', days: 'Quarta' }];
    expect(linesOfTheWeek(one, hero.today)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((day) => (day === 3 ? 'Hoje: Boxe às 07:00' : 'Próxima aula: quarta, 07:00')),
    );
    expect(linesOfTheWeek([{ name: 'Boxe', time: null, days: null }], hero.today)).toEqual([]);
  });
});

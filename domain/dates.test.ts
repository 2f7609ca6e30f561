import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageOn,
  asciiDigits,
  brazilianDay,
  brazilianMoment,
  daysAgoInWords,
  laterDay,
  momentInBrazil,
  readDate,
  todayInBrazil,
  writtenDay,
} from './dates.ts';
import { momentAhead, spokenMoment } from './spoken-moment.ts';

test.each([
  ['2026-12-20', 15, '2027-01-04'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-20', 0, '2026-12-20'],
])('%s and %i days is %s', (day, days, later) => {
  expect(laterDay(day, days)).toBe(later);
});

test.each([
  ['2026-11-25T12:00:00Z', 'hoje'],
  ['2026-11-25T02:59:59Z', 'ontem'], // 23:59 of the day before at the centre
  ['2026-11-23T12:00:00Z', 'há 2 dias'],
  ['2020-11-25T12:00:00Z', 'há 2.191 dias'],
  ['2026-11-26T12:00:00Z', 'hoje'], // a clock that is behind the server's
])('on 25/11/2026 %s was %s', (moment, words) => {
  expect(daysAgoInWords(moment, '2026-11-25')).toBe(words);
});

describe('the age', () => {
  test.each([
    ['2010-03-10', '2026-03-10', 16, 'the birthday is today'],
    ['2010-03-11', '2026-03-10', 15, 'the birthday is tomorrow'],
    ['2010-03-09', '2026-03-10', 16, 'the birthday was yesterday'],
    ['2008-07-15', '2026-07-15', 18, 'the person turns 18 today'],
    ['2008-07-16', '2026-07-15', 17, 'the person turns 18 tomorrow'],
    ['2012-02-29', '2025-02-28', 12, 'a leap-day birthday waits for 1 March'],
    ['2012-02-29', '2025-03-01', 13, 'a leap-day birthday is 1 March in a common year'],
    ['2012-02-29', '2024-02-29', 12, 'a leap-day birthday is its own day in a leap year'],
    ['2009-12-31', '2026-01-01', 16, 'the year has just turned'],
    ['2026-03-10', '2026-03-10', 0, 'the person was born today'],
    ['2026-03-11', '2026-03-10', null, 'the date is in the future'],
    ['', '2026-03-10', null, 'there is no date'],
    ['1931-08-15', '2026-03-10', 94, 'old people are welcome'],
  ])('of a person born %s is, on %s, %j: %s', (birth, today, age, _because) => {
    expect(ageOn(birth, today)).toBe(age);
  });

  test('grows by exactly one on the birthday', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1930, max: 2025 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2, max: 28 }),
        (year, month, day) => {
          const monthAndDay = (on: number) =>
            `${String(month).padStart(2, '0')}-${String(on).padStart(2, '0')}`;
          const birth = `${year}-${monthAndDay(day)}`;
          expect(ageOn(birth, `2026-${monthAndDay(day)}`)).toBe(2026 - year);
          expect(ageOn(birth, `2026-${monthAndDay(day - 1)}`)).toBe(2026 - year - 1);
        },
      ),
    );
  });
});

describe('a typed date', () => {
  test.each([
    '05032012',
    '5/3/2012',
    '05/03/2012',
    '05-03-2012',
    '05.03.2012',
    '05 03 2012',
    '05 / 03 / 2012',
    ' 05/03/2012 ',
    '2012-03-05',
    '2012-3-5',
    '٠٥/٠٣/٢٠١٢',
    '０５０３２０１２',
  ])('%j is 5 March 2012', (typed) => {
    expect(readDate(typed)).toBe('2012-03-05');
  });

  test.each([
    ['05/03/12', 'short-year'],
    ['050312', 'short-year'],
    ['5/3/012', 'short-year'],
    ['31/02/2010', 'impossible'],
    ['31/04/2010', 'impossible'],
    ['00/10/2010', 'impossible'],
    ['10/13/2010', 'impossible'],
    ['03/25/2010', 'impossible'],
    ['29/02/2013', 'impossible'],
    ['29/02/1900', 'impossible'],
    ['1º de março de 2012', 'unreadable'],
    ['05 mar 2012', 'unreadable'],
    ['05/03', 'unreadable'],
    ['05/03/20123', 'unreadable'],
    ['ontem', 'unreadable'],
  ])('%j is %s', (typed, problem) => {
    expect(readDate(typed)).toEqual({ problem });
  });

  test('29 February of a leap year exists, also in the year 2000', () => {
    expect(readDate('29/02/2012')).toBe('2012-02-29');
    expect(readDate('29/02/2000')).toBe('2000-02-29');
  });

  test('nothing typed is no date and no problem', () => {
    expect(readDate('   ')).toBe('');
  });

  test('every day is read back from its written form', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString().slice(0, 10);
        expect(readDate(writtenDay(iso))).toBe(iso);
      }),
    );
  });

  test('whatever is typed, the result is a day that exists', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,2}[/ .-]\d{1,2}[/ .-]\d{4}$/), (typed) => {
        const read = readDate(typed);
        if (typeof read !== 'string' || read.startsWith('00')) return; // Date takes 00xx for 19xx
        expect(new Date(`${read}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read);
      }),
    );
  });
});

describe('a moment', () => {
  const evening = '2025-05-13T01:30:00Z'; // 22:30 of the 12th in Brasília

  test('late in the evening is still the same day, although UTC has moved on', () => {
    expect(brazilianDay(evening)).toBe('12/05/2025');
    expect(brazilianDay('2025-05-13T01:30:00.123456+00:00')).toBe('12/05/2025');
    expect(todayInBrazil(new Date(evening))).toBe('2025-05-12');
    expect(brazilianMoment(new Date(evening))).toBe('12/05/2025 22:30');
  });

  test('midnight at the centre starts the day', () => {
    expect(todayInBrazil(new Date('2026-07-15T02:59:59Z'))).toBe('2026-07-14');
    expect(todayInBrazil(new Date('2026-07-15T03:00:00Z'))).toBe('2026-07-15');
    expect(brazilianMoment(new Date('2026-07-15T03:05:00Z'))).toBe('15/07/2026 00:05');
  });

  test('is read to families with a word between day and hour, and with today for its own day', () => {
    const [late, next] = [new Date(evening), new Date('2025-05-13T03:30:00Z')];
    expect(spokenMoment(late)).toBe('12/05/2025, às 22:30');
    expect(momentAhead(late, new Date('2025-05-12T12:00:00Z'))).toBe('hoje, às 22:30');
    expect(momentAhead(next, late)).toBe('em 13/05/2025, às 00:30');
  });

  test('that is not a date is shown as a dash', () => {
    expect(brazilianDay(null)).toBe('—');
    expect(brazilianDay('')).toBe('—');
    expect(brazilianDay('amanhã')).toBe('—');
  });

  test('without a time is never shifted', () => {
    expect(brazilianDay('2025-05-13')).toBe('13/05/2025');
    expect(writtenDay('2012-03-05')).toBe('05/03/2012');
    expect(writtenDay('sem data')).toBe('sem data');
  });
});

test('digits of other scripts become 0 to 9', () => {
  expect(asciiDigits('٠١٢٣٤٥٦٧٨٩ ۰۹ ０９ a')).toBe('0123456789 09 09 a');
});

test.each([
  ['2026-11-20', '2026-11-20T03:00:00.000Z'],
  ['2026-11-20 14:30', '2026-11-20T17:30:00.000Z'],
  ['2026-11-20T14:30', '2026-11-20T17:30:00.000Z'],
  [' 20/11/2026 9:05 ', '2026-11-20T12:05:00.000Z'],
  ['2018-11-20 14:30', '2018-11-20T16:30:00.000Z'],
  ['2026-02-30', null],
  ['2026-11-20 24:30', null],
  ['2026-11-20 14:61', null],
  ['14:30', null],
  ['ontem', null],
  ['', null],
])('the moment "%s" at the centre is %s', (typed, iso) => {
  expect(momentInBrazil(typed)?.toISOString() ?? null).toBe(iso);
});

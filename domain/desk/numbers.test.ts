import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AGE_BANDS, bandInWords, halfYearUntil, percent, shownCells } from './numbers.ts';

test('where a cell is small all of its breakdown are rounded to the nearest five, elsewhere they are said as they are', () => {
  expect(shownCells([13, 48])).toEqual([13, 48]);
  expect(shownCells([52, 8])).toEqual([50, 10]);
  expect(shownCells([31, 4, 18])).toEqual([30, 5, 20]);
  expect(shownCells([40, 1, 1])).toEqual([40, 0, 0]);
  expect(shownCells([])).toEqual([]);
});

test('where the exact total would tell a cell all the same, none is shown', () => {
  expect([[58, 1], [42, 2, 2], [8], [1, 1]].map(shownCells)).toEqual([null, null, null, null]);
});

test('from what is shown beside the exact total nobody computes a cell below ten', () => {
  /** The same people, so many of them in this cell and the others that were there in one of the rest. */
  const moved = (counts: readonly number[], at: number) =>
    counts.flatMap((other, into) =>
      Array.from({ length: other + (counts[at] ?? 0) - 1 }, (_, less) =>
        counts.map((count, one) => {
          if (one === at) return less + 1;
          return one === into ? other + (counts[at] ?? 0) - less - 1 : count;
        }),
      ).filter(() => into !== at),
    );
  const cells = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 })), {
    maxLength: 7,
  });
  fc.assert(
    fc.property(cells, (counts) => {
      const shown = shownCells(counts);
      if (!shown) return; // not even which answers there are
      for (const [at, count] of counts.entries()) {
        const alike = moved(counts, at).filter((many) => String(shownCells(many)) === String(shown));
        const isOpen = alike.some((many) => many[at] !== count);
        expect([counts, shown, at, count > 9 || isOpen]).toEqual([counts, shown, at, true]);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('bands begin and end where they say, and a half-year goes until the day', () => {
  expect(AGE_BANDS.map(bandInWords)).toEqual([
    ...['0 a 6 anos', '7 a 11 anos', '12 a 14 anos', '15 a 17 anos'],
    ...['18 a 29 anos', '30 a 59 anos', '60 anos ou mais'],
  ]);
  expect(
    ['2026-01-01', '2026-06-30', '2026-07-01', '2026-12-31'].map((day) => halfYearUntil(day).first),
  ).toEqual([...['2026-01-01', '2026-01-01', '2026-07-01', '2026-07-01']]);
  expect([percent(30, 40), percent(2, 3), percent(0, 0)]).toEqual(['75%', '67%', '–']);
});

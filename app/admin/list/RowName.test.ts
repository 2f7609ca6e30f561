import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { RowName } from './RowName.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['request', '2026-12-08T02:30:00Z', 'faltam 2 dias'], // asked on the 7th at the centre
  ['request', '2026-12-05T15:00:00Z', 'o prazo é hoje'],
  ['request', '2026-12-04T15:00:00Z', 'atrasado há 1 dia'],
  ['undecided', '2026-12-18T15:00:00Z', 'há 2 dias'],
] as const)('in the chip %s a row that waits since %s says %s', (chip, waitingSince, words) => {
  const row = { id: 'one', nomeCompleto: 'Ana', situation: 'nova', waitingSince } as ListedEnrolment;
  expect(drawn(createElement(RowName, { row, chip, time: undefined }))).toContain(words);
});

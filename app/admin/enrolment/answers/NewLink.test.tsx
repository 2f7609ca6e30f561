import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { phoneToCall } from './NewLink.tsx';

const MOTHER = '62900000000';
const FATHER = '62988887777';
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const child = (given: object) =>
  ({
    dataNascimento: '2012-03-05',
    telefoneWhatsapp: MOTHER,
    newPhone: null,
    guardianPhone: null,
    ...given,
  }) as ListedEnrolment;
test.each([
  ['the guardian’s', { guardianPhone: FATHER }],
  ['one moved to the number to call', { newPhone: FATHER }],
])('an unconfirmed telephone by a link, %s, gets no new link; confirmed, it does', (_name, given) => {
  const unconfirmed = child({ ...given, hasNewGuardian: true });
  expect(phoneToCall(unconfirmed)).toBe(MOTHER);
  const confirmed = child({ ...given, hasNewGuardian: false });
  expect(phoneToCall(confirmed)).toBe(FATHER);
});

test('who is 18 by now is called, not the guardian of before', () => {
  const grown = child({ dataNascimento: '2008-12-20', newPhone: FATHER, guardianPhone: FATHER });
  expect(phoneToCall({ ...grown, telefoneResponsavel: FATHER })).toBe(MOTHER);
});

test('a guardian’s name alone that came by a link leaves the answers’ number the one to call', () => {
  const named = child({ telefoneResponsavel: MOTHER, telefoneWhatsapp: null, hasNewGuardian: true });
  expect(phoneToCall(named)).toBe(MOTHER);
});

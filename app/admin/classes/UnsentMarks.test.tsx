import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { roll as words } from '../../../content/attendance.ts';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { elementsIn, innerParts, partsOf, press } from '../../../tests/support/screens/form.tsx';
import { Question } from '../controls/Question.tsx';
import { UnsentMarks } from './UnsentMarks.tsx';
import { keepMarks, unsentOf } from './unsent.ts';

afterEach(() => void vi.restoreAllMocks());

test('refused marks are sent again or, once that was asked, thrown away', () => {
  const refused = { error: new Error('refused') } as ReturnType<MutationObserver['getCurrentResult']>;
  vi.spyOn(MutationObserver.prototype, 'getCurrentResult').mockReturnValue(refused);
  const send = vi.spyOn(MutationObserver.prototype, 'mutate').mockResolvedValue(null);
  keepMarks('', 'a 2026-12-18', { name: 'Boxe', marks: { x: 'falta' } });
  expect(drawn(<UnsentMarks />)).toContain('A chamada de Boxe, sexta, 18/12, não entrou.');
  const after = (button: string) =>
    elementsIn(innerParts(partsOf(UnsentMarks, {}), 'UnsentList', (parts) => press(parts, button)));
  const questionIn = (parts: ReturnType<typeof after>) => parts.find(({ type }) => type === Question)?.props;

  expect(questionIn(after(words.again))).toBeUndefined();
  expect(send).toHaveBeenCalledOnce();
  const question = questionIn(after(words.discard)) as Parameters<typeof Question>[0];
  expect(Object.keys(unsentOf(''))).toHaveLength(1);
  question.onLeave();
  expect(unsentOf('')).toEqual({});
});

import { expect, test } from 'vitest';
import type { Change, Changed } from '../../api/follow-up-shape.ts';
import { recognisedCorrection, recognisedDecision, recognisedUndo } from './retry-conflict.ts';

const ME = 'administracao@example.com';

const change = (changes: Partial<Change>): Change => ({
  at: '2026-12-20T12:00:00Z',
  by: ME,
  action: 'situacao',
  from: 'nova',
  to: 'falta-documento',
  reason: 'a foto está escura',
  className: null,
  ...changes,
});

const answer = (changes: Partial<Changed> = {}): Changed =>
  ({
    situation: 'falta-documento',
    reason: 'a foto está escura',
    version: 4,
    classId: null,
    firstDay: null,
    history: [change({ action: 'nota' }), change({})],
    applied: false,
    ...changes,
  }) as Changed;

const decision = { version: 3, situation: 'falta-documento', reason: ' a foto está escura\n' } as const;

test('a decision whose answer was lost is one’s own when it is sent again', () => {
  expect(recognisedDecision(answer(), decision, ME)?.applied).toBe(true);
  expect(recognisedDecision(answer({ applied: true }), decision, ME)?.applied).toBe(true);
  expect(recognisedDecision(null, decision, ME)).toBeNull();
  const ticked = answer({ history: [change({ action: 'criterio', by: 'outra@example.com' }), change({})] });
  expect(recognisedDecision(ticked, decision, ME)?.applied).toBe(true); // which is no decision
});

test.each([
  ['of somebody else', answer({ history: [change({ by: 'outra@example.com' })] })],
  ['of an erased account', answer({ history: [change({ by: null })] })],
  ['with another reason', answer({ reason: 'falta o NIS' })],
  ['for another situation', answer({ situation: 'aprovada', reason: null })],
  ['with another class', answer({ classId: 'another' })],
  ['with another day', answer({ firstDay: '2026-12-21' })],
  ['two versions on', answer({ version: 5 })],
])('a change %s is not', (_, other) => {
  expect(recognisedDecision(other, decision, ME)?.applied).toBe(false);
});

test('nobody’s change is anybody’s who is signed out', () => {
  expect(recognisedDecision(answer(), decision, undefined)?.applied).toBe(false);
});

test('an undo whose answer was lost is one’s own too; a decision after it is not', () => {
  const undone = answer({ version: 5, history: [change({ action: 'situacao-desfeita' }), change({})] });
  expect(recognisedUndo(undone, 4, ME)?.applied).toBe(true);
  expect(recognisedUndo(undone, 3, ME)?.applied).toBe(false);
  expect(recognisedUndo(answer({ version: 5 }), 4, ME)?.applied).toBe(false);
});

test('a correction whose answer was lost is one’s own when it is sent again, with the same answers alone', () => {
  const sent = { version: 3, answers: { nomeCompleto: 'José', peso: 48.3 } };
  const corrected = (changes: Partial<Changed> = {}) =>
    answer({
      answers: { nomeCompleto: 'José', peso: 48.3 },
      history: [change({ action: 'correcao' })],
      ...changes,
    });
  expect(recognisedCorrection(corrected(), sent, ME)?.applied).toBe(true);
  expect(recognisedCorrection(null, sent, ME)).toBeNull();
  for (const other of [
    corrected({ answers: { nomeCompleto: 'José', peso: 50 } }),
    corrected({ version: 5 }),
    corrected({ history: [change({ action: 'correcao', by: 'outra@example.com' })] }),
    corrected({ history: [change({})] }),
  ])
    expect(recognisedCorrection(other, sent, ME)?.applied).toBe(false);
});

test('taking a correction back is recognised as taking a decision back is', () => {
  const undone = answer({ history: [change({ action: 'correcao-desfeita' })] });
  expect(recognisedUndo(undone, 3, ME)?.applied).toBe(true);
  expect(recognisedUndo(answer({ history: [change({ action: 'correcao' })] }), 3, ME)?.applied).toBe(false);
});

import { expect, test } from 'vitest';
import type { Changed } from '../api/decisions.ts';
import type { Change } from '../api/follow-up.ts';
import { recognised, recognisedUndo } from './own-change.ts';

const ME = 'administracao@example.com';

const change = (changes: Partial<Change>): Change => ({
  quando: '2026-12-20T12:00:00Z',
  quem: ME,
  acao: 'situacao',
  de: 'nova',
  para: 'falta-documento',
  motivo: 'a foto está escura',
  ...changes,
});

const answer = (changes: Partial<Changed> = {}): Changed =>
  ({
    situacao: 'falta-documento',
    motivo: 'a foto está escura',
    versao: 4,
    turma: null,
    primeiroDia: null,
    historico: [change({ acao: 'nota' }), change({})],
    aplicada: false,
    ...changes,
  }) as Changed;

const decision = { versao: 3, situacao: 'falta-documento', motivo: ' a foto está escura\n' } as const;

test('a decision whose answer was lost is one’s own when it is sent again', () => {
  expect(recognised(answer(), decision, ME)?.aplicada).toBe(true);
  expect(recognised(answer({ aplicada: true }), decision, ME)?.aplicada).toBe(true);
  expect(recognised(null, decision, ME)).toBeNull();
});

test.each([
  ['of somebody else', answer({ historico: [change({ quem: 'outra@example.com' })] })],
  ['of an erased account', answer({ historico: [change({ quem: null })] })],
  ['with another reason', answer({ motivo: 'falta o NIS' })],
  ['for another situation', answer({ situacao: 'aprovada', motivo: null })],
  ['with another class', answer({ turma: 'Muay Thai' })],
  ['with another day', answer({ primeiroDia: '2026-12-21' })],
  ['two versions on', answer({ versao: 5 })],
  ['that a criterion followed', answer({ historico: [change({ acao: 'criterio' }), change({})] })],
])('a change %s is not', (_, other) => {
  expect(recognised(other, decision, ME)?.aplicada).toBe(false);
});

test('nobody’s change is anybody’s who is signed out', () => {
  expect(recognised(answer(), decision, undefined)?.aplicada).toBe(false);
});

test('an undo whose answer was lost is one’s own too; a decision after it is not', () => {
  const undone = answer({ versao: 5, historico: [change({ acao: 'situacao-desfeita' }), change({})] });
  expect(recognisedUndo(undone, 4, ME)?.aplicada).toBe(true);
  expect(recognisedUndo(undone, 3, ME)?.aplicada).toBe(false);
  expect(recognisedUndo(answer({ versao: 5 }), 4, ME)?.aplicada).toBe(false);
});

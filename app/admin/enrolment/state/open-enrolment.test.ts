import { expect, test } from 'vitest';
import { deciding as words } from '../../../../content/deciding.ts';
import type { Situation } from '../../../../domain/desk/situations.ts';
import { followUp } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Change, Changed } from '../../api/follow-up.ts';
import { correctionOnceAnswered, type Draft, type Undoable } from '../../controls/unsaved.ts';
import {
  askedAbout,
  asksFirst,
  draftOnceAnswered,
  draftOnceSent,
  FRESH,
  isWritten,
  onceAnswered,
  shownDraft,
  undoableAfter,
  undoneInWords,
  warningsInWords,
} from './open-enrolment.ts';
import { isInformed } from './use-telling.ts';

const NOW = Date.parse('2026-12-20T12:00:00Z');
const ONE = { id: 'one', nomeCompleto: 'Pessoa de Teste' } as ListedEnrolment;
const decision: Draft = {
  ...{ situation: 'falta-documento', version: 3, reason: 'a foto está escura', typed: true },
};
const approval: Draft = { situation: 'aprovada', version: 3 };
const stored = followUp({ situation: 'falta-documento', reason: 'a foto está escura', version: 4 });
const applied: Changed = { ...stored, applied: true };
const last: Undoable = {
  ...{ enrolment: ONE, version: 4, situation: 'aprovada', isCorrection: false },
  until: NOW + 60_000,
};
const correction = { action: 'correcao', by: 'administracao@example.com' } as Change;

const undoable = (before: Undoable | undefined, changes: Partial<Changed>, enrolment = ONE) =>
  undoableAfter(before, enrolment, followUp(changes), NOW);

test('what may be taken back is offered for as long as the server says', () => {
  expect(undoable(undefined, { undoUntil: '2026-12-20T12:00:40Z' })).toEqual({
    ...{ enrolment: ONE, version: 3, situation: 'nova', isCorrection: false },
    until: NOW + 40_000,
  });
});

test('a correction is offered to be taken back as one', () => {
  const changes = { undoUntil: '2026-12-20T12:00:40Z', history: [correction] };
  expect(undoable(undefined, changes)).toMatchObject({ isCorrection: true });
});

test.each([
  ['a moment at least, whatever the server’s clock is', '2026-12-20T11:00:00Z', 5_000],
  ['no longer than the database takes it back', '2026-12-20T13:00:00Z', 60_000],
])('it is offered for %s', (_what, undoUntil, ms) => {
  expect(undoable(undefined, { undoUntil })?.until).toBe(NOW + ms);
});

test('what nobody may take back takes the offer away, but only its own', () => {
  expect(undoable(last, {})).toBeUndefined();
  expect(undoable(last, {}, { ...ONE, id: 'two' })).toBe(last);
});

test('the same state read again does not begin the minute anew', () => {
  expect(undoable(last, { version: 4, undoUntil: '2026-12-20T12:30:00Z' })).toBe(last);
});

test.each([
  ['by its person’s first name', { applied: true }, words.undone('Pessoa', 'Nova'), false],
  ['as not made where another decision came first', { applied: false }, words.notUndone('Pessoa'), true],
])('an undo is told %s', (_what, changes, text, failed) => {
  expect(undoneInWords(ONE, followUp(changes))).toEqual({ text, failed });
});

test('a reason is asked for, beginning with the one that stands', () => {
  expect(askedAbout(undefined, 'falta-documento', stored, '')).toMatchObject({
    ...{ situation: 'falta-documento', version: 4, reason: 'a foto está escura', editing: true },
  });
});

test('what was half written stays when another situation is asked about, and the version that was seen', () => {
  const asked = askedAbout({ ...decision, reason: 'meia' }, 'nao-aprovada', followUp({ version: 9 }), '');
  expect(asked).toMatchObject({ situation: 'nao-aprovada', version: 3, reason: 'meia', editing: true });
});

test.each<[string, Partial<Changed>, string, string]>([
  ['that of the pressed button', { classId: 'full' }, 'children', 'children'],
  ['else the one that is stored', { classId: 'muay-thai' }, '', 'muay-thai'],
  [
    'that of who is approved already',
    { situation: 'aprovada', classId: 'muay-thai' },
    'children',
    'muay-thai',
  ],
])('the class that is chosen first is %s', (_what, known, pressed, chosen) => {
  expect(askedAbout(undefined, 'aprovada', followUp(known), pressed).classId).toBe(chosen);
});

test.each<[string, Draft | undefined, Draft, Changed | null, Draft | undefined]>([
  ['nothing of a stored one', undefined, decision, applied, undefined],
  ['a decision about what was erased', undefined, decision, null, decision],
  [
    'one that another’s change overtook, about the version seen now',
    ...([
      undefined,
      decision,
      { ...stored, version: 7, applied: false },
      { ...decision, version: 7 },
    ] as const),
  ],
  [
    'a class that is half written when somebody is approved with another meanwhile',
    ...([{ ...approval, classId: 'muay-thai' }, { ...approval, classId: '' }, applied, undefined] as const),
  ],
  [
    'a half-written reason when the enrolment is approved instead',
    ...([decision, approval, applied, { ...decision, version: 4 }] as const),
  ],
])('of what was written and sent stays unsaved: %s', (_what, written, sent, answer, left) => {
  expect(draftOnceAnswered(draftOnceSent(written, sent), answer, sent)).toEqual(left);
});

test('what is typed while a decision is on its way stays when that is stored', () => {
  const typed = { ...draftOnceSent(undefined, decision), reason: 'mais' };
  expect(draftOnceAnswered(typed, applied, decision)).toEqual({ ...typed, version: 4 });
});

test('the answer to a note is no look at a decision: the draft keeps the version that was seen', () => {
  expect(draftOnceAnswered(decision, { ...stored, version: 7 })).toBe(decision);
});

test('only what somebody wrote is kept when Esc closes the form', () => {
  expect(isWritten(decision)).toBe(true);
  expect(isWritten({ ...decision, typed: false })).toBe(false);
  expect(isWritten({ ...decision, situation: 'desistiu' })).toBe(true); // asked about since
  expect(isWritten({ ...decision, reason: '', classId: 'of another situation' })).toBe(false);
});

test('a decision that is being written is shown; on its way or put out of sight it is not', () => {
  expect(shownDraft(FRESH, decision)).toBe(decision);
  expect(shownDraft({ ...FRESH, busy: true }, decision)).toBeUndefined();
  expect(shownDraft({ ...FRESH, busy: true }, { ...decision, editing: true })).toBeDefined();
  expect(shownDraft({ ...FRESH, folded: true }, decision)).toBeUndefined();
});

const CHILD = { ...ONE, situation: 'nova', dataNascimento: '2016-03-05' } as ListedEnrolment;
const GUARDED = { ...CHILD, nomeResponsavel: 'Responsável', telefoneResponsavel: '62900000001' };
const CAME = { ...GUARDED, hasNewGuardian: true, guardianName: 'Marta', guardianPhone: '62900000002' };

test.each<[string, Situation, ListedEnrolment, boolean]>([
  ['a reason', 'falta-documento', GUARDED, true],
  ['nothing of who is approved without a doubt', 'aprovada', GUARDED, false],
  ['whether a minor without a guardian is approved', 'aprovada', CHILD, true],
  ['nothing of that child who waits', 'lista-de-espera', CHILD, false],
  ['another class of who is approved', 'aprovada', { ...GUARDED, situation: 'aprovada' }, true],
  ['another line of who waits', 'lista-de-espera', { ...GUARDED, situation: 'lista-de-espera' }, true],
])('asked first is %s', (_what, situation, enrolment, asks) => {
  expect(asksFirst(situation, enrolment)).toBe(asks);
});

test.each([
  [GUARDED, ''],
  [{ ...GUARDED, mayBeRepeated: true }, words.mayBeRepeated],
  [{ ...CHILD, repeatedOf: 'x' }, words.confirmApproval('pode ser repetida, menor sem responsável')],
  [CAME, words.unconfirmed('Marta, (62) 90000-0002')],
  [
    { ...CAME, mayBeRepeated: true },
    `${words.unconfirmed('Marta, (62) 90000-0002')} Confira também: pode ser repetida.`,
  ],
])('what is doubtful about who is approved is one sentence (%#)', (enrolment, text) => {
  expect(warningsInWords(enrolment as ListedEnrolment)).toBe(text);
});

test('a decision that was answered at last is stored, or overtaken where a colleague has decided since', () => {
  const answered = { ...applied, repeated: true };
  expect(onceAnswered(answered, decision.situation)?.applied).toBe(true);
  expect(onceAnswered({ ...answered, situation: 'aprovada' }, decision.situation)?.applied).toBe(false);
  expect(onceAnswered({ ...applied, situation: 'aprovada' }, decision.situation)?.applied).toBe(true);
});

test('a message tells a family of its decision where it was waited for, and nothing that was offered besides', () => {
  const waiting = { ...ONE, toNotify: true };
  const sent = followUp({ toNotify: false });
  const offer = { enrolment: ONE, followUp: sent, answered: { number: 1, answer: 'feito' } };
  expect(isInformed(waiting, sent, [null, null])).toBe(true);
  expect(isInformed(waiting, followUp({ toNotify: true }), [null])).toBe(false); // it only carried another link
  expect(isInformed({ ...ONE, toNotify: false }, sent, [null])).toBe(false);
  expect(isInformed(waiting, sent, [null, offer])).toBe(false); // what became of a request is still to be told
  expect(isInformed(waiting, sent, [{ ...offer, enrolment: { ...ONE, id: 'two' } }])).toBe(true);
});

test('an unsaved correction goes on over one’s own decision, not over what nobody here has seen', () => {
  const unsaved = { version: 3, typed: { cidade: 'Cidade Minha' } };
  expect(correctionOnceAnswered(unsaved, 3, applied)).toEqual({ ...unsaved, version: 4 });
  for (const [seen, answer] of [
    [4, applied], // a colleague's came between
    [3, { ...applied, applied: false }],
    [3, { ...applied, repeated: true }], // since then somebody may have changed more
    [3, stored], // no decision
    [3, null],
  ] as const)
    expect(correctionOnceAnswered(unsaved, seen, answer)).toBe(unsaved);
  expect(correctionOnceAnswered(undefined, 3, applied)).toBeUndefined();
});

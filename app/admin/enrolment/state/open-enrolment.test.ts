import { expect, test } from 'vitest';
import { deciding as words } from '../../../../content/deciding.ts';
import {
  after,
  answered,
  applied,
  approval,
  called,
  decision,
  followUp,
  last,
  loaded,
  mine,
  NOW,
  ONE,
  others,
  type Row,
  sent,
  stored,
} from '../../../../tests/support/screens/open-enrolment.ts';
import { asksFirst, freshScreen, isAsking } from './open-enrolment.ts';

test.each<Row>([
  // load
  [
    'opening shows nothing of before',
    {},
    [{ type: 'opened' }],
    { screen: freshScreen('one'), draft: null, last: null },
  ],
  [
    'a read state that may be taken back is offered, for as long as the server says',
    {},
    [loaded({ undoUntil: '2026-12-20T12:00:40Z' })],
    { last: { enrolment: ONE, version: 3, situation: 'nova', until: NOW + 40_000 } },
  ],
  [
    'a correction is offered to be taken back as one, and said once it is stored',
    { screen: freshScreen('one') },
    [
      { type: 'answered', answer: applied, said: 'Correção gravada.' },
      loaded({ undoUntil: '2026-12-20T12:00:40Z', history: [{ ...mine, action: 'correcao' }] }),
    ],
    { screen: { said: 'Correção gravada.' }, last: { situation: 'nova', isCorrection: true } },
  ],
  [
    'for a moment at least, whatever the server’s clock is, and never for longer than the database takes it back',
    {},
    [
      loaded({ undoUntil: '2026-12-20T11:00:00Z' }),
      { type: 'undoExpired' },
      loaded({ undoUntil: '2026-12-20T13:00:00Z' }),
    ],
    { last: { until: NOW + 60_000 } },
  ],
  [
    'what nobody may take back takes the offer away, but only its own',
    { last },
    [{ ...loaded({}), of: 'two' }],
    { last },
  ],
  [
    'the same state read again does not begin the minute anew',
    { last },
    [loaded({ version: 4, undoUntil: '2026-12-20T12:30:00Z' }, NOW + 30_000)],
    { last },
  ],
  // decide
  [
    'a reason is asked for, beginning with the one that stands',
    {},
    [{ type: 'asked', situation: 'falta-documento', followUp: stored }],
    { draft: { situation: 'falta-documento', version: 4, reason: 'a foto está escura', editing: true } },
  ],
  [
    'what was half written stays when another situation is asked about',
    { draft: { ...decision, reason: 'meia' } },
    [{ type: 'asked', situation: 'nao-aprovada', followUp: followUp({ version: 9 }) }],
    { draft: { situation: 'nao-aprovada', version: 3, reason: 'meia', editing: true } },
  ],
  [
    'a decision on its way is unsaved and busy',
    { screen: { ...freshScreen('one'), said: 'antes', problem: 'antes' } },
    [sent, called],
    { draft: decision, screen: { busy: true, said: '', problem: null } },
  ],
  [
    'a stored decision leaves nothing unsaved, and says so',
    {},
    [sent, called, answered(applied)],
    { draft: null, screen: { busy: false, said: words.saved, overtaken: false } },
  ],
  [
    'approving who may be repeated is asked about first, and the answer does not come back',
    {},
    [{ type: 'confirmationAsked', wanted: { situation: 'aprovada', details: {}, next: true } }],
    { draft: null, screen: { asking: { situation: 'aprovada', details: {}, next: true }, busy: false } },
  ],
  [
    'a refusal is told, and what was decided stays unsaved',
    {},
    [sent, called, { type: 'failed', problem: 'Escreva o motivo.' }],
    { draft: decision, screen: { busy: false, problem: 'Escreva o motivo.' } },
  ],
  [
    'an erased enrolment ends the call and keeps the text',
    {},
    [sent, called, answered(null)],
    { draft: decision, screen: { busy: false, overtaken: false } },
  ],
  // answer lost
  [
    'a call without an answer waits, and stays busy',
    {},
    [called, { type: 'waiting', on: true }],
    { screen: { busy: true, waiting: true } },
  ],
  [
    'waking ends the waiting alone',
    {},
    [called, { type: 'waiting', on: true }, { type: 'waiting', on: false }],
    { screen: { busy: true, waiting: false } },
  ],
  // conflict with another's
  [
    'another’s change is a conflict: nothing is lost, and the version seen now is the one decided on',
    {},
    [sent, answered({ ...stored, version: 7, history: [others], applied: false })],
    { draft: { ...decision, version: 7 }, screen: { overtaken: true, said: '' } },
  ],
  [
    'the answer to a note is no look at a decision: the draft keeps the version that was seen',
    { draft: decision },
    [{ type: 'answered', answer: { ...stored, version: 7 } }],
    { draft: decision, screen: { overtaken: false } },
  ],
  [
    'cancelling a conflict takes the text and the warning away',
    { draft: decision, screen: { ...freshScreen('one'), overtaken: true } },
    [{ type: 'cancelled' }],
    { draft: null, screen: { overtaken: false } },
  ],
  // undo
  [
    'an undo under way says nothing of the one before',
    { last, screen: { ...freshScreen('one'), undone: { text: 'antes', failed: true } } },
    [{ type: 'undoing' }, { type: 'undoWaiting', on: true }],
    { last, screen: { undoing: true, undoWaiting: true, undone: null } },
  ],
  [
    'a decision that was taken back is said by its person’s first name',
    { last },
    [{ type: 'undoing' }, { type: 'undone', enrolment: ONE, answer: followUp({ applied: true }) }],
    {
      last: null,
      screen: { undoing: false, undone: { failed: false, text: expect.stringMatching(/Pessoa.*nova/i) } },
    },
  ],
  [
    'an undo that another decision overtook was not made',
    { last },
    [{ type: 'undone', enrolment: ONE, answer: followUp({ version: 9, applied: false }) }],
    { last: null, screen: { undone: { failed: true } } },
  ],
  [
    'a refused undo is not offered again',
    { last },
    [{ type: 'undoFailed', problem: 'Já passou um minuto.', stopped: false }],
    { last: null, screen: { undone: { text: 'Já passou um minuto.', failed: true } } },
  ],
  [
    'one that somebody stopped is',
    { last },
    [{ type: 'undoFailed', problem: 'Sem resposta.', stopped: true }],
    { last },
  ],
  ['after its minute it is out of reach', { last }, [{ type: 'undoExpired' }], { last: null }],
  // next
  [
    'the next enrolment begins with nothing of this one; what was done last is still said, and may be undone',
    {
      last,
      screen: {
        ...freshScreen('one'),
        busy: true,
        problem: 'x',
        overtaken: true,
        more: true,
        comparing: 2,
        said: words.saved,
      },
    },
    [{ of: 'two', type: 'opened' }],
    { screen: { ...freshScreen('two'), said: words.saved }, last },
  ],
  [
    'whoever steps on has read what was said',
    { screen: { ...freshScreen('one'), said: words.saved } },
    [{ type: 'stepped' }],
    {
      screen: { said: '' },
    },
  ],
  [
    'what comes late for one that was left says nothing about the one that is open',
    { screen: { ...freshScreen('two'), busy: true } },
    [
      { type: 'waiting', on: true },
      { type: 'failed', problem: 'Sem resposta.' },
      answered({ ...stored, applied: false }),
    ],
    { screen: { ...freshScreen('two'), busy: true } },
  ],
  [
    'but stored late it is unsaved no more, also when the dialog is closed',
    { draft: decision, screen: null },
    [answered(applied)],
    { draft: null, screen: null },
  ],
  // unsaved text
  [
    'typing changes the draft',
    { draft: { ...decision, editing: true } },
    [{ type: 'typed', shown: decision, details: { reason: 'outra' } }],
    { draft: { ...decision, editing: true, reason: 'outra' } },
  ],
  [
    'what is typed while a decision is on its way stays when that is stored',
    {},
    [sent, { type: 'typed', shown: decision, details: { reason: 'mais' } }, answered(applied)],
    { draft: { ...decision, reason: 'mais', version: 4 } },
  ],
  [
    'a class that is half written stays when somebody is approved with another meanwhile',
    { draft: { ...approval, classId: 'muay-thai' } },
    [answered(applied, approval)],
    { draft: { ...approval, classId: 'muay-thai', version: 4 } },
  ],
  [
    'a half-written reason stays as it is when the enrolment is approved instead',
    { draft: { ...decision, reason: 'Falta o' } },
    [
      { type: 'sent', decision: approval },
      { type: 'answered', answer: { ...stored, applied: true }, decision: approval },
    ],
    { draft: { ...decision, reason: 'Falta o', version: 4 } },
  ],
  [
    'closing and opening again keeps it',
    { draft: decision },
    [{ type: 'left' }, { type: 'opened' }],
    {
      draft: decision,
      screen: freshScreen('one'),
    },
  ],
  // ended session: the call fails, the dialog goes, and after signing in it is opened again
  [
    'a session that ends loses neither the decision nor what may be undone',
    { last },
    [sent, called, { type: 'failed', problem: 'Sua sessão acabou.' }, { type: 'left' }, { type: 'opened' }],
    { draft: decision, last, screen: freshScreen('one') },
  ],
  // what is open
  [
    '‘Mais’ and the comparison are of the enrolment on the screen',
    {},
    [{ type: 'more', on: true }, { type: 'compared' }, { of: 'two', type: 'compared' }],
    { screen: { more: true, comparing: 1 } },
  ],
])('%s', (_what, start, events, then) => {
  expect(after(start, ...events)).toMatchObject(then);
});

test('Esc has something to close while anything is asked, but not while a decision is on its way', () => {
  const screen = freshScreen('one');
  expect(isAsking(screen, null)).toBe(false);
  expect(isAsking({ ...screen, more: true }, null)).toBe(true);
  expect(isAsking(screen, decision)).toBe(true);
  expect(isAsking({ ...screen, folded: true }, decision)).toBe(false);
  expect(isAsking({ ...screen, busy: true }, decision)).toBe(false);
});

test('a reason is asked first, and of who is approved or waits already the class', () => {
  expect(asksFirst('falta-documento', 'nova')).toBe(true);
  expect(asksFirst('aprovada', 'nova')).toBe(false);
  expect(asksFirst('aprovada', 'aprovada')).toBe(true);
  expect(asksFirst('lista-de-espera', undefined)).toBe(false);
  expect(asksFirst('lista-de-espera', 'lista-de-espera')).toBe(true);
});

import { expect, test } from 'vitest';
import { deciding as words } from '../../../../content/deciding.ts';
import {
  about,
  after,
  applied,
  called,
  decidedOne,
  decision,
  followUp,
  ONE,
  type Row,
  sent,
  telling,
} from '../../../../tests/support/screens/open-enrolment.ts';
import { freshScreen } from './open-enrolment.ts';

// The class that is full, the family that is told, and Esc.

const REQUEST = { number: 3, answer: 'está feito' };

test.each<Row>([
  // class
  [
    'a class that became full asks before it is gone over, and what was decided stays',
    {},
    [
      sent,
      called,
      {
        type: 'classFull',
        wanted: { situation: 'aprovada', details: { classId: 'children' }, next: true },
      },
    ],
    {
      draft: decision,
      screen: {
        busy: false,
        problem: null,
        asking: { details: { classId: 'children', beyondPlaces: true }, next: true, why: ['full'] },
      },
    },
  ],
  [
    'the class that fits is chosen in the panel, unless another is stored or half chosen',
    {},
    [{ type: 'asked', situation: 'aprovada', followUp: followUp(), classId: 'children' }],
    { draft: { situation: 'aprovada', classId: 'children' } },
  ],
  [
    'a stored class is not replaced by the one that fits',
    {},
    [
      {
        type: 'asked',
        situation: 'aprovada',
        followUp: followUp({ classId: 'muay-thai' }),
        classId: 'children',
      },
    ],
    { draft: { classId: 'muay-thai' } },
  ],
  // tell
  [
    'a family that is to be told is offered, also when the next enrolment is open',
    {},
    [decidedOne, { of: 'two', type: 'opened' }],
    { screen: { id: 'two', toTell: { enrolment: ONE }, telling: null } },
  ],
  [
    'nobody is told of what is no news',
    { screen: { ...freshScreen('one'), toTell: about } },
    [
      {
        type: 'answered',
        answer: { ...applied, toNotify: false },
        decision,
        enrolment: ONE,
      },
    ],
    { screen: { toTell: null } },
  ],
  [
    'an opened message is asked about, and sent it is said',
    { screen: { ...freshScreen('one'), toTell: about } },
    [
      { type: 'tellOpened', telling },
      { of: 'two', type: 'opened' },
      { type: 'tellAnswered', sent: true },
    ],
    { screen: { toTell: null, telling: null, said: words.informed('Pessoa') } },
  ],
  [
    'one that was not sent is offered again',
    { screen: { ...freshScreen('one'), telling } },
    [{ type: 'tellAnswered', sent: false }],
    { screen: { toTell: about, telling: null, said: words.notInformed('Pessoa') } },
  ],
  [
    'a family whose request was answered is told what became of it, whatever else it was to be told',
    { screen: { ...freshScreen('one'), toTell: about } },
    [{ type: 'answered', answer: followUp(), answered: REQUEST, enrolment: ONE, said: 'respondido' }],
    { screen: { toTell: { enrolment: ONE, answered: REQUEST }, said: 'respondido' } },
  ],
  [
    'nobody is told of an answer that came after another decision',
    {},
    [
      {
        ...{ type: 'answered', answer: followUp({ applied: false }), answered: REQUEST },
        ...{ enrolment: ONE, said: 'respondido' },
      },
    ],
    { screen: { toTell: null, said: '' } },
  ],
  [
    'an answer that was not sent is offered again',
    { screen: { ...freshScreen('one'), telling: { ...telling, answered: REQUEST } } },
    [{ type: 'tellAnswered', sent: false }],
    { screen: { toTell: { ...about, answered: REQUEST }, telling: null, said: '' } },
  ],
  [
    'an answer about another family than the one asked about changes nothing',
    { screen: { ...freshScreen('one'), telling } },
    [{ of: 'two', type: 'tellAnswered', sent: true }],
    { screen: { telling } },
  ],
  [
    'a decision that was taken back is told to nobody',
    { screen: { ...freshScreen('one'), toTell: about, telling } },
    [{ type: 'undone', enrolment: ONE, answer: followUp({ applied: true }) }],
    { screen: { toTell: null, telling: null } },
  ],
  [
    'closing without an answer asks no more: the family stays to be told',
    { screen: { ...freshScreen('one'), telling } },
    [{ type: 'left' }, { type: 'opened' }],
    { screen: { telling: null } },
  ],
  // Esc
  [
    'Esc puts a half-written reason out of sight, and nothing of it is lost',
    { draft: { ...decision, editing: true } },
    [{ type: 'escaped' }],
    { draft: { ...decision, editing: true }, screen: { folded: true } },
  ],
  [
    'asking about it again shows it',
    { draft: { ...decision, editing: true } },
    [{ type: 'escaped' }, { type: 'asked', situation: 'falta-documento', followUp: followUp() }],
    { draft: { reason: 'a foto está escura' }, screen: { folded: false } },
  ],
  [
    'Esc on a panel where nothing was written leaves nothing unsaved',
    { draft: { ...decision, reason: '', editing: true } },
    [{ type: 'escaped' }],
    { draft: null },
  ],
  [
    'Esc takes a question back and leaves what is below it',
    { draft: decision },
    [
      { type: 'more', on: true },
      { type: 'confirmationAsked', wanted: { situation: 'aprovada', details: {}, next: true } },
      { type: 'escaped' },
    ],
    { draft: decision, screen: { asking: null, more: true, folded: false } },
  ],
  [
    'a decision that is refused is in sight again',
    { draft: { ...decision, editing: true } },
    [{ type: 'escaped' }, { type: 'failed', problem: 'Escreva o motivo.' }],
    { screen: { folded: false } },
  ],
])('%s', (_what, start, events, then) => {
  expect(after(start, ...events)).toMatchObject(then);
});

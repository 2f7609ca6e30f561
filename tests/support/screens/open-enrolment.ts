import type { ListedEnrolment } from '../../../app/admin/api/enrolments.ts';
import type { Changed } from '../../../app/admin/api/follow-up-shape.ts';
import { freshScreen, reduce } from '../../../app/admin/enrolment/state/open-enrolment.ts';
import type {
  Draft,
  EnrolmentEvent,
  OpenEnrolment,
  Undoable,
} from '../../../app/admin/enrolment/state/shape.ts';

// For the tables of transitions of the open enrolment.

export const ME = 'administracao@example.com';
export const NOW = Date.parse('2026-12-20T12:00:00Z');
export const ONE = { id: 'one', nomeCompleto: 'Pessoa de Teste' } as ListedEnrolment;

export const followUp = (changes: Partial<Changed> = {}): Changed =>
  ({
    situation: 'nova',
    reason: null,
    version: 3,
    classId: null,
    className: null,
    firstDay: null,
    undoUntil: null,
    repeatedOf: null,
    history: [],
    similar: [],
    ...changes,
  }) as unknown as Changed;

export const decision: Draft = { situation: 'falta-documento', version: 3, reason: 'a foto está escura' };
export const approval: Draft = { situation: 'aprovada', version: 3 };
export const last: Undoable = {
  ...{ enrolment: ONE, version: 4, situation: 'aprovada', isCorrection: false },
  until: NOW + 60_000,
};
export const stored = followUp({ situation: 'falta-documento', reason: 'a foto está escura', version: 4 });
export const mine = {
  at: '',
  by: ME,
  action: 'situacao',
  from: 'nova',
  to: 'falta-documento',
  reason: null,
  className: null,
} as const;
export const others = { ...mine, by: 'outra@example.com' };

/** An event about the enrolment `one`, or about that which it names. */
export type Given<Event = EnrolmentEvent> = Event extends unknown
  ? Omit<Event, 'of'> & { of?: string }
  : never;

export const loaded = (changes: Partial<Changed>, now = NOW): Given => ({
  type: 'undoOffered',
  enrolment: ONE,
  followUp: followUp(changes),
  now,
});
export const sent: Given = { type: 'sent', decision };
export const called: Given = { type: 'called' };
export const answered = (answer: Changed | null, to = decision): Given => ({
  type: 'answered',
  answer,
  decision: to,
});
export const applied: Changed = { ...stored, applied: true };

export const about = { enrolment: ONE, followUp: { ...applied, toNotify: true } };
export const telling = { ...about, model: 'aprovada', to: 'responsavel' } as const;
export const decidedOne: Given = {
  type: 'answered',
  answer: { ...applied, toNotify: true },
  decision,
  enrolment: ONE,
};

/** The state after these events. */
export function after(start: Partial<OpenEnrolment>, ...events: Given[]): OpenEnrolment {
  const open = { screen: freshScreen('one'), draft: null, last: null, ...start };
  return events.reduce<OpenEnrolment>(
    (state, event) => reduce(state, { of: 'one', ...event } as EnrolmentEvent),
    open,
  );
}

export type Row = [
  what: string,
  start: Partial<OpenEnrolment>,
  events: Given[],
  then: { screen?: object | null; draft?: object | null; last?: object | null },
];

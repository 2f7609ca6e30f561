import type { Changed } from '../../../app/admin/api/follow-up.ts';

/** What is known of a new enrolment, with these changes. */
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

import { afterEach, expect, test, vi } from 'vitest';
import { openEnrolment as words } from '../../../../content/open-enrolment.ts';
import { requests } from '../../../../content/requests.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { type Form, sent } from '../../../../tests/support/screens/form.tsx';
import { followUp, listed } from '../../../../tests/support/screens/open-enrolment.ts';
import { NotesAndHistory } from './Notes.tsx';

const form = vi.hoisted(() => ({ given: {} as Form, say: vi.fn(), reset: vi.fn() }));
vi.mock('../../controls/use-form.ts', () => ({
  useForm: (given: Form) => Object.assign(form, { given, values: given.initial, text: () => ({}) }),
}));
afterEach(() => vi.unstubAllGlobals());

test('a note that says something is written once, and that it was is said', async () => {
  const state = followUp({ notes: [] });
  const send = (call: () => Promise<unknown>) => call();
  const followed = { enrolment: listed('Ana'), state, busy: false, change: send, send };
  drawn(<NotesAndHistory {...(followed as Parameters<typeof NotesAndHistory>[0])} />);
  expect(await sent(form.given, { text: ' \n' })).toEqual({ text: words.noteMissing });
  expect(form.say).not.toHaveBeenCalled();

  const written = (typed: object) => sent(form.given, typed, followUp({ corrections: [], answers: {} }));
  expect(await written({ text: 'Ligar' })).toMatchObject([['nova_nota', { texto: 'Ligar' }], undefined]);
  expect(form.say).toHaveBeenLastCalledWith({ title: words.savedNote, tone: 'success' });
  await written({ text: 'Saiu', request: 'desistir' });
  expect(form.say).toHaveBeenLastCalledWith({ title: requests.noted, tone: 'success' });
  expect(form.reset).toHaveBeenCalledTimes(2);
});

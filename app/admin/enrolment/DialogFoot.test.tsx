import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { deciding } from '../../../content/deciding.ts';
import { printing } from '../../../content/print-export.ts';
import { elementsIn, innerParts, partsOf } from '../../../tests/support/screens/form.tsx';
import { followUp, listed } from '../../../tests/support/screens/open-enrolment.ts';
import { DialogFoot } from './DialogFoot.tsx';
import { CriteriaTicks } from './Evidence.tsx';
import { FRESH } from './state/open-enrolment.ts';
import type { Followed, OpenedEnrolment } from './state/use-open-enrolment.ts';

const CRITERIA = {
  responsavel: false,
  cadunico: false,
  socioeconomica: true,
  protegido: false,
  renovacao: false,
};
const state = followUp({ criteria: CRITERIA });
const followed = { enrolment: listed('Ana'), state, busy: false } as unknown as Followed;
type Box = { checked: boolean; onChange: () => void };
const openedWith = (changes: object) =>
  ({ enrolment: followed.enrolment, followed, screen: FRESH, busy: false, ...changes }) as OpenedEnrolment;

/** The foot, which of the acts in its menu can be done, and which cannot. */
function foot(changes: object, isPrinting = false) {
  const props = { opened: openedWith(changes), onNext: undefined, onPrint: isPrinting ? null : () => {} };
  const parts = partsOf(DialogFoot, props);
  const { acts = [] } = innerParts(parts, 'MoreActs').props as { acts?: [string, unknown, string?][] };
  const named = (isOff: boolean) => acts.filter(([, , look]) => (look === 'off') === isOff).map(([of]) => of);
  return { parts, on: named(false), off: named(true) };
}

test('in the menu is what can be done now; what changes waits for the state, and for a change on its way', () => {
  const [changes, prints] = [
    ['Não aprovada', 'Desistiu', 'Avisar a família', 'Links da família'],
    [...Object.values(printing.ways)],
  ];
  const { on, off } = foot({});
  expect([on, off]).toEqual([[...changes, ...prints, 'Apagar agora'], []]);
  for (const meanwhile of [{ busy: true }, { followed: null }]) expect(foot(meanwhile).off).toEqual(changes);
  expect(foot({}, true).off).toEqual(prints);
  const unreached = { ...followed.enrolment, telefoneWhatsapp: '', telefoneResponsavel: '' };
  expect(foot({ enrolment: unreached }).off).toEqual(['Avisar a família']);
  const approved = { enrolment: listed('Ana', { situation: 'aprovada' }) };
  expect(foot(approved).on).toContain(deciding.giveClass);
});

test('the second click of a double one at the foot does nothing, on a link to WhatsApp neither', () => {
  const { onClickCapture } = foot({}).parts.props as { onClickCapture?: (event: object) => void };
  const stopped = (detail: number) => {
    const event = { detail, preventDefault: vi.fn(), stopPropagation: vi.fn() };
    onClickCapture?.(event);
    return [event.preventDefault.mock.calls.length, event.stopPropagation.mock.calls.length];
  };
  expect([stopped(0), stopped(1), stopped(2)]).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('a tick stands as it was pressed before its answer has come', () => {
  const change = vi.fn(() => new Promise<null>(() => {}));
  const boxIn = (tick: ReactNode) => elementsIn(tick).find(({ type }) => type === 'input')?.props as Box;
  const ticks = CriteriaTicks({ ...followed, change });
  expect(boxIn(innerParts(ticks, 'Tick')).checked).toBe(false);
  expect(boxIn(innerParts(ticks, 'Tick', (tick) => boxIn(tick).onChange())).checked).toBe(true);
  expect(change).toHaveBeenCalledOnce();
});

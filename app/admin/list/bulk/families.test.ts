import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deciding } from '../../../../content/deciding.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { wholeFollowUp } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { FamilyCard } from '../../enrolment/follow-up/FamilyCard.tsx';
import { familiesToTell, toTellWith } from '../../enrolment/state/families.ts';
import { ApproveDialog } from './ApproveDialog.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const CHILD = { dataNascimento: '2014-03-05' };
const person = (nomeCompleto: string, changes: Partial<ListedEnrolment> = {}): ListedEnrolment =>
  ({
    id: nomeCompleto,
    nomeCompleto,
    dataNascimento: '1996-03-05',
    situation: 'nova',
    telefoneWhatsapp: '62900000001',
    repeatedOf: null,
    cadastroUnico: 'a.pdf',
    guardianConfirmed: false,
    toNotify: true,
    ...changes,
  }) as ListedEnrolment;

test.each(['approve', 'class'] as const)(
  'each is named with the age, and whoever is doubtful needs a tick before they %s',
  (what) => {
    const rows = [
      person('Ana'),
      person('Bia', { mayBeRepeated: true }),
      person('Caio', { ...CHILD, repeatedOf: 'x' }),
      person('Davi', { ...CHILD, nomeResponsavel: 'Eva', telefoneResponsavel: '62900000009' }),
      person('Enzo', { ...CHILD, guardianConfirmed: true }),
      person('Fabi', {
        ...CHILD,
        guardianName: 'Guto',
        guardianPhone: '62900000008',
        hasNewGuardian: true,
      }),
      person('Hugo', { cadastroUnico: '', hasRequest: true }),
      person('Grown', { dataNascimento: '2008-12-20', hasNewGuardian: true, guardianName: 'Guto' }), // of age since it was sent
    ].map((row) => (what === 'class' ? ({ ...row, situation: 'aprovada', classId: null } as const) : row));
    const decided = person('Refused since the page was read', { situation: 'nao-aprovada', classId: null });
    const props = { rows: [...rows, decided], what, onClose: () => {} };
    const html = drawn(createElement(ApproveDialog, props), ['lista_de_turmas', {}], []);
    const boxes = [
      ...html.matchAll(
        /<input type="checkbox"( checked="")?.*?<bdi>(.*?)<\/bdi>, (\d+)(?:: )?(.*?)<\/span>/g,
      ),
    ];
    const { noGuardian, repeated, request } = deciding.warnings;
    const warned = {
      ...{ Bia: repeated, Caio: `${noGuardian}, ${repeated}`, Hugo: `${request}, ${words.noDocument}` },
      Fabi: words.checkedGuardian('Guto, (62) 90000-0008'),
    };
    expect(boxes.map(([, checked, name, age, doubts]) => [name, Boolean(checked), age, doubts])).toEqual(
      rows.map(({ nomeCompleto: name, dataNascimento }) => {
        const doubts = (what === 'approve' && warned[name as keyof typeof warned]) || '';
        const age = dataNascimento === CHILD.dataNascimento ? '12' : name === 'Grown' ? '18' : '30';
        return [name, !doubts, age, doubts];
      }),
    );
  },
);

test('one card for each number that is called first, of those who wait to be told alone', () => {
  const families = familiesToTell([
    person('Ana', { situation: 'aprovada' }),
    person('Irmã', { situation: 'aprovada', ...CHILD, telefoneResponsavel: '(62) 90000-0001' }),
    person('Outro', { situation: 'aprovada', newPhone: '62900000002' }),
    person('Sem Número', { situation: 'aprovada', telefoneWhatsapp: '' }),
    person('Já Avisada', { toNotify: false }),
  ]);
  expect(families.map((rows) => rows.map(({ nomeCompleto }) => nomeCompleto))).toEqual([
    ['Ana', 'Irmã'],
    ['Outro'],
    ['Sem Número'],
  ]);
});

test('with who waits to be told are told the siblings who wait, too, and are called at the same number', () => {
  const [ana, bia] = [person('Ana'), person('Bia')];
  const heard = person('Caio', { toNotify: false });
  const elsewhere = person('Davi', { telefoneWhatsapp: '62900000002' });
  expect(toTellWith(ana, [elsewhere, bia, heard])).toEqual([ana, bia]);
  expect(toTellWith(heard, [ana, bia])).toEqual([heard]);
});

test.each([
  [true, words.openChat],
  [false, words.notifiedMeanwhile], // by a colleague
])('a family that waits to be told (%s) when its card comes: %s', (toNotify, text) => {
  const people = [person('Ana')];
  const state = wholeFollowUp({ toNotify });
  const card = createElement(FamilyCard, { people, onNext: () => {} });
  const known = people.map((enrolment) => ({ enrolment, followUp: state }));
  const times = [['retention dates', ['Ana']], []] as const;
  expect(drawn(card, ['to tell', ['Ana']], known, [times])).toContain(text);
});

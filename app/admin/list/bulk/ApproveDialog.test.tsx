import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskClass } from '../../../../domain/desk/classes.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { formOf, sent } from '../../../../tests/support/screens/form.tsx';
import { controlsIn, textOf } from '../../../../tests/support/screens/heard.ts';
import { listed, oneClass } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { ApproveDialog } from './ApproveDialog.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const row = (id: string, changes: object = {}) => listed(id, { cadastroUnico: 'a.jpg', ...changes });
const KIDS = oneClass('Kids', { free: 1 });
const ADULTS = oneClass('Adults', { ageFrom: 16, ageTo: null });
const approved = { situation: 'aprovada' };

/** What is read of it from its title on, and the people with their ticks. */
function heard(rows: ListedEnrolment[], classes: DeskClass[], what: 'approve' | 'class' = 'approve') {
  const dialog = <ApproveDialog rows={rows} what={what} onClose={() => {}} />;
  const html = drawn(dialog, ['lista_de_turmas', {}], classes);
  return `${textOf(html)} … ${/(?<=\(opcional\) \| ).*(?= \| Cancelar)/.exec(controlsIn(html))}`;
}

test('everybody of the page who may be is approved, without a tick at first who is doubtful', () => {
  const doubtful = [row('Bia', { mayBeRepeated: true }), row('Cau', { hasNewDocument: true })];
  expect(heard([row('Ana'), ...doubtful, row('Eva', approved)], [KIDS])).toMatch(
    /^Aprovar inscrições .* Cancelar Aprovar 1 em Kids … Ana , 14 \(on\) \| Bia , 14: pode ser repetida \| Cau , 14: documento novo, por ver$/,
  );
});

test('the places that are left are for who came first, and nobody is put before a line', () => {
  const came = (name: string, day: string) => row(name, { arrivedAt: `2026-12-${day}T12:00:00Z` });
  const rows = [came('Ana', '03'), came('Bia', '01'), came('Cau', '02')];
  const of = (free: number | null) => heard(rows, [oneClass('Kids', { free })]);
  expect(of(1)).toMatch(
    /1 em Kids … Ana , 14: sem vaga livre \| Bia , 14 \(on\) \| Cau , 14: sem vaga livre$/,
  );
  expect(of(0)).not.toContain('(on)');
  expect(of(null)).toMatch(/Aprovar 3 em Kids … Ana , 14 \(on\) \| Bia , 14 \(on\) \| Cau , 14 \(on\)$/);
});

test('of several ages each goes into the class of the own, or stays; who has no class gets one', async () => {
  const [ana, rui] = [row('Ana'), row('Rui', { dataNascimento: '1990-01-01' })];
  const each = /Aprovar 2, cada uma na turma da idade … Ana , 14 · Kids \(on\) \| Rui , 36 · Adults \(on\)$/;
  expect(heard([ana, rui], [KIDS, ADULTS])).toMatch(each);
  expect(heard([ana, rui], [KIDS])).toMatch(/para a idade, ficam como estão: Rui\..* Cancelar Aprovar 1,/);
  const rows = [row('Eva', approved), row('Ivo', { ...approved, classId: 't' }), ana];
  expect(heard(rows, [], 'class')).toMatch(/^Turma de quem foi aprovado .* Pôr na turma … Eva , 14 \(on\)$/);
  const form = formOf(ApproveDialog, { rows, what: 'class', onClose: () => {} });
  expect(form.disabled).toBe(true); // until the classes have come
  expect(await sent({ ...form, disabled: false }, {})).toEqual({ chosen: 'Escolha a turma.' });
  const given = [row('Eva', { ...approved, version: 3, firstDay: '2026-11-02' })];
  const full = formOf(ApproveDialog, { rows: given, what: 'class', onClose: () => {} }, [
    ['lista_de_turmas', {}],
    [KIDS],
  ]);
  const [[, stored]] = (await sent(full, {}, { applied: true })) as [[string, object]];
  expect(stored).toMatchObject({ turma: KIDS.id, primeiro_dia: '2026-11-02' }); // which stays without another
});

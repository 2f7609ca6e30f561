import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answersOf } from '../../../../domain/desk/sheet.ts';
import { ROW } from '../../../../tests/support/people.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { formOf, sent } from '../../../../tests/support/screens/form.tsx';
import { controlsIn, textOf } from '../../../../tests/support/screens/heard.ts';
import { oneClass } from '../../../../tests/support/screens/open-enrolment.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { ApproveDialog } from './ApproveDialog.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const row = (id: string, changes: object = {}) =>
  ({
    ...{
      ...answersOf(ROW),
      id,
      nomeCompleto: id,
      situation: 'nova',
      repeatedOf: null,
      cadastroUnico: 'a.jpg',
    },
    ...{ classId: null, ...changes },
  }) as ListedEnrolment;
const adult = { dataNascimento: '1990-01-01' };
const Kids = oneClass('Kids', { free: 1 });
const Adults = oneClass('Adults', { ageFrom: 16, ageTo: null });

const propsOf = (what: 'approve' | 'class', rows: ListedEnrolment[]) => ({ what, rows, onClose: () => {} });
const ask = (what: 'approve' | 'class', rows: ListedEnrolment[], classes = [Kids]) => {
  const form = formOf(ApproveDialog, propsOf(what, rows), [['lista_de_turmas', {}], classes]);
  const html = drawn(<ApproveDialog {...propsOf(what, rows)} />, ['lista_de_turmas', {}], classes);
  return {
    form,
    words: textOf(html),
    who: controlsIn(html)
      .replace(/ \| Cancelar.*/, '')
      .replace(/^.*?\(opcional\) \| /, ''),
  };
};

test('everybody of the page who may be is approved, and who is doubtful begins without a tick', () => {
  const decided = row('Eva', { situation: 'aprovada' });
  const rows = [
    row('Ana'),
    row('Bia', { mayBeRepeated: true }),
    row('Cau', { hasNewDocument: true }),
    row('Dan'),
    decided,
  ];
  const { form, words, who } = ask('approve', rows);
  expect([form.submit, form.disabled]).toEqual(['Aprovar 2 em Kids', false]);
  expect(who).toBe(
    'Ana , 14 (on) | Bia , 14: pode ser repetida | Cau , 14: documento novo, por ver | Dan , 14 (on)',
  );
  expect(words).toMatch(/^Aprovar 4 inscrições .*Kids: 1 vaga livre para 2\. Cancelar Aprovar 2 em Kids$/);
});

test('of several ages each goes into the class of the own, or stays; a class is chosen for who has none', async () => {
  const [ana, rui] = [row('Ana'), row('Rui', adult)];
  const { words, who } = ask('approve', [ana, rui], [Kids, Adults]);
  expect(who).toBe('Ana , 14 · Kids (on) | Rui , 36 · Adults (on)');
  expect(words).toMatch(/Aprovar 2, cada uma na turma da idade$/);
  expect(ask('approve', [ana, rui]).words).toMatch(
    /Sem turma para a idade, ficam como estão: Rui\. Cancelar Aprovar 1, cada/,
  );
  const given = [
    row('Eva', { situation: 'aprovada' }),
    row('Ivo', { situation: 'aprovada', classId: 't' }),
    ana,
  ];
  const { form, words: asked } = ask('class', given, []);
  expect(asked).toMatch(/^Turma de 1 inscrição .*Quem entra Eva , 14 Cancelar Pôr na turma$/);
  expect(await sent(form, {})).toEqual({ chosen: 'Escolha a turma.' });
});

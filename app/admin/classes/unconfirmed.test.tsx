import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { unconfirmed } from '../../../content/messages.ts';
import { cellOf } from '../../../domain/desk/spreadsheet.ts';
import type { ClassMember } from '../api/classes.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { exportedRow } from '../export/export-found.ts';
import { Person } from '../print/PrintedClassList.tsx';
import { Contacts } from './RollPupil.tsx';

// Whom to call as a teacher reads it; and a guardian that came by the link is marked wherever it leaves the sheet, until
// somebody confirms it.

const GIVEN = { name: 'Responsável Que Veio', phone: '62988880001' };

const PUPIL: ClassMember = {
  id: 'a',
  marks: {},
  name: 'Aluno de Teste',
  idade: 12,
  nomeResponsavel: GIVEN.name,
  telefoneResponsavel: GIVEN.phone,
  contatoRecados: null,
  telefoneWhatsapp: '62900000001',
  newPhone: null,
  isUnconfirmed: false,
  health: null,
};
const drawings = (one: ClassMember) => [
  renderToStaticMarkup(<Contacts person={one} />),
  renderToStaticMarkup(<Person {...one} />),
];

test('a teacher sees health and calls by a press; on paper is no health, a number is never broken, and the new one is first', () => {
  const [screen, paper] = drawings({
    ...{ ...PUPIL, health: 'Asma leve' },
    ...{ newPhone: '62977770000', contatoRecados: 'Vizinha, (62) 3300-9999' },
  });
  expect(screen).toMatch(/Saúde:.*Asma leve/);
  expect(screen).toContain(`Responsável: ${GIVEN.name}`);
  expect(screen?.match(/href="[^"]+"/g)).toEqual([
    'href="https://wa.me/5562988880001"',
    'href="https://wa.me/5562977770000"',
    'href="https://wa.me/5562900000001"',
  ]);
  expect(paper).toMatch(/Novo: \(62\)\u00a097777\u20110000.*Resp\.:.*\(62\)\u00a098888\u20110001.*3300-9999/);
  expect(paper).not.toContain('Asma');
});

test('in a teacher’s list on the screen and on paper', () => {
  for (const html of drawings({ ...PUPIL, isUnconfirmed: true })) expect(html).toContain(`(${unconfirmed})`);
  for (const html of drawings(PUPIL)) {
    expect(html).toContain(GIVEN.name);
    expect(html).not.toContain(unconfirmed);
  }
});

test.each([
  ['62988880001', null, false],
  ['(62) 98888-0001', null, false],
  ['62977770000', '62977770000', false],
  ['62977770000', null, true],
])(
  'a telephone that stands there already is not said again: %s beside the guardian’s and %s',
  (own, newPhone, isSaid) => {
    const one = { ...PUPIL, telefoneWhatsapp: own, newPhone };
    for (const html of drawings(one)) expect([html, html.includes('Tel.')]).toEqual([html, isSaid]);
  },
);

test('in a spreadsheet, name and telephone each', () => {
  const cells = (hasNewGuardian: boolean) => {
    const row = { guardianName: GIVEN.name, guardianPhone: GIVEN.phone, hasNewGuardian } as ListedEnrolment;
    return (['nomeResponsavel', 'telefoneResponsavel'] as const).map((name) =>
      cellOf(exportedRow(row), name),
    );
  };
  expect(cells(true)).toEqual([`${GIVEN.name} (${unconfirmed})`, `(62) 98888-0001 (${unconfirmed})`]);
  expect(cells(false)).toEqual([GIVEN.name, '(62) 98888-0001']);
});

import { expect, test } from 'vitest';
import { answersOf } from '../../../../domain/desk/sheet.ts';
import { CORRECTABLE, typedOf } from '../../../../domain/desk/typed-answers.ts';
import { ROW } from '../../../../tests/support/people.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { FRESH } from '../state/open-enrolment.ts';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { CorrectDialog } from './CorrectDialog.tsx';

const ENROLMENT = { ...answersOf(ROW), id: 'one', version: 3 } as ListedEnrolment;
const opened = { enrolment: ENROLMENT, screen: FRESH };

test('every answer that can be corrected has an input with what is stored, and nothing is chosen for a reason', () => {
  const html = drawn(
    <CorrectDialog opened={opened as unknown as OpenedEnrolment} onClose={() => {}} />,
    ['form rules'],
    undefined,
  );
  for (const field of CORRECTABLE) {
    const value = typedOf(field, ENROLMENT[field.name]);
    const drawnOnce =
      html.match(new RegExp(`<(input|select|textarea)[^>]* name="${field.name}"[^>]*>([^<]*)`, 'g')) ?? [];
    expect([field.name, drawnOnce.length]).toEqual([
      field.name,
      field.control === 'radios' ? Object.keys(field.options ?? {}).length : 1,
    ]);
    if (['radios', 'select'].includes(field.control))
      expect(html).toMatch(
        new RegExp(
          `(checked|selected)="" ?[^>]*value="${value}"|value="${value}" ?[^>]*(checked|selected)=""`,
        ),
      );
    else expect(drawnOnce.join()).toContain(value);
  }
  expect(html).toContain('Escolha o motivo');
  expect(html).toMatch(
    /<textarea[^>]*name="condicaoMedicaDetalhes"[^>]*disabled=""|<textarea[^>]*disabled=""[^>]*name="condicaoMedicaDetalhes"/,
  );
  expect(html).not.toContain('agora:');
});

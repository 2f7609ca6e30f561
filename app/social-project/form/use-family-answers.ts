import { type RefObject, useEffect } from 'react';
import type { FamilyAnswers } from '../../../domain/enrolment/family.ts';
import type { FieldName } from '../../../domain/enrolment/fields.ts';
import { setChecked, setValue } from '../../ui/set-answer.ts';
import { controlOf } from '../parts/answers.ts';

/** Enters what the next member of a family begins with, as if it were typed, once the form is there. */
export function useFamilyAnswers(
  form: RefObject<HTMLFormElement | null>,
  shared: FamilyAnswers | null,
): void {
  useEffect(() => {
    for (const [name, answer] of Object.entries(shared ?? {})) {
      const control = form.current && controlOf(form.current, name as FieldName);
      if (control instanceof RadioNodeList) {
        for (const choice of control)
          if (choice instanceof HTMLInputElement && choice.value === answer) setChecked(choice, true);
      } else if (control) setValue(control, answer);
    }
  }, [form, shared]);
}

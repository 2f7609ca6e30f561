import { type RefObject, useEffect, useState } from 'react';
import type { ForWhom } from '../../../domain/enrolment/doubts.ts';
import { FIELDS } from '../../../domain/enrolment/fields.ts';
import { GUARDIANS } from '../../../domain/enrolment/progress.ts';
import { controlOf } from '../parts/answers.ts';
import type { Errors } from './use-enrolment.ts';

const NAMES = FIELDS.filter(({ part }) => part === GUARDIANS).map(({ name }) => name);

/**
 * Whether the guardians' part is folded to one line: for somebody of 18 or more who enrols
 * for themselves, as long as nothing was written there. Once unfolded it stays open.
 */
export function useFoldedGuardians(
  form: RefObject<HTMLFormElement | null>,
  forWhom: ForWhom,
  age: string,
  errors: Errors,
) {
  const [unfolded, setUnfolded] = useState(false);
  const [isBlank, setBlank] = useState(false);
  const isNeedless = forWhom === 'mim' && age !== '' && Number(age) >= 18;

  useEffect(() => {
    const { current } = form;
    setBlank(
      isNeedless && current !== null && NAMES.every((name) => !controlOf(current, name)?.value.trim()),
    );
  }, [form, isNeedless]);

  const isFolded = isNeedless && isBlank && !unfolded && NAMES.every((name) => !errors[name]);
  return { isFolded, unfold: () => setUnfolded(true) };
}

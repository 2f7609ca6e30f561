import { useMemo } from 'react';
import { type Rules, readRules } from '../../../domain/enrolment/rules.ts';
import { usePublicSettings } from '../../api/public-settings.ts';

/** The form's settings; defaults until they are loaded. The database enforces them. */
export function useRules(): Rules {
  const given = usePublicSettings();
  return useMemo(() => readRules(given?.regras), [given]);
}

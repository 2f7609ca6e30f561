import { readRules } from '../../../domain/enrolment/rules.ts';
import { formSettings } from '../../api/form-settings.ts';

/** The settings that the form obeys, and with it whoever corrects an answer; the database enforces them. */
export const formRulesQuery = {
  queryKey: ['form rules'] as const,
  queryFn: async () => readRules((await formSettings()).regras),
};

import { readRules } from '../../../domain/enrolment/rules.ts';
import { publicSettings } from '../../api/public-settings.ts';

/** The settings that the form obeys, and with it whoever corrects an answer; the database enforces them. */
export const formRulesQuery = {
  queryKey: ['form rules'] as const,
  queryFn: async () => readRules((await publicSettings()).regras),
};

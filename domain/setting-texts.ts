import { guardianInNotice, type Periods, periodsInNotice } from '../content/periods.ts';
import { type SettingName, settingEntries } from './settings.ts';

/** What `public.formulario()` and `/config.json` tell of the settings; nothing where they are not known. */
export type GivenSettings = { regras?: unknown; prazos?: unknown; periodo?: unknown; vagas?: unknown };

/** The periods as they are given; the default for each that is missing or not known. */
function readPeriods(given: unknown): Periods {
  const values = (given ?? {}) as Partial<Record<SettingName, unknown>>;
  const periods = settingEntries.flatMap(([name, setting]) => {
    if (setting.kind !== 'retention') return [];
    const value = values[name];
    const isKnown = value === null || (Number.isInteger(value) && Number(value) > 0);
    return [[name, isKnown ? value : setting.default]];
  });
  return Object.fromEntries(periods) as Periods;
}

/** Sentences of the privacy notice that settings decide, by the `setting` of its blocks. */
export const NOTICE_WORDS = {
  prazos: ({ prazos }: GivenSettings) => periodsInNotice(readPeriods(prazos)),
  'sem-responsavel': ({ prazos }: GivenSettings) => guardianInNotice(readPeriods(prazos)),
} as const;

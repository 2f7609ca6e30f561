import { type SETTINGS, type Setting, settingEntries } from '../settings.ts';

type Settings = typeof SETTINGS;
type Value<Setting> = Setting extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Setting extends { kind: 'retention' }
    ? number | null
    : boolean;

/**
 * The settings that the form obeys: how an applicant agrees (by sending, or with two
 * tick-boxes), whether someone under 18 needs a guardian's name and telephone,
 * whether a CPF or telephone that cannot be right stops the form, and after how many days
 * without the guardian's telephone retention erases somebody under 18 (null: never).
 */
export type Rules = {
  [Column in keyof Settings as Settings[Column] extends { rule: infer Rule extends string }
    ? Rule
    : never]: Value<Settings[Column]>;
};

/** Rule → its setting, with the column of `private.configuracao`. */
export const ruleSettings = settingEntries.flatMap(([column, setting]) =>
  'rule' in setting && setting.rule ? [{ column, ...setting, rule: setting.rule }] : [],
);

export const DEFAULT_RULES = readRules(undefined);

/** The rules as `public.formulario()` and `/config.json` give them; the default for each that is missing or not known. */
export function readRules(given: unknown): Rules {
  const values = (given ?? {}) as Record<string, unknown>;
  const rules = ruleSettings.map(({ rule, ...setting }) => {
    const value = values[rule];
    return [rule, isKnown({ ...setting, rule } as Setting, value) ? value : setting.default];
  });
  return Object.fromEntries(rules) as Rules;
}

function isKnown(setting: Setting, value: unknown): boolean {
  if (setting.kind === 'choice') return setting.choices.some((choice) => choice === value);
  if (setting.kind === 'switch') return typeof value === 'boolean';
  return value === null || (Number.isInteger(value) && Number(value) > 0);
}

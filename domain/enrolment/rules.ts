import { type SETTINGS, settingEntries } from '../settings.ts';

type Settings = typeof SETTINGS;
type Value<Setting> = Setting extends { choices: readonly (infer Choice)[] } ? Choice : boolean;

/**
 * The settings that the form obeys: how an applicant agrees (by sending, or with two
 * tick-boxes), whether someone under 18 needs a guardian's name and telephone, and
 * whether a CPF or telephone that cannot be right stops the form.
 */
export type Rules = {
  [Column in keyof Settings as Settings[Column] extends { rule: infer Rule extends string }
    ? Rule
    : never]: Value<Settings[Column]>;
};

/** Rule → its setting, with the column of `private.configuracao`. */
export const ruleSettings = settingEntries.flatMap(([column, setting]) =>
  'rule' in setting ? [{ column, ...setting }] : [],
);

export const DEFAULT_RULES = readRules(undefined);

/** The rules in the answer of `/config.json`; the default for each that is missing or not known. */
export function readRules(given: unknown): Rules {
  const values = (given ?? {}) as Record<string, unknown>;
  const rules = ruleSettings.map(({ rule, ...setting }) => {
    const value = values[rule];
    const known =
      setting.kind === 'choice'
        ? setting.choices.some((choice) => choice === value)
        : typeof value === 'boolean';
    return [rule, known ? value : setting.default];
  });
  return Object.fromEntries(rules) as Rules;
}

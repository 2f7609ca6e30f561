import { RULE_SETTINGS, type Setting } from '../rule-settings.ts';
import { type ColumnName, FIELDS, type Field, type FieldName } from './fields.ts';

type Settings = typeof RULE_SETTINGS;
type Value<Setting> = Setting extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Setting extends { kind: 'retention' }
    ? number | null
    : boolean;

/**
 * The settings that the form obeys: how an applicant agrees (by sending, or with two
 * tick-boxes), whether someone under 18 needs a guardian's name and telephone,
 * whether a CPF or telephone that cannot be right stops the form, after how many days
 * without the guardian's telephone retention erases somebody under 18 (null: never), and whether
 * an e-mail is required.
 */
export type Rules = {
  [Column in keyof Settings as Settings[Column]['rule']]: Value<Settings[Column]>;
};

export const DEFAULT_RULES = readRules(undefined);

/** The rules as `public.formulario()` and `/config.json` give them; the default for each that is missing or not known. */
export function readRules(given: unknown): Rules {
  const values = (given ?? {}) as Record<string, unknown>;
  const rules = Object.values(RULE_SETTINGS).map((setting) => {
    const value = values[setting.rule];
    return [setting.rule, isKnown(setting, value) ? value : setting.default];
  });
  return Object.fromEntries(rules) as Rules;
}

function isKnown(setting: Setting, value: unknown): boolean {
  if (setting.kind === 'choice') return setting.choices.some((choice) => choice === value);
  if (setting.kind === 'switch') return typeof value === 'boolean';
  return value === null || (Number.isInteger(value) && Number(value) > 0);
}

export type Question = Field & { name: FieldName; column: ColumnName };

const EMAIL_IF_ANY: readonly Question[] = FIELDS.map((field: Question) =>
  field.name === 'email' ? { ...field, required: undefined, label: `${field.label} (se tiver)` } : field,
);

/** FIELDS, as `rules` ask for them. */
export const questionsUnder = ({ emailObrigatorio }: Rules): readonly Question[] =>
  emailObrigatorio ? FIELDS : EMAIL_IF_ANY;

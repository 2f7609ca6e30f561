import { foreignContact } from './own-contacts.ts';
import type { Setting } from './rule-settings.ts';
import { SETTINGS, type SettingName, type SettingValue } from './settings.ts';

/** A place of a message: `{nome}`. */
const PLACE = /\{([^{}]*)\}/g;

/**
 * Why a setting may not hold a value, as a sentence; null when it may. The same as
 * `private.recusa_do_ajuste`, which has the last word; tests/contract/settings.test.ts compares them. With `own`, foreign
 * contacts are looked for too.
 */
export function problemOf(
  name: SettingName,
  value: unknown,
  own: readonly string[] | null = null,
): string | null {
  const setting: Setting = SETTINGS[name];
  switch (setting.kind) {
    case 'switch':
      return typeof value === 'boolean' ? null : 'Escolha sim ou não.';
    case 'choice':
      return setting.choices.some((choice) => choice === value)
        ? null
        : `Escolha uma destas: ${setting.choices.join(', ')}.`;
    case 'text':
      return typeof value === 'string' && [...value].length <= setting.max
        ? own && foreignContact(value, own)
        : `Escreva no máximo ${setting.max} letras.`;
    case 'message': {
      if (typeof value !== 'string' || [...value].length > setting.max)
        return `Escreva no máximo ${setting.max} letras.`;
      if (value === '') return null;
      const found = [...value.matchAll(PLACE)].map(([, place = '']) => place);
      const [unknown] = found.filter((place) => !setting.places.includes(place)).sort();
      if (unknown !== undefined)
        return `Não existe {${unknown}}. Use só ${setting.places.map((place) => `{${place}}`).join(', ')}.`;
      const missing = setting.needs.find((place) => !found.includes(place));
      return missing === undefined ? own && foreignContact(value, own) : `Falta {${missing}}.`;
    }
    case 'retention': {
      const fits =
        value === null ||
        (Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max);
      return fits ? null : `Digite um número de ${setting.min} a ${setting.max}.`;
    }
    default:
      return 'Este ajuste não existe.';
  }
}

/** Whether a period becomes shorter, which waits a day. Mirrors `private.encurta`. */
export const isShorter = (before: SettingValue, after: SettingValue): boolean =>
  typeof after === 'number' && (before === null || Number(before) > after);

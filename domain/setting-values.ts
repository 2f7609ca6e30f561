import { brand } from '../content/brand.ts';
import { chatLink, nationalDigits } from './contact.ts';
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

/** An e-mail, a link, or a name with a dot inside, among what stands between blanks. */
const ADDRESS = /@|:\/\/|[^.。][.。][^.。0-9]{2}/;
/** Dates, hours and two years, which are no telephone. */
const MOMENTS =
  /(?<![0-9])(?:(?:0?[1-9]|[12][0-9]|3[01])\/(?:0?[1-9]|1[0-2])(?:\/(?:20)?[0-9]{2})?|20[0-9]{2}\/20[0-9]{2}|(?:[01]?[0-9]|2[0-3])[:h][0-5][0-9])(?![0-9])/g;
/** Eight digits or more, with nothing like a word between them. */
const NUMBER = /[0-9](?:[^0-9A-Za-zÀ-ÿ,;\n]{0,3}[0-9]){7,}/g;

const digitsOf = (text: string) => text.replace(/[^0-9]/g, '').replace(/^0+/, '');
const bare = (address: string) => address.toLowerCase().replace(/^(https?:\/\/)?(www\.)?/, '');

/**
 * The centre's own addresses and numbers, as `private.contatos_do_centro` holds them: addresses without
 * `https://`, `www.` and a slash at the end, numbers as digits. `site` is where it is published, when that is
 * not what the content says.
 */
export function ownContacts(site: string | null = null): string[] {
  const { siteUrl, email, handle, instagramUrl, facebookUrl, mapUrl, phone, postalCode, cnpj } = brand;
  const addresses = [site, siteUrl, email, handle, instagramUrl, facebookUrl, mapUrl, chatLink(phone)];
  const national = nationalDigits(phone);
  return [
    ...addresses.flatMap((one) => (one ? [bare(one).replace(/\/$/, '')] : [])),
    ...[national, national.slice(2), postalCode, cnpj].map(digitsOf).filter(({ length }) => length >= 8),
  ];
}

/**
 * Why families may not read a text, as a sentence: it names an address or a number of eight digits that is not
 * among `own`. Null when they may. The same as `private.contato_alheio`; tests/desk/public-texts.test.ts
 * compares them.
 */
export function foreignContact(text: string, own: readonly string[]): string | null {
  let rest = text.normalize('NFKC');
  const isOwn = (address: string) =>
    own.some((one) => address === one || address.startsWith(`${one}/`) || address.startsWith(`${one}?`));
  const refusal = (found: string) =>
    `Tire “${found}”: as famílias só devem ler o endereço, o e-mail e o telefone do centro.`;
  for (const piece of rest.split(/[ \t\r\n\f\v,;()<>"'«»“”]+/)) {
    const address = piece.replace(/^[*_~]+|[.!?:*_~]+$/g, '');
    if (!ADDRESS.test(address)) continue;
    if (!isOwn(bare(address))) return refusal(address);
    rest = rest.replaceAll(address, ',');
  }
  for (const [found] of rest.replace(MOMENTS, ',').matchAll(NUMBER)) {
    const digits = digitsOf(found);
    if (!own.includes(digits) && !(digits.length > 11 && own.includes(digits.replace(/^550*/, ''))))
      return refusal(found);
  }
  return null;
}

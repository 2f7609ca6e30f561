import { brand } from '../content/brand.ts';
import { chatLink, nationalDigits } from './contact.ts';
import type { Setting } from './rule-settings.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** A place of a message: `{nome}`. */
const PLACE = /\{([^{}]*)\}/g;

/**
 * Why a setting may not hold a value, as a sentence; null when it may. The same as
 * `private.recusa_do_ajuste`, which has the last word; tests/api/settings.test.ts compares them. With `own`, foreign
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
    case 'number':
    case 'retention': {
      const fits =
        (value === null && setting.kind === 'retention') ||
        (Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max);
      return fits ? null : `Digite um número de ${setting.min} a ${setting.max}.`;
    }
    default:
      return 'Este ajuste não existe.';
  }
}

/** Where addresses end that anybody may buy: countries, and the usual others. Whatever else follows a dot is a sentence without its blank. */
export const ENDINGS =
  '[a-z]{2}|agency|art|bank|bet|bid|biz|blog|buzz|casino|center|cfd|chat|click|cloud|club|company|cyou|design|dev|digital' +
  '|edu|email|fun|games|global|gov|group|host|icu|info|ink|life|link|live|lol|love|ltd|media|mobi|money|name|network|news|one|online|page|press' +
  '|pro|promo|pw|rest|sale|sbs|services|shop|site|social|solutions|space|store|studio|support|team|tech|tel|tips|today|top|video|vip|website' +
  '|wiki|win|work|works|world|xyz|zone';
/**
 * A profile, a link, or a name with such an ending or a path, among what stands between blanks; `tod@s`, `p.ex` and
 * `março.obrigado` are none.
 */
const ADDRESS = new RegExp(
  `@[0-9A-Za-z_]{3}|://|^www[.]|[.][a-z]{2,}[/?:]|[^.]{2}[.](?:[\\u0100-\\u1FFF\\u3040-\\uD7FF]{2}|(?:${ENDINGS})(?![0-9a-zß-ÿ]))`,
  'u',
);
const KNOWN_ENDING = /[.](?:com|net|org|app|br)(?![0-9a-zà-ÿ])/iu;
/** Dates, hours, laws, from year to year, and rows of them, where they are not inside a longer number. */
const MOMENT = [
  '(?:0?[1-9]|[12][0-9]|3[01])[./-](?:0?[1-9]|1[0-2])(?:[./-](?:20)?[0-9]{2})?',
  '20[0-9]{2}-(?:0[1-9]|1[0-2])-[0-3][0-9]',
  '(?:[01]?[0-9]|2[0-3])[.:h][0-5][0-9]',
  '[0-9]{1,2}[.][0-9]{3}/[12][0-9]{3}',
  '20[0-9]{2} ?[-–—/] ?20[0-9]{2}',
].join('|');
const MOMENTS = new RegExp(
  `(?<![0-9][.-]?|[0-9][)] ?)(?:${MOMENT})(?: ?[-–—/] ?(?:${MOMENT}))*(?![.-]?[0-9])`,
  'gu',
);
/** What may stand between the digits of one number: all but letters. */
const BETWEEN = '[^0-9A-Za-zÀ-ÖØ-öø-ÿ]*';
const NUMBER = new RegExp(`[0-9](?:${BETWEEN}[0-9]){7,}`, 'gu');

/** Round numbers up to three digits with commas between them, as prices and places are. */
const ROUND = /^[1-9]?[0-9]?[05](?:, ?[1-9]?[0-9]?[05])+$/;

/** Numbers of one or two digits, as ages are, or round ones, none smaller than that before; no telephone. */
function isList(found: string): boolean {
  const numbers = found.match(/[0-9]+/g) ?? [];
  const rises = numbers.every((one, at) => Number(one) >= Number(numbers[at - 1] ?? 0));
  return rises && (ROUND.test(found) || numbers.every(({ length }) => length <= 2));
}

const digitsOf = (text: string) => text.replace(/[^0-9]/g, '');
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
 * among `own`. Null when they may. The same as `private.contato_alheio`; tests/api/same-rules.test.ts
 * compares them.
 */
export function foreignContact(text: string, own: readonly string[]): string | null {
  let rest = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/ ?。| [.] ?/gu, '.');
  const isOwn = (address: string) =>
    own.some(
      (one) => address.startsWith(one) && /^(?:[/?][a-z0-9/?=&%_.~+-]*)?$/.test(address.slice(one.length)),
    );
  const refusal = (found: string) =>
    `Tire “${found}”: as famílias só devem ler o endereço, o e-mail e o telefone do centro.`;
  for (const piece of rest.split(/[ ,;()<>"'«»“”]+/u)) {
    const address = piece.replace(/^[*_~]+|[.!?:*_~]+$/gu, '');
    if (!ADDRESS.test(address) && !KNOWN_ENDING.test(address)) continue;
    if (!isOwn(bare(address))) return refusal(address);
    rest = rest.replaceAll(address, ' x ');
  }
  const numbers = own.filter((one) => !/[^0-9]/.test(one)).sort((one, other) => other.length - one.length);
  for (const digits of numbers)
    rest = rest.replace(
      new RegExp(
        `(?<![0-9][)]?[ -]?)(?:(?:00)?55${BETWEEN})?(?:0${BETWEEN})?${[...digits].join(BETWEEN)}(?![0-9])`,
        'gu',
      ),
      ' x ',
    );
  for (const [found] of rest.replace(MOMENTS, ' x ').matchAll(NUMBER))
    if (!isList(found)) return refusal(found);
  return null;
}

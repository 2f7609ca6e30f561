import { brand } from '../content/brand.ts';
import { chatLink, nationalDigits } from './contact.ts';
import type { Setting } from './rule-settings.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/**
 * Why a setting may not hold a number, as a sentence; '' where it may, and for the other kinds, of which
 * `private.recusa_do_ajuste` alone says what they may hold. tests/api/settings.test.ts compares both.
 */
export function numberProblem(name: SettingName, value: unknown): string {
  const setting: Setting = SETTINGS[name];
  if (setting.kind !== 'number' && setting.kind !== 'retention') return '';
  const fits =
    (value === null && setting.kind === 'retention') ||
    (Number.isInteger(value) && Number(value) >= setting.min && Number(value) <= setting.max);
  return fits ? '' : `Digite um número de ${setting.min} a ${setting.max}.`;
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

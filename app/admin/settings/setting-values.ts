import type { FamilyMessage } from '../../../content/family-messages.ts';
import { settingsPage } from '../../../content/settings.ts';
import { usualMessage } from '../../../domain/desk/own-message.ts';
import type { Setting } from '../../../domain/rule-settings.ts';
import { SETTINGS, type SettingName, type SettingValue } from '../../../domain/settings.ts';
import type { Saved } from '../api/settings.ts';

/** A setting of one value each, which the page shows. */
export type ShownSetting = keyof typeof settingsPage.each & SettingName;

/** Settings as they stand in a form; a switch as `yes` or `no`. */
export type TypedSettings = { [Name in ShownSetting]?: string };

type Words = { label: string; hint?: string; choices?: Readonly<Record<string, string>>; save?: string };

export const wordsOf = (name: ShownSetting): Words => settingsPage.each[name];

export const settingOf = (name: ShownSetting): Setting => SETTINGS[name];

/** The settings of some kinds, in the order of the page. */
export const settingsOf = (...kinds: Setting['kind'][]) =>
  (Object.keys(settingsPage.each) as ShownSetting[]).filter((name) =>
    kinds.includes(settingOf(name).kind),
  ) as [ShownSetting, ...ShownSetting[]];

/** The usual text of a message. */
const usualOf = (name: ShownSetting): string =>
  usualMessage(name.replace('mensagem_', '').replaceAll('_', '-') as FamilyMessage);

/** What the form shows of a stored value; of a message that is not one's own, the usual text. */
export function shown(name: ShownSetting, stored: SettingValue | undefined): string {
  const { kind } = settingOf(name);
  if (kind === 'switch') return stored ? 'yes' : 'no';
  return String(stored ?? '') || (kind === 'message' ? usualOf(name) : '');
}

/** What is stored of what is typed: NaN for what is no number, '' for a message that is the usual. */
export function read(name: ShownSetting, typed = ''): SettingValue {
  const text = typed.trim();
  const { kind } = settingOf(name);
  if (kind === 'switch') return text === 'yes';
  if (kind === 'message') return text === usualOf(name) ? '' : text;
  if (kind !== 'retention') return text;
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** What is said once it is saved. */
export function saidOf(name: ShownSetting, saved: Saved): string {
  const setting = settingOf(name);
  if (setting.kind !== 'retention' || saved === 'espera' || saved === null) return settingsPage.saved;
  if (saved === 'desfeito') return settingsPage.periods.undone;
  if (saved === 'igual') return settingsPage.same;
  return setting.erases ? settingsPage.periods.longer : settingsPage.saved;
}

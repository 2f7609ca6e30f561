import { LINE_KINDS } from '../../../content/dated-lines.ts';
import type { FamilyMessage } from '../../../content/family-messages.ts';
import { termInWords } from '../../../content/periods.ts';
import { settingsPage } from '../../../content/settings.ts';
import { usualMessage } from '../../../domain/desk/own-message.ts';
import type { Setting } from '../../../domain/rule-settings.ts';
import { SETTINGS, type SettingName, type SettingValue } from '../../../domain/settings.ts';
import type { Saved } from '../api/settings.ts';

const { periods, messages, yes, no } = settingsPage;

/** The codes of a list. */
export const codesIn = (list: string): string[] => list.split(' ').filter(Boolean);

/** Each kind of dated lines, with its words. */
export const kindsOfLines = Object.entries(LINE_KINDS).map(([kind, { label }]) => [kind, label] as const);

/** A setting of one value, which the page shows; the others are changed by `npm run desk -- guardar_ajuste`. */
export type ShownSetting = keyof typeof settingsPage.each & SettingName;

type Words = { label: string; hint?: string; after?: string };

export const wordsOf = (name: ShownSetting): Words => settingsPage.each[name];

export const settingOf = (name: ShownSetting): Setting => SETTINGS[name];

/** The settings of a kind, in the order of the page. */
export const settingsOf = (kind: Setting['kind']) =>
  (Object.keys(settingsPage.each) as ShownSetting[]).filter((name) => settingOf(name).kind === kind);

/** The usual text of a message. */
const usualOf = (name: ShownSetting): string =>
  usualMessage(name.replace('mensagem_', '').replaceAll('_', '-') as FamilyMessage);

/** What the form shows of a stored value; of a message that is not one's own, the usual text. */
export function shown(name: ShownSetting, stored: SettingValue | undefined): string {
  const { kind } = settingOf(name);
  if (kind === 'switch') return stored ? 'yes' : 'no';
  return String(stored ?? '') || (kind === 'message' ? usualOf(name) : '');
}

/** What is stored of what is typed: NaN for what is no number, so that an empty period is never one without an end; '' for a message that is the usual. */
export function read(name: ShownSetting, typed: string): SettingValue {
  const text = typed.trim();
  const { kind } = settingOf(name);
  if (kind === 'switch') return text === 'yes';
  if (kind === 'message') return text === usualOf(name) ? '' : text;
  if (kind !== 'retention' && kind !== 'number') return text;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A stored value as the page says it: 'Sim', '90 dias depois da decisão', 'do site'. */
export function valueInWords(name: ShownSetting, stored: SettingValue | undefined): string {
  const setting = settingOf(name);
  if (setting.kind === 'switch') return stored ? yes : no;
  if (setting.kind === 'message') return stored ? messages.own : messages.usual;
  const off = setting.kind === 'list' ? codesIn(String(stored)) : [];
  if (off.length > 0)
    return kindsOfLines.flatMap(([kind, label]) => (off.includes(kind) ? label : [])).join(', ');
  if (setting.kind !== 'retention') return String(stored || settingsPage.none);
  if (stored === null) return periods.forEver;
  return [termInWords(Number(stored), setting.unit), wordsOf(name).after].filter(Boolean).join(' ');
}

/** What is said once it is saved. */
export const saidOf = (name: ShownSetting, saved: Saved): string =>
  settingOf(name).kind === 'retention' && saved ? periods.saved[saved] : settingsPage.saved;

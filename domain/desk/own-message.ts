import {
  type Facts,
  type FamilyMessage,
  familyMessages,
  messagePlaces,
} from '../../content/family-messages.ts';
import type { SettingName } from '../settings.ts';

/** The owner's own messages, by purpose; a missing one means the default. */
export type OwnMessages = { readonly [Model in FamilyMessage]?: string };

/** The setting that holds a message. */
export const settingOf = (model: FamilyMessage) => `mensagem_${model.replaceAll('-', '_')}` as SettingName;

const PLACEHOLDERS = Object.entries(messagePlaces) as [keyof Facts, string][];

/** A default message as a template to edit: each fact is a placeholder in braces. */
export const usualMessage = (model: FamilyMessage): string =>
  familyMessages[model](
    Object.fromEntries(PLACEHOLDERS.map(([fact, place]) => [fact, `{${place}}`])) as Facts,
  );

/**
 * Fills the facts into the owner's own message. Leaves out a sentence or parenthesis with a placeholder whose
 * fact is missing.
 */
export function filledMessage(text: string, facts: Facts): string {
  const values = new Map(PLACEHOLDERS.map(([fact, place]) => [place, facts[fact]]));
  const isWhole = (part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, place = '']) => values.get(place));
  const sentences = text
    .replace(/ ?\([^()]*\)/g, (part) => (isWhole(part) ? part : ''))
    .match(/[\s\S]+?(?:[.!?]+\s+|\n|$)/g);
  return (sentences ?? [])
    .filter(isWhole)
    .join('')
    .replace(/\{(\w+)\}/g, (_whole, place: string) => values.get(place) ?? '')
    .trim();
}

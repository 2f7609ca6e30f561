import {
  type Facts,
  type FamilyMessage,
  familyMessages,
  messagePlaces,
} from '../../content/family-messages.ts';
import type { SettingName } from '../settings.ts';

/** Messages of the owner's own, by purpose; the usual for those that are not there. */
export type OwnMessages = { readonly [Model in FamilyMessage]?: string };

/** The setting that holds a message. */
export const settingOf = (model: FamilyMessage) => `mensagem_${model.replaceAll('-', '_')}` as SettingName;

const facts = Object.entries(messagePlaces) as [keyof Facts, string][];

/** The usual message as somebody may change it: each fact is its place in braces. */
export const usualMessage = (model: FamilyMessage): string =>
  familyMessages[model](Object.fromEntries(facts.map(([fact, place]) => [fact, `{${place}}`])) as Facts);

/**
 * A message of the owner's own with its facts. A sentence, or what stands in parentheses, is left out
 * where it has the place of a fact that there is not.
 */
export function filledMessage(text: string, known: Facts): string {
  const values = new Map(facts.map(([fact, place]) => [place, known[fact]]));
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

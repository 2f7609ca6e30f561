import { centrePage, type FieldWords } from '../../content/centre.ts';
import { type ClassTime, type home, schedule } from '../../content/home.ts';
import type { Published } from '../../content/published.ts';
import { teacherPhotos } from '../../content/site-photos.ts';
import { sameClasses } from '../timetable.ts';
import { type Field, type Problems, readOf, recordProblems, type TypedRecord, typedOf } from './kinds.ts';
import { SECTIONS, type Section, sectionNames, sectionOf } from './sections.ts';

/** What is wrong with facts of a section to be published, a sentence each by its path; '' for what is none. */
export function factProblems(section: string, facts: unknown): Problems {
  const problems = recordProblems(sectionOf(section)?.fields ?? {}, sectionOf(section) && facts, true);
  return Object.fromEntries(
    Object.entries(problems).map(([path, says]) => [path, `${says[0]?.toUpperCase()}${says.slice(1)}.`]),
  );
}

/** Who of the teachers in these facts of the home page may have a photo: whoever has a name alone, since a photo is of a name. */
export function photographed(start: object | null = null): string[] {
  const names = ({ ...SECTIONS.inicio.written, ...start } as typeof home).team.map(({ name }) => name);
  return names.filter((name) => names.indexOf(name) === names.lastIndexOf(name));
}

/** What of all sections may be shown, in one order, whatever gave it: what says the same is the same text; and the names of the rest. A photo of who teaches no more is neither. */
export function shownOf({ turmas, ...published }: Published): { shown: Published; refused: string[] } {
  const shown: Record<string, object> = {};
  const refused = Object.keys(published).filter((name) => !sectionOf(name));
  for (const section of sectionNames) {
    const facts = published[section] ?? {};
    const wrong = [...new Set(Object.keys(factProblems(section, facts)).map((path) => path.split('.')[0]))];
    refused.push(...wrong.map((name) => `${section}.${name}`));
    const { fields } = SECTIONS[section];
    const right = Object.entries(facts).filter(
      ([name, value]) =>
        Object.hasOwn(fields, name) &&
        !wrong.includes(name) &&
        (!teacherPhotos.includes(name) || photographed(shown.inicio).includes(value.alt)),
    );
    if (right.length > 0) shown[section] = sorted(Object.fromEntries(right)) as object;
  }
  const { classes = schedule } = (turmas ?? {}) as { classes?: readonly ClassTime[] };
  if (!sameClasses(classes, schedule)) shown.turmas = { classes };
  return { shown, refused };
}

/** The same value, the names of each object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, below]) => [name, sorted(below)]),
  );
}

/** What stands in the inputs of a section, of what is published; the rest as content/ says it. */
export const shownFacts = (section: Section, facts: object | null): TypedRecord =>
  typedOf(SECTIONS[section].fields, { ...SECTIONS[section].written, ...facts });

/** What is typed, but what content/ says already: that follows the file. */
export function ownFacts(section: Section, typed: TypedRecord): Record<string, unknown> {
  const { fields } = SECTIONS[section];
  const written = readOf(fields, shownFacts(section, {}));
  const isOwn = ([name, value]: [string, unknown]) =>
    JSON.stringify(sorted(value)) !== JSON.stringify(sorted(written[name]));
  return Object.fromEntries(Object.entries(readOf(fields, typed)).filter(isOwn));
}

/** What reads otherwise, field by field, in words; of a list, the entries that are not in both. */
export function changesOf(section: Section, before: object | null, after: object | null) {
  const [from, to] = [shownFacts(section, before), shownFacts(section, after)];
  return Object.entries<Field>(SECTIONS[section].fields).flatMap(([name, { of }]) => {
    const [was, is] = [from, to].map((typed) =>
      of ? (typed[name] as TypedRecord[]).map(inWords) : [String(typed[name])],
    );
    if (String(was) === String(is)) return [];
    const only = (these: string[] = [], others: string[] = []) =>
      these.filter((one) => !others.includes(one)).join('; ') || centrePage.nothing;
    const [lost, won] = [only(was, is), only(is, was)];
    const label = labelOf(section, name);
    return [lost === won ? centrePage.otherwise(label) : centrePage.becomes(label, lost, won)];
  });
}

/** An entry of a list: its texts. */
const inWords = ({ key: _, ...entry }: TypedRecord) =>
  Object.values(entry)
    .filter((typed) => typed && typed !== true)
    .map((typed) => String(typed).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1'))
    .join(' · ');

/** The label of the field that a path leads to, or into. */
export function labelOf(section: string, path: string): string {
  const { fields = {} }: FieldWords = centrePage.sections[section as Section] ?? {};
  return fields[path.split('.')[0] ?? '']?.label ?? '';
}

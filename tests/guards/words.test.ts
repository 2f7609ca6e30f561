import { expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

// One thing has one word in every room, the field's standard one. These are the words
// that newcomers stumbled over; CONTRIBUTING.md says what each thing is called instead.

/** Words that no name has as one of its parts: `keptAnswer` has the parts `kept` and `answer`. */
const OLD_PARTS = new Set(
  `kept keeping keeps house houses deed deeds marked accuse accused acquit told gone ears registration
   registrations papers`.split(/\s+/),
);

/** Names that are wrong as a whole, though their parts may be right elsewhere. */
const OLD_NAMES = new Set(
  `keepFor pourAway Finder openHome borrowHome requireHome homeOf BorrowedHome useGone noteDeed noteReading handOver
   HandOver PaperForm PaperEnd PaperHead AuditLine auditLines answering promiseRoom takeStock entryOfStranger
   entryOfOwn wayOut recognised movedClock killSometime`.split(/\s+/),
);

/** What files were called after. */
const OLD_FILES =
  /(^|[/-])(answering|kept|keeping|marked|arrive-at|words|house|home-of|deed|gone|registrations?|papers?|stock|own-change|strangers-entry|arriving-bodies)([./-]|$)/i;

/** Turns of phrase that only their writer understood at first reading. */
const OLD_PHRASES =
  /\b(house|houses|deeds?|registrations?|had (its|their) time|lets? go of (it|them)|nobody's to see|(the|a|of|for) so (many|long)|record of accesses|accuse|acquit|yardstick)\b/i;

/** The screen at `/` is the site's home page, in SPEC's words. */
const HOME_PAGE = /(^|\/)home([./-]|$)/i;

const FOLDERS: readonly string[] = [
  'app',
  'content',
  'domain',
  'server',
  'tests',
  'e2e',
  'scripts',
  'kit',
  'bench',
  'prove',
];
const files = sources(FOLDERS, /\.(tsx?|mjs|css)$/).filter(
  ({ path }) => path !== 'tests/guards/words.test.ts',
);
const migrations = sources(['supabase', 'server/platform'], /\.sql$/);

test('no name has a part that the words above replace', () => {
  const found = files.flatMap(({ path, text }) =>
    [...new Set(namesIn(text))]
      .filter((name) => OLD_NAMES.has(name) || partsOf(name).some((part) => OLD_PARTS.has(part)))
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('no file is called after one of them', () => {
  expect(
    files.map(({ path }) => path).filter((path) => OLD_FILES.test(path) && !HOME_PAGE.test(path)),
  ).toEqual([]);
});

test('no comment, title or name speaks in them', () => {
  const found = [...files, ...migrations].flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) => (OLD_PHRASES.test(line) ? `${path}:${at + 1}: ${line.trim()}` : [])),
  );
  expect(found).toEqual([]);
});

/** The names of a source: what is left of it without comments and texts. */
function namesIn(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(^|\s)\/\/.*$/gm, ' ')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, ' ');
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** `keptAnswer` and `kept_answer` give `kept`, `answer`. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
}

import { BLANK_FORM_WORDS } from '../domain/enrolment/blank-form-texts.ts';
import { type GivenSettings, NOTICE_WORDS } from '../domain/setting-texts.ts';
import { DAY_WORDS, STATE_WORDS } from '../domain/state-texts.ts';
import { etagOf, type Page, pack } from './packing.ts';

/** Every text of the pages that depends on a setting, by its `data-words`. */
const WORDS: Readonly<Record<string, (given: GivenSettings) => string>> = {
  ...NOTICE_WORDS,
  ...BLANK_FORM_WORDS,
  ...STATE_WORDS,
  ...DAY_WORDS,
};

/** As app/api/SettingText.tsx draws it, which takes over whatever text is in it. */
const PLACE = /<(\w+(?: [^<>]*)?) data-words="([^"]+)">[^<]*</g;

type Words = Readonly<Record<string, string>>;

const wordsOf = (given: GivenSettings): Words =>
  Object.fromEntries(Object.entries(WORDS).map(([name, say]) => [name, say(given)]));

/** The page with the words of these settings, without the `data-words` marks, which only pages of a static host still have. */
const filled = (html: string, words: Words) =>
  html.replace(PLACE, (_, element: string, name: string) => `<${element}>${escaped(words[name] ?? '')}<`);

/**
 * The page with the words of these settings, for a static host: by the marks a script asks anew. What holds for
 * days alone, a closed time, places and a notice (app/start-script.ts), is left to it.
 */
export function withWords(html: string, given: GivenSettings): string {
  const words = wordsOf({ ...given, periodo: null, vagas: [] });
  return html
    .replace(/(?<! hidden="") data-until=/g, ' hidden="" data-until=')
    .replace(
      PLACE,
      (_, element: string, name: string) => `<${element} data-words="${name}">${escaped(words[name] ?? '')}<`,
    );
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Returns a function that gives a page with the words of the settings in it; undefined for one that has
 * none. Made and packed when first asked for, and again whenever the words change.
 */
export function settingPages(
  pages: ReadonlyMap<string, Page>,
  settings: () => Promise<GivenSettings>,
): (path: string) => Promise<Page> | undefined {
  let read: { given?: GivenSettings; words: Words } = { words: {} };
  /** By path: the page as it was made for these words; null for a page without texts of settings. */
  const made = new Map<string, { built: Page; words: string; ready: Promise<Page> } | null>();
  const find = (path: string) => {
    const built = pages.get(path);
    const one = built && hasPlaces(built) ? { built, words: '', ready: Promise.resolve(built) } : null;
    made.set(path, one);
    read = { words: {} }; // what is published is in the words, too
    return one;
  };
  return (path) => {
    const known = made.get(path);
    const one = known === undefined || (known && known.built !== pages.get(path)) ? find(path) : known;
    return one
      ? settings().then((given) => {
          if (read.given !== given) read = { given, words: wordsOf(given) }; // the same for seconds, of many requests
          const key = JSON.stringify(read.words);
          if (one.words !== key) Object.assign(one, { words: key, ready: packed(one.built, read.words) });
          return one.ready;
        })
      : undefined;
  };
}

const hasPlaces = ({ body, headers }: Page) =>
  headers['Content-Type']?.startsWith('text/html') && Buffer.from(body).includes(' data-words="');

async function packed({ body, headers }: Page, words: Words): Promise<Page> {
  const html = filled(Buffer.from(body).toString(), words);
  const text = new Uint8Array(Buffer.from(html));
  const page: Page = { body: text, unpacked: true, etag: etagOf(text), headers };
  await pack(new Map([['', page]]), new AbortController().signal);
  return page;
}

/** What a PDF may do by itself or carry along, and that not all of it was read: the desk is warned before it downloads one. */
export type ActiveContent =
  | 'programa'
  | 'abre-programa'
  | 'arquivo-dentro'
  | 'acao-ao-abrir'
  | 'nao-conferido';

/** `whole`: reaches its end and has a root and pages; what else is wrong, viewers mend. */
export type PdfStructure = { whole: boolean; active: ActiveContent[] };

/**
 * Reads a PDF, `text` being its bytes, a character each. `inflate` gives what the zlib data at an offset
 * holds, null when that is none or too much. Found are active content, also in object streams, and as
 * 'nao-conferido' what is not followed: encryption, filters other than Flate, other kinds of forms and
 * actions. Wrong offsets are no fault. Its source runs in a worker, so it uses no name of this module.
 */
export function pdfStructure(text: string, inflate: (at: number) => string | null): PdfStructure {
  const MEANING: Record<string, ActiveContent> = {
    JavaScript: 'programa',
    Launch: 'abre-programa',
    EmbeddedFile: 'arquivo-dentro',
    Encrypt: 'nao-conferido',
    GoToE: 'nao-conferido',
    GoToR: 'nao-conferido',
    ImportData: 'nao-conferido',
    RichMedia: 'nao-conferido',
    SubmitForm: 'nao-conferido',
    XFA: 'nao-conferido',
  };
  /** All that is looked for behind a slash. Readers take any stream with a `/First` for one of objects; an outline's is no number. Short names count only before what makes them one. */
  const NAME =
    /\/((?:JavaScript|Launch|EmbeddedFile|Encrypt|GoToE|GoToR|ImportData|Rendition|RichMedia|SubmitForm|XFA|Pages|OpenAction|ObjStm)(?![A-Za-z0-9])|First(?=\s+\d+(?!\d|\s+\d+\s+R))|Root(?=\s+\d+\s+\d+\s+R)|AA(?=\s*(?:<<|\d+\s+\d+\s+R)))/y;
  /** A name of letters, of which some are written by their codes. */
  const ESCAPED_NAME = /\/[A-Za-z]*#[\dA-Fa-f]{2}(?:[A-Za-z\d]|#[\dA-Fa-f]{2})*/y;
  /**
   * The dictionary of an object stream that can be read here; one with any other word, a string or a comment
   * is not trusted.
   */
  const DICTIONARY =
    /<<\s*(?:\/(?:Type\s*\/ObjStm|(?:N|First|Length|Extends)\s+\d+(?:\s+\d+\s+R)?|Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\]))\s*)+>>\s*stream\r?\n/y;
  const DICTIONARY_MAX = 300;
  /** How far from the end `%%EOF` and `startxref` may stand: up to 1 KB of junk may follow them. */
  const TAIL_BYTES = 2_048;
  /** What stands first after the comments: a page of the web, which only says that it is a PDF. */
  const WEB_PAGE =
    /^[^<]{0,1019}?%PDF-[^\r\n]*[\r\n]\s*(?:%[^\r\n]*[\r\n]\s*)*<(?:!doctype|[?]xml|html|head|body|script|svg)/i;

  const found = new Set<ActiveContent>();
  const objects = new Map<string, string[]>();

  /** The beginnings of the dictionaries that a value is, or that it refers to; of none in an object stream, which is judged by the names in there alone. */
  const dictionariesOf = (value: string): string[] => {
    const [, number, generation] = /^(\d{1,10})\s+(\d{1,5})\s+R/.exec(value) ?? [];
    if (number === undefined) return value.startsWith('<<') ? [value] : [];
    const object = `(?:^|\\D)${number}\\s+${generation}\\s+obj\\s*(<<[\\s\\S]{0,200})`;
    const known = objects.get(object) ?? [...text.matchAll(RegExp(object, 'g'))].map(([, of = '']) => of);
    objects.set(object, known);
    return known;
  };
  /** Opening at a place does nothing; any other action may. */
  const acts = (action: string): boolean =>
    dictionariesOf(action).some((of) => !/\/S\s*\/GoTo(?![A-Za-z])/.test(of));
  /** Whether one of a page's actions is done when the page opens, or is shown. */
  const actsWhenShown = (actions: string): boolean =>
    dictionariesOf(actions).some((of) =>
      [...of.matchAll(/\/(?:O|PO|PV)\s*(?=<<|\d)/g)].some(({ 0: key, index }) =>
        acts(of.slice(index + key.length)),
      ),
    );
  /**
   * The names of a part that are looked for, and those with escapes, each with its place. Slashes are searched
   * and what is behind them compared: a pattern that searches five megabytes itself takes several times as long.
   */
  const namesIn = (part: string) => {
    const names: { word: string; at: number }[] = [];
    const escaped: { at: number; end: number }[] = [];
    for (let at = part.indexOf('/'); at >= 0; at = part.indexOf('/', at + 1)) {
      const next = part.charCodeAt(at + 1) | 32;
      if (next !== 35 && (next < 97 || next > 122)) continue; // neither `#` nor a letter
      NAME.lastIndex = at;
      ESCAPED_NAME.lastIndex = at;
      const [, word] = (next !== 35 && NAME.exec(part)) || [];
      if (word) names.push({ word, at });
      if (ESCAPED_NAME.test(part)) escaped.push({ at, end: ESCAPED_NAME.lastIndex });
    }
    return { names, escaped };
  };
  const LETTERS = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  /** A part with the escapes of these names read. */
  const plainOf = (part: string, escaped: { at: number; end: number }[]): string => {
    let from = 0;
    const pieces: string[] = [];
    for (const { at, end } of escaped) {
      const [start = '', ...codes] = part.slice(at, end).split('#'); // a pattern takes three times as long
      pieces.push(part.slice(from, at), start);
      for (const code of codes) pieces.push(LETTERS[Number.parseInt(code.slice(0, 2), 16)] + code.slice(2));
      from = end;
    }
    return pieces.join('') + part.slice(from);
  };
  const isStream = ({ word }: { word: string }) => word === 'ObjStm' || word === 'First';

  /** Records the active content of a part. Returns its names as written and with their escapes decoded. */
  const look = (part: string) => {
    const { names: written, escaped } = namesIn(part);
    const plain = escaped.length > 0 ? plainOf(part, escaped) : part;
    const read = plain === part ? written : namesIn(plain).names;
    for (const { word, at } of read) {
      const meaning = MEANING[word];
      if (meaning) found.add(meaning);
      if (word === 'Rendition')
        found.add(
          /\/JS(?![A-Za-z0-9])/.test(plain.slice(Math.max(0, at - 400), at + 400))
            ? 'programa'
            : 'nao-conferido',
        );
      if (word !== 'OpenAction' && word !== 'AA') continue;
      const [, action = ''] = /^\s*([\s\S]{0,200})/.exec(plain.slice(at + word.length + 1)) ?? [];
      if (word === 'AA' ? actsWhenShown(action) : acts(action)) found.add('acao-ao-abrir');
    }
    pages ||= read.some(({ word }) => word === 'Pages');
    return { written, read };
  };

  if (!/startxref\s+\d+[\s\S]*%%EOF/.test(text.slice(-TAIL_BYTES))) return { whole: false, active: [] };
  let pages = false;
  const { written, read } = look(text);
  const streams = written.filter(isStream);
  pages ||= streams.length > 0;
  if (read.filter(isStream).length !== streams.length) found.add('nao-conferido');
  let end = 0;
  for (const { at } of streams) {
    if (at < end) continue; // in the dictionary that was read
    const from = Math.max(0, at - DICTIONARY_MAX);
    DICTIONARY.lastIndex = from + text.slice(from, at).lastIndexOf('<<');
    const [dictionary] = DICTIONARY.exec(text) ?? [''];
    end = DICTIONARY.lastIndex;
    const inside = at < end && (dictionary.includes('/Filter') ? inflate(end) : '');
    if (typeof inside === 'string') look(inside);
    else found.add('nao-conferido');
  }

  const whole =
    pages &&
    read.some(({ word }) => word === 'Root') &&
    /obj(?<=\d\s+\d+\s+obj)(?![a-z])/.test(text) &&
    !WEB_PAGE.test(text);
  const ORDER = ['programa', 'abre-programa', 'arquivo-dentro', 'acao-ao-abrir', 'nao-conferido'] as const;
  return { whole, active: ORDER.filter((word) => found.has(word)) };
}

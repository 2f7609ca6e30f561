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
    GoToR: 'nao-conferido',
    RichMedia: 'nao-conferido',
    SubmitForm: 'nao-conferido',
    XFA: 'nao-conferido',
  };
  /** One pass for all of them: each costs a millisecond of 5 MB. */
  const NAMES =
    /\/(JavaScript|Launch|EmbeddedFile|Encrypt|GoToR|RichMedia|SubmitForm|XFA|Pages)(?![A-Za-z0-9])/g;
  /** A name of letters, of which some are written by their codes. */
  const ESCAPED_NAME = /\/[A-Za-z]*#[\dA-Fa-f]{2}(?:[A-Za-z\d]|#[\dA-Fa-f]{2})*/g;
  /** Readers take any stream with a `/First` for one of objects; an outline's is no number. */
  const OBJECT_STREAM = /\/(?:ObjStm(?![A-Za-z0-9])|First\s+\d+(?!\d|\s+\d+\s+R))/g;
  /** Of an object stream that can be read here: any other word in it, a string or a comment may mislead. */
  const DICTIONARY =
    /<<\s*(?:\/(?:Type\s*\/ObjStm|(?:N|First|Length|Extends)\s+\d+(?:\s+\d+\s+R)?|Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\]))\s*)+>>\s*stream\r?\n/y;
  const DICTIONARY_MAX = 300;
  /** `%%EOF` and `startxref` stand in the last so many bytes: up to 1 KB of junk may follow them. */
  const TAIL_BYTES = 2_048;
  /** What stands first after the comments: a page of the web, which only says that it is a PDF. */
  const WEB_PAGE =
    /^%PDF-[^\r\n]*[\r\n]\s*(?:%[^\r\n]*[\r\n]\s*)*<(?:!doctype|[?]xml|html|head|body|script|svg)/i;

  const found = new Set<ActiveContent>();
  const judged = new Map<string, boolean>();

  /** Opening at a place does nothing; any other action, or object that defines one, may. One in an object stream is judged by the names in there alone. */
  const acts = (action: string): boolean => {
    const [, number, generation] = /^(\d{1,10})\s+(\d{1,5})\s+R/.exec(action) ?? [];
    if (number === undefined) return action.startsWith('<<') && !/\/S\s*\/GoTo(?![A-Za-z])/.test(action);
    const object = `(?:^|\\D)${number}\\s+${generation}\\s+obj\\s*(<<[\\s\\S]{0,200})`;
    const known =
      judged.get(object) ?? [...text.matchAll(RegExp(object, 'g'))].some(([, of = '']) => acts(of));
    judged.set(object, known);
    return known;
  };
  /** Notes what a part holds; gives it with the escapes of its names read. */
  const look = (part: string): string => {
    const plain = part.replace(ESCAPED_NAME, (name) =>
      name.replace(/#([\dA-Fa-f]{2})/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
    for (const [, name = ''] of plain.matchAll(NAMES)) {
      const word = MEANING[name];
      if (word) found.add(word);
      pages ||= name === 'Pages';
    }
    for (const [, action = ''] of plain.matchAll(/\/OpenAction(?![A-Za-z0-9])\s*(?=([\s\S]{0,200}))/g))
      if (acts(action)) found.add('acao-ao-abrir');
    return plain;
  };

  if (!/startxref\s+\d+[\s\S]*%%EOF/.test(text.slice(-TAIL_BYTES))) return { whole: false, active: [] };
  const streams = Array.from(text.matchAll(OBJECT_STREAM), ({ index }) => index);
  let pages = streams.length > 0;
  const plain = look(text);
  if (plain !== text && (plain.match(OBJECT_STREAM)?.length ?? 0) !== streams.length)
    found.add('nao-conferido');
  let end = 0;
  for (const index of streams) {
    if (index < end) continue; // in the dictionary that was read
    const from = Math.max(0, index - DICTIONARY_MAX);
    DICTIONARY.lastIndex = from + text.slice(from, index).lastIndexOf('<<');
    const [dictionary] = DICTIONARY.exec(text) ?? [''];
    end = DICTIONARY.lastIndex;
    const inside = index < end && (dictionary.includes('/Filter') ? inflate(end) : '');
    if (typeof inside === 'string') look(inside);
    else found.add('nao-conferido');
  }

  const whole =
    pages &&
    /\/Root\s+\d+\s+\d+\s+R/.test(plain) &&
    /\d\s+\d+\s+obj(?![a-z])/.test(text) &&
    !WEB_PAGE.test(text);
  const ORDER = ['programa', 'abre-programa', 'arquivo-dentro', 'acao-ao-abrir', 'nao-conferido'] as const;
  return { whole, active: ORDER.filter((word) => found.has(word)) };
}

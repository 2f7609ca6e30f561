import { latin, type ReadAt } from './read-at.ts';

/** What a PDF may do by itself or carry along: the desk is warned before it downloads one. */
export const ACTIVE_CONTENT = {
  JavaScript: 'programa',
  Launch: 'abre-programa',
  EmbeddedFile: 'arquivo-dentro',
  OpenAction: 'acao-ao-abrir',
} as const;
export type ActiveContent = (typeof ACTIVE_CONTENT)[keyof typeof ACTIVE_CONTENT];

/** Decompresses zlib data, of which it may get too much or too little; null when it is none. */
export type Inflate = (bytes: Uint8Array) => Uint8Array | null;

/** `%%EOF` and `startxref` stand in the last so many bytes: up to 1 KB of junk may follow them. */
const TAIL_BYTES = 2_048;
const PIECE_BYTES = 256 * 1024;
/** What of a piece is read again with the next one, so that no name is cut in two. */
const OVERLAP = 512;
const OBJECT_STREAMS_MAX = 32;
const OBJECT_STREAM_BYTES = 256 * 1024;
const INFLATED_MAX = 4 * 1024 * 1024;

/** What the names that are looked for begin with, after their slash; `#4a` may stand for a letter. */
const FIRST_LETTERS = tableOf('RPOJLE#');
const NAME_LETTERS = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#');
const SLASH = 47;
const NAME_MIN = 3;
const NAME_MAX = 40;
const ACTION_BYTES = 200;

/** Objects that a hostile file may name as what happens on opening. */
const OPEN_ACTIONS_MAX = 3;

/** Names with escapes; a PDF with more has something to hide. */
const ESCAPED_MAX = 1_000;

/** `escaped`: names with escapes so far; `opens`: something happens on opening; `actions`: objects, as `12 0`, that may say what. */
type Found = {
  names: Set<string>;
  objectStreams: number[];
  escaped: number;
  opens: boolean;
  actions: Set<string>;
};

/**
 * Whether a PDF reaches its end and has a root and pages, and its active content, also in object streams.
 * Wrong offsets are no fault, because viewers rebuild them; what is encrypted or
 * compressed is believed to be there. One pass over the file in pieces.
 */
export async function pdfStructure(
  size: number,
  read: ReadAt,
  inflate: Inflate,
): Promise<{ whole: boolean; active: ActiveContent[] }> {
  const end = latin(await read(Math.max(0, size - TAIL_BYTES), TAIL_BYTES));
  if (!/startxref\s+\d+[\s\S]*%%EOF/.test(end)) return { whole: false, active: [] };
  const found: Found = { names: new Set(), objectStreams: [], escaped: 0, opens: false, actions: new Set() };
  for (let at = 0; at < size; at += PIECE_BYTES - OVERLAP) look(await read(at, PIECE_BYTES), at, found);
  await lookInObjectStreams(found, read, inflate);

  const { names } = found;
  if (found.opens || (await definesAction(found.actions, size, read))) names.add('OpenAction');
  const active = Object.entries(ACTIVE_CONTENT).flatMap(([name, word]) => (names.has(name) ? [word] : []));
  const whole = names.has('Root') && (names.has('Pages') || names.has('ObjStm'));
  return { whole, active };
}

/** Notes the names of a piece that begins at `start` of the file. */
function look(piece: Uint8Array, start: number, found: Found): void {
  for (let at = piece.indexOf(SLASH); at >= 0; at = piece.indexOf(SLASH, at + 1)) {
    if (FIRST_LETTERS[piece[at + 1] ?? 0] === 0) continue;
    let end = at + 2;
    while (end - at <= NAME_MAX && NAME_LETTERS[piece[end] ?? 0] === 1) end += 1;
    if (end - at <= NAME_MIN) continue;
    const name = nameOf(lettersOf(piece, at + 1, end), found);
    if (name === 'OpenAction' && !found.opens)
      noteOpenAction(latin(piece.subarray(end, end + ACTION_BYTES)), found);
    else if (name === 'ObjStm') found.objectStreams.push(start + at);
    if (name === 'Root' || name === 'Pages' || name === 'ObjStm') found.names.add(name);
    else if (name !== 'OpenAction' && Object.hasOwn(ACTIVE_CONTENT, name)) found.names.add(name);
  }
}

/** Opening at a place does nothing; any other action, or the object that it is, is noted. */
function noteOpenAction(after: string, found: Found): void {
  const value = after.trimStart();
  const [, number, generation] = /^(\d{1,10})\s+(\d{1,5})\s+R/.exec(value) ?? [];
  if (number !== undefined && found.actions.size < OPEN_ACTIONS_MAX)
    found.actions.add(`${number} ${generation}`);
  else if (value.startsWith('<<') && !isPlace(value)) found.opens = true;
}

/** Whether one of the objects is an action. One in an object stream is judged by the names in there alone. */
async function definesAction(objects: Set<string>, size: number, read: ReadAt): Promise<boolean> {
  for (const object of objects) {
    const definition = new RegExp(`(?:^|\\D)${object.replace(' ', '\\s+')}\\s+obj\\s*(<<[\\s\\S]{0,200})`);
    for (let at = 0; at < size; at += PIECE_BYTES - OVERLAP) {
      const value = definition.exec(latin(await read(at, PIECE_BYTES)))?.[1];
      if (value !== undefined && !isPlace(value)) return true;
    }
  }
  return false;
}

const isPlace = (value: string) => value.startsWith('[') || /\/S\s*\/GoTo(?![A-Za-z])/.test(value);

async function lookInObjectStreams(found: Found, read: ReadAt, inflate: Inflate): Promise<void> {
  let inflated = 0;
  const streams = found.objectStreams.slice(0, OBJECT_STREAMS_MAX);
  for (const at of streams) {
    if (inflated >= INFLATED_MAX) return;
    const piece = await read(at, OBJECT_STREAM_BYTES);
    const begin = /stream\r?\n/.exec(latin(piece.subarray(0, 1_024)));
    const bytes = begin && inflate(piece.subarray(begin.index + begin[0].length));
    if (!bytes) continue;
    inflated += bytes.length;
    look(bytes.subarray(0, INFLATED_MAX), at, found);
  }
}

/** A name with its escapes read. */
function nameOf(text: string, found: Found): string {
  if (!text.includes('#')) return text;
  found.escaped += 1;
  if (found.escaped > ESCAPED_MAX) return 'JavaScript';
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** By byte: 1 for a letter of these, 0 for any other. */
function tableOf(letters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}

/** `latin` for the few letters of a name, of which a file may hold a million. */
function lettersOf(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

import { ApiError } from '../core/errors.ts';

/**
 * 400 PGRST100 for a query string that does not parse: `details` say what was expected, `hint` which
 * call to make instead of one that PostgREST serves; neither repeats what was sent.
 */
export function parseError(what: string, details: string, hint: string | null = null): ApiError {
  return new ApiError(400, 'PGRST100', `failed to parse ${what}`, { details, hint });
}

/** What PostgREST has in the place of a column, by what gives it away, and what to ask for instead. */
const INSTEAD: readonly [sign: RegExp, hint: string][] = [
  [/->/, 'Ask for the whole column'],
  [/[()]/, 'Read each table by itself; count its rows with Prefer: count=exact'],
  [/\./, 'Filter a table by its own columns'],
  [/::/, 'Ask for the column as it is stored'],
  [/:/, 'Ask for the column by its own name'],
];

/** A column name, plain or in double quotes. Throws 400 for anything else, such as an embedded table, a cast or an alias. */
export function parseName(text: string, what: string): string {
  const inside = /^"((?:[^"\\]|\\.)+)"$/s.exec(text)?.[1];
  if (inside !== undefined) return inside.replaceAll(/\\(.)/gs, '$1');
  if (/^[\p{L}_][\p{L}\p{N}_$ -]*$/u.test(text)) return text;
  const [, hint = null] = INSTEAD.find(([sign]) => sign.test(text)) ?? [];
  throw parseError(what, 'Expected the name of a column', hint);
}

/** Splits at the commas outside double quotes. Throws 400 when a quote is not closed. */
export function splitAtCommas(text: string, what: string): string[] {
  const parts: string[] = [];
  let [began, quoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (quoted && text[at] === '\\') at++;
    else if (!quoted && text[at] === ',') {
      parts.push(text.slice(began, at));
      began = at + 1;
    }
  }
  if (quoted) throw parseError(what, 'A quote is not closed');
  return [...parts, text.slice(began)];
}

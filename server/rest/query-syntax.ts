import { ApiError } from '../core/errors.ts';

/** 400 PGRST100 for a query string that does not parse; `details` say what was expected, never what was sent. */
export function parseError(what: string, details: string): ApiError {
  return new ApiError(400, 'PGRST100', `failed to parse ${what}`, { details });
}

/** A column name, plain or in double quotes. Throws 400 for embedded tables, casts, JSON paths and aliases. */
export function parseName(text: string, what: string): string {
  const inside = /^"((?:[^"\\]|\\.)+)"$/s.exec(text)?.[1];
  if (inside !== undefined) return inside.replaceAll(/\\(.)/gs, '$1');
  if (/^[\p{L}_][\p{L}\p{N}_$ -]*$/u.test(text) && !text.includes('->')) return text;
  throw parseError(what, 'Expected the name of a column');
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

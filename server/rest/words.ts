import { ApiError } from '../core/errors.ts';

/** The refusal of a query string that cannot be read; `details` say what was expected, never what was sent. */
export function fail(what: string, details: string): ApiError {
  return new ApiError(400, 'PGRST100', `failed to parse ${what}`, { details });
}

/** A column's name as it stands in a query string, plain or in double quotes. Throws 400 for embeds, casts, paths and aliases. */
export function nameOf(text: string, what: string): string {
  const inside = /^"((?:[^"\\]|\\.)+)"$/s.exec(text)?.[1];
  if (inside !== undefined) return inside.replaceAll(/\\(.)/gs, '$1');
  if (/^[\p{L}_][\p{L}\p{N}_$ -]*$/u.test(text) && !text.includes('->')) return text;
  throw fail(what, 'Expected the name of a column');
}

/** Parts between the commas that stand outside double quotes. Throws 400 when a quote is not closed. */
export function splitList(text: string, what: string): string[] {
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
  if (quoted) throw fail(what, 'A quote is not closed');
  return [...parts, text.slice(began)];
}

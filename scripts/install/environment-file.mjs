// `.env`, as any editor of any system saves it.

import { lstatSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is wrong with `.env`; a value is never quoted, since it may be a password. */
class EnvironmentFileError extends Error {
  /** @override */
  name = 'ConfigError';
}

const NAMED = /^(?:export\s+)?([\w.-]+)\s*=(.*)$/;
/** Text in quotes, and what follows it. */
const QUOTED = /^\s*(["'`])(.*?)\1\s*(.*)$/;
/** Without a blank before it a `#` is part of the value, as in a password. */
const NOTE = /\s#.*$/;

/**
 * Reads `.env` when there is one into the environment; what that says already wins.
 * Throws in one sentence when it cannot be read, or a line of it not be understood.
 */
export function readEnvironmentFile(file = fileURLToPath(new URL('../../.env', import.meta.url))) {
  if (!lstatSync(file, { throwIfNoEntry: false })) return;
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new EnvironmentFileError(
      `${file} está aí, e não pode ser lido (${code}): é preciso um arquivo de texto que esta conta leia`,
    );
  }
  for (const [name, value] of Object.entries(parseEnvironment(bytes))) process.env[name] ??= value;
}

/**
 * The variables of the bytes of a `.env`.
 * @param {Uint8Array} bytes
 * @returns {Record<string, string>}
 */
export function parseEnvironment(bytes) {
  /** @type {Record<string, string>} */
  const variables = {};
  for (const [at, whole] of textOf(bytes)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value = ''] = NAMED.exec(line) ?? [];
    if (!name) throw wrong(at, 'escreva NOME=valor, ou # no começo do que é só nota');
    const [, quote, quoted = '', rest = ''] = QUOTED.exec(value) ?? [];
    if (rest && !rest.startsWith('#'))
      throw wrong(
        at,
        `em ${name} há texto depois das aspas que fecham; use aspas de outro tipo em volta do valor`,
      );
    if (!quote && /^\s*["'`]/.test(value))
      throw wrong(
        at,
        `em ${name} as aspas que abrem não fecham; feche-as, ou use aspas de outro tipo em volta do valor`,
      );
    const text = quote === '"' ? quoted.replaceAll('\\n', '\n') : quoted;
    variables[name] = quote ? text : value.replace(NOTE, '').trim();
  }
  return variables;
}

/**
 * @param {number} at
 * @param {string} what
 */
const wrong = (at, what) => new EnvironmentFileError(`.env, linha ${at + 1}: ${what}`);

/**
 * UTF-8 or UTF-16 with or without the mark of its beginning, else what older editors of Windows write.
 * @param {Uint8Array} bytes
 */
function textOf(bytes) {
  const [first = 1, second = 1] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

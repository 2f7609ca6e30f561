// Mistakes in content/, found in the sources before anything is made from them; nothing is written.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { codeIn, missingNames, nameOf } from './content/missing-names.mjs';
import { load, ROOT } from './ensure.mjs';
import { photoNames } from './photos.mjs';

/** What people read when the owner's words cannot be used: a line for each mistake, with file and line. */
export class ContentError extends Error {
  /** @override */
  name = 'ContentError';

  /** @param {string[]} problems */
  constructor(problems) {
    super(['Corrija em content/ e rode de novo:', ...new Set(problems)].join('\n  '));
  }
}

/**
 * @typedef {{ path: string, text: string, program: any }} Source a parsed file; `path` from the project's folder
 */

/**
 * Throws ContentError for what is not written as it must be, a name that nothing reads or that is missing, and a value that
 * app/content-rules.ts refuses.
 */
export async function checkContent() {
  const sources = parsed();
  const unknown = unknownNames(sources);
  if (unknown.length > 0) throw new ContentError(unknown);
  const { contentProblems, files } = await rules(sources);
  /** @type {{ path: PropertyKey[], says: string }[]} */
  const problems = contentProblems(photoNames());
  if (problems.length > 0)
    throw new ContentError(
      problems.map(({ path, says }) => `${placeOf(sources, path)}: ${path.join('.')}: ${says}`),
    );
  const missing = missingNames(files);
  if (missing.length > 0)
    throw new ContentError(
      missing.map(
        (path) =>
          `${placeOf(sources, path)}: falta «${path.join('.')}», que o site usa; compare com o que havia: git diff content/`,
      ),
    );
}

/** @returns {Source[]} */
function parsed() {
  /** @type {string[]} */
  const problems = [];
  const sources = readdirSync(join(ROOT, 'content')).flatMap((name) => {
    const path = `content/${name}`;
    const isData = name.endsWith('.json');
    const file = readFileSync(join(ROOT, path), 'utf8');
    const text = isData ? `(${file})` : file;
    if (!isData && !/(?<!\.test)\.ts$/.test(name)) return [];
    const { program, errors } = parseSync(isData ? `${path}.ts` : path, text);
    const [error] = errors;
    if (error) problems.push(inWords(path, text, error));
    return [{ path, text, program }];
  });
  if (problems.length > 0) throw new ContentError(problems);
  return sources;
}

/** Blanks and comments at the end. */
const NOTHING = /(?:\s|\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*)+$/;

/**
 * What the parser says, for somebody who does not program.
 * @param {string} path
 * @param {string} text
 * @param {{ message: string, labels: { start: number }[] }} error
 */
function inWords(path, text, { message, labels }) {
  const at = labels[0]?.start ?? 0;
  const conflict = text.search(/^<{7}/m);
  if (conflict >= 0)
    return `${place(path, text, conflict)}: o git deixou aqui as duas versões do texto, a da versão nova e a sua: fique com uma e apague as linhas <<<<<<<, ======= e >>>>>>>`;
  if (/^Unterminated string/.test(message))
    return `${place(path, text, at)}: falta a aspa que fecha este texto`;
  if (/^Expected `,`/.test(message))
    return `${place(path, text, text.slice(0, at).replace(NOTHING, '').length)}: falta uma vírgula no fim desta linha, ou há uma aspa no meio do texto`;
  const [found] = text.slice(at).match(/^\S{1,20}/) ?? ['o fim do arquivo'];
  return `${place(path, text, at)}: aqui não era para vir «${found}»: falta uma vírgula, aspa ou chave antes, ou sobra uma`;
}

/** Not one of the codes that are written otherwise, such as `em-analise`. */
const NAME = /^[a-z][a-zA-Z]*$/;

/**
 * A misspelt name (`fone` for `phone`) stands nowhere else in the sources: its value would be shown nowhere.
 * @param {Source[]} sources
 */
function unknownNames(sources) {
  const known = new Set(
    codeIn(['app', 'domain', 'server', 'supabase']).flatMap(({ text }) => text.match(/\w+/g) ?? []),
  );
  for (const { program } of sources)
    new Visitor({
      MemberExpression: ({ property }) => void known.add(/** @type {any} */ (property).name),
    }).visit(program);
  /** @type {string[]} */
  const problems = [];
  for (const { path, text, program } of sources)
    new Visitor({
      Property({ key, start }) {
        const name = nameOf(key);
        if (NAME.test(name) && !known.has(name))
          problems.push(
            `${place(path, text, start)}: o site não conhece o nome «${name}»; veja se está escrito certo`,
          );
      },
    }).visit(program);
  return problems;
}

/**
 * The rules and what they check, run from the sources.
 * @param {Source[]} sources
 * @returns {Promise<any>}
 */
async function rules(sources) {
  /** @type {Record<string, object>} */
  const files = {};
  try {
    for (const { path } of sources)
      files[path] = path.endsWith('.json')
        ? JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
        : await load(path);
    return { ...(await load('app/content-rules.ts')), files };
  } catch (error) {
    const said = /** @type {Error} */ (error).message;
    const [, loose = '', missing = loose] = /^(\S+) is not defined|export named '(\w+)'/.exec(said) ?? [];
    const places = unquoted(sources, loose);
    throw new ContentError(
      places.length > 0
        ? places
        : [
            `falta um nome que outro arquivo usa (${missing || said}); compare com o que havia: git diff content/`,
          ],
    );
  }
}

/**
 * Where a word stands as if it were a name; nowhere when some file takes it for one.
 * @param {Source[]} sources
 * @param {string} word
 */
function unquoted(sources, word) {
  /** @type {string[]} */
  const found = [];
  let isName = false;
  for (const { path, text, program } of sources)
    new Visitor({
      Identifier({ name, start }) {
        if (name === word)
          found.push(
            `${place(path, text, start)}: «${word}» está sem aspas, ou é um nome que mudou em outra linha`,
          );
      },
      ImportSpecifier({ local }) {
        isName ||= local.name === word;
      },
    }).visit(program);
  return isName ? [] : found;
}

/**
 * Where `brand.hours.0.opens` is written, or the nearest thing around it.
 * @param {Source[]} sources
 * @param {readonly PropertyKey[]} names
 */
function placeOf(sources, [root, ...names]) {
  for (const { path, text, program } of sources) {
    let node = exported(program, String(root));
    if (!node) continue;
    for (const name of names) {
      const { elements, properties } = node.value ?? node;
      const next =
        elements?.[name] ??
        properties?.find((/** @type {any} */ each) => each.key && nameOf(each.key) === name);
      if (!next) break;
      node = next;
    }
    return place(path, text, node.start);
  }
  return 'content/';
}

/**
 * The value of `export const name = …`.
 * @param {any} program
 * @param {string} name
 */
function exported(program, name) {
  for (const { declaration } of program.body)
    for (const { id, init } of declaration?.declarations ?? [])
      if (id.name === name) return init.expression ?? init; // without `as const`
}

/**
 * @param {string} path
 * @param {string} text
 * @param {number} at
 */
const place = (path, text, at) => `${path}, linha ${text.slice(0, at).split('\n').length}`;

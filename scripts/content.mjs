// Mistakes in content/, found in the sources before anything is made from them; nothing is written.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { missingNames } from './content/missing-names.mjs';
import { filesBelow, load, ROOT } from './ensure.mjs';
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

/** @typedef {{ path: string, text: string, program: any }} Source a parsed file; `path` from the project's folder */
/** @typedef {{ file: string, text: string }} Code a file of the program */

/**
 * Throws ContentError for what is not written as it must be, a name that nothing reads or that is missing, and a value that
 * app/content-rules.ts refuses.
 */
export async function checkContent() {
  const sources = parsed();
  const code = ['app', 'domain', 'server', 'supabase', 'content']
    .flatMap((folder) => filesBelow(join(ROOT, folder)))
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file: file.slice(ROOT.length + 1), text: readFileSync(file, 'utf8') }));
  refuse(unknownNames(sources, code));
  const { contentProblems, files } = await loaded(sources);
  /** @type {{ path: PropertyKey[], says: string }[]} */
  const problems = contentProblems(photoNames());
  refuse(problems.map(({ path, says }) => `${placeOf(sources, path)}: ${path.join('.')}: ${says}`));
  refuse(
    missingNames(files, code).map(
      (path) => `${placeOf(sources, path)}: falta «${path.join('.')}», que o site usa; ${COMPARE}`,
    ),
  );
}

export const COMPARE = 'compare com o que havia: git diff content/';

/** @param {string[]} problems */
function refuse(problems) {
  if (problems.length > 0) throw new ContentError(problems);
}

/** @returns {Source[]} */
function parsed() {
  /** @type {string[]} */
  const problems = [];
  const sources = readdirSync(join(ROOT, 'content')).flatMap((name) => {
    const path = `content/${name}`;
    const isData = name.endsWith('.json');
    if (!isData && !/(?<!\.test)\.ts$/.test(name)) return [];
    const file = readFileSync(join(ROOT, path), 'utf8');
    const text = isData ? `(${file})` : file;
    const { program, errors } = parseSync(isData ? `${path}.ts` : path, text);
    if (errors[0]) problems.push(inWords(path, text, errors[0]));
    return [{ path, text, program }];
  });
  refuse(problems);
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
 * @param {Code[]} code
 */
function unknownNames(sources, code) {
  const known = new Set(
    code.flatMap(({ file, text }) => text.match(file.startsWith('content') ? /(?<=\.)\w+/g : /\w+/g) ?? []),
  );
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
async function loaded(sources) {
  try {
    const rules = await load('app/content-rules.ts');
    /** @type {Record<string, object>} */
    const files = {};
    for (const { path } of sources) if (path.endsWith('.ts')) files[path] = await load(path);
    return { ...rules, files };
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error);
    const [, word, file, line] =
      /^ReferenceError: (\S+) is not defined[\s\S]*?\/(content\/[\w-]+\.ts):(\d+)/.exec(stack ?? '') ?? [];
    const [, needed = message] = /export named '(\w+)'/.exec(message) ?? [];
    throw new ContentError([
      word
        ? `${file}, linha ${line}: «${word}» está sem aspas, ou é um nome que mudou em outra linha`
        : `falta um nome que outro arquivo usa (${needed}); ${COMPARE}`,
    ]);
  }
}

/**
 * Where `modalities.0.title` is written, or the nearest thing around it.
 * @param {Source[]} sources
 * @param {readonly PropertyKey[]} names
 */
function placeOf(sources, [root, ...names]) {
  for (const { path, text, program } of sources)
    for (const { declaration } of program.body)
      for (const { id, init } of declaration?.declarations ?? []) {
        if (id.name !== root) continue;
        let node = init.expression ?? init; // without `as const`
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

/** @param {any} key */
const nameOf = (key) => String(key.name ?? key.value);

/**
 * @param {string} path
 * @param {string} text
 * @param {number} at
 */
const place = (path, text, at) => `${path}, linha ${text.slice(0, at).split('\n').length}`;

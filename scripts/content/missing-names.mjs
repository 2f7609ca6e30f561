// Names of content/ that the code reads and a file of the owner's no longer has: their place on a page would stay
// empty, or the page break on the day that needs it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { filesBelow, ROOT } from '../ensure.mjs';

/**
 * The sources in these folders, without tests.
 * @param {string[]} folders
 */
export const codeIn = (folders) =>
  folders
    .flatMap((folder) => filesBelow(join(ROOT, folder)))
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** @typedef {{ value: any, path: string[] }} Read a value of content/, and where it stands */

/**
 * Each as `['project', 'places']`. What is reached through a list, or by a computed name, is not looked at.
 * @param {Record<string, object>} files what each file of content/ exports, by its path
 */
export function missingNames(files) {
  /** @type {Map<string, string[]>} */
  const missing = new Map();
  for (const { file, text } of codeIn(['app', 'domain', 'server', 'content'])) {
    if (!/\.tsx?$/.test(file) || !`${file}${text}`.includes('content/')) continue;
    /** @type {Map<string, Read>} */
    const imported = new Map();
    /** @param {Read} of @param {string} name */
    const look = ({ value, path }, name) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
      const at = [...path, name];
      if (!(name in value)) missing.set(at.join('.'), at);
      return { value: value[name], path: at };
    };
    /** @param {any} node @returns {Read | undefined} */
    const read = (node) => {
      if (node?.type === 'Identifier') return imported.get(node.name);
      const of = node?.type === 'MemberExpression' && !node.computed ? read(node.object) : undefined;
      return of && look(of, node.property.name);
    };
    new Visitor({
      ImportDeclaration({ source, specifiers, importKind }) {
        const exported = files[join(file, '..', source.value).slice(ROOT.length + 1)];
        if (!exported || importKind === 'type') return;
        for (const each of specifiers)
          if (each.type === 'ImportSpecifier' && each.importKind !== 'type') {
            const found = look({ value: { ...exported }, path: [] }, nameOf(each.imported));
            if (found) imported.set(each.local.name, found);
          }
      },
      MemberExpression: (node) => void read(node),
      VariableDeclarator({ id, init }) {
        const of = id.type === 'ObjectPattern' ? read(init) : undefined;
        if (of && id.type === 'ObjectPattern')
          for (const each of id.properties)
            if (each.type === 'Property' && !each.computed) look(of, nameOf(each.key));
      },
    }).visit(parseSync(file, text).program);
  }
  return [...missing.values()];
}

/** @param {any} key */
export const nameOf = (key) => String(key.name ?? key.value);

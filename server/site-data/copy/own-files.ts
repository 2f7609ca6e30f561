import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeDurably } from '../../core/durable-file.ts';
import { setMode } from '../../core/platform.ts';
import { linesIn } from './part-file.ts';

// The centre's words and pictures, of content/ and fotos/ in the project's folder: a line of a copy for each file. A
// restore puts those that are others than the project's into the data folder, and the owner puts them in place.

/** In a copy, and the folder in DATA_DIR; stored data. */
export const OWN_FILES = 'textos-e-fotos';

const KINDS = { content: /(?<!\.test)\.ts$|\.json$/, fotos: /^[^.].*\.(jpe?g|png|webp|svg)$/i };
const NAME = /^(content|fotos)\/[^/\\]+$/;

/** Their paths in the project's folder; none where that is not the present one. */
export const ownFiles = (project = resolve('.')): string[] =>
  Object.entries(KINDS).flatMap(([folder, kind]) =>
    existsSync(join(project, folder))
      ? readdirSync(join(project, folder))
          .filter((name) => kind.test(name) && statSync(join(project, folder, name)).isFile())
          .sort()
          .map((name) => `${folder}/${name}`)
      : [],
  );

/** The lines of these files. */
export async function* ownLines(
  files: readonly string[],
  project = resolve('.'),
): AsyncGenerator<Uint8Array> {
  for (const arquivo of files) {
    const base64 = readFileSync(join(project, arquivo), 'base64');
    yield Buffer.from(`${JSON.stringify({ arquivo, base64 })}\n`);
  }
}

/** Writes those of a copy's lines that are others than the project's own into the data folder; returns how many. */
export async function bringOwnFiles(
  lines: AsyncIterable<Uint8Array>,
  dataDir: string,
  project = resolve('.'),
): Promise<number> {
  let others = 0;
  for await (const line of linesIn(lines)) {
    const { arquivo, base64 } = JSON.parse(`${Buffer.from(line, 'latin1')}`) as Record<
      'arquivo' | 'base64',
      string
    >;
    const content = Buffer.from(base64, 'base64');
    const here = join(project, arquivo);
    if (!NAME.test(arquivo) || (existsSync(here) && readFileSync(here).equals(content))) continue;
    const file = join(dataDir, OWN_FILES, arquivo);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeDurably(file, content);
    setMode(file, 0o644); // put in place by root, it is read by the site's account
    others += 1;
  }
  return others;
}

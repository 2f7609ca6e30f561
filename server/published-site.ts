import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { centrePage } from '../content/centre.ts';
import { schedule } from '../content/home.ts';
import { type Published, sayOf } from '../content/published.ts';
import { factProblems, labelOf, shownOf } from '../domain/centre/facts.ts';
import { sectionOf } from '../domain/centre/sections.ts';
import { ownContacts } from '../domain/setting-values.ts';
import type { AppContext } from './core/context.ts';
import { writeDurably } from './core/durable-file.ts';
import { ApiError, reasonOf } from './core/errors.ts';
import { boundedQueue } from './core/queue.ts';
import { type Encodings, type Page, pack } from './packing.ts';
import { pageOf, pathOf } from './pages.ts';
import type { Asked } from './render-worker.ts';
import { publishedIn } from './watch/facts.ts';

/** Every server shows what was published within this time. */
const LOOK_MS = 8_000;
/** What could not be drawn is tried again after. */
const AGAIN_MS = 60_000;
const DRAW_LIMIT_MS = 60_000;
/** Most that the desk may have drawn or waiting; further ones are answered 503. What is in force always has its place. */
const DRAWN_MAX = 3;
/** Of a page to be published, packed. What we ship has a bound of its own, 12,000 (decision 36). */
const PAGE_MAX = 20_000;
const HOME = 'index.html';
const MEMORY = { maxOldGenerationSizeMb: 192 };

/** Where the desk's classes are those of content/home.ts, the pages say the desk's from now on: today nobody reads anything else (decision 203). */
export const takeClasses = (database: Pick<AppContext['database'], 'query'>) =>
  database.query(
    `insert into private.centro (secao, versao, valor)
     select 'turmas', 1, '{}' where private.horarios() = $1::jsonb on conflict do nothing`,
    [JSON.stringify(schedule)],
  );

/** The pages as they stand before anybody publishes, which are changed in place, and where what draws them was built. */
export type Redrawn = { pages: Map<string, Page>; folder: string };

/** Pages by their file in dist/site. */
type Drawn = Readonly<Record<string, Page>>;
/** A page as it is served: of its scripts those that were built may run, whatever was published. */
type Framed = (file: string, bytes: Encodings) => Page;
type Changed = readonly [section: string, facts: object];

export type PublishedSite = {
  /** Throws a sentence for facts of a section that may not be published; else the pages are ready for them. */
  check: (section: string, facts: unknown) => Promise<void>;
  /** Shows what the database has now; where that cannot be drawn, what was shown stays. */
  look: () => Promise<void>;
  close: () => void;
};

/**
 * What 'Ajustes → Centro' has published, shown by this server: in its own words, among the centre's contacts, and in its pages,
 * which are drawn once, kept on the disk and swapped in together (decision 199). Without `redrawn` there are no pages.
 */
export function publishedSite(
  { config, database, log }: Pick<AppContext, 'config' | 'database' | 'log'>,
  redrawn: Redrawn | null,
): PublishedSite {
  const { siteUrl } = config;
  const built = new Map(redrawn?.pages);
  const file = join(config.dataDir, 'paginas.json');
  let shown = '{}';
  let photos: string[] = [];
  let failed = { facts: '', until: 0 };
  let ready: { hash: string; pages: Drawn } | null = null;
  let looking = Promise.resolve();
  const oneAtATime = boundedQueue(1, DRAWN_MAX + 1, DRAWN_MAX);

  /** The pages of these facts: those that are ready, on the disk, or drawn now; throws where one that is drawn is too large by what is `changed`. */
  async function pagesOf(folder: string, facts: Published, changed?: Changed): Promise<Drawn> {
    const hash = hashOf(folder, JSON.stringify([facts, siteUrl]));
    const page: Framed = (file, bytes) => {
      const was = Buffer.from(built.get(pathOf(file))?.body ?? []).toString();
      return pageOf(file, bytes, siteUrl, was);
    };
    if (ready?.hash !== hash) ready = { hash, pages: fromDisk(file, hash, page) ?? (await draw(hash)) };
    return ready.pages;

    async function draw(hash: string) {
      const texts = await drawn({ folder, frames: framesIn(folder), facts, siteUrl });
      const pages = Object.fromEntries(
        Object.entries(texts).map(([file, text]) => {
          const body = new Uint8Array(Buffer.from(text));
          return [file, page(file, { body, unpacked: true })];
        }),
      );
      await pack(new Map(Object.entries(pages)), new AbortController().signal);
      for (const [file, { br }] of Object.entries(pages))
        if (changed && file.endsWith('.html') && Number(br?.length) > PAGE_MAX) {
          const was = redrawn?.pages.get(pathOf(file))?.br;
          const others = Object.entries(facts).filter(([name]) => (sectionOf(name)?.page ?? HOME) === file);
          throw tooLarge(Number(was?.length) > PAGE_MAX ? [changed, ...others] : [changed]);
        }
      try {
        writeDurably(file, JSON.stringify({ hash, files: stored(pages) }));
      } catch (error) {
        log.error(reasonOf(error), 'the drawn pages are not kept: the next start draws them again');
      }
      return pages;
    }
  }

  async function show(): Promise<void> {
    const found = await publishedIn(database);
    const wanted = JSON.stringify(found);
    if (wanted === shown || (wanted === failed.facts && Date.now() < failed.until)) return;
    failed = { facts: wanted, until: Date.now() + AGAIN_MS }; // unless it is shown
    const { shown: facts, refused: fields } = shownOf(found);
    if (fields.length > 0) log.error({ fields }, 'published facts are refused and left out');
    const pages =
      redrawn && JSON.stringify(facts) !== '{}'
        ? await oneAtATime(() => pagesOf(redrawn.folder, facts), 'in force')
        : null;
    if (!pages) await pack(built, new AbortController().signal); // the start packs what it finds in its place
    if (redrawn) await showPhotos(redrawn.pages);
    sayOf(facts);
    for (const [path, page] of built) redrawn?.pages.set(path, page);
    for (const [file, page] of Object.entries(pages ?? {})) redrawn?.pages.set(pathOf(file), page);
    await database.query('select private.guardar_contatos($1)', [ownContacts(siteUrl)]);
    shown = wanted;
  }

  /** Serves the photos that the database has, those of the last publications too, and no others of before. */
  async function showPhotos(pages: Redrawn['pages']): Promise<void> {
    const { rows } = await database.query<{ nome: string; bytes: Uint8Array }>(
      'select nome, bytes from private.fotos_do_site',
    );
    for (const path of photos) pages.delete(path);
    photos = rows.map(({ nome }) => `/fotos/${nome}`);
    for (const { nome, bytes } of rows)
      pages.set(`/fotos/${nome}`, pageOf(`fotos/${nome}`, { body: new Uint8Array(bytes) }, null));
  }

  /** What would be shown if the facts of this section were these. */
  const withSection = async (section: string, facts: unknown): Promise<Published> =>
    shownOf({ ...(await publishedIn(database)), [section]: facts ?? {} }).shown;

  const look = () => {
    looking = looking
      .then(show)
      .catch((error) => log.error(reasonOf(error), 'what was published is not shown'));
    return looking;
  };
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    look,
    check: async (section, facts) => {
      if (facts !== null) refuse(section, facts);
      const all = await withSection(section, facts);
      if (redrawn && JSON.stringify(all) !== '{}')
        await oneAtATime(() => pagesOf(redrawn.folder, all, facts ? [section, facts] : undefined), 'desk');
    },
    close: () => clearInterval(timer),
  };
}

const refusal = (says: string) => new ApiError(400, 'P0001', says);

/** Throws the first sentence about facts that may not be published. */
function refuse(section: string, facts: unknown): void {
  const [problem] = Object.entries(factProblems(section, facts));
  if (problem) throw refusal([labelOf(section, problem[0]), problem[1]].filter(Boolean).join(': '));
}

/** Of the longest text in these sections; the desk's classes are in none. */
function tooLarge(sections: readonly Changed[]): ApiError {
  const texts = sections.flatMap(([section, facts]) =>
    Object.entries(facts).map(([name, value]) => ({ section, name, length: JSON.stringify(value).length })),
  );
  const [{ section, name } = { section: '', name: '' }] = texts.sort((a, b) => b.length - a.length);
  return refusal(centrePage.tooLarge(labelOf(section, name) || centrePage.classes));
}

/** The texts of the pages, by file. Throws what the thread throws. */
async function drawn(asked: Asked): Promise<Record<string, string>> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    env: { NODE_ENV: 'production' }, // read by React as it is loaded
    resourceLimits: MEMORY,
  }).on('error', () => {}); // `once` hears it; a later one ends nothing
  try {
    worker.postMessage(asked);
    const [texts] = await once(worker, 'message', { signal: AbortSignal.timeout(DRAW_LIMIT_MS) });
    return texts;
  } finally {
    await worker.terminate();
  }
}

const framesIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'frames.json'), 'utf8'));

/** Of what the pages are drawn from: facts, addresses, and the build. */
function hashOf(folder: string, given: string): string {
  const hash = createHash('sha256').update(given);
  for (const file of ['prerender.js', 'frames.json']) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

type Stored = { hash: string; files: Record<string, { body: string; br?: string; gz?: string }> };

const inText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const inBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

const stored = (pages: Drawn): Stored['files'] =>
  Object.fromEntries(
    Object.entries(pages).map(([file, { body, br, gz }]) => [
      file,
      { body: inText(body), ...(br && { br: inText(br) }), ...(gz && { gz: inText(gz) }) },
    ]),
  );

/** The pages that were drawn last; null where they are of other facts or of another build, or cannot be read. */
function fromDisk(file: string, hash: string, page: Framed): Drawn | null {
  const { hash: found, files } = readStored(file);
  if (found !== hash) return null;
  return Object.fromEntries(
    Object.entries(files).map(([name, { body, br, gz }]) => {
      const bytes = { body: inBytes(body), ...(br && { br: inBytes(br) }), ...(gz && { gz: inBytes(gz) }) };
      return [name, page(name, bytes)];
    }),
  );
}

function readStored(file: string): Stored {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { hash: '', files: {} };
  }
}

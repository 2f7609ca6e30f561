import { renderToString } from 'react-dom/server';
import { FACTS_ID, type Published } from '../content/published.ts';
import { type SitePhoto, writtenPhotos } from '../content/site-photos.ts';
import { SECTIONS } from '../domain/centre/sections.ts';
import { publishedFiles } from './published-files.ts';
import { Site } from './site/Site.tsx';
import { prepare, screenAt, screens } from './site/screens.ts';
import { staticHead } from './site/static-head.ts';

/** File → address of its page. The last is any unknown address. */
export const PAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(screens.map(({ path }) => [`${path.slice(1)}/index.html`.replace(/^\//, ''), path])),
  '404.html': '/404',
};

/** Renders a page: HTML for the head, HTML for the body, and the name of its component, which is its file's name too. */
export async function render(
  address: string,
): Promise<{ head: string; body: string; component: string | null }> {
  const screen = screenAt(address);
  await prepare(screen);
  const html = renderToString(<Site path={address} />);
  // React writes head elements first when the tree has no <head>.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return {
    head: head + staticHead(screen),
    body: html.slice(head.length),
    component: screen?.ready?.name ?? null,
  };
}

/** As React writes it: the slash says nothing in HTML. */
const VOID_ELEMENT = /(<(?:br|hr|img|input|link|meta|source)\b[^>]*?)\s*\/>/g;

/** Where the photos of the centre's own are cut: photo.css, and hero.css for the portrait, which stands in the hero's picture. */
function styleOf(photos: { [name: string]: SitePhoto } = {}): string {
  const rules = Object.keys(writtenPhotos)
    .filter((name) => Object.hasOwn(photos, name))
    .map((name) => {
      const [of, part] = name === 'hero-retrato' ? ['hero', 'portrait'] : [name, 'photo'];
      return `.photo--${of}{--${part}-y:${Number(photos[name]?.y)}%}`;
    });
  return rules[0] ? `<style>${rules.join('')}</style>` : '';
}

/** Of what was published, what a page shows; at the desk, which shows it too as it will be, what the home page does. */
function shownIn(file: string, { quem_somos, projeto, ...home }: Published): { [name: string]: unknown } {
  if (/^(?:admin|index)/.test(file)) return { quem_somos, ...home };
  if (file !== SECTIONS.projeto.page) return { quem_somos };
  const { 'projeto-social': photo }: { [name: string]: object } = { ...home.fotos };
  return { quem_somos, projeto, fotos: photo && { 'projeto-social': photo } };
}

/** The whole page: `frame` is what is around its words, and `published` what was of the centre, for its scripts. */
export function pageOf(
  file: string,
  frame: string,
  { head, body }: { head: string; body: string },
  published: Published = {},
): string {
  const facts = shownIn(file, published);
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
  const element = json === '{}' ? '' : `<script type="application/json" id="${FACTS_ID}">${json}</script>`;
  // Functions as replacements: a `$` in a text stays a `$`.
  return frame
    .replace('</head>', () => `${styleOf(facts.fotos as Record<string, SitePhoto>)}</head>`) // Toaster.tsx adds to the first
    .replace('<!--head-->', () => head + element)
    .replace('<!--body-->', () => body)
    .replace(VOID_ELEMENT, '$1>');
}

/** Every page and text file as this module's facts say it, by file; `frames` are those of `pageOf`. */
export async function renderSite(
  frames: Readonly<Record<string, string>>,
  facts: Published,
): Promise<Record<string, string>> {
  const pages = await Promise.all(
    Object.entries(PAGES).map(async ([file, address]) => {
      const page = pageOf(file, frames[file] ?? '', await render(address), facts);
      return [file, page] as const;
    }),
  );
  return { ...publishedFiles(), ...Object.fromEntries(pages) };
}

export { publishedFiles };

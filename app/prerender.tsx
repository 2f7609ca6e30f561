import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { Site } from './Site.tsx';
import { prepare, screenAt, screens } from './screens.ts';
import { staticHead } from './static-head.ts';

/** A page as the build needs it: the file it becomes, and the source of its screen. */
export type PageToDraw = { file: string; address: string; source: string | null };

/** Every page, and last the one for any address that no screen has. */
export const PAGES: readonly PageToDraw[] = [
  ...screens.map(({ path, source }) => ({
    file: `${path.slice(1)}/index.html`.replace(/^\//, ''),
    address: path,
    source,
  })),
  { file: '404.html', address: '/404', source: null },
];

/** A page as HTML: what belongs into the head, and what the body shows. */
export async function render(address: string): Promise<{ head: string; body: string }> {
  const screen = screenAt(address);
  await prepare(screen);
  const html = renderToString(
    <StaticRouter location={address}>
      <Site />
    </StaticRouter>,
  );
  // Without a <head> in the tree, React writes what belongs there first.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head: head + staticHead(screen), body: html.slice(head.length) };
}

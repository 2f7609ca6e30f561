import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { Site } from './Site.tsx';
import { prepare, screenAt, screens } from './screens.ts';
import { staticHead } from './static-head.ts';

/** File → the address whose page it holds. The last is any address that no screen has. */
export const PAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(screens.map(({ path }) => [`${path.slice(1)}/index.html`.replace(/^\//, ''), path])),
  '404.html': '/404',
};

/** A page as HTML: what belongs into the head, what the body shows, and the name of the component that drew it, which is its file's name too. */
export async function render(
  address: string,
): Promise<{ head: string; body: string; component: string | null }> {
  const screen = screenAt(address);
  await prepare(screen);
  const html = renderToString(
    <StaticRouter location={address}>
      <Site />
    </StaticRouter>,
  );
  // Without a <head> in the tree, React writes what belongs there first.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return {
    head: head + staticHead(screen),
    body: html.slice(head.length),
    component: screen?.ready?.name ?? null,
  };
}

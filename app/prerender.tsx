import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
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
  const html = renderToString(
    <StaticRouter location={address}>
      <Site />
    </StaticRouter>,
  );
  // React writes head elements first when the tree has no <head>.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return {
    head: head + staticHead(screen),
    body: html.slice(head.length),
    component: screen?.ready?.name ?? null,
  };
}

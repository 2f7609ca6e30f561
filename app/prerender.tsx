import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { routes } from './routes.tsx';

/** Built file → the address whose screen it holds. The last is any address that no screen has. */
export const PAGES: Readonly<Record<string, string>> = {
  'index.html': '/',
  'projeto-social/index.html': '/projeto-social',
  'admin/inscricoes/index.html': '/admin/inscricoes',
  '404.html': '/404',
};

/** A screen as HTML: what belongs into the head, and what the body shows. */
export async function render(address: string): Promise<{ head: string; body: string }> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${address}`));
  if (context instanceof Response) throw new Error(`${address} answers with a redirect, not with a page`);
  const html = renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  // Without a <head> in the tree, React writes what belongs there first.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

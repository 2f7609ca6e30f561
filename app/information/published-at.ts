import { brand } from '../../content/brand.ts';

/**
 * The whole address of a page, to be written on paper. The canonical address of
 * the page at hand tells where the site is published: the server keeps it true
 * when SITE_URL wins over the content. Source of the path: app/screens.ts.
 */
export function publishedAt(path: string): string {
  const canonical =
    typeof document === 'undefined'
      ? null
      : document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  return (/^https?:\/\/[^/]+/.exec(canonical ?? '')?.[0] ?? brand.siteUrl) + path;
}

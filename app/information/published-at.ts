import { brand } from '../../content/brand.ts';

/**
 * The full address of a page, for print. Its origin comes from the page's canonical
 * link, which the server rewrites when SITE_URL is set. Paths: app/site/screens.ts.
 */
export function publishedAt(path: string): string {
  const canonical =
    typeof document === 'undefined'
      ? null
      : document.querySelector('link[rel="canonical"]')?.getAttribute('href');
  return (/^https?:\/\/[^/]+/.exec(canonical ?? '')?.[0] ?? brand.siteUrl) + path;
}

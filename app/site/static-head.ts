import { brand } from '../../content/brand.ts';
import type { Screen } from './screens.ts';
import { centre } from './structured-data.ts';

/**
 * Head elements of the prerendered page alone, for search engines, messengers and
 * prefetching; React never changes them. `screen` undefined: the page for unknown
 * addresses.
 */
export function staticHead(screen: Screen | undefined): string {
  if (!screen || screen.head.noindex) return '';
  const { path, head } = screen;
  const address = brand.siteUrl + path;
  return [
    `<link rel="canonical" href="${escaped(address)}">`,
    ...Object.entries({
      type: 'website',
      locale: 'pt_BR',
      site_name: brand.name,
      url: address,
      title: head.title,
      description: head.description,
      image: `${brand.siteUrl}/fotos/og-1200x630.jpg`,
      'image:width': '1200',
      'image:height': '630',
      'image:alt': OG_ALT,
    }).map(([name, value]) => `<meta property="og:${name}" content="${escaped(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    path === '/' ? script('application/ld+json', centre()) : '',
    path === '/projeto-social' ? '' : script('speculationrules', PREFETCH),
  ].join('');
}

const OG_ALT = 'Pessoa de quimono no tatame, de costas';

/** Prefetches the project's page when a visitor is about to open it; browsers skip it in data-saving mode. */
const PREFETCH = {
  prefetch: [{ where: { href_matches: '/projeto-social' }, eagerness: 'moderate' }],
};

const script = (type: string, content: object) =>
  `<script type="${type}">${JSON.stringify(content).replaceAll('<', '\\u003c')}</script>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

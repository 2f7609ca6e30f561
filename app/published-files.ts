import { brand } from '../content/brand.ts';
import { pages } from '../content/pages.ts';
import { qrCode } from '../domain/qr-code.ts';
import { screens } from './site/screens.ts';

/** Text files beside the pages, for search engines and phones: name → content. */
export function publishedFiles(): Record<string, string> {
  const addresses = screens.filter(({ head }) => !head.noindex).map(({ path }) => brand.siteUrl + path);
  return {
    'robots.txt': `User-agent: *\nDisallow: /admin\n\nSitemap: ${brand.siteUrl}/sitemap.xml\n`,
    'sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...addresses.map((address) => `  <url><loc>${address.replaceAll('&', '&amp;')}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
    'qr-inscricao.svg': qrCode(`${brand.siteUrl}/projeto-social`),
    'manifest.webmanifest': JSON.stringify({
      name: brand.name,
      short_name: brand.name,
      description: pages.home.description,
      lang: 'pt-BR',
      start_url: '/',
      display: 'browser',
      background_color: INK,
      theme_color: INK,
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icone-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icone-512.png', type: 'image/png', sizes: '512x512' },
        { src: '/icone-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
      ],
    }),
  };
}

/** --color-ink of app/styles/tokens.css. */
const INK = '#0b1230';

import { brand, written } from '../../content/brand.ts';
import { pages } from '../../content/pages.ts';
import { nationalDigits } from '../../domain/contact.ts';

/**
 * The centre for search engines (schema.org). Without ratings: they do not allow a business to mark up
 * testimonials that it publishes itself.
 */
export function centre(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    name: brand.name,
    description: pages.home.description,
    url: `${brand.siteUrl}/`,
    image: `${brand.siteUrl}/fotos/og-1200x630.jpg`,
    telephone: `+55${nationalDigits(brand.phone)}`,
    email: brand.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: brand.street,
      addressLocality: brand.city,
      addressRegion: brand.state,
      postalCode: brand.postalCode,
      addressCountry: 'BR',
    },
    ...(brand.position && isWhereWritten() && { geo: { '@type': 'GeoCoordinates', ...brand.position } }),
    sameAs: [brand.instagramUrl, brand.facebookUrl].filter(Boolean),
    ...(brand.mapUrl && { hasMap: brand.mapUrl }),
  };
}

/** The position is of the address in brand.ts: that of another one, which was published, nobody knows. */
const isWhereWritten = () => brand.street === written.street && brand.city === written.city;

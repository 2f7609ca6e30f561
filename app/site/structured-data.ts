import { brand, written } from '../../content/brand.ts';
import { type Faq, faq } from '../../content/home.ts';
import { pages } from '../../content/pages.ts';
import { guardianQuestion } from '../../content/project-questions.ts';
import { project } from '../../content/social-project.ts';
import { nationalDigits } from '../../domain/contact.ts';
import { daysOf } from '../../domain/opening-hours.ts';

/**
 * The schema.org objects of a page. Without ratings: search engines do not allow a
 * business to mark up testimonials that it publishes itself.
 */
export function structuredData(path: string): object[] {
  if (path === '/') return [centre(), questions(faq)];
  // one follows a setting, and search engines keep what they read
  if (path === '/projeto-social')
    return [
      questions(project.faq.items.filter(({ question }) => question !== guardianQuestion(null).question)),
    ];
  return [];
}

function centre(): object {
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
    openingHoursSpecification: brand.hours.map((hours) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: daysOf(hours),
      opens: hours.opens,
      closes: hours.closes,
    })),
    sameAs: [brand.instagramUrl, brand.facebookUrl],
    hasMap: brand.mapUrl,
  };
}

function questions(items: readonly Faq[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** The position is of the address in brand.ts: that of another one, which was published, nobody knows. */
const isWhereWritten = () => brand.street === written.street && brand.city === written.city;

import { eyebrows, home, testimonialsHeading, withPhoto } from '../../content/home.ts';
import photos from '../../content/photos.json';
import { Icon } from '../ui/Icon.tsx';
import { Photo } from '../ui/Photo.tsx';

const MAX_STARS = 5;

/** What others say; nothing while nobody has said anything. */
export function Testimonials() {
  if (home.testimonials.length === 0) return null;

  return (
    <section className="testimonials section on-dark" aria-labelledby="depoimentos-titulo">
      <div className="page">
        <p className="eyebrow">{eyebrows.testimonials}</p>
        <h2 id="depoimentos-titulo">{testimonialsHeading}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, by the keyboard too */}
        <ul className="testimonials__list snap-row" tabIndex={0}>
          {home.testimonials.map(withPhoto).map(({ name, text, rating, photo }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is published may stand twice
            <li key={at + name + text}>
              <figure className="testimonial">
                <Stars rating={rating} />
                <blockquote className="testimonial__text">{text}</blockquote>
                <figcaption className="testimonial__name line">
                  {photo ? (
                    <Photo
                      className="testimonial__photo"
                      name={photo.file}
                      shape={photos.portrait}
                      sizes="4rem"
                      alt={photo.alt}
                    />
                  ) : (
                    <span className="testimonial__photo" aria-hidden="true">
                      {initialsOf(name)}
                    </span>
                  )}
                  {name}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Of the first and the last word, in the place of a photograph. */
const initialsOf = (name: string) =>
  name
    .split(' ')
    .filter((_, at, { length }) => at === 0 || at === length - 1)
    .map((word) => word[0])
    .join('');

function Stars({ rating }: { rating: number }) {
  return (
    <p className="testimonial__stars flow">
      {Array.from({ length: rating }, (_, star) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical stars never change places
        <Icon key={star} name="star" />
      ))}
      <span className="vh">{`Nota ${rating} de ${MAX_STARS}`}</span>
    </p>
  );
}

import { eyebrows, testimonials, testimonialsHeading } from '../../content/home.ts';
import { Icon } from '../ui/Icon.tsx';

/** The most stars a rating can have. */
const STARS = 5;

export function Testimonials() {
  return (
    <section className="testimonials section on-dark" aria-labelledby="depoimentos-titulo">
      <div className="page">
        <p className="eyebrow">{eyebrows.testimonials}</p>
        <h2 id="depoimentos-titulo">{testimonialsHeading}</h2>
        <ul className="testimonials__list">
          {testimonials.map(({ name, text, rating }) => (
            <li key={name}>
              <figure className="testimonial">
                <Stars rating={rating} />
                <blockquote className="testimonial__text">{text}</blockquote>
                <figcaption className="testimonial__name">{name}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="testimonial__stars">
      {Array.from({ length: rating }, (_, star) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike and stay in place
        <Icon key={star} name="star" />
      ))}
      <span className="vh">{`Nota ${rating} de ${STARS}`}</span>
    </p>
  );
}

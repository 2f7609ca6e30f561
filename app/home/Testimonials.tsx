import { eyebrows, testimonials, testimonialsHeading } from '../../content/home.ts';
import { Icon } from '../ui/Icon.tsx';

const MAX_STARS = 5;

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
        // biome-ignore lint/suspicious/noArrayIndexKey: identical stars never change places
        <Icon key={star} name="star" />
      ))}
      <span className="vh">{`Nota ${rating} de ${MAX_STARS}`}</span>
    </p>
  );
}

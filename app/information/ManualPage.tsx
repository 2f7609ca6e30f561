import { type ManualPart, manual } from '../../content/manual.ts';
import { Button } from '../ui/Button.tsx';
import './manual.css';

/** The front desk's manual: two A4 pages, to read here or to print. */
export function ManualPage() {
  return (
    <article className="page manual stack">
      <header className="manual__head">
        <h1>{manual.title}</h1>
        <p className="lead">{manual.lead}</p>
        <div className="manual__print no-print">
          <Button onClick={() => window.print()}>{manual.print}</Button>
        </div>
      </header>
      {manual.parts.map((part) => (
        <Part key={part.title} {...part} />
      ))}
    </article>
  );
}

function Part({ title, points, picture }: ManualPart) {
  return (
    <section className="manual__part">
      <h2 className="manual__title">{title}</h2>
      <ul className="manual__points">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {picture && (
        <img
          className="manual__picture"
          src={picture.file}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          loading="lazy"
          decoding="async"
        />
      )}
    </section>
  );
}

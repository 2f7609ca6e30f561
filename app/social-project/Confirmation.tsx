import { useEffect, useRef } from 'react';
import { project } from '../../content/social-project.ts';

/** What stays on the page once an enrolment has arrived; its heading takes the focus. Source: ux.md §6.2. */
export function Confirmation({ protocol }: { protocol: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.parentElement?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section className="notice notice--success confirmation" aria-labelledby="confirmacao">
      <h2 className="notice__title confirmation__title" id="confirmacao" tabIndex={-1} ref={heading}>
        {project.sent.title}
      </h2>
      <p>
        {project.sent.protocol}
        <strong className="confirmation__protocol">{protocol}</strong>.
      </p>
      <p>{project.sent.keep}</p>
      <h3 className="confirmation__next">{project.sent.nextTitle}</h3>
      <ol className="points points--numbered">
        {project.sent.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

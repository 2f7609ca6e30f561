import type { ReactNode } from 'react';

type Props = { id: string; title: string; children: ReactNode };

/** A part of the page, with its title; `id` is of the title. */
export const Card = ({ id, title, children }: Props) => (
  <section className="desk-card stack panel gap-4" aria-labelledby={id}>
    <h2 className="title-3" id={id}>
      {title}
    </h2>
    {children}
  </section>
);

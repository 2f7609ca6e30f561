import type { ReactNode } from 'react';
import './desk-pages.css';

type Props = { id: string; title: string; children: ReactNode };

/** A part of one of the desk's pages, with its title; `id` is of the title. */
export function Card({ id, title, children }: Props) {
  return (
    <section className="desk-card stack panel gap-4" aria-labelledby={id}>
      <h2 className="desk-card__title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

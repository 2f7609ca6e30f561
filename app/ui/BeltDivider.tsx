import './photo.css';

/** A knotted belt across the page, at most one on a page. Drawn in the text colour; the knot is always gold. */
export function BeltDivider() {
  return (
    <div className="belt-divider">
      <svg className="belt-divider__knot" viewBox="88 5 64 36" aria-hidden="true">
        <path
          fill="currentColor"
          d="M88 10h10l-8 7 8 7H88zM152 10h-10l8 7-8 7h10zM106 26l-6 10 8 4.4 9-13zM134 26l6 10-8 4.4-9-13z"
        />
        <path
          className="mark__knot"
          d="M117.5 6.2a4 4 0 0 1 5 0l11 9a2.5 2.5 0 0 1 0 3.8l-11 9a4 4 0 0 1-5 0l-11-9a2.5 2.5 0 0 1 0-3.8z"
        />
      </svg>
    </div>
  );
}

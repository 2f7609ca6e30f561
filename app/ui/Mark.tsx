import './ui.css';

/** The centre's logo, a belt tied at the waist. Drawn in the text colour; the knot is always gold. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 5.5 64 64" aria-hidden="true">
      <path
        className="mark__belt"
        d="M1 18.5h19.1L12.6 25l7.5 6.5H1zM63 18.5H43.9l7.5 6.5-7.5 6.5H63zM20.6 31.9l-8.9 14.8 10.7 6.4 7.8-12.9zM8.6 51.8 6 56.1l10.7 6.4 2.6-4.3zM43.4 31.9l-9.6 8.3 9.8 16.3 10.7-6.4z"
      />
      <path
        className="mark__knot"
        d="M30 14.2a3 3 0 0 1 4 0l10.1 8.6a3 3 0 0 1 0 4.4L34 35.8a3 3 0 0 1-4 0l-10.1-8.6a3 3 0 0 1 0-4.4zM11.7 46.7l-3.1 5.1 10.7 6.4 3.1-5.1z"
      />
    </svg>
  );
}

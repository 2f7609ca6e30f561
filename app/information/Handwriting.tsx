import type { ReactNode } from 'react';
import './handwriting.css';

// Lines and boxes to fill in by hand, drawn with borders because browsers do not print
// backgrounds. Hidden from screen readers: the question beside them says what to write.

/** Lines to write on; `start` begins the first, `unit` ends the last. */
export function Lines({ count = 1, unit, start }: { count?: number; unit?: string; start?: string }) {
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical lines never change places
    <span className="writing-line" key={line}>
      {line === 0 && start && (
        <span className="writing-line__start" aria-hidden="true">
          {start}
        </span>
      )}
      {line === count - 1 && unit && <span className="writing-line__unit">{unit}</span>}
    </span>
  ));
}

/** Boxes for one digit each: `00/00/0000` draws two, two and four, with the slashes between. */
export function Boxes({ pattern }: { pattern: string }) {
  return (
    <span className="digit-boxes" aria-hidden="true">
      {(pattern.match(/0+|[^0]+/g) ?? []).map((part, at) => (
        // biome-ignore-start lint/suspicious/noArrayIndexKey: identical boxes never change places
        <span className={part.startsWith('0') ? 'digit-boxes__group' : 'digit-boxes__between'} key={at}>
          {part.startsWith('0')
            ? [...part].map((_, box) => <span className="digit-boxes__box" key={box} />)
            : part}
        </span>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: identical boxes never change places
      ))}
    </span>
  );
}

/** A box to tick with its label. */
export function Tick({ children }: { children: ReactNode }) {
  return (
    <span className="tick-box">
      <span className="tick-box__square" aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

export const DATE = '00/00/0000';
export const CPF = '000.000.000-00';
export const PROTOCOL = '0000-0000';

import type { ReactNode } from 'react';
import './handwriting.css';

// What a person fills in by hand, drawn with borders so that it is printed always.
// Nothing here is read aloud: the blank-question beside it says what to write.

/** Lines to write on; `unit` stands at the end of the last. */
export function Lines({ count = 1, unit, start }: { count?: number; unit?: string; start?: string }) {
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike and stay in place
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

/** Boxes of one digit each: `00/00/0000` draws two, two and four, with what stands between them. */
export function Boxes({ pattern }: { pattern: string }) {
  return (
    <span className="digit-boxes" aria-hidden="true">
      {(pattern.match(/0+|[^0]+/g) ?? []).map((part, at) => (
        // biome-ignore-start lint/suspicious/noArrayIndexKey: digit-boxes are alike and stay in place
        <span className={part.startsWith('0') ? 'digit-boxes__group' : 'digit-boxes__between'} key={at}>
          {part.startsWith('0')
            ? [...part].map((_, box) => <span className="digit-boxes__box" key={box} />)
            : part}
        </span>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: digit-boxes are alike and stay in place
      ))}
    </span>
  );
}

/** A box to tick, and what it means. */
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

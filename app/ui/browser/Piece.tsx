import { type ReactNode, Suspense, useEffect } from 'react';

/** How many pieces of the page React has not taken over yet. */
let missing = 0;
const waiting: (() => void)[] = [];

/**
 * Counts the pieces of a prerendered page, by the marks that React writes before each Piece; what stands
 * around them counts as one.
 */
export function expectPieces({ innerHTML }: Element): void {
  missing = innerHTML.split('<!--$-->').length;
}

/** Call it when a piece is hydrated. */
export function pieceHydrated(): void {
  missing -= 1;
  if (missing === 0) for (const work of waiting) work();
}

/** Calls `work` once the whole page is hydrated: before, events dispatched by script reach no handler. */
export function onceHydrated(work: () => void): void {
  if (missing > 0) waiting.push(work);
  else work();
}

/**
 * A piece of the page that React hydrates separately: in tasks of its own, or at once when somebody uses it.
 */
export function Piece({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <Hydrated />
    </Suspense>
  );
}

function Hydrated() {
  useEffect(pieceHydrated, []);
  return null;
}

import { type ReactNode, Suspense, useEffect } from 'react';

/** How many pieces of the page React has not taken over yet. */
let missing = 0;
const waiting: (() => void)[] = [];

/** Says how many pieces a prerendered page has, with what stands around them; React writes a mark before each Piece. */
export function expectPieces({ innerHTML }: Element): void {
  missing = innerHTML.split('<!--$-->').length;
}

/** To be called when a piece was taken over. */
export function pieceHydrated(): void {
  missing -= 1;
  if (missing === 0) for (const work of waiting) work();
}

/** Calls `work` once React has taken over the whole page: events made by script reach no handler before. */
export function onceHydrated(work: () => void): void {
  if (missing > 0) waiting.push(work);
  else work();
}

/** A piece of the page that React takes over by itself: in tasks of its own, or at once when somebody uses it. */
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

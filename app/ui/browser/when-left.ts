/** After how long without a touch or a key (milliseconds). */
const UNTOUCHED_MS = 10 * 60_000;

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'visibilitychange'] as const;

/**
 * Calls `forget` each time that the page is left, also into the browser's memory of pages, and after ten minutes
 * untouched, also those that a telephone slept through. Returns how to stop.
 */
export function whenLeft(forget: (why: 'left' | 'untouched') => void): () => void {
  let touchedAt = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const onTouch = () => {
    const isOver = Date.now() - touchedAt >= UNTOUCHED_MS;
    touchedAt = Date.now();
    clearTimeout(timer);
    timer = setTimeout(onTouch, UNTOUCHED_MS);
    if (isOver) forget('untouched');
  };
  const onLeave = () => forget('left');
  onTouch();
  for (const event of TOUCHES) document.addEventListener(event, onTouch, { capture: true, passive: true });
  window.addEventListener('pagehide', onLeave);
  return () => {
    clearTimeout(timer);
    for (const event of TOUCHES) document.removeEventListener(event, onTouch, { capture: true });
    window.removeEventListener('pagehide', onLeave);
  };
}

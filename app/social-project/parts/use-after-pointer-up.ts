import { useCallback, useEffect, useRef } from 'react';

const POLL_MS = 50;

/**
 * Returns a function that runs work once no mouse button or finger is down. A press
 * blurs the previous field before its click is complete: an element that appears in
 * between would move the page under the pointer, and the click would miss its target.
 */
export function useAfterPointerUp(): (work: () => void) => void {
  const isDown = useRef(false);

  useEffect(() => {
    const ended = new AbortController();
    const on = { capture: true, signal: ended.signal };
    const track = (down: boolean) => () => {
      isDown.current = down;
    };
    window.addEventListener('pointerdown', track(true), on);
    window.addEventListener('pointerup', track(false), on);
    window.addEventListener('pointercancel', track(false), on);
    return () => ended.abort();
  }, []);

  return useCallback((work) => {
    const attempt = () => {
      if (isDown.current) setTimeout(attempt, POLL_MS);
      else work();
    };
    setTimeout(attempt);
  }, []);
}

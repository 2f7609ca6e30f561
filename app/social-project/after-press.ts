import { useCallback, useEffect, useRef } from 'react';

const LOOK_AGAIN_MS = 50;

/**
 * Gives a way to put work off until no mouse button and no finger is down. A
 * press leaves one field before its click is done; what appears in between
 * would move the page under the pointer, and the click would miss.
 */
export function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false);

  useEffect(() => {
    const ended = new AbortController();
    const on = { capture: true, signal: ended.signal };
    const press = (down: boolean) => () => {
      pressed.current = down;
    };
    window.addEventListener('pointerdown', press(true), on);
    window.addEventListener('pointerup', press(false), on);
    window.addEventListener('pointercancel', press(false), on);
    return () => ended.abort();
  }, []);

  return useCallback((work) => {
    const attempt = () => {
      if (pressed.current) setTimeout(attempt, LOOK_AGAIN_MS);
      else work();
    };
    setTimeout(attempt);
  }, []);
}

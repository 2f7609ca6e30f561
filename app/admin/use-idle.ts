import { useEffect, useRef, useState } from 'react';

/** After this long without a hand on it the page asks; after another minute it leaves. Source: design decision, threats T31. */
export const WARN_AFTER_MS = 14 * 60_000;
export const LOCK_AFTER_MS = 15 * 60_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export type Idleness = 'present' | 'warned' | 'locked';

/**
 * Whether a person is at the page. By the clock on the wall, so that a computer
 * that slept is locked when it wakes. Once warned, only `stay` counts as a person.
 */
export function useIdle(): { idleness: Idleness; stay: () => void } {
  const [idleness, setIdleness] = useState<Idleness>('present');
  const last = useRef(Date.now());

  useEffect(() => {
    const look = () => {
      const idle = Date.now() - last.current;
      setIdleness((now) =>
        now === 'locked' || idle >= LOCK_AFTER_MS ? 'locked' : idle >= WARN_AFTER_MS ? 'warned' : 'present',
      );
    };
    const sign = () => {
      if (Date.now() - last.current < WARN_AFTER_MS) last.current = Date.now();
    };
    const timer = setInterval(look, 1_000);
    for (const name of SIGNS) window.addEventListener(name, sign, { capture: true, passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const name of SIGNS) window.removeEventListener(name, sign, { capture: true });
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  const stay = () => {
    last.current = Date.now();
    setIdleness('present');
  };
  return { idleness, stay };
}

import { useEffect, useRef, useState } from 'react';

/** After this long without a hand on it the page asks; after another minute it leaves. Source: design decision, threats T31. */
export const WARN_AFTER_MS = 14 * 60_000;
export const LOCK_AFTER_MS = 15 * 60_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export type Idleness = 'present' | 'warned' | 'locked';

/** Where the tab keeps when somebody was last there: a page that is loaded anew goes on counting. */
const KEY = 'cc-presenca';

/**
 * Whether a person is at the page. By the clock on the wall, so that a computer
 * that slept is locked when it wakes, and a tab that was closed when it is opened
 * again. Once warned, only `stay` counts as a person.
 */
export function useIdle(): { idleness: Idleness; stay: () => void } {
  const [began] = useState(lastSign);
  const [idleness, setIdleness] = useState(() => idlenessSince(began));
  const last = useRef(began);

  useEffect(() => {
    const look = () => {
      setIdleness((now) => (now === 'locked' ? now : idlenessSince(last.current)));
      keepSign(last.current);
    };
    look();
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

/** Without a session there is nobody to wait for: the next one begins to count anew. */
export function forgetSign(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // as below
  }
}

function idlenessSince(last: number): Idleness {
  const idle = Date.now() - last;
  return idle >= LOCK_AFTER_MS ? 'locked' : idle >= WARN_AFTER_MS ? 'warned' : 'present';
}

function lastSign(): number {
  try {
    return Number(sessionStorage.getItem(KEY)) || Date.now();
  } catch {
    return Date.now(); // without a storage the session, too, is over when the page is loaded anew
  }
}

function keepSign(moment: number): void {
  try {
    sessionStorage.setItem(KEY, String(moment));
  } catch {
    // as above
  }
}

import { useEffect, useRef, useState } from 'react';

/** Inactivity after which the page warns, and after which it locks. Source: decision 32; docs/threats.md T31. */
export const WARN_AFTER_MS = 14 * 60_000;
export const LOCK_AFTER_MS = 15 * 60_000;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export type Idleness = 'present' | 'warned' | 'locked';

/** sessionStorage key of the last activity, in milliseconds: a reload continues the count. */
const KEY = 'cc-presenca';

/**
 * Whether somebody is using the page. Measured by the clock's time, so that a
 * computer that slept, or a tab that was closed and restored, is locked too. Once
 * warned, only `stay` counts as activity.
 */
export function useIdle(): { idleness: Idleness; stay: () => void } {
  const [initial] = useState(storedLastActivity);
  const [idleness, setIdleness] = useState(() => idlenessSince(initial));
  const last = useRef(initial);

  useEffect(() => {
    const check = () => {
      setIdleness((now) => (now === 'locked' ? now : idlenessSince(last.current)));
      storeLastActivity(last.current);
    };
    check();
    const onActivity = () => {
      if (Date.now() - last.current < WARN_AFTER_MS) last.current = Date.now();
    };
    const timer = setInterval(check, 1_000);
    for (const name of ACTIVITY_EVENTS)
      window.addEventListener(name, onActivity, { capture: true, passive: true });
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, onActivity, { capture: true });
      document.removeEventListener('visibilitychange', check);
    };
  }, []);

  const stay = () => {
    last.current = Date.now();
    setIdleness('present');
  };
  return { idleness, stay };
}

/** Called when there is no session: the next one starts its own count. */
export function clearLastActivity(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // storage is forbidden: nothing is stored either
  }
}

function idlenessSince(last: number): Idleness {
  const idle = Date.now() - last;
  return idle >= LOCK_AFTER_MS ? 'locked' : idle >= WARN_AFTER_MS ? 'warned' : 'present';
}

function storedLastActivity(): number {
  try {
    return Number(sessionStorage.getItem(KEY)) || Date.now();
  } catch {
    return Date.now(); // without storage the session, too, ends with a reload
  }
}

function storeLastActivity(moment: number): void {
  try {
    sessionStorage.setItem(KEY, String(moment));
  } catch {
    // storage is forbidden: the count lasts until a reload
  }
}

import { useEffect, useRef, useState } from 'react';
import { readText, tabStorage, writeText } from '../ui/browser/storage.ts';

/** Inactivity after which the page warns, and after which it locks; and when the title of its tab begins to say so. Source: docs/security.md T31. */
export const WARN_AFTER_MS = 14 * 60_000;
export const LOCK_AFTER_MS = 15 * 60_000;
const TELL_AFTER_MS = 10 * 60_000;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export type Idleness = 'present' | 'warned' | 'locked';

/** sessionStorage key of the last activity, in milliseconds: a reload continues the count. */
const KEY = 'cc-presenca';

/**
 * Whether somebody is using the page; `minutesLeft` until it locks, null while they are not told. Measured by the clock's time, so that a
 * computer that slept, or a tab that was closed and restored, is locked too. Once
 * warned, only `stay` counts as activity.
 */
export function useIdle(): { idleness: Idleness; minutesLeft: number | null; stay: () => void } {
  const [initial] = useState(storedLastActivity);
  const [idleness, setIdleness] = useState(() => idlenessSince(initial));
  const [minutesLeft, setMinutesLeft] = useState<number | null>(null);
  const last = useRef(initial);

  useEffect(() => {
    const check = () => {
      setIdleness((now) => (now === 'locked' ? now : idlenessSince(last.current)));
      setMinutesLeft(minutesLeftSince(last.current));
      writeText(tabStorage(), KEY, String(last.current));
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
    setMinutesLeft(null);
  };
  return { idleness, minutesLeft, stay };
}

/** Called when there is no session: the next one starts its own count. */
export const clearLastActivity = () => writeText(tabStorage(), KEY, null);

function idlenessSince(last: number): Idleness {
  const idle = Date.now() - last;
  return idle >= LOCK_AFTER_MS ? 'locked' : idle >= WARN_AFTER_MS ? 'warned' : 'present';
}

function minutesLeftSince(last: number): number | null {
  const idle = Date.now() - last;
  return idle < TELL_AFTER_MS ? null : Math.max(1, Math.ceil((LOCK_AFTER_MS - idle) / 60_000));
}

/** Without storage the session, too, ends with a reload. */
const storedLastActivity = () => Number(readText(tabStorage(), KEY)) || Date.now();

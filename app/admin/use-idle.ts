import { useEffect, useRef, useState } from 'react';
import { readText, tabStorage, writeText } from '../ui/browser/storage.ts';

const MINUTE_MS = 60_000;

/** Minutes of inactivity after which the page warns, and it locks. Source: docs/security.md T31. */
const WARN_AFTER = 14;
const LOCK_AFTER = 15;
export const LOCK_AFTER_MS = LOCK_AFTER * MINUTE_MS;

const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** sessionStorage key of the last activity, in milliseconds: a reload continues the count. */
const KEY = 'cc-presenca';

/**
 * Whether somebody is using the page. Measured by the clock's time, so that a computer that slept, or a tab that was
 * closed and restored, is locked too. Once warned, only `stay` counts as activity; what is locked stays so.
 */
export function useIdle() {
  const last = useRef(storedLastActivity());
  const [minutes, setMinutes] = useState(() => minutesSince(last.current));

  useEffect(() => {
    const check = () => {
      setMinutes((now) => (now >= LOCK_AFTER ? now : minutesSince(last.current)));
      writeText(tabStorage(), KEY, String(last.current));
    };
    check();
    const onActivity = () => {
      if (minutesSince(last.current) < WARN_AFTER) last.current = Date.now();
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

  return {
    warned: minutes === WARN_AFTER,
    locked: minutes >= LOCK_AFTER,
    stay: () => {
      last.current = Date.now();
      setMinutes(0);
    },
  };
}

/** Called when there is no session: the next one starts its own count. */
export const clearLastActivity = () => writeText(tabStorage(), KEY, null);

/** Whole minutes. */
const minutesSince = (moment: number) => Math.floor((Date.now() - moment) / MINUTE_MS);

/** Without storage the session, too, ends with a reload. */
const storedLastActivity = () => Number(readText(tabStorage(), KEY)) || Date.now();

import { useCallback, useLayoutEffect, useRef, useState } from 'react';

type Update<Value> = Value | ((now: Value) => Value);

/**
 * State about one thing on the screen. With another `key` it is `first` again; what is set
 * for a key that is no longer shown is dropped.
 */
export function useStateOf<Value>(
  key: string,
  first: Value,
): [Value, (update: Update<Value>, of?: string) => void] {
  const [stored, setStored] = useState({ key, value: first });
  if (stored.key !== key) setStored({ key, value: first });
  const shown = useRef(key);
  useLayoutEffect(() => {
    shown.current = key;
  });
  const set = useCallback((update: Update<Value>, of = shown.current) => {
    setStored((now) =>
      now.key === of ? { key: of, value: update instanceof Function ? update(now.value) : update } : now,
    );
  }, []);
  return [stored.key === key ? stored.value : first, set];
}

import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * State about one thing on the screen. With another `key` it is `first` again; what is set
 * for a key that is no longer shown is dropped.
 */
export function useStateOf<Value>(key: string, first: Value): [Value, (value: Value, of?: string) => void] {
  const [stored, setStored] = useState({ key, value: first });
  const shown = useRef(key);
  useLayoutEffect(() => {
    shown.current = key;
  });
  const set = useCallback((value: Value, of = shown.current) => {
    if (of === shown.current) setStored({ key: of, value });
  }, []);
  return [stored.key === key ? stored.value : first, set];
}

import { useSyncExternalStore } from 'react';

const MOVED = 'tela';

/** The screen that the address names, `?tela=`; null for none. */
export const useNamedScreen = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      const names = ['popstate', MOVED];
      for (const name of names) window.addEventListener(name, listener);
      return () => {
        for (const name of names) window.removeEventListener(name, listener);
      };
    },
    () => new URLSearchParams(location.search).get('tela'),
    () => null,
  );

/** Goes to a screen of the desk, `?tela=…` or `''`, without loading the page: what is unsaved stays. */
export function goToScreen(search: string): void {
  history[search === location.search ? 'replaceState' : 'pushState'](null, '', location.pathname + search);
  window.scrollTo({ top: 0 });
  window.dispatchEvent(new Event(MOVED));
}

import { useSyncExternalStore } from 'react';

/** Gives an element the whole screen, or takes it back; nothing where the browser refuses, as an iPhone does. */
export function toggleFullscreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  else if (document.fullscreenEnabled) void element?.requestFullscreen().catch(() => {});
}

/** Whether an element has the whole screen now; null where no element can have it. */
export function useFullscreen(): boolean | null {
  return useSyncExternalStore(listen, isOn, () => null);
}

const isOn = () => (document.fullscreenEnabled ? document.fullscreenElement !== null : null);

function listen(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

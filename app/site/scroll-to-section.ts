import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Delay between navigating to a page and scrolling to its section. Source: SPEC §2, §9. */
const DELAY_MS = 100;
/** Interval and limit of waiting for a section that is not there yet. */
const POLL_MS = 50;
const TIMEOUT_MS = 5000;

/**
 * Scrolls and moves the focus after a navigation: smoothly to a section of the same page,
 * at once to the top of another one. Back and forward are the browser's own.
 */
export function useScrollOnNavigation(): void {
  const location = useLocation();
  const action = useNavigationType();
  const previous = useRef(location);

  useEffect(() => {
    const from = previous.current;
    previous.current = location;
    if (from === location || action === 'POP') return;

    const section = location.hash.slice(1);
    if (from.pathname === location.pathname) {
      if (!section) window.scrollTo({ top: 0 });
      else scrollToSection(section);
      return;
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (section) return scrollWhenThere(section);
    takeFocus(document.querySelector('main h1'));
  }, [location, action]);
}

/** False when there is no such section. Its heading gets the focus, so that screen readers continue from it. */
function scrollToSection(id: string): boolean {
  const section = document.getElementById(id);
  if (!section) return false;
  section.scrollIntoView(); // smooth by base.css, below the header by its scroll-padding
  takeFocus(section.querySelector('h1, h2'));
  return true;
}

/** Waits for the section; returns the function that stops waiting. */
function scrollWhenThere(id: string): () => void {
  const deadline = performance.now() + TIMEOUT_MS;
  const attempt = () => {
    if (!scrollToSection(id) && performance.now() < deadline) timer = setTimeout(attempt, POLL_MS);
  };
  let timer = setTimeout(attempt, DELAY_MS);
  return () => clearTimeout(timer);
}

function takeFocus(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

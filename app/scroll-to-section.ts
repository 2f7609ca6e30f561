import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** From navigating to the home page until the scroll begins. Source: SPEC §2, §9. */
const DELAY_MS = 100;
/** How often, and for how long in all, a section that is not there yet is looked for. */
const LOOK_AGAIN_MS = 50;
const PATIENCE_MS = 5000;

/**
 * Brings the visitor to where a link led: to a section, smoothly unless less
 * motion is wanted; to the top of another page, at once. Back and forward are
 * left to the browser, which knows where the page stood; `stays` in the state of
 * a navigation leaves the page where it is.
 */
export function useArrival(): void {
  const location = useLocation();
  const action = useNavigationType();
  const previous = useRef(location);

  useEffect(() => {
    const from = previous.current;
    previous.current = location;
    if (from === location || action === 'POP' || location.state?.stays) return;

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

/** True when the section is there. Its heading takes the focus, so that reading goes on from it. */
function scrollToSection(id: string): boolean {
  const section = document.getElementById(id);
  if (!section) return false;
  section.scrollIntoView(); // smooth by base.css, below the header by its scroll-padding
  takeFocus(section.querySelector('h1, h2'));
  return true;
}

/** Returns the way to give up. */
function scrollWhenThere(id: string): () => void {
  const giveUpAt = performance.now() + PATIENCE_MS;
  const attempt = () => {
    if (!scrollToSection(id) && performance.now() < giveUpAt) timer = setTimeout(attempt, LOOK_AGAIN_MS);
  };
  let timer = setTimeout(attempt, DELAY_MS);
  return () => clearTimeout(timer);
}

function takeFocus(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

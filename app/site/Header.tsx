import { type MouseEvent, useEffect, useRef } from 'react';
import { brand } from '../../content/brand.ts';
import { type HeaderLink, headerLinks } from '../../content/navigation.ts';
import { useDismissal } from '../ui/browser/use-dismissal.ts';
import { Icon } from '../ui/Icon.tsx';
import { Mark } from '../ui/Mark.tsx';
import './header.css';

/**
 * Logo and four menu entries. On phones a `<details>` shows and hides them, without
 * JavaScript too; from 48rem they are always there.
 */
export function Header({ path }: { path: string }) {
  const toggle = useRef<HTMLDetailsElement>(null);
  useDismissal(toggle, () => close(toggle.current));

  useEffect(() => {
    const wide = window.matchMedia('(min-width: 48rem)'); // as in layout.css
    const onWide = () => close(toggle.current);
    if (wide.matches) onWide(); // it became so before hydration
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, []);

  const follow = (to: string) => (event: MouseEvent) => {
    close(toggle.current); // SPEC §4; before hydration start-script.ts does it
    if (to === path && !event.ctrlKey && !event.metaKey && !event.shiftKey) stay(event);
  };

  return (
    <header className="header on-dark no-print">
      <div className="header__row line page">
        <a className="header__logo line" href="/" onClick={follow('/')}>
          <Mark />
          <span className={path === '/' ? 'header__name header__name--home' : 'header__name'}>
            {brand.name}
          </span>
        </a>
        <details className="header__toggle" id="menu" ref={toggle}>
          <summary aria-label="Menu">
            <Icon name="menu" />
            <Icon name="close" />
          </summary>
        </details>
        <nav className="menu" aria-label="Principal">
          <ul className="menu__list">
            {headerLinks.map((link) => (
              <li key={link.text}>
                <a
                  className="menu__link line"
                  href={addressOf(link, path)}
                  aria-current={link.isRoute && link.to === path ? 'page' : undefined}
                  onClick={follow(link.to)}
                >
                  {link.text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

const close = (toggle: HTMLElement | null) => toggle?.removeAttribute('open');

/** To the top of the page that is there: loaded anew it would lose a chosen photo, and offline everything. */
function stay(event: MouseEvent): void {
  event.preventDefault();
  window.scrollTo(0, 0);
  document.getElementById('conteudo')?.focus({ preventScroll: true });
}

/** A section of the page that is there without its path: whatever stands behind `?`, no other document is loaded. */
const addressOf = ({ isRoute, to }: HeaderLink, path: string) =>
  isRoute ? to : `${path === '/' ? '' : '/'}#${to}`;

import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { brand } from '../content/brand.ts';
import { type HeaderLink, headerLinks } from '../content/navigation.ts';
import { Icon } from './ui/Icon.tsx';
import { Mark } from './ui/Mark.tsx';
import './header.css';

/**
 * Logo and the four entries. On phones the entries are a popover under the bar:
 * it opens, and closes on Escape or a touch beside it, also without JavaScript.
 */
export function Header() {
  const location = useLocation();
  const arrivedAt = useRef(location);
  const menu = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<boolean>(); // unknown until React has taken over: the browser knows

  useEffect(() => {
    if (arrivedAt.current === location) return;
    arrivedAt.current = location;
    menu.current?.hidePopover(); // SPEC §4; before React has taken over, start-script.ts does it
  }, [location]);

  useEffect(() => {
    setOpen(menu.current?.matches(':popover-open'));
    const wide = window.matchMedia('(min-width: 48rem)'); // as in layout.css
    const onWide = () => menu.current?.hidePopover();
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, []);

  return (
    <header className={`header on-dark no-print ${location.pathname === '/' ? 'header--over-hero' : ''}`}>
      <div className="header__row page">
        <Link className="header__logo" to="/">
          <Mark />
          <span className="header__name">{brand.name}</span>
        </Link>
        <button
          className="header__toggle"
          type="button"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="menu"
          popoverTarget="menu"
        >
          <Icon name={open ? 'close' : 'menu'} />
        </button>
        <nav
          className="menu"
          id="menu"
          popover="auto"
          aria-label="Principal"
          ref={menu}
          onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        >
          <ul className="menu__list">
            {headerLinks.map((link) => (
              <li key={link.text}>
                <Link
                  className="menu__link"
                  to={addressOf(link)}
                  aria-current={link.isRoute && link.to === location.pathname ? 'page' : undefined}
                >
                  {link.text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

const addressOf = (link: HeaderLink) => (link.isRoute ? link.to : `/#${link.to}`);

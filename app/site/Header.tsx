import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { brand } from '../../content/brand.ts';
import { type HeaderLink, headerLinks } from '../../content/navigation.ts';
import { Icon } from '../ui/Icon.tsx';
import { Mark } from '../ui/Mark.tsx';
import './header.css';

/**
 * Logo and four menu entries. On phones the menu is a popover, which opens and closes
 * (Escape, a touch outside) without JavaScript too.
 */
export function Header() {
  const location = useLocation();
  const lastLocation = useRef(location);
  const menu = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<boolean>(); // unknown before hydration

  useEffect(() => {
    if (lastLocation.current === location) return;
    lastLocation.current = location;
    menu.current?.hidePopover(); // SPEC §4; before hydration start-script.ts does it
  }, [location]);

  useEffect(() => {
    // A press may have come first: its event can be what makes React run this effect.
    setOpen((known) => known ?? menu.current?.matches(':popover-open'));
    const wide = window.matchMedia('(min-width: 48rem)'); // as in layout.css
    const onWide = () => menu.current?.hidePopover();
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, []);

  return (
    <header className={`header on-dark no-print ${location.pathname === '/' ? 'header--home' : ''}`}>
      <div className="header__row line page">
        <Link className="header__logo line" to="/">
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
                  className="menu__link line"
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

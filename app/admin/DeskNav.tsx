import { Link } from 'react-router';
import { deskScreens } from '../../content/accounts.ts';

const SCREENS = ['inscricoes', 'registro', 'contas'] as const;

/** One of the desk's screens, as `?tela=` names it. */
export type DeskScreen = (typeof SCREENS)[number];

/** The screen an address asks for; the list for anything else. */
export function screenOf(written: string | null): DeskScreen {
  return SCREENS.find((screen) => screen === written) ?? 'inscricoes';
}

/** The way between the desk's screens. */
export function DeskNav({ current }: { current: DeskScreen }) {
  return (
    <nav className="desk-nav no-print" aria-label={deskScreens.label}>
      {SCREENS.map((screen) => (
        <Link
          key={screen}
          className="desk-nav__link"
          to={{ search: screen === 'inscricoes' ? '' : `?tela=${screen}` }}
          aria-current={screen === current ? 'page' : undefined}
        >
          {deskScreens[screen].link}
        </Link>
      ))}
    </nav>
  );
}

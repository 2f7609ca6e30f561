import { Link } from 'react-router';
import { deskScreens } from '../../content/accounts.ts';

const SCREENS = ['inscricoes', 'registro', 'contas'] as const;

/** A screen of the desk: the value of `?tela=`. */
export type DeskScreen = (typeof SCREENS)[number];

/** The screen that `?tela=` names; the list for anything else. */
export function screenOf(parameter: string | null): DeskScreen {
  return SCREENS.find((screen) => screen === parameter) ?? 'inscricoes';
}

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
          <span className="desk-nav__rest">{deskScreens[screen].rest}</span>
        </Link>
      ))}
    </nav>
  );
}

import { Link } from 'react-router';
import { deskScreens, onlyOwnPassword } from '../../content/desk-screens.ts';
import { useMay } from './controls/use-may.ts';

const SCREENS = ['inscricoes', 'turmas', 'registro', 'contas'] as const;

/** A screen of the desk: the value of `?tela=`. */
export type DeskScreen = (typeof SCREENS)[number];

/** The screen that `?tela=` names; the list for anything else. */
export function screenOf(parameter: string | null): DeskScreen {
  return SCREENS.find((screen) => screen === parameter) ?? 'inscricoes';
}

/** The screens that the role may see; who manages no accounts changes the own password on that screen. */
export function DeskNav({ current }: { current: DeskScreen }) {
  const may = useMay();
  const words = { ...deskScreens, ...(!may('ver_contas') && { contas: onlyOwnPassword }) };
  return (
    <nav className="desk-nav no-print" aria-label={deskScreens.label}>
      {SCREENS.filter((screen) => screen !== 'registro' || may('ver_registro')).map((screen) => (
        <Link
          key={screen}
          className="desk-nav__link"
          to={{ search: screen === 'inscricoes' ? '' : `?tela=${screen}` }}
          aria-current={screen === current ? 'page' : undefined}
        >
          {words[screen].link}
          <span className="desk-nav__rest">{words[screen].rest}</span>
        </Link>
      ))}
    </nav>
  );
}
